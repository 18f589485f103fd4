//! The failure of a command: a sentence and an exit code (docs/formats/report.md, "Exit codes").

use std::{fmt, process::ExitCode};

/// The reason why a command failed. The text is one sentence that says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// An input is wrong, such as a file, a configuration or a journal. Exit code 1.
    Input(String),
    /// A port, the disk or the network failed. Exit code 2.
    Environment(String),
    /// The command's options contradict each other. Exit code 64.
    Usage(String),
    /// The program was ordered to end before it was ready, and has done nothing. Exit code 0.
    Stopped,
    /// `verify`, `recover` or `replay` found something and has printed it. This is the exit code for it.
    Finding(u8),
}

/// The outcome of a command.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// Returns the exit code of the failure.
    pub fn code(&self) -> u8 {
        match *self {
            Failure::Input(_) => 1,
            Failure::Environment(_) => 2,
            Failure::Usage(_) => 64,
            Failure::Stopped => 0,
            Failure::Finding(code) => code,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(text) | Failure::Environment(text) | Failure::Usage(text) => f.write_str(text),
            Failure::Stopped => f.write_str("ended before it was ready, as it was told to"),
            Failure::Finding(code) => write!(f, "finished with exit code {code}"),
        }
    }
}

impl From<&Failure> for ExitCode {
    fn from(failure: &Failure) -> ExitCode {
        ExitCode::from(failure.code())
    }
}

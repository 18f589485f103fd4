//! The failure of a command: one sentence and an exit code (docs/formats/report.md, "Exit codes").

use std::{fmt, process::ExitCode};

/// The reason why a command could not do its work. The text is one sentence that says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// An input is wrong: a file, a configuration, a journal. Exit code 1.
    Input(String),
    /// The port, the disk or the network failed. Exit code 2.
    Environment(String),
    /// The options do not go together. Exit code 64.
    Usage(String),
    /// Somebody ordered the program to end before it was ready, and it did nothing. Exit code 0.
    Stopped,
    /// The exit code for a finding of `verify`, `recover` or `replay` that was printed already.
    Finding(u8),
}

/// The result of a command.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// Returns the exit code.
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

//! A secret that a person types: without an echo on a terminal, twice; from anything else the first line.

use super::failure::Failure;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, BufRead, IsTerminal, Stdin, Write};

/// The greatest length of a line that is read, in bytes.
const LINE_MAX: u64 = 4096;
/// The character that a terminal sends for Ctrl-C.
const INTERRUPT: char = '\u{3}';

/// The terminal without its echo, until this is dropped.
struct Silent {
    before: Termios,
}

impl Silent {
    fn begin() -> io::Result<Silent> {
        let before = tcgetattr(io::stdin())?;
        let mut silent = before.clone();
        // Ctrl-C must not end the program while the echo is off: the terminal would stay without it.
        silent.local_modes.remove(LocalModes::ECHO | LocalModes::ISIG);
        tcsetattr(io::stdin(), OptionalActions::Flush, &silent)?;
        Ok(Silent { before })
    }
}

impl Drop for Silent {
    fn drop(&mut self) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.before);
    }
}

/// Asks for a new secret; `what` names it.
pub fn ask_twice(what: &str) -> Result<String, Failure> {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        return line(&stdin);
    }
    let silent = Silent::begin()
        .map_err(|error| Failure::Environment(format!("the terminal cannot be made silent ({error})")))?;
    let asked = |question: &str| {
        let mut out = io::stderr();
        let _ = write!(out, "{question}: ");
        let _ = out.flush();
        let said = line(&stdin);
        let _ = writeln!(out);
        said
    };
    let (one, again) = (asked(what)?, asked("Once more")?);
    drop(silent);
    if one != again {
        return Err(Failure::Input("that was not the same twice; nothing was changed".to_owned()));
    }
    Ok(one)
}

fn line(stdin: &Stdin) -> Result<String, Failure> {
    let mut text = String::new();
    let read = io::Read::take(stdin.lock(), LINE_MAX).read_line(&mut text);
    read.map_err(|error| {
        Failure::Environment(format!("nothing can be read ({error}); nothing was changed"))
    })?;
    if text.contains(INTERRUPT) {
        return Err(Failure::Stopped);
    }
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

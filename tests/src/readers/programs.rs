//! The readers: how each is started, and what it answers.

use super::{pgn_reader, texts::Text};
use crate::repository::root;
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Command, Stdio},
    thread,
};

/// A program that reads PGN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    PythonChess,
    PgnExtract,
    ChessJs,
    Chessops,
    CmPgn,
    Kokopu,
    OfShakmaty,
}

/// All readers.
pub(super) const ALL: [Reader; 7] = [
    Reader::PythonChess,
    Reader::PgnExtract,
    Reader::ChessJs,
    Reader::Chessops,
    Reader::CmPgn,
    Reader::Kokopu,
    Reader::OfShakmaty,
];

impl Reader {
    pub(super) fn name(self) -> &'static str {
        match self {
            Reader::PythonChess => "python-chess",
            Reader::PgnExtract => "pgn-extract",
            Reader::ChessJs => "chess.js",
            Reader::Chessops => "chessops",
            Reader::CmPgn => "cm-pgn",
            Reader::Kokopu => "kokopu",
            Reader::OfShakmaty => "pgn-reader",
        }
    }

    /// Says whether it gives every tag: kokopu has only those that it knows.
    pub(super) fn gives_all_tags(self) -> bool {
        self != Reader::Kokopu
    }

    /// Returns the games of each text as it reads them.
    pub(super) fn read(self, texts: &[Text]) -> Vec<Vec<Value>> {
        let Some(mut command) = self.command() else {
            return texts.iter().map(|text| pgn_reader::games(&text.pgn)).collect();
        };
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("./check installs it");
        let (mut to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let answers: Vec<Vec<Value>> = thread::scope(|scope| {
            scope.spawn(move || {
                for text in texts {
                    let line = serde_json::to_string(&text.pgn).expect("a text");
                    writeln!(to, "{line}").expect("it reads on");
                }
            });
            let lines = BufReader::new(from).lines();
            lines.map(|line| serde_json::from_str(&line.expect("UTF-8")).expect("a list of games")).collect()
        });
        assert!(child.wait().expect("it ends").success(), "{} failed", self.name());
        assert_eq!(answers.len(), texts.len(), "answers of {}", self.name());
        answers
    }

    /// Returns how it is started; `None` if it is a crate.
    fn command(self) -> Option<Command> {
        let clients = clients();
        let (mut command, script) = match self {
            Reader::PythonChess => {
                (Command::new(clients.join("bin/python3")), "tests/readers/python_chess.py")
            }
            Reader::PgnExtract => (Command::new("python3"), "tests/readers/pgn_extract.py"),
            Reader::OfShakmaty => return None,
            _ => (Command::new("node"), "tests/browser/readers.mjs"),
        };
        command.arg(root().join(script)).arg(self.name());
        Some(command)
    }
}

/// Returns where `./check` installs programs in Python: beside what is built.
fn clients() -> PathBuf {
    let test = std::env::current_exe().expect("this test is a program");
    test.ancestors().nth(3).expect("a target folder").join("clients")
}

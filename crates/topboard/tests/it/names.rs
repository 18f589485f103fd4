//! Names and notes of people, on their way to a terminal: control characters are orders to a terminal, and none is
//! passed on.

use crate::rig::folder;
use journal::Chain;
use std::{fs, path::Path, process::Command};

/// Orders that clear the screen, begin a line of their own, and turn the writing round.
const ORDERS: &str = r"\u001b[2J\nTable 9, game 9: forged\u202e";

/// Makes a journal from before names were checked: one player's name ends with orders to a terminal.
fn older_journal(folder: &Path) -> std::path::PathBuf {
    let text = fs::read_to_string("../../tests/journals/illegal-move.journal").expect("it is there");
    let mut chain = Chain::new();
    let written: String = text
        .lines()
        .map(|line| {
            let body = line[17..].replace("Kowalska, Anna", &format!("Kowalska, Anna{ORDERS}"));
            let check = chain.extend(body.as_bytes());
            format!("{} {body}\n", String::from_utf8_lossy(&check))
        })
        .collect();
    let path = folder.join("older.journal");
    fs::write(&path, written).expect("the folder can be written");
    path
}

#[test]
fn a_name_in_an_older_journal_gives_a_terminal_no_orders() {
    let journal = older_journal(&folder("names-orders"));
    for arguments in [&["export", "--sheet", "san"][..], &["replay"], &["verify"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
        let output =
            command.arg(arguments[0]).arg(&journal).args(&arguments[1..]).output().expect("it starts");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).expect("it is text");
        let is_order = |letter: char| letter != '\n' && game::names::is_unseen(letter);
        assert!(!said.contains(is_order), "{arguments:?}: {said:?}");
        assert!(!said.lines().any(|line| line.starts_with("Table 9")), "{arguments:?}: {said}");
        if arguments[0] == "export" {
            assert!(said.contains(r"Kowalska, Anna\u{1b}[2J\u{a}Table 9"), "{said}");
        }
    }
}

//! A newer program over an older journal: the difference is listed, the operator hears of it, the journal is not
//! rewritten.

use crate::rig::{Hall, config, folder};
use std::{fs, path::Path, process::Command};

/// A journal by an older version of the program: see the README beside it.
const OLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/journals/older-decision.journal");

#[test]
fn replay_lists_it_table_by_table_and_ends_with_3() {
    let output = Command::new(env!("CARGO_BIN_EXE_topboard")).args(["replay", OLDER]).output();
    let output = output.expect("the program starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("; different today: ")).collect();
    assert!(lines.iter().any(|line| line.contains("table 2, game 1, ply 5: then Bg5, now Bf4")), "{said}");
    let tables: Vec<&str> = lines.iter().filter_map(|line| line.split([':', ',']).nth(1)).collect();
    assert!(tables.is_sorted(), "table by table: {said}");
}

#[test]
fn a_restart_tells_the_operator_and_rewrites_nothing() {
    let folder = folder("divergence");
    let journal = folder.join("data").join(topboard::journal_files::writer::JOURNAL_PATH);
    fs::create_dir_all(journal.parent().expect("it has a folder")).expect("the folder can be written");
    fs::copy(OLDER, &journal).expect("the folder can be written");
    let mut hall = Hall::start(&config(&folder, &[]));
    assert_eq!(hall.signal(rustix::process::Signal::TERM), Some(0));
    let log = hall.log();
    assert!(log.contains("table 2, game 1, ply 5: then Bg5, now Bf4"), "{log}");
    let (before, after) = (fs::read(Path::new(OLDER)).expect("kept"), fs::read(&journal).expect("there"));
    assert!(after.starts_with(&before) && after.len() > before.len(), "the journal was rewritten");
}

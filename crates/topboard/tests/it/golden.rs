//! The golden set (tests/journals/golden/README.md): what the program prints and writes of each journal is what stands beside
//! it, byte for byte.

use crate::rig::folder;
use std::{
    fs, iter,
    path::{Path, PathBuf},
    process::Command,
};

/// The kept journals.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/journals");

/// Each output that goes to standard output: its file, and the words before and behind the journal.
const OUTPUTS: [(&str, &[&str], &[&str]); 10] = [
    ("replay.txt", &["replay"], &[]),
    ("replay.jsonl", &["--json", "replay"], &[]),
    ("games.pgn", &["export"], &[]),
    ("arbiter.pgn", &["export"], &["--pgn-arbiter", "-"]),
    ("events.csv", &["export"], &["--csv", "-"]),
    ("score-sheet.txt", &["export"], &["--sheet", "long-polish"]),
    ("result-sheet.html", &["export"], &["--result-sheet", "-"]),
    (
        "case.html",
        &["export"],
        &["--case", "--table", "1", "--game", "1", "--utc-offset", "+01:00", "--no-records"],
    ),
    (
        "case-proved.html",
        &["export"],
        &["--case", "--table", "1", "--game", "1", "--utc-offset", "+01:00", "--ply", "3..4"],
    ),
    (
        "case-anonymous.html",
        &["export"],
        &["--case", "--table", "1", "--game", "1", "--utc-offset", "+01:00", "--ply", "3..4", "--anonymous"],
    ),
];

/// The folders of the set.
fn set() -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(KEPT).join("golden")).expect("the set is there");
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("it is read").path()).collect();
    folders.retain(|folder| folder.is_dir());
    folders.sort_unstable();
    folders
}

/// The journal of a folder: its own, or an older one that is kept outside the set.
fn journal(folder: &Path) -> PathBuf {
    let name = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
    let own = folder.join("hall.journal");
    let older = Path::new(KEPT).join(format!("{name}.journal"));
    [own, older].into_iter().find(|file| file.exists()).unwrap_or_else(|| Path::new(KEPT).join(name))
}

/// What the program writes to standard output.
fn printed(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    let output = command.args(arguments).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    // An older journal may have been told otherwise: `replay` lists that and ends with 3.
    let is_done = matches!(output.status.code(), Some(0 | 3));
    assert!(is_done, "{arguments:?} ended with {:?}: {said}", output.status.code());
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

/// Notes the first line in which a kept file and what is made now differ.
fn compare(file: &Path, now: &str, bad: &mut Vec<String>) {
    let kept = fs::read_to_string(file).unwrap_or_default();
    if kept == now {
        return;
    }
    let lines = |text| str::split_inclusive(text, '\n').map(Some).chain(iter::repeat(None));
    let differs = (1..).zip(lines(&kept).zip(lines(now))).find(|(_, (kept, now))| kept != now);
    let (number, (kept, now)) = differs.expect("different texts have a first line that differs");
    bad.push(format!("{}, line {number}\n  kept: {kept:?}\n  now:  {now:?}", file.display()));
}

#[test]
fn every_output_of_the_program_is_what_was_kept() {
    let scratch = folder("golden");
    let mut bad = Vec::new();
    let set = set();
    assert!(set.len() > 10, "the set is there: {set:?}");
    for kept in set {
        let journal = journal(&kept);
        let journal = journal.to_str().expect("a path in UTF-8");
        for (name, before, behind) in OUTPUTS {
            let file = kept.join(name);
            if file.exists() {
                compare(&file, &printed(&[before, &[journal], behind].concat()), &mut bad);
            }
        }
        let logs = scratch.join(kept.file_name().expect("a folder has a name"));
        printed(&["export", journal, "--sensorlog", logs.to_str().expect("a path in UTF-8")]);
        for entry in fs::read_dir(&logs).expect("it was made") {
            let log = entry.expect("it is read").path();
            let now = fs::read_to_string(&log).expect("it was written");
            compare(&kept.join(log.file_name().expect("a file has a name")), &now, &mut bad);
        }
        let reconstructed = kept.join("reconstructed.pgn");
        if reconstructed.exists() {
            let log = kept.join("table1.sensorlog");
            compare(&reconstructed, &printed(&["reconstruct", log.to_str().expect("UTF-8")]), &mut bad);
        }
    }
    assert!(bad.is_empty(), "\n{}\n", bad.join("\n"));
}

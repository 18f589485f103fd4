//! The reader printed in docs/journal.md, run as it stands there, by an interpreter that knows none of our code.

use crate::rig::folder;
use hall::{Body, WallTime};

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use topboard::journal_files::{signing::signing_key::Key, storage::Folder, writer::JournalWriter};

/// Returns the program between the fences of the document.
fn reader() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/journal.md");
    let text = fs::read_to_string(page).expect("the document is there");
    let (_, rest) = text.split_once("```python\n").expect("it prints a reader");
    rest.split_once("```").expect("the reader ends").0.to_owned()
}

fn check(files: &[PathBuf], is_whole: bool, part: &str) {
    let output =
        Command::new("python3").arg("-c").arg(reader()).args(files).output().expect("python3 is there");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.success(), is_whole, "{said}");
    assert!(said.contains(part), "not {part:?} but: {said}");
}

#[test]
fn it_is_read_in_a_few_minutes() {
    let lines = reader().lines().count();
    assert!(lines <= 80, "{lines} lines");
}

#[test]
fn it_reads_every_version_of_the_format() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../journal/testdata");
    let head = fs::read_to_string(samples.join("version-1.head")).expect("it is there");
    check(&[samples.join("version-1.journal")], true, head.trim());
}

#[test]
fn it_names_what_was_erased() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/journals/round-erased");
    let files = ["hall.journal", "hall.0002.journal"].map(|name| kept.join(name));
    check(&files, true, "records 1 to 257 were erased by A. Nowak, organiser: kept for as long");
    check(&files, true, "head 19f3b9395f726ba5");
    check(&files[1..], true, "signed up to 504");
    let line = fs::read_to_string(&files[0]).expect("it is there").replace("A. Nowak", "B. Nowak");
    let changed = folder("documented-reader-erased").join("hall.journal");
    fs::write(&changed, line).expect("it can be written");
    check(&[changed, files[1].clone()], false, "altered at record 1");
}

#[test]
fn it_finds_what_was_done_to_a_journal_of_several_files() {
    let data = folder("documented-reader");
    let storage = Folder::lock(&data).expect("nobody else has it");
    let mut journal = JournalWriter::open_on(storage, 1500, |_, _| ()).expect("it is new").journal;
    let key = Key::of_folder(&data).expect("it can be made");
    journal.append(&Body::Key { t_ms: 0, key: key.public() });
    for t_ms in 1..20 {
        journal.append(&Body::Wall { t_ms, wall: WallTime::untrusted(t_ms) });
        journal.sign(t_ms, &key);
    }
    let (_, last) = journal.sign(20, &key);
    assert!(journal.close());
    let mut files = vec![data.join("journal/hall.journal")];
    let later = |number: usize| data.join(format!("journal/hall.{number:04}.journal"));
    files.extend((2..).map(later).take_while(|file| file.exists()));
    assert!(files.len() > 2, "{files:?}");
    check(&files, true, &format!("signed up to {}", last.seq));
    check(&files[2..3], true, "whole");

    let whole = fs::read(&files[1]).expect("it is there");
    let tampered = data.join("tampered.journal");
    let touch = |bytes: &[u8], part: &str| {
        fs::write(&tampered, bytes).expect("it can be written");
        check(&[files[0].clone(), tampered.clone()], false, part);
    };
    let mut flipped = whole.clone();
    flipped[40] ^= 1;
    touch(&flipped, "altered at record");
    touch(&whole[..whole.len() - 3], "torn after record");
    let second = whole.iter().position(|&byte| byte == b'\n').expect("it has lines") + 1;
    touch(&whole[second..], "altered at record");
    fs::write(&tampered, b"").expect("it can be written");
    check(
        &[files[0].clone(), tampered.clone(), files[2].clone()],
        false,
        "it is empty, and a later file is there",
    );
    check(&files[1..], false, "cut before record");
    // An archive that was cut ends the reader with a sentence.
    let name = data.to_string_lossy().into_owned();
    let done = Command::new(env!("CARGO_BIN_EXE_topboard")).args(["archive", &name]).output();
    assert!(done.expect("the program starts").status.success());
    let packed = PathBuf::from(format!("{}.gz", files[1].display()));
    let bytes = fs::read(&packed).expect("it was made");
    for length in [5, bytes.len() / 2, bytes.len() - 3] {
        fs::write(&packed, &bytes[..length]).expect("it can be written");
        check(std::slice::from_ref(&packed), false, "it cannot be read to its end");
    }
}

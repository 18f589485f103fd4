//! Archived files of a journal: a sixth of the size, and every command reads them like the plain files.

use crate::rig::{Hall, config, folder};
use hall::Body;
use journal::Reader;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use topboard::journal_files::{
    storage::{FOLDER, Folder},
    writer::JournalWriter,
};

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/journals/illegal-move.journal");

fn topboard(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_topboard")).args(arguments).output().expect("the program starts")
}

fn check(arguments: &[&str], code: i32, part: &str) -> String {
    let output = topboard(arguments);
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(said.contains(part), "{arguments:?} does not say {part:?}: {said}");
    said
}

/// Makes a journal of several short files in a data folder.
fn journal(data: &Path) -> Vec<PathBuf> {
    let storage = Folder::lock(data).expect("nobody else has it");
    let mut journal = JournalWriter::open_on(storage, 6_000, |_, _| ()).expect("it can be begun").journal;
    let mut reader = Reader::new();
    reader.push(&fs::read(KEPT).expect("it is kept"));
    while let Some(record) = reader.poll_record() {
        let body = Body::parse(&record.body).expect("readable");
        if !matches!(body, Body::Journal { .. }) {
            journal.append(&body);
        }
    }
    assert!(journal.close(), "the disk takes it");
    let mut files: Vec<PathBuf> = fs::read_dir(data.join(FOLDER))
        .expect("it is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "journal"))
        .collect();
    files.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    files
}

#[test]
fn an_archived_journal_is_the_same_journal_to_every_command() {
    let data = folder("archive");
    let files = journal(&data);
    assert!(files.len() >= 4, "{files:?}");
    let name = data.to_string_lossy().into_owned();
    let commands: [&[&str]; 4] = [
        &["verify", &name],
        &["replay", &name],
        &["export", &name, "--pgn", "-"],
        &["export", &name, "--case", "--table", "1", "--ply", "3..4", "--utc-offset", "+00:00"],
    ];
    let before: Vec<Output> = commands.iter().map(|arguments| topboard(arguments)).collect();
    let plain: u64 = files.iter().map(|file| fs::metadata(file).expect("there").len()).sum();
    check(&["archive", &name], 0, ".gz: ");
    assert!(files.last().is_some_and(|last| last.exists()), "the last file is written on");
    assert!(files[..files.len() - 1].iter().all(|file| !file.exists()));
    check(&["archive", &name], 0, "nothing to archive");
    let again: Vec<Output> = commands.iter().map(|arguments| topboard(arguments)).collect();
    for ((arguments, before), again) in commands.iter().zip(&before).zip(&again) {
        assert_eq!(before.status.code(), again.status.code(), "{arguments:?}");
        assert_eq!(before.stdout, again.stdout, "{arguments:?}");
    }
    let packed: u64 = fs::read_dir(data.join(FOLDER))
        .expect("it is there")
        .map(|entry| entry.expect("it can be read").metadata().expect("it can be read").len())
        .sum();
    assert!(packed < plain, "{packed} bytes of {plain}");
}

#[test]
fn a_hall_goes_on_behind_its_archive() {
    let folder = folder("archive-run");
    let config = config(&folder, &[]);
    let data = folder.join("data");
    journal(&data);
    let name = data.to_string_lossy().into_owned();
    check(&["archive", &name], 0, ".gz: ");
    let mut hall = Hall::start(&config);
    check(&["archive", "--all", &name], 2, "in use by another topboard");
    assert_eq!(hall.signal(rustix::process::Signal::TERM), Some(0), "{}", hall.log());
    check(&["verify", &name], 0, "whole");
    // When everything is archived there is no file to go on in, and the program says what to do.
    check(&["archive", "--all", &name], 0, ".gz: ");
    check(&["verify", &name], 0, "whole");
    let why = Folder::lock(&data).expect_err("there is no file to go on in").to_string();
    assert!(why.contains("unpack it with gunzip"), "{why}");
}

#[test]
fn a_changed_archive_is_found_and_a_damaged_file_is_not_packed() {
    let data = folder("archive-damage");
    let files = journal(&data);
    let name = data.to_string_lossy().into_owned();
    let mut bytes = fs::read(&files[1]).expect("there");
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    fs::write(&files[1], &bytes).expect("it can be written");
    check(&["archive", &files[1].to_string_lossy()], 1, "topboard recover");
    assert!(files[1].exists());
    bytes[at] ^= 1;
    fs::write(&files[1], &bytes).expect("it can be written");
    check(&["archive", &files[1].to_string_lossy()], 0, ".gz: ");
    let packed = PathBuf::from(format!("{}.gz", files[1].display()));
    let sound = fs::read(&packed).expect("there");
    for at in [20, sound.len() / 2, sound.len() - 6] {
        let mut changed = sound.clone();
        changed[at] ^= 0x10;
        fs::write(&packed, &changed).expect("it can be written");
        check(&["verify", &name], 1, "altered at record");
        fs::write(&packed, &sound[..at]).expect("it can be written");
        check(&["verify", &name], 1, "hall.0002.journal.gz: altered at record");
        check(&["verify", &packed.to_string_lossy()], 1, "altered at line");
    }
    fs::write(&packed, &sound).expect("it can be written");
    // Nobody signed this journal, and a file alone says where it stood only by itself.
    check(&["verify", &packed.to_string_lossy()], 3, "unproven: records ");
}

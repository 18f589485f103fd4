//! A damaged journal is salvaged: what is proven stays byte for byte, what is readable is kept as unproven, what is
//! lost is listed, and the damaged journal is not touched.

use crate::rig::folder;
use hall::Body;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use topboard::journal_files::{inventory::Files, reader, storage::Folder, writer::JournalWriter};

/// The number of records of bytes in the test's journal.
const NOTES: u64 = 120;

/// Makes a journal of several files. Returns its folder and the journal's.
fn journal(name: &str) -> (PathBuf, PathBuf) {
    let base = folder(name);
    let data = base.join("data");
    fs::create_dir_all(&data).expect("the folder can be written");
    let mut journal = JournalWriter::open_on(Folder::lock(&data).expect("it is ours"), 3000, |_, _| {})
        .expect("it opens")
        .journal;
    for n in 0..NOTES {
        journal.append(&Body::Bytes { t_ms: n * 10, link: 1, bytes: vec![n as u8; 8] });
    }
    assert!(journal.close());
    (base, data.join("journal"))
}

/// Runs the command and returns what it said.
fn check(arguments: &[&Path], code: i32) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_topboard")).args(arguments).output().expect("it starts");
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    said
}

fn recover(journal: &Path, out: &Path, code: i32) -> String {
    check(&[Path::new("recover"), journal, Path::new("--out"), out], code)
}

/// Returns the bodies of a journal that must be whole.
fn bodies(path: &Path) -> Vec<String> {
    let mut bodies = Vec::new();
    let mut files = Files::find(path).expect("it is there");
    let reading = reader::read(&mut files, |read| {
        bodies.push(read.record.body.clone());
        Ok(())
    });
    assert_eq!(reading.expect("it can be read").verdict, journal::Verdict::Whole);
    bodies
}

fn notes(bodies: &[String]) -> usize {
    bodies.iter().filter(|body| body.contains("\"rx\"")).count()
}

#[test]
fn of_a_whole_or_torn_journal_nothing_is_lost() {
    let (base, journal) = journal("recover-whole");
    let whole = bodies(&journal);
    let said = check(&[Path::new("recover"), &journal], 0);
    assert!(said.contains("Nothing was written"), "{said}");
    recover(&journal, &base.join("copy"), 0);
    assert_eq!(bodies(&base.join("copy")), whole);

    // A later file alone.
    recover(&journal.join("hall.0002.journal"), &base.join("second"), 0);
    assert_eq!(fs::read(base.join("second")).ok(), fs::read(journal.join("hall.0002.journal")).ok());

    let last = fs::read_dir(&journal).expect("it is there").flatten().map(|entry| entry.path());
    let last = last
        .filter(|path| path.extension().is_some())
        .max_by_key(|path| (path.as_os_str().len(), path.clone()));
    let last = last.expect("it has files");
    let mut torn = fs::read(&last).expect("it is there");
    torn.truncate(torn.len() - 5);
    fs::write(&last, &torn).expect("it can be written");
    let said = recover(&journal, &base.join("torn"), 0);
    assert!(said.contains("The end is torn"), "{said}");
    assert_eq!(bodies(&base.join("torn")), whole[..whole.len() - 1]);
    assert_eq!(fs::read(&last).expect("it is there"), torn, "it is only read");
}

#[test]
fn of_a_damaged_journal_all_but_the_bad_lines_is_kept() {
    let (base, journal) = journal("recover-damaged");
    let whole = bodies(&journal);
    let file = journal.join("hall.0002.journal");
    let mut bytes = fs::read(&file).expect("it is there");
    let line = |bytes: &[u8], no: usize| {
        bytes.split_inclusive(|&byte| byte == b'\n').take(no).map(<[u8]>::len).sum::<usize>()
    };
    // One byte of line 5 is changed, line 9 made unreadable.
    let (fifth, ninth) = (line(&bytes, 4), line(&bytes, 8));
    bytes[fifth + 30] ^= 1;
    bytes[ninth..ninth + 40].fill(b'?');
    fs::write(&file, &bytes).expect("it can be written");

    let out = base.join("salvaged");
    let said = recover(&journal, &out, 1);
    assert!(said.contains("hall.0002.journal: line 5 (byte "), "{said}");
    assert!(said.contains("hall.0002.journal: line 9 (byte ") && !said.contains("line 10 ("), "{said}");
    let salvaged = bodies(&out);
    let remark =
        salvaged.iter().position(|body| body.starts_with("{\"salvaged\":")).expect("it says what was done");
    assert_eq!(salvaged[..remark], whole[..remark], "what is proven stays as it was");
    assert_eq!(notes(&salvaged), usize::try_from(NOTES).expect("small") - 2);
    assert_eq!(fs::read(&file).expect("it is there"), bytes, "the damaged one is only read");

    // The hall goes on with it.
    let data = base.join("new");
    fs::create_dir_all(data.join("journal")).expect("the folder can be written");
    fs::copy(&out, data.join("journal/hall.journal")).expect("the folder can be written");
    let opened = JournalWriter::open(&data, topboard::journal_files::writer::Care::Synced, |_, _| {})
        .expect("it opens");
    assert!(opened.journal.close());

    let said = recover(&journal, &out, 1);
    assert!(said.contains("is there already"), "{said}");
    let said = recover(&journal, &base.join("no/such/folder"), 2);
    assert!(said.contains("choose another place"), "{said}");
    let said = check(&[Path::new("recover"), &base.join("nothing")], 1);
    assert!(said.contains("check the path"), "{said}");
}

//! Mistaken arguments and mishandled files: every command says in one sentence what is wrong and what to do, ends with
//! its exit code, and leaves no half of a file.

use crate::rig::folder;
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use topboard::journal_files::signing::signing_key::Key;

/// Makes a folder with a real journal of two rounds in two files, its copy in the data folder `whole`, and files made of
/// it.
fn files(name: &str) -> (PathBuf, Vec<u8>) {
    let base = folder(name);
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/journals/two-rounds");
    for data in ["whole", "no-first", "no-last", "archive-cut", "last-archive-cut"] {
        let journal = base.join(data).join("journal");
        fs::create_dir_all(&journal).expect("the folder can be written");
        for file in ["hall.journal", "hall.0002.journal"] {
            fs::copy(kept.join(file), journal.join(file)).expect("the folder can be written");
        }
    }
    let first = fs::read(kept.join("hall.journal")).expect("it is there");
    let text = String::from_utf8(first.clone()).expect("it is text");
    let write = |name: &str, bytes: &[u8]| fs::write(base.join(name), bytes).expect("it can be written");
    write("empty.journal", b"");
    write("letter.txt", b"Dear arbiter,\nthe game was drawn.\n");
    write("word", b"drawn");
    write("carried.journal", text.replace('\n', "\r\n").as_bytes());
    write("torn.journal", &first[..first.len() - 7]);
    let mut flipped = first.clone();
    flipped[30] ^= 1;
    write("flipped.journal", &flipped);
    fs::create_dir(base.join("nothing")).expect("the folder can be written");
    fs::remove_file(base.join("no-first/journal/hall.journal")).expect("it is there");
    fs::remove_file(base.join("no-last/journal/hall.0002.journal")).expect("it is there");
    write("no-last/journal/index", b"{\"segment\":1}\n");
    assert_eq!(topboard(&base, &["archive", "archive-cut"]).status.code(), Some(0));
    assert_eq!(topboard(&base, &["archive", "--all", "last-archive-cut"]).status.code(), Some(0));
    for packed in ["archive-cut/journal/hall.journal.gz", "last-archive-cut/journal/hall.0002.journal.gz"] {
        let length = fs::metadata(base.join(packed)).expect("it is there").len();
        let file = File::options().write(true).open(base.join(packed)).expect("it is there");
        file.set_len(length / 2).expect("it can be cut");
    }
    (base, first)
}

fn topboard(base: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_topboard"))
        .current_dir(base)
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Runs a command and checks its exit code and its words. Returns all it said.
fn check(base: &Path, command: &str, code: i32, part: &str) -> String {
    let output = topboard(base, &command.split(' ').collect::<Vec<_>>());
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{command}: {said}");
    assert!(said.contains(part), "{command} does not say {part:?}: {said}");
    assert!(!said.contains("panicked"), "{command}: {said}");
    said
}

/// Returns the names of files that begin with this word.
fn leftovers(base: &Path, word: &str) -> Vec<String> {
    let names = fs::read_dir(base).expect("it is there").flatten().map(|entry| entry.file_name());
    names.filter_map(|name| name.into_string().ok()).filter(|name| name.starts_with(word)).collect()
}

#[test]
fn every_command_says_what_is_wrong_with_a_file() {
    let (base, _) = files("wrong-files");
    let verbs = ["verify", "recover", "replay", "export", "archive"];
    for verb in verbs {
        check(&base, &format!("{verb} missing.journal"), 1, "check the path");
        check(&base, &format!("{verb} nothing"), 1, "holds no journal; give its file or its folder");
        check(&base, &format!("{verb} empty.journal"), 1, "is empty: it holds no record");
        check(&base, &format!("{verb} /dev/null"), 1, "save the journal into a file");
    }
    let cases = [
        (
            "verify letter.txt",
            1,
            "line 1 (record 1, byte 0): it is too short for a record; no record stands before it",
        ),
        ("recover letter.txt", 1, "nothing in it has the form of a record"),
        ("replay letter.txt", 1, "line 1 is damaged"),
        ("export letter.txt", 1, "nothing stands before it that could be exported"),
        ("verify word", 2, "torn within its first record; nothing in it is proven"),
        ("recover word", 1, "nothing in it has the form of a record"),
        ("replay word", 1, "nothing in it is a whole record"),
        ("export word", 1, "nothing in it is a whole record"),
        ("verify carried.journal", 1, "a carriage return was put at its end"),
        ("verify flipped.journal", 1, "its check does not fit"),
        ("export whole --table 9", 1, "whole has no table 9; its tables are 1"),
        ("replay torn.journal", 0, "the last line was not finished"),
        ("export torn.journal", 0, "the last line was not finished"),
        ("replay whole/journal/hall.0002.journal", 1, "is file 2 of its journal"),
        ("export whole/journal/hall.0002.journal", 0, "is file 2 of its journal"),
        ("verify no-first", 1, "cut before record 258: the first file of the journal is not there"),
        ("verify no-last", 1, "cut after record 257: the index beside it tells of a later file"),
        ("recover no-last", 1, "hall.0002.journal, which the index beside it tells of, is not there"),
        ("replay no-last", 0, "is not there; nothing of it is used"),
        ("export no-last", 0, "is not there; nothing of it is used"),
        ("replay archive-cut", 1, "it was changed or cut after it was packed"),
        ("export archive-cut", 1, "it was changed or cut after it was packed"),
        ("archive archive-cut/journal/hall.journal.gz", 0, "it is packed or erased already"),
    ];
    for (command, code, part) in cases {
        check(&base, command, code, part);
    }
    let foreign = check(&base, &format!("verify whole --key {}", "ab".repeat(32)), 1, "foreign key");
    assert!(!foreign.contains("holds no signature"), "it has just named one: {foreign}");
}

#[test]
fn a_file_that_is_missing_in_the_middle_is_named() {
    let (base, first) = files("missing-middle");
    let journal = base.join("whole/journal");
    fs::rename(journal.join("hall.0002.journal"), journal.join("hall.0003.journal")).expect("it is there");
    let whole =
        first.split_inclusive(|&byte| byte == b'\n').take(100).flatten().copied().collect::<Vec<u8>>();
    fs::write(journal.join("hall.journal"), whole).expect("it can be written");
    check(
        &base,
        "verify whole",
        1,
        "hall.0003.journal: altered at record 101 (byte 0): hall.0002.journal is not there",
    );
}

#[test]
fn what_can_be_salvaged_is_and_nothing_else_is_left() {
    let (base, _) = files("wrong-salvage");
    for input in ["letter.txt", "word"] {
        check(&base, &format!("recover {input} --out nowhere"), 1, "nothing to recover");
        assert!(leftovers(&base, "nowhere").is_empty(), "{:?}", leftovers(&base, "nowhere"));
    }
    for (data, later) in [("archive-cut", true), ("last-archive-cut", false)] {
        let out = format!("of-{data}");
        let said = check(&base, &format!("recover {data} --out {out}"), 1, "evidence.key");
        assert!(said.contains("the archive cannot be unpacked from here on"), "{said}");
        check(&base, &format!("verify {out}"), 0, "whole");
        let records = fs::read_to_string(base.join(&out)).expect("it is there").lines().count();
        assert!(records > 100, "{data}: {records} records");
        assert_eq!(
            said.contains("are readable, but the chain does not prove them"),
            later || said.contains("\n0 ")
        );
        assert_eq!(leftovers(&base, &out), [out], "the new journal alone");
    }
    // A journal whose first line is lost begins with a line of its own.
    check(
        &base,
        "recover flipped.journal --out begun",
        1,
        "lost: flipped.journal: line 1 (byte 0): its check",
    );
    let begun = fs::read_to_string(base.join("begun")).expect("it is there");
    assert!(begun.lines().next().is_some_and(|line| line[17..].starts_with("{\"journal\":1,")), "{begun}");
    check(&base, "verify begun", 0, "whole");
}

#[test]
fn an_export_that_cannot_be_written_leaves_what_was_there() {
    let (base, _) = files("wrong-export");
    fs::create_dir(base.join("small")).expect("the folder can be written");
    let script = "mount -t tmpfs -o size=16k none small && echo old > small/x
        for option in --pgn --pgn-arbiter --csv --result-sheet --case; do
            dd if=/dev/zero of=small/filler bs=1k 2>/dev/null
            if [ $option = --case ]; then set -- --case=small/x --table 1; else set -- $option small/x; fi
            \"$PROGRAM\" export whole \"$@\" 2>/dev/null; [ $? = 2 ] || exit 3
            [ \"$(cat small/x)\" = old ] && [ \"$(ls small)\" = \"$(printf 'filler\\nx')\" ] || exit 4
        done";
    let output = Command::new("unshare")
        .args(["-m", "sh", "-c", script])
        .env("PROGRAM", env!("CARGO_BIN_EXE_topboard"))
        .current_dir(&base)
        .output();
    match output {
        Ok(output) if !String::from_utf8_lossy(&output.stderr).contains("unshare") => {
            assert_eq!(output.status.code(), Some(0), "{output:?}");
        }
        Ok(_) | Err(_) => eprintln!("skipped: this system lets nobody mount a small disk"),
    }
}

/// A reader may close the pipe, as in `topboard replay whole | head`.
#[test]
fn whoever_reads_may_stop_reading() {
    let (base, _) = files("wrong-reader");
    // The journal is from before games stayed with their round; `replay` reports that.
    let commands = [
        ("verify whole", 0),
        ("recover whole", 0),
        ("replay whole", 3),
        ("export whole", 0),
        ("export whole --csv -", 0),
        ("erase whole", 0),
        ("run --print-config", 0),
    ];
    for (command, code) in commands {
        let (reader, writer) = io::pipe().expect("the system gives pipes");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_topboard"))
            .current_dir(&base)
            .args(command.split(' '))
            .stdout(writer)
            .output()
            .expect("the program starts");
        assert_eq!(
            output.status.code(),
            Some(code),
            "{command}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// An organiser who loses the private key must not learn of it from an arbiter.
#[test]
fn another_key_than_before_is_told_at_the_start() {
    let folder = folder("another-key");
    let config = crate::rig::config(&folder, &[]);
    let mut hall = crate::rig::Hall::start(&config);
    assert_eq!(hall.signal(rustix::process::Signal::TERM), Some(0));
    assert!(!hall.log().contains("until now"), "{}", hall.log());
    let data = folder.join("data");
    fs::remove_file(data.join("evidence.key")).expect("it was made");
    let mut hall = crate::rig::Hall::start(&config);
    assert_eq!(hall.signal(rustix::process::Signal::TERM), Some(0));
    let now = Key::of_folder(&data).expect("it was made anew").public();
    let said = hall.log();
    assert!(said.contains("until now") && said.contains(&journal::hex::emit(&now)), "{said}");
}

/// An invented stamp would keep a computer busy for ever: every deadline up to it is fired.
#[test]
fn a_record_from_another_century_is_refused_where_it_stands() {
    let (base, first) = files("wrong-times");
    let mut reader = journal::Reader::new();
    reader.push(&first);
    let mut writer = journal::Writer::new();
    let mut lines = Vec::new();
    while let Some(record) = reader.poll_record() {
        writer.append(&record.body, &mut lines).expect("it was a record");
    }
    writer.append("{\"t\":3000000000000,\"wall_ms\":1795245660012}", &mut lines).expect("it has the form");
    fs::write(base.join("later.journal"), lines).expect("it can be written");
    for command in
        ["replay later.journal", "export later.journal --csv -", "export later.journal --result-sheet -"]
    {
        check(&base, command, 1, "more than a year after the one before it");
    }
}

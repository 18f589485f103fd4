//! A real journal, and everything a clumsy or dishonest hand can do to a file: all of it is found, and named.

use crate::rig::folder;
use hall::{Body, WallTime};
use journal::{Audit, Audited, Expected, Finding, KnownHead};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};
use topboard::journal_files::{signing::signing_key::Key, storage::Folder, writer::JournalWriter};

/// A journal of the demo, with a result in it, ended in order.
static JOURNAL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    // Tests may run as processes of their own.
    let folder = folder(&format!("tampering-journal-{}", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(["demo", "--tables", "1", "--games", "1", "--speed", "400", "--port", "0", "--data"])
        .arg(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("it was asked for"))
        .read_line(&mut line)
        .expect("it says where");
    let journal = folder.join("journal/hall.journal");
    let end = Instant::now() + Duration::from_secs(120);
    while !fs::read_to_string(&journal).unwrap_or_default().contains(r#""cmd":"result""#) {
        assert!(Instant::now() < end, "no game ended");
        thread::sleep(Duration::from_millis(20));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
    assert!(child.wait().expect("it ends").success());
    fs::read(&journal).expect("it is there")
});

struct Line {
    start: usize,
    end: usize,
    /// An audit that has read everything before the line.
    before: Audit,
}

/// Returns the lines of the journal, each with its line feed.
fn lines(expected: Expected) -> Vec<Line> {
    let mut audit = Audit::new(expected);
    let mut start = 0;
    let mut lines = Vec::new();
    for line in JOURNAL.split_inclusive(|&byte| byte == b'\n') {
        let end = start + line.len();
        lines.push(Line { start, end, before: audit.clone() });
        audit.push(line);
        start = end;
    }
    lines
}

/// Returns the verdict on these bytes after what was read before.
fn after(before: &Audit, parts: &[&[u8]]) -> Finding {
    let mut audit = before.clone();
    parts.iter().for_each(|part| audit.push(part));
    audit.finish().finding
}

fn whole(expected: Expected) -> Audited {
    let mut audit = Audit::new(expected);
    audit.push(&JOURNAL);
    audit.finish()
}

fn head() -> KnownHead {
    let found = whole(Expected::default());
    KnownHead { seq: Some(found.records), head: found.head, key: found.keys.first().copied() }
}

fn is_altered_at(finding: Finding, record: usize) -> bool {
    matches!(finding, Finding::Altered { record: at, .. } if at == record as u64)
}

#[test]
fn the_journal_is_whole_signed_at_its_end_and_at_its_result() {
    let found = whole(Expected { key: None, head: Some(head()) });
    assert_eq!(found.finding, Finding::Whole);
    assert!(found.signatures >= 2 && found.keys.len() == 1, "{found:?}");
    assert_eq!(found.signed_seq + 1, found.records, "the last record is a signature");
    let text = std::str::from_utf8(&JOURNAL).expect("a journal is text");
    let result = text.lines().position(|line| line.contains(r#""result":"#) && line.contains(r#""pub":"#));
    let signed = text
        .lines()
        .skip(result.expect("a result was published"))
        .position(|line| line.contains(r#""signed":"#));
    assert!(signed.is_some_and(|lines| lines <= 3), "the result is signed at once: {signed:?}");
    assert!(text.lines().take(4).any(|line| line.contains(r#""key":"#)), "the key stands at the beginning");
}

#[test]
fn every_flipped_bit_of_every_byte_is_found_in_its_line() {
    let lines = lines(Expected::default());
    for (index, line) in lines.iter().enumerate() {
        let mut bytes = JOURNAL[line.start..].to_vec();
        for at in 0..line.end - line.start {
            for bit in 0..8 {
                bytes[at] ^= 1 << bit;
                let finding = after(&line.before, &[&bytes]);
                let is_torn =
                    matches!(finding, Finding::Torn { kept_bytes, .. } if kept_bytes == line.start as u64);
                // A last line without its end is torn; so is a line that begins with what may be an unwritten page.
                let may_tear = line.end == JOURNAL.len() && bytes.len() == at + 1 || bytes[at] == 0;
                let is_named = is_altered_at(finding, index + 1) || is_torn && may_tear;
                assert!(is_named, "line {}, byte {at}, bit {bit}: {finding:?}", index + 1);
                bytes[at] ^= 1 << bit;
            }
        }
    }
}

#[test]
fn every_dropped_doubled_or_moved_line_is_found_in_its_place() {
    let lines = lines(Expected { key: None, head: Some(head()) });
    let line = |index: usize| &JOURNAL[lines[index].start..lines[index].end];
    for (index, this) in lines.iter().enumerate() {
        let rest = &JOURNAL[this.end..];
        let dropped = after(&this.before, &[rest]);
        if rest.is_empty() {
            assert!(matches!(dropped, Finding::Cut { record, .. } if record == index as u64), "{dropped:?}");
        } else {
            assert!(is_altered_at(dropped, index + 1), "line {} dropped: {dropped:?}", index + 1);
        }
        let doubled = after(&this.before, &[line(index), line(index), rest]);
        assert!(is_altered_at(doubled, index + 2), "line {} doubled: {doubled:?}", index + 1);
        for (other, that) in lines.iter().enumerate().skip(index + 1) {
            let between = &JOURNAL[this.end..that.start];
            let swapped = after(&this.before, &[line(other), between, line(index), &JOURNAL[that.end..]]);
            assert!(is_altered_at(swapped, index + 1), "lines {} and {}: {swapped:?}", index + 1, other + 1);
        }
    }
}

#[test]
fn every_truncation_is_torn_or_cut() {
    for (known, expected) in
        [(false, Expected::default()), (true, Expected { key: None, head: Some(head()) })]
    {
        for line in lines(expected) {
            for end in line.start..line.end {
                let finding = after(&line.before, &[&JOURNAL[line.start..end]]);
                let is_named = match finding {
                    Finding::Cut { .. } => known,
                    Finding::Torn { kept_bytes, cut_bytes } => {
                        !known && (kept_bytes, cut_bytes) == (line.start as u64, (end - line.start) as u64)
                    }
                    // A cut at the end of a line is exposed only by a head that was kept elsewhere.
                    Finding::Whole => !known && end == line.start,
                    Finding::Altered { .. }
                    | Finding::PageAltered { .. }
                    | Finding::Foreign { .. }
                    | Finding::Unsigned
                    | Finding::Unproven { .. }
                    | Finding::Erased { .. } => false,
                };
                assert!(is_named, "{end} bytes: {finding:?}");
            }
        }
    }
}

fn verify(path: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.arg("verify").arg(path).args(arguments).output().expect("the program starts")
}

fn check(path: &Path, arguments: &[&str], code: i32, part: &str) {
    let output = verify(path, arguments);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(said.contains(part), "{arguments:?} does not say {part:?}: {said}");
}

#[test]
fn the_command_tells_whole_torn_altered_cut_and_foreign_apart() {
    let folder = folder("tampering-command");
    let file = |name: &str, bytes: &[u8]| -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("the folder can be written");
        path
    };
    let known = head();
    let key = journal::hex::emit(&known.key.expect("it is signed"));
    let sheet = known.to_string();
    let head = journal::hex::emit(&known.head);
    let whole = file("whole.journal", &JOURNAL);
    check(&whole, &[], 0, "whole");
    check(
        &whole,
        &["--key", &key, "--head", &sheet],
        0,
        &format!("signed up to record {}", known.seq.unwrap_or(0) - 1),
    );
    check(&whole, &["--head", &head.to_ascii_uppercase()], 0, "whole");
    check(
        &whole,
        &["--key", "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c"],
        1,
        "foreign key",
    );
    check(&whole, &["--key", "12"], 64, "");
    check(&whole, &["--head", "12"], 64, "");

    let lines = lines(Expected::default());
    let torn = file("torn.journal", &JOURNAL[..JOURNAL.len() - 7]);
    check(&torn, &[], 2, "torn");
    check(&torn, &["--head", &sheet], 1, "cut after record");
    let cut = file("cut.journal", &JOURNAL[..lines[lines.len() - 3].start]);
    check(&cut, &[], 0, "whole");
    check(&cut, &["--head", &sheet], 1, &format!("cut after record {}", lines.len() - 3));
    check(&cut, &["--head", &head], 1, "cut after record");
    // The head printed on the result sheet exposes the cut, too.
    let page = folder.join("results.html");
    let sheet = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(["export", "--result-sheet"])
        .args([&page, &whole])
        .status()
        .expect("the program starts");
    assert!(sheet.success());
    let page = fs::read_to_string(page).expect("it was written");
    let (_, code) = page.split_once("class=\"code\">").expect("the code is written out");
    let code = code.split_once("</p>").expect("it ends").0.replace("<wbr>", "");
    check(&whole, &["--head", &code], 0, "whole");
    check(&cut, &["--head", &code], 1, "cut after record");
    for at in (0..JOURNAL.len() - 1).step_by(JOURNAL.len() / 25) {
        let mut bytes = JOURNAL.clone();
        bytes[at] ^= 4;
        let line = lines.iter().position(|line| at < line.end).expect("it is in a line") + 1;
        check(&file("altered.journal", &bytes), &[], 1, &format!("altered at line {line} "));
    }
}

#[test]
fn a_journal_in_several_files_is_one_journal_and_every_signature_fits() {
    let data = folder("tampering-files");
    let storage = Folder::lock(&data).expect("nobody else has it");
    let mut journal = JournalWriter::open_on(storage, 1500, |_, _| ()).expect("it is new").journal;
    let key = Key::of_folder(&data).expect("it can be made");
    journal.append(&Body::Key { t_ms: 0, key: key.public() });
    for t_ms in 1..40 {
        journal.append(&Body::Wall { t_ms, wall: WallTime::untrusted(t_ms) });
        journal.sign(t_ms, &key);
    }
    assert!(journal.close());
    let public = journal::hex::emit(&key.public());
    let file = |number: u32| data.join("journal").join(format!("hall.{number:04}.journal"));
    check(&data, &["--key", &public], 0, "whole");
    check(&file(3), &["--key", &public], 0, "whole, records ");

    let whole = fs::read(file(3)).expect("it is there");
    fs::write(file(3), &whole[..whole.len() - 9]).expect("it can be written");
    check(&data, &[], 1, "hall.0003.journal: altered at record");
    let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("it has lines") + 1;
    fs::write(file(3), &whole[..last]).expect("it can be written");
    check(&data, &[], 1, "hall.0004.journal: altered at record");
}

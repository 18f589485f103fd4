//! `topboard verify`: checks whether a journal or a report is as it was when it was written.
//!
//! The first sentence says what was found and what the findings do not prove. Exit codes: 0 whole; 1 altered, cut,
//! signed with a foreign key, not signed with the given key, or not comparable with the given head; 2 torn; 3 unproven.

mod json;
mod sentence;

pub(crate) use sentence::{capital, other_version};

use crate::terminal::stdout::say;
use crate::{
    cli::VerifyOptions,
    commands::erase,
    journal_files::{
        inventory::{Fault, Files, Misplaced},
        signing::signed_head::Kept,
        storage::{Source, is_of_archive},
    },
    safe_files::regular,
    terminal::failure::{Failure, Outcome},
};
use journal::{Audit, Audited, Expected, Finding, KnownHead, PublicKey, hex, seal};
use std::{
    fs, io,
    io::Read,
    path::{Path, PathBuf},
};

/// The greatest length of a report that is read, in bytes.
const REPORT_MAX: u64 = 256 << 20;

/// A text that every result sheet holds and no report does.
const KNOWN_HEAD: &str = "TOPBOARD-HEAD:";

/// A file of a journal, and the place where it begins.
#[derive(Debug)]
pub(crate) struct Span {
    segment: u32,
    path: PathBuf,
    /// The offset of the file's first byte, in bytes from the start of the journal.
    start: u64,
    /// The number of the file's first record.
    first: u64,
}

/// A checked journal or page: what was found, and what it was compared with.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) audited: Audited,
    spans: Vec<Span>,
    misplaced: Vec<Misplaced>,
    expected: Expected,
    beside: Beside,
    /// The version of the journal, as it says itself.
    pub(crate) version: Option<u64>,
    /// The public key whose seal is on the page, if a page was checked. The inner `None` means a page sealed without a
    /// key.
    page: Option<Option<PublicKey>>,
}

/// The result of comparing a journal with the signed head in the file beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// There is no such file, or only a part of the journal is read.
    Nothing,
    /// The journal was compared with this head.
    Compared(KnownHead),
    /// The file holds no signed head.
    Unreadable,
    /// The file holds a head whose signature is not genuine.
    Forged,
}

/// Checks a journal or a report, and prints the findings.
pub fn command(options: &VerifyOptions, json: bool) -> Outcome {
    let expected = Expected { key: options.key, head: options.head };
    let path = &options.journal;
    let checked = if is_page(path).map_err(|error| unreadable(path, &error))? {
        check_page(path, expected)?
    } else {
        audit(path, expected)?
    };
    if json {
        say!("{}", json::of(path, &checked));
    } else {
        say(path, &checked);
    }
    match checked.audited.finding {
        // The journal is whole, and somebody changed what should tell where it ends.
        Finding::Whole if checked.beside == Beside::Forged => Err(Failure::Finding(1)),
        Finding::Whole => Ok(()),
        Finding::Torn { .. } => Err(Failure::Finding(2)),
        Finding::Unproven { .. } => Err(Failure::Finding(3)),
        Finding::Altered { .. }
        | Finding::PageAltered { .. }
        | Finding::Cut { .. }
        | Finding::Foreign { .. }
        | Finding::Unsigned
        | Finding::Erased { .. } => Err(Failure::Finding(1)),
    }
}

fn say(path: &Path, checked: &Checked) {
    let Checked { audited, page, misplaced, .. } = checked;
    say!("{}", sentence::first(path, checked));
    if let Some(signed) = sentence::signed(audited) {
        say!("{signed}");
    }
    if let Some(beside) = sentence::beside(checked.beside) {
        say!("{beside}");
    }
    if let Some(version) = sentence::other_version(checked.version) {
        say!("{version}");
    }
    for misplaced in misplaced {
        say!("{misplaced}.");
    }
    for (record, accepted) in &audited.accepted {
        say!("Record {record}: {} went on with it though {}.", accepted.by, accepted.found.join("; "));
    }
    for tombstone in &audited.erased {
        say!("{}. The key {} vouches for that.", capital(&erase::told(tombstone)), hex::emit(&tombstone.key));
    }
    if let Some(withheld) = sentence::withheld(audited, page.flatten().is_some()) {
        say!("{withheld}");
    }
    match page {
        Some(Some(key)) => say!("The page is sealed with the key {}.", hex::emit(key)),
        Some(None) if audited.unreached > 0 => {
            say!("The page is sealed without a key: whoever changed it could have made its seal anew.");
        }
        Some(None) => {
            say!(
                "The page is sealed without a key: its records are proven, its text is not. Compare the two."
            );
        }
        None => {}
    }
}

/// Returns whether the file is a page. A page begins with `<!`, and a journal with digits. No single changed byte turns
/// one beginning into the other.
fn is_page(path: &Path) -> io::Result<bool> {
    let mut first = [0; 64];
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let length = regular::open(path)?.read(&mut first)?;
    Ok(first[..length].trim_ascii_start().starts_with(b"<!"))
}

/// Returns the message that a page cannot be checked. `why` is the reason.
fn no_report(path: &Path, page: &str, why: &str) -> String {
    let path = path.display();
    if page.contains(KNOWN_HEAD) {
        return format!(
            "{path}: this is a result sheet, which a journal is checked with; give the journal, and the text of the sheet's \
             code with --head"
        );
    }
    format!("{path}: {why}; give a journal or a report with evidence in it")
}

fn read_page(path: &Path) -> Result<String, Failure> {
    let length = fs::metadata(path).map_err(|error| unreadable(path, &error))?.len();
    if length > REPORT_MAX {
        return Err(Failure::Input(format!(
            "{} is too long for a report; give a shorter one",
            path.display()
        )));
    }
    // Bytes that are not UTF-8 are replaced. Such bytes came into the page after it was sealed, so the seal does not
    // fit anyway.
    fs::read(path)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|error| unreadable(path, &error))
}

fn check_page(path: &Path, expected: Expected) -> Result<Checked, Failure> {
    let page = read_page(path)?;
    let found = seal::audit(&page, expected).map_err(|why| Failure::Input(no_report(path, &page, why)))?;
    Ok(Checked {
        audited: found.audited,
        spans: Vec::new(),
        misplaced: Vec::new(),
        expected,
        beside: Beside::Nothing,
        version: None,
        page: Some(found.sealed_by),
    })
}

/// Reads all files of a journal, and returns the findings on the journal as a whole.
pub(crate) fn audit(path: &Path, expected: Expected) -> Result<Checked, Failure> {
    let mut files = Files::find(path)?;
    let misplaced = files.misplaced()?;
    let version = files.version();
    let beside = match files.head_beside() {
        None => Beside::Nothing,
        Some((_, Kept::Forged)) => Beside::Forged,
        Some((_, kept)) => kept.known().map_or(Beside::Unreadable, Beside::Compared),
    };
    let known = match beside {
        Beside::Compared(known) => Some(known),
        Beside::Nothing | Beside::Unreadable | Beside::Forged => None,
    };
    let mut audit = Audit::of_segment(expected).beside(known);
    let mut spans: Vec<Span> = Vec::new();
    let mut total = 0;
    let mut piece = vec![0; 1 << 18];
    let mut is_broken = false;
    for segment in files.segments().map_err(|error| unreadable(path, &error))? {
        let file = files.path(segment);
        spans.push(Span { segment, path: file.clone(), start: total, first: audit.sound().seq() + 1 });
        audit.next_file();
        let mut offset = 0;
        loop {
            let length = match files.read_at(segment, &mut piece, offset) {
                Ok(length) => length,
                Err(error) if is_of_archive(&error) => {
                    is_broken = true;
                    break;
                }
                Err(error) => return Err(unreadable(&file, &error)),
            };
            if length == 0 {
                break;
            }
            offset += length as u64;
            audit.push(&piece[..length]);
        }
        total += offset;
        if is_broken {
            break;
        }
    }
    let mut audited = audit.finish();
    let is_sound = !matches!(audited.finding, Finding::Altered { .. } | Finding::Foreign { .. });
    if is_broken && is_sound {
        let why = "the archive cannot be unpacked from here on: it was changed or cut after it was packed";
        audited.finding = Finding::Altered { record: audited.records + 1, offset: total, why };
    }
    // Only the last file is ever written to, so an earlier file whose end is missing was once complete.
    if let (Finding::Torn { kept_bytes, .. }, Some(last)) = (audited.finding, spans.last())
        && kept_bytes < last.start
    {
        let why = "the file ends within it, but a later file follows";
        audited.finding = Finding::Altered { record: audited.records + 1, offset: kept_bytes, why };
    }
    if matches!(audited.finding, Finding::Whole | Finding::Torn { .. } | Finding::Unproven { .. })
        && let Some(why) = of_files(&misplaced, &spans, &audited)
    {
        audited.finding = why;
    }
    Ok(Checked { audited, spans, misplaced, expected, beside, version, page: None })
}

/// Returns a finding on the files themselves, for a journal in which every record that was read fits; `None` if there
/// is nothing wrong with them.
fn of_files(misplaced: &[Misplaced], spans: &[Span], audited: &Audited) -> Option<Finding> {
    if let Some(first) = misplaced.iter().find(|one| one.is_of_first()) {
        return Some(Finding::Cut { record: 0, why: first.why() });
    }
    if let Some(other) = misplaced.iter().find(|one| one.fault != Fault::Announced) {
        let span = spans.iter().find(|span| span.segment >= other.segment);
        let (record, offset) = span.map_or((1, 0), |span| (span.first, span.start));
        return Some(Finding::Altered { record, offset, why: other.why() });
    }
    misplaced.first().map(|last| Finding::Cut { record: audited.records, why: last.why() })
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!(
        "{} cannot be read ({error}); check the path, and who may read there",
        path.display()
    ))
}

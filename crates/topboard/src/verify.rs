//! `topboard verify`: is this journal, or this report, what it was when it was written?

use crate::out::say;
use crate::{
    cli::VerifyOptions,
    counted::counted,
    erase,
    failure::{Failure, Outcome},
    storage::{Files, Source, file_name, is_of_archive},
};
use journal::{Audit, Audited, Expected, Finding, PublicKey, hex, seal};
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The longest report that is read, in bytes.
const REPORT_MAX: u64 = 256 << 20;

/// What stands on a result sheet, and on no report.
const KNOWN_HEAD: &str = "TOPBOARD-HEAD:";

/// A file of a book and where it begins.
pub(crate) struct Span {
    segment: u32,
    path: PathBuf,
    /// In bytes of the book.
    start: u64,
}

/// Reads a book or a report and says what is to be said of it. Exit code 0 whole, 1 damaged, 2 torn.
pub fn command(options: &VerifyOptions, json: bool) -> Outcome {
    let expected = Expected { key: options.key, head: options.head };
    let path = &options.journal;
    let (audited, sealed_by, spans) = if is_page(path).map_err(|error| unreadable(path, &error))? {
        let page = read_page(path)?;
        let audited =
            seal::audit(&page, expected).map_err(|why| Failure::Input(no_report(path, &page, why)))?;
        (audited.audited, Some(audited.sealed_by), Vec::new())
    } else {
        let (audited, spans) = audit(path, expected)?;
        (audited, None, spans)
    };
    if json {
        say!("{}", as_json(path, &audited, sealed_by));
    } else {
        say!("{}", sentence(path, &audited, &spans));
        if let Some(signed) = signed_sentence(&audited) {
            say!("{signed}");
        }
        for tombstone in &audited.erased {
            say!(
                "{}. The key {} vouches for that.",
                capital(&erase::told(tombstone)),
                hex::emit(&tombstone.key)
            );
        }
        if let Some(withheld) = withheld_sentence(&audited, sealed_by.flatten().is_some()) {
            say!("{withheld}");
        }
        match sealed_by {
            Some(Some(key)) => say!("The page is sealed with the key {}.", hex::emit(&key)),
            Some(None) if audited.unreached > 0 => {
                say!("The page is sealed without a key: whoever changed it could have made its seal anew.");
            }
            Some(None) => say!(
                "The page is sealed without a key: its records are proven, its text is not. Compare the two."
            ),
            None => {}
        }
    }
    match audited.finding {
        Finding::Whole => Ok(()),
        Finding::Torn { .. } => Err(Failure::Finding(2)),
        Finding::Altered { .. }
        | Finding::PageAltered { .. }
        | Finding::Cut { .. }
        | Finding::Foreign { .. }
        | Finding::Unsigned
        | Finding::Erased { .. } => Err(Failure::Finding(1)),
    }
}

/// A page begins with `<!`, a journal with digits; no single changed byte makes one of the other.
fn is_page(path: &Path) -> io::Result<bool> {
    let mut first = [0; 64];
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let length = File::open(path)?.read(&mut first)?;
    Ok(first[..length].trim_ascii_start().starts_with(b"<!"))
}

/// Why a page cannot be checked.
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
    // A byte that is no text was changed: what stands in its place is not what was sealed.
    fs::read(path)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|error| unreadable(path, &error))
}

/// Reads all files of a book and judges them as one.
pub(crate) fn audit(path: &Path, expected: Expected) -> Result<(Audited, Vec<Span>), Failure> {
    let mut files = Files::find(path)?;
    let mut audit = Audit::of_segment(expected);
    let mut spans = Vec::new();
    let mut total = 0;
    let mut piece = vec![0; 1 << 18];
    let mut is_broken = false;
    for segment in files.segments().map_err(|error| unreadable(path, &error))? {
        let file = files.path(segment);
        spans.push(Span { segment, path: file.clone(), start: total });
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
    // Only the last file is ever written on: one before it that has no end lost it later.
    if let (Finding::Torn { kept_bytes, .. }, Some(last)) = (audited.finding, spans.last())
        && kept_bytes < last.start
    {
        let why = "the file ends within it, but a later file follows";
        audited.finding = Finding::Altered { record: audited.records + 1, offset: kept_bytes, why };
    }
    if let Some(why) = missing(&files, &spans, &audited)
        && matches!(audited.finding, Finding::Whole | Finding::Torn { .. })
    {
        audited.finding = why;
    }
    Ok((audited, spans))
}

/// What a folder lacks at its ends; what it lacks in its middle breaks the chain.
fn missing(files: &Files, spans: &[Span], audited: &Audited) -> Option<Finding> {
    if spans.first().is_some_and(|first| first.segment > 1) {
        let why = "the first file of the journal is not there";
        return Some(Finding::Cut { record: 0, why });
    }
    let why = "the index beside it tells of a later file, which is not there";
    files.missing_last().map(|_| Finding::Cut { record: audited.records, why })
}

/// The file that is missing before this one.
fn missing_before(spans: &[Span], at: usize) -> Option<String> {
    let before = spans.get(at.checked_sub(1)?)?.segment;
    (before + 1 < spans[at].segment).then(|| file_name(before + 1))
}

fn sentence(path: &Path, audited: &Audited, spans: &[Span]) -> String {
    let name = path.display();
    let Audited { after, records, .. } = *audited;
    let head = hex::emit(&audited.head);
    let part = match after {
        0 => counted(records, "record"),
        after => format!("records {} to {records}", after + 1),
    };
    let part = match audited.erased.iter().map(|stone| stone.last_seq() - stone.first_seq() + 1).sum() {
        0u64 => part,
        erased => format!("{part}, {erased} of them erased"),
    };
    match audited.finding {
        Finding::Whole => format!("{name}: whole, {part}, head {head}"),
        Finding::Torn { kept_bytes: 0, .. } if records == 0 && spans.is_empty() => {
            format!("{name}: torn, the page ends before its evidence does; nothing of it is proven")
        }
        Finding::Torn { .. } if records == after && !spans.is_empty() => {
            format!("{name}: torn within its first record; nothing in it is proven: perhaps it is no journal")
        }
        Finding::Torn { .. } if spans.is_empty() => {
            format!("{name}: torn, the page has no end; {part} in it are sound, head {head}")
        }
        Finding::Torn { kept_bytes, cut_bytes } => format!(
            "{name}: the last line is torn; {part} ({kept_bytes} bytes) are kept, {cut_bytes} bytes are not; head {head}"
        ),
        Finding::Altered { record, offset, why } => {
            let sound = match records - after {
                0 if spans.is_empty() => "no record stands before it".to_owned(),
                0 => "no record stands before it: perhaps it is no journal, or another program saved it anew"
                    .to_owned(),
                1 => "the record before it is sound".to_owned(),
                sound => format!("the {sound} records before it are sound"),
            };
            match spans.iter().rposition(|span| span.start <= offset) {
                Some(at) if spans.len() > 1 => {
                    let (file, offset) = (spans[at].path.display(), offset - spans[at].start);
                    let why = match missing_before(spans, at).filter(|_| offset == 0) {
                        Some(missing) => format!("{missing} is not there, whose records stood before it"),
                        None => why.to_owned(),
                    };
                    format!("{file}: altered at record {record} (byte {offset}): {why}; {sound}")
                }
                Some(_) => format!(
                    "{name}: altered at line {} (record {record}, byte {offset}): {why}; {sound}",
                    record - after
                ),
                None => format!("{name}: altered at record {record}: {why}; {sound}"),
            }
        }
        Finding::PageAltered { why } => {
            format!("{name}: altered: {why}; {part} in it are sound, head {head}")
        }
        Finding::Cut { record, why } if record < after => {
            format!("{name}: cut before record {}: {why}; {part} are sound, head {head}", after + 1)
        }
        Finding::Cut { record, why } => {
            format!("{name}: cut after record {record}: {why}; {part} are sound, head {head}")
        }
        Finding::Foreign { record, key } => {
            format!(
                "{name}: foreign key: record {record} is signed by {}, which is not the key of this journal",
                hex::emit(&key)
            )
        }
        Finding::Unsigned => {
            format!("{name}: unsigned: the chain fits, but the key that was given signed nothing in it")
        }
        Finding::Erased { from, to } => format!(
            "{name}: erased: the head that was kept elsewhere is of the records {from} to {to}, which are gone, and cannot \
             be compared; {part} are sound, head {head}"
        ),
    }
}

pub(crate) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What a report without names keeps back, and who vouches for what no signature of the time reaches then.
fn withheld_sentence(audited: &Audited, has_keyed_seal: bool) -> Option<String> {
    let Audited { withheld, unreached, .. } = audited;
    let voucher = if has_keyed_seal { "the page's seal stands" } else { "nothing in this file stands" };
    (*withheld > 0).then(|| {
        format!(
            "{withheld} records are kept back or without their names: only the heads after them are here. Of the others no \
             signature reaches {unreached} without them; for those {voucher}, until they are compared with the journal."
        )
    })
}

/// Whether nothing but tombstones is left, which have signatures of their own.
fn is_all_erased(audited: &Audited) -> bool {
    let erased: u64 = audited.erased.iter().map(|stone| stone.last_seq() - stone.first_seq() + 1).sum();
    erased == audited.records - audited.after
}

/// How far signatures reach.
fn signed_sentence(audited: &Audited) -> Option<String> {
    let keys: Vec<String> = audited.keys.iter().map(|key| hex::emit(key)).collect();
    let by = match (keys.len(), audited.finding) {
        // Nothing is sound, or what is sound is said already.
        (0, Finding::Foreign { .. }) => return None,
        (0, _) if audited.records == audited.after => return None,
        (0, Finding::Altered { .. }) => {
            return Some(
                "No signature stands before that: who had the file could have written it.".to_owned(),
            );
        }
        (0, _) if is_all_erased(audited) => return None,
        (0, _) => {
            return Some("It holds no signature: who has the file could have written all of it.".to_owned());
        }
        (1, _) => format!("the key {}", keys.concat()),
        (count, _) => format!("{count} keys, {}", keys.join(", ")),
    };
    let rest = match audited.records.saturating_sub(audited.signed_seq) {
        // The record of the signature itself.
        0 | 1 => "",
        _ => "; what stands after that signature is not signed for yet",
    };
    Some(format!("It is signed up to record {} by {by}{rest}.", audited.signed_seq))
}

fn as_json(path: &Path, audited: &Audited, sealed_by: Option<Option<PublicKey>>) -> Value {
    let found = match audited.finding {
        Finding::Whole => json!({"verdict": "whole"}),
        Finding::Torn { kept_bytes, cut_bytes } => {
            json!({"verdict": "torn", "kept_bytes": kept_bytes, "cut_bytes": cut_bytes})
        }
        Finding::Altered { record, offset, why } => {
            json!({"verdict": "altered", "line": record - audited.after, "record": record, "offset": offset, "why": why})
        }
        Finding::PageAltered { why } => json!({"verdict": "altered", "why": why}),
        Finding::Cut { record, why } => json!({"verdict": "cut", "record": record, "why": why}),
        Finding::Foreign { record, key } => {
            json!({"verdict": "foreign", "record": record, "key": hex::emit(&key)})
        }
        Finding::Unsigned => json!({"verdict": "unsigned"}),
        Finding::Erased { from, to } => json!({"verdict": "erased", "from": from, "to": to}),
    };
    let keys: Vec<String> = audited.keys.iter().map(|key| hex::emit(key)).collect();
    let mut said = json!({
        "file": path.display().to_string(),
        "records": audited.records,
        "head": hex::emit(&audited.head),
        "found": found,
        "signed": {"up_to": audited.signed_seq, "signatures": audited.signatures, "keys": keys},
    });
    if !audited.erased.is_empty() {
        said["erased"] = audited
            .erased
            .iter()
            .map(|stone| {
                json!({"from": stone.first_seq(), "to": stone.last_seq(), "event": stone.event, "round": stone.round,
                       "by": stone.by, "why": stone.why, "wall_ms": stone.wall_ms, "key": hex::emit(&stone.key)})
            })
            .collect();
    }
    if audited.withheld > 0 {
        said["withheld"] = json!({"records": audited.withheld, "unreached": audited.unreached});
    }
    if let Some(key) = sealed_by {
        said["sealed_by"] = json!(key.map(|key| hex::emit(&key)));
    }
    said
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!(
        "{} cannot be read ({error}); check the path, and who may read there",
        path.display()
    ))
}

//! The sentences that `topboard verify` prints: the first says what was found and what is not proved, the others give
//! details.

use super::{Beside, Checked, Span};
use crate::{
    journal_files::{
        inventory::{Fault, Misplaced},
        signing::finding_words::span_of,
        storage::file_name,
    },
    terminal::plural::counted,
};
use hall::record::VERSION;
use journal::{Audited, Finding, hex};
use std::path::Path;

/// Returns the first sentence for a checked journal or page.
pub(super) fn first(path: &Path, checked: &Checked) -> String {
    let Checked { audited, spans, misplaced, .. } = checked;
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
        Finding::Whole => format!("{name}: whole, {part}, head {head}{}", rest(checked)),
        Finding::Torn { kept_bytes: 0, .. } if records == 0 && spans.is_empty() => {
            format!("{name}: torn, the page ends before its evidence does; nothing of it is proven")
        }
        Finding::Torn { .. } if records == after && !spans.is_empty() => {
            format!("{name}: torn within its first record; nothing in it is proven: perhaps it is no journal")
        }
        Finding::Torn { .. } if spans.is_empty() => {
            format!("{name}: torn, the page has no end; {part} in it are sound, head {head}{}", rest(checked))
        }
        Finding::Torn { kept_bytes, cut_bytes } => format!(
            "{name}: the last line is torn; {part} ({kept_bytes} bytes) are kept, {cut_bytes} bytes are not; head {head}{}",
            rest(checked)
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
                    let why = match gone_before(spans, misplaced, at).filter(|_| offset == 0) {
                        Some(gone) => format!("{gone}, whose records stood before it"),
                        None => why.to_owned(),
                    };
                    format!("{file}: altered at record {record} (byte {offset}): {why}; {sound}")
                }
                Some(_) => format!(
                    "{name}: altered at line {} (record {record}, byte {offset}): {why}; {sound}",
                    record.saturating_sub(after)
                ),
                None => format!("{name}: altered at record {record}: {why}; {sound}"),
            }
        }
        Finding::PageAltered { why } => {
            format!("{name}: altered: {why}; {part} in it are sound, head {head}")
        }
        Finding::Cut { record: 0, why } if after == 0 => {
            format!("{name}: cut at its beginning: {why}; {part} fit each other, head {head}")
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
        Finding::Unproven { stretch, why } => {
            format!("{name}: unproven: {}: {why}; the chain of {part} fits, head {head}", span_of(&stretch))
        }
        Finding::Erased { from, to } => format!(
            "{name}: erased: the head that was kept is of the records {from} to {to}, which are gone, and cannot be \
             compared; {part} are sound, head {head}"
        ),
    }
}

/// Returns what the findings do not prove, and how each of these things can be proved.
pub(super) fn not_proved(checked: &Checked) -> Vec<String> {
    let Checked { audited, expected, beside, page, .. } = checked;
    let mut lacking = Vec::new();
    let is_signed = audited.signatures > 0 || !audited.erased.is_empty();
    if !is_signed {
        lacking.push("who wrote it, for nobody signed it".to_owned());
    } else if expected.key.is_none() && expected.head.is_none_or(|head| head.key.is_none()) {
        lacking.push("whose key signed it (compare it with --key)".to_owned());
    }
    if audited.after > 0 && page.is_none() {
        lacking.push(format!("what stood before record {}", audited.after + 1));
    }
    let kept = expected.head.and_then(|head| head.seq);
    let beside = match beside {
        Beside::Compared(head) => head.seq,
        Beside::Nothing | Beside::Unreadable | Beside::Forged => None,
    };
    match kept.max(beside) {
        _ if page.is_some() => {}
        // The record after the signed ones is that of the signature itself, so nothing more followed.
        Some(seq) if seq + 1 >= audited.records => {}
        Some(seq) => lacking
            .push(format!("whether more followed (the last head it was compared with is of record {seq})")),
        None if expected.head.is_some() => {
            lacking.push("whether more followed the head that was given".to_owned())
        }
        None => lacking.push("whether its end is there (compare it with --head)".to_owned()),
    }
    if let Some(stretch) = audited.unsigned.filter(|_| is_signed) {
        lacking.push(format!("{}, which nobody signed", span_of(&stretch)));
    }
    lacking
}

/// Returns what is wrong with the signed head beside the journal, and what to do; `None` if nothing is.
pub(super) fn beside(beside: Beside) -> Option<&'static str> {
    match beside {
        Beside::Nothing | Beside::Compared(_) => None,
        Beside::Unreadable => Some(
            "evidence.head beside it is no signed head: it is empty, cut or something else, and tells nothing of the journal's \
             end. Compare the journal with the last result sheet (--head); topboard run goes on and writes the file anew.",
        ),
        Beside::Forged => Some(
            "evidence.head beside it was changed: its signature is not genuine, and topboard run does not go on. Put it back \
             from a copy, or compare the journal with the last result sheet (--head) and move evidence.head away.",
        ),
    }
}

/// Returns that this program checks the records of a journal of another version and cannot read them; `None` if it can.
pub(crate) fn other_version(version: Option<u64>) -> Option<String> {
    let version = version.filter(|version| *version != u64::from(VERSION))?;
    Some(format!(
        "The journal has version {version}, and this program reads version {VERSION}: its records were checked and not understood. \
         Use the version of topboard that wrote it."
    ))
}

fn rest(checked: &Checked) -> String {
    match not_proved(checked).as_slice() {
        [] => String::new(),
        lacking => format!("; not proved: {}", lacking.join("; ")),
    }
}

/// Returns the name of the missing or empty file that should come before file `at`; `None` if there is none.
fn gone_before(spans: &[Span], misplaced: &[Misplaced], at: usize) -> Option<String> {
    let gone = misplaced
        .iter()
        .rfind(|one| one.segment < spans[at].segment && matches!(one.fault, Fault::Missing | Fault::Empty))?;
    let state = if gone.fault == Fault::Empty { "is empty" } else { "is not there" };
    Some(format!("{} {state}", file_name(gone.segment)))
}

pub(crate) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns what a report without names leaves out. For records that no signature of that time covers, it also says who
/// vouches.
pub(super) fn withheld(audited: &Audited, has_keyed_seal: bool) -> Option<String> {
    let Audited { withheld, unreached, .. } = audited;
    let voucher = if has_keyed_seal { "the page's seal stands" } else { "nothing in this file stands" };
    (*withheld > 0).then(|| {
        format!(
            "{withheld} records are kept back or without their names: only the heads after them are here. Of the others no \
             signature reaches {unreached} without them; for those {voucher}, until they are compared with the journal."
        )
    })
}

/// Returns whether all records are erased, so that only tombstones are left. Tombstones have signatures of their own.
fn is_all_erased(audited: &Audited) -> bool {
    let erased: u64 = audited.erased.iter().map(|stone| stone.last_seq() - stone.first_seq() + 1).sum();
    erased == audited.records - audited.after
}

/// Returns how far the signatures reach; `None` if there is nothing to say about them.
pub(super) fn signed(audited: &Audited) -> Option<String> {
    let keys: Vec<String> = audited.keys.iter().map(|key| hex::emit(key)).collect();
    let by = match (keys.len(), audited.finding) {
        // There is nothing to say about signatures, or an earlier sentence has said it.
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
        // Only the record of the signature itself comes after the signed records.
        0 | 1 => "",
        _ => "; what stands after that signature is not signed for yet",
    };
    Some(format!("It is signed up to record {} by {by}{rest}.", audited.signed_seq))
}

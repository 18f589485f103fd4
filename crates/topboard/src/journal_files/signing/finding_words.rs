//! The findings of an audit, in words.

use board::hms;
use journal::{Finding, Stretch, hex};

/// Returns the description of a stretch of records, such as `records 101 to 496 (41 s from 0:01:02.0 on)`.
pub(crate) fn span_of(stretch: &Stretch) -> String {
    let Stretch { from, to, from_ms, .. } = *stretch;
    let records = if from == to { format!("record {from}") } else { format!("records {from} to {to}") };
    // The seconds are rounded up, so that a stretch of more than a minute is never shown as one minute.
    format!("{records} ({} s from {} on)", stretch.ms().div_ceil(1000), hms(from_ms))
}

/// Returns the description of a finding, without the name of its file and without a full stop.
pub(crate) fn told(finding: &Finding) -> String {
    match finding {
        Finding::Whole => "nothing is wrong with it".to_owned(),
        Finding::Torn { cut_bytes, .. } => format!("its last {cut_bytes} bytes are torn"),
        Finding::Altered { record, why, .. } => format!("record {record}: {why}"),
        Finding::PageAltered { why } => (*why).to_owned(),
        Finding::Cut { record: 0, why } => (*why).to_owned(),
        Finding::Cut { record, why } => format!("it ends after record {record}: {why}"),
        Finding::Foreign { record, key } => {
            format!("record {record} is signed by {}, which is not a key of this journal", hex::emit(key))
        }
        Finding::Unsigned => "the key signed nothing in it".to_owned(),
        Finding::Unproven { stretch, why } => format!("{}: {why}", span_of(stretch)),
        Finding::Erased { from, to } => format!("the records {from} to {to} were erased"),
    }
}

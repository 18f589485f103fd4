//! The output of `topboard verify --json`.

use super::{Beside, Checked, sentence};
use crate::journal_files::inventory::Misplaced;
use journal::{Accepted, Finding, Stretch, hex};
use serde_json::{Value, json};
use std::path::Path;

/// Returns all findings on a journal or a page as one JSON object.
pub(super) fn of(path: &Path, checked: &Checked) -> Value {
    let Checked { audited, expected, beside, .. } = checked;
    let found = match audited.finding {
        Finding::Whole => json!({"verdict": "whole"}),
        Finding::Torn { kept_bytes, cut_bytes } => {
            json!({"verdict": "torn", "kept_bytes": kept_bytes, "cut_bytes": cut_bytes})
        }
        Finding::Altered { record, offset, why } => {
            json!({"verdict": "altered", "line": record.saturating_sub(audited.after), "record": record, "offset": offset, "why": why})
        }
        Finding::PageAltered { why } => json!({"verdict": "altered", "why": why}),
        Finding::Cut { record, why } => json!({"verdict": "cut", "record": record, "why": why}),
        Finding::Foreign { record, key } => {
            json!({"verdict": "foreign", "record": record, "key": hex::emit(&key)})
        }
        Finding::Unsigned => json!({"verdict": "unsigned"}),
        Finding::Unproven { stretch, why } => {
            let mut found = of_stretch(&stretch);
            (found["verdict"], found["why"]) = (json!("unproven"), json!(why));
            found
        }
        Finding::Erased { from, to } => json!({"verdict": "erased", "from": from, "to": to}),
    };
    let keys: Vec<String> = audited.keys.iter().map(|key| hex::emit(key)).collect();
    let mut said = json!({
        "file": path.display().to_string(),
        "version": checked.version,
        "records": audited.records,
        "head": hex::emit(&audited.head),
        "found": found,
        "not_proved": sentence::not_proved(checked),
        "compared": {
            "key": expected.key.is_some() || expected.head.is_some_and(|head| head.key.is_some()),
            "head": expected.head.is_some(),
            "evidence_head": matches!(beside, Beside::Compared(_)),
            "evidence_head_is": match beside {
                Beside::Nothing => "missing",
                Beside::Compared(_) => "compared",
                Beside::Unreadable => "unreadable",
                Beside::Forged => "forged",
            },
        },
        "unsigned": audited.unsigned.as_ref().map(of_stretch),
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
    if !checked.misplaced.is_empty() {
        let one = |one: &Misplaced| json!({"file": one.path.display().to_string(), "why": one.why()});
        said["misplaced"] = checked.misplaced.iter().map(one).collect();
    }
    if !audited.accepted.is_empty() {
        let one = |(record, accepted): &(u64, Accepted)| json!({"record": record, "by": accepted.by, "found": accepted.found});
        said["accepted"] = audited.accepted.iter().map(one).collect();
    }
    if let Some(key) = checked.page {
        said["sealed_by"] = json!(key.map(|key| hex::emit(&key)));
    }
    said
}

fn of_stretch(stretch: &Stretch) -> Value {
    json!({"from": stretch.from, "to": stretch.to, "from_t": stretch.from_ms, "ms": stretch.ms()})
}

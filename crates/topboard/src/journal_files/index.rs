//! The index: which records are in which file of a journal. `journal/index` has one line of JSON for each finished
//! segment.
//!
//! It is only a cache. It is made from the records, compared with them whenever the journal is opened, and written anew
//! when it differs, is garbage, or is gone. It answers two questions without reading the journal: which file holds a
//! round or a time, and whether the journal's last files are missing, which the chain alone cannot show.
//!
//! ```text
//! {"segment":1,"file":"hall.journal","first":1,"last":70313,"bytes":16777102,"head":"c1f0…","from":0,"to":901233,"round":"3"}
//! ```
//! A line has `"erased":true` if the segment's file holds a tombstone.

use crate::journal_files::storage::file_name;
use board::Millis;
use hall::Body;
use journal::Chain;
use serde_json::{Value, json};

/// The index of a journal: the finished segments and the one being written.
#[derive(Debug, Clone, Default)]
pub struct Index {
    finished: Vec<String>,
    current: Entry,
}

/// The index entry of a segment, finished or not.
#[derive(Debug, Clone, Default)]
struct Entry {
    segment: u32,
    first_seq: u64,
    from_ms: Option<Millis>,
    to_ms: Millis,
    round: Option<String>,
    is_erased: bool,
}

impl Index {
    /// Ends the current segment, with this length in bytes, and begins the given one after this state of the chain.
    pub fn begin(&mut self, segment: u32, chain: Chain, bytes: u64) {
        if self.current.segment > 0 {
            self.finished.push(self.current.line(chain, bytes));
        }
        // The new segment continues the round, unless a record in it gives another.
        self.current = Entry {
            segment,
            first_seq: chain.seq() + 1,
            round: self.current.round.take(),
            ..Entry::default()
        };
    }

    /// Adds what a record of the current segment contributes to its entry.
    pub fn note(&mut self, body: &Body) {
        if let Body::Erased { tombstone, .. } = body {
            self.current.from_ms = Some(tombstone.t_ms.0);
            self.current.round = Some(tombstone.round.clone());
            self.current.is_erased = true;
        }
        if let Some(t_ms) = body.t_ms() {
            self.current.from_ms.get_or_insert(t_ms);
            self.current.to_ms = t_ms;
        }
        if let Body::Setup { setup, .. } = body {
            self.current.round = Some(setup.round.clone());
        }
        if let Body::Event { command, .. } = body
            && let Some(round) = command.order.opened_round()
        {
            self.current.round = Some(round.to_string());
        }
    }

    /// Returns the number of the segment being written.
    pub fn segment(&self) -> u32 {
        self.current.segment
    }

    /// Returns the text of the index, which lists the finished segments.
    pub fn text(&self) -> String {
        self.finished.concat()
    }
}

impl Entry {
    fn line(&self, chain: Chain, bytes: u64) -> String {
        let mut line = json!({
            "segment": self.segment, "file": file_name(self.segment), "first": self.first_seq, "last": chain.seq(),
            "bytes": bytes, "head": chain.head_hex(), "from": self.from_ms, "to": self.to_ms, "round": self.round,
        });
        if self.is_erased {
            line["erased"] = json!(true);
        }
        format!("{line}\n")
    }
}

/// Returns the number of the journal's last segment according to this index: the number of the last finished segment
/// plus one. `None` if the text has no last line that can be parsed.
pub fn last_segment(text: &str) -> Option<u32> {
    let line: Value = serde_json::from_str(text.lines().last()?).ok()?;
    u32::try_from(line["segment"].as_u64()?).ok()?.checked_add(1)
}

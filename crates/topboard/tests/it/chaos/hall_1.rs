//! A client of protocol 1 by the rules of web/PROTOCOL.md: frames in, what is shown out.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The hall as a client of protocol 1 knows it.
#[derive(Debug, Default)]
pub(super) struct Hall1 {
    seq: u64,
    /// Nothing is taken before a snapshot comes.
    waits: bool,
    tables: BTreeMap<u64, Map<String, Value>>,
    event: Value,
    head: Value,
    /// How many changes were taken.
    pub(super) changes: usize,
    /// How often something was missed.
    pub(super) missed: usize,
}

impl Hall1 {
    /// Begins on a new line.
    pub(super) fn begin(&mut self) {
        self.waits = true;
    }

    /// Takes a frame. Returns whether to ask for a snapshot.
    pub(super) fn take(&mut self, frame: &Value) -> bool {
        let seq = frame["seq"].as_u64().expect("every frame has a number");
        let is_missed = match frame["kind"].as_str() {
            Some("snapshot") => {
                self.snapshot(frame);
                false
            }
            Some("update") => !self.waits && seq > self.seq && !self.update(frame),
            // A frame that was asked for may have been lost as well.
            Some("beat") => self.waits || seq != self.seq,
            _ => false,
        };
        self.missed += usize::from(is_missed && !self.waits);
        self.waits |= is_missed;
        is_missed
    }

    /// Returns what is shown.
    pub(super) fn shown(&self) -> String {
        json!({"tables": self.tables, "event": self.event, "head": self.head}).to_string()
    }

    fn snapshot(&mut self, frame: &Value) {
        let table = |table: &Value| (number(table), table.as_object().expect("a table").clone());
        self.seq = frame["seq"].as_u64().expect("it has a number");
        self.tables = frame["tables"].as_array().expect("a list").iter().map(table).collect();
        self.event = frame["event"].clone();
        self.head = frame["head"].clone();
        self.waits = false;
    }

    /// Takes an update. Returns whether it could be taken.
    fn update(&mut self, frame: &Value) -> bool {
        if frame["seq"] != json!(self.seq + 1) {
            return false;
        }
        self.seq += 1;
        for (key, place) in [("event", &mut self.event), ("head", &mut self.head)] {
            if let Some(value) = frame.get(key) {
                place.clone_from(value);
            }
        }
        self.changes += 1;
        let mut changes = frame["tables"].as_array().into_iter().flatten();
        changes.all(|change| self.tables.get_mut(&number(change)).is_some_and(|table| merge(table, change)))
    }
}

fn number(table: &Value) -> u64 {
    table["table"].as_u64().expect("a number")
}

/// Takes a change into a table. Returns whether it has the plies that the change keeps.
fn merge(table: &mut Map<String, Value>, change: &Value) -> bool {
    let change = change.as_object().expect("an object");
    if table["game"] != change["game"] {
        for (key, value) in [("moves", json!([])), ("clock", Value::Null), ("result", json!("*"))] {
            table.insert(key.to_owned(), value);
        }
        table.remove("score");
    }
    if change.contains_key("result") {
        table.remove("score");
    }
    if let Some(from) = change.get("from") {
        let from = usize::try_from(from.as_u64().expect("a number")).expect("small");
        let moves = table["moves"].as_array_mut().expect("a list");
        if from > moves.len() {
            return false;
        }
        moves.truncate(from);
        moves.extend(change.get("moves").and_then(Value::as_array).cloned().unwrap_or_default());
    }
    for (key, value) in change.iter().filter(|(key, _)| !["from", "moves"].contains(&key.as_str())) {
        table.insert(key.clone(), value.clone());
    }
    true
}

//! A client of protocol 2 by the rules of web/PROTOCOL.md: frames in, what is shown out.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The hall as a client of protocol 2 knows it.
#[derive(Debug, Default)]
pub(super) struct Hall2 {
    pub(super) epoch: String,
    /// The change up to which everything is known.
    pub(super) seq: u64,
    hall: Value,
    tables: BTreeMap<u64, Table>,
    /// The tables of which something was missed.
    pub(super) gaps: BTreeSet<u64>,
    /// How many changes were taken.
    pub(super) changes: usize,
    /// How often something was missed.
    pub(super) missed: usize,
}

/// A table: its revision, the plies, and the other keys.
#[derive(Debug, Clone)]
struct Table {
    rev: u64,
    plies: Vec<Ply>,
    keys: Map<String, Value>,
}

#[derive(Debug, Clone)]
struct Ply {
    words: [String; 2],
    left: Option<i64>,
    used: Option<i64>,
    is_provisional: bool,
    position: Value,
}

impl Hall2 {
    /// Takes everything at once. A table that is known at a later revision stays.
    pub(super) fn snapshot(&mut self, snapshot: &Value) {
        let is_comparable = snapshot["epoch"] == json!(self.epoch);
        let mut known = std::mem::take(&mut self.tables);
        known.retain(|_, _| is_comparable);
        for frame in snapshot["tables"].as_array().expect("a list") {
            let (b, told) = (number(frame), Table::whole(frame));
            let table = known.remove(&b).map_or(told.clone(), |known| known.newer(told));
            self.tables.insert(b, table);
        }
        self.epoch = snapshot["epoch"].as_str().expect("text").to_owned();
        self.seq = snapshot["s"].as_u64().expect("a number");
        self.hall = snapshot["hall"].clone();
        self.gaps.clear();
    }

    /// Returns whether all that a snapshot has is known.
    pub(super) fn reaches(&self, snapshot: &Value) -> bool {
        let is_known = |frame: &Value| {
            let table = self.tables.get(&number(frame));
            table.is_some_and(|table| {
                let rev = frame["r"].as_u64().expect("a revision");
                table.rev > rev || (table.rev == rev && table.read_ms() >= read_ms(&frame["c"]))
            })
        };
        snapshot["hall"] == self.hall && snapshot["tables"].as_array().expect("a list").iter().all(is_known)
    }

    /// Forgets everything, since the server is another.
    pub(super) fn anew(&mut self, epoch: &str) {
        (self.epoch, self.seq) = (epoch.to_owned(), 0);
        self.tables.clear();
        self.gaps.clear();
    }

    /// Takes a frame that is not the first of a line.
    pub(super) fn take(&mut self, frame: &Value) {
        if frame.get("b").is_some() {
            self.table(frame);
        } else if let Some(hall) = frame.get("hall") {
            let all = hall["n"].as_array().expect("a list");
            self.tables.retain(|b, _| all.contains(&json!(b)));
            self.hall = hall.clone();
        } else if let Some(seq) = frame.get("s").and_then(Value::as_u64) {
            self.seq = self.seq.max(seq);
        }
    }

    fn table(&mut self, frame: &Value) {
        let (b, rev) = (number(frame), frame["r"].as_u64().expect("a revision"));
        let known = self.tables.get(&b);
        let next = if frame.get("g").is_some() {
            self.gaps.remove(&b);
            let told = Table::whole(frame);
            Some(known.cloned().map_or(told.clone(), |known| known.newer(told)))
        } else {
            let follows = frame.get("p").and_then(Value::as_u64);
            let is_old = |known: &Table| if follows.is_some() { rev <= known.rev } else { rev < known.rev };
            if known.is_some_and(is_old) {
                return;
            }
            known.filter(|known| known.rev == follows.unwrap_or(rev)).and_then(|known| known.changed(frame))
        };
        match next {
            Some(next) => {
                self.changes += 1;
                self.tables.insert(b, next);
            }
            None => {
                self.missed += 1;
                self.gaps.insert(b);
            }
        }
    }

    /// Returns what is shown.
    pub(super) fn shown(&self) -> String {
        let tables: Vec<Value> = self.tables.values().map(Table::shown).collect();
        json!({"hall": self.hall, "tables": tables}).to_string()
    }
}

impl Table {
    fn whole(frame: &Value) -> Table {
        let mut keys = frame.as_object().expect("a table").clone();
        ["m", "u", "a", "pv", "x", "r"].iter().for_each(|key| drop(keys.remove(*key)));
        let rev = frame["r"].as_u64().expect("a revision");
        Table { rev, plies: with_plies(Vec::new(), frame), keys }
    }

    /// Returns the later state.
    fn newer(self, told: Table) -> Table {
        let is_told = (told.rev, told.read_ms()) > (self.rev, self.read_ms());
        if is_told { told } else { self }
    }

    /// Returns the table after a change; nothing if the change keeps plies that are not there.
    fn changed(&self, frame: &Value) -> Option<Table> {
        let mut next = Table { rev: frame["r"].as_u64().expect("a revision"), ..self.clone() };
        if let Some(from) = frame.get("from").and_then(Value::as_u64) {
            let from = usize::try_from(from).expect("small");
            let kept = self.plies.get(..from)?.to_vec();
            next.plies = with_plies(kept, frame);
        }
        if frame.get("res").is_some() {
            next.keys.remove("sc");
        }
        let keys = frame.as_object().expect("an object").iter();
        for (key, value) in
            keys.filter(|(key, _)| ["w", "bl", "st", "res", "sc", "k", "c"].contains(&key.as_str()))
        {
            if key != "c" || read_ms(value) >= self.read_ms() {
                next.keys.insert(key.clone(), value.clone());
            }
        }
        Some(next)
    }

    fn read_ms(&self) -> Option<u64> {
        self.keys.get("c").and_then(read_ms)
    }

    fn shown(&self) -> Value {
        let plies: Vec<Value> = self.plies.iter().map(Ply::shown).collect();
        let mut keys = self.keys.clone();
        // What is left out has this value.
        for (key, value) in [("k", json!("live")), ("res", json!("*"))] {
            keys.entry(key).or_insert(value);
        }
        json!({"r": self.rev, "plies": plies, "keys": keys})
    }
}

impl Ply {
    fn shown(&self) -> Value {
        json!([self.words, self.left, self.used, self.is_provisional, self.position])
    }
}

fn number(frame: &Value) -> u64 {
    frame["b"].as_u64().expect("a number")
}

/// When a clock was read.
fn read_ms(clock: &Value) -> Option<u64> {
    clock[3].as_u64()
}

/// Appends the plies of a frame.
fn with_plies(mut plies: Vec<Ply>, frame: &Value) -> Vec<Ply> {
    let words: Vec<&str> = frame["m"].as_str().map(|words| words.split(' ').collect()).unwrap_or_default();
    for (index, words) in words.chunks(2).enumerate() {
        let number = plies.len();
        let (used, added) = (frame["u"][index].as_i64(), frame["a"][index].as_i64());
        let before = plies.iter().rev().skip(1).step_by(2).find_map(|ply| ply.left).unwrap_or(0);
        plies.push(Ply {
            words: [words[0].to_owned(), words[1].to_owned()],
            left: added.map(|added| before - used.unwrap_or(0) + added),
            used,
            is_provisional: frame["pv"].as_array().is_some_and(|all| all.contains(&json!(number))),
            position: frame["x"][number.to_string()].clone(),
        });
    }
    plies
}

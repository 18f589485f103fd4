//! A client, written from web/PROTOCOL.md alone.

use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a client knows of a table: every key of a whole table, with its moves as a list.
pub(crate) type Table = BTreeMap<String, Value>;

#[derive(Debug, Default, Clone)]
pub(crate) struct Client {
    pub(crate) epoch: String,
    pub(crate) seq: u64,
    pub(crate) hall: Value,
    pub(crate) tables: BTreeMap<u64, Table>,
    /// The tables of which something was missed.
    pub(crate) gaps: Vec<u64>,
}

impl Client {
    /// Takes a snapshot.
    pub(crate) fn of(snapshot: &str) -> Client {
        let snapshot: Value = serde_json::from_str(snapshot).expect("a snapshot is JSON");
        let mut client = Client {
            epoch: snapshot["epoch"].as_str().expect("text").to_owned(),
            seq: snapshot["s"].as_u64().expect("a number"),
            hall: snapshot["hall"].clone(),
            ..Client::default()
        };
        for table in snapshot["tables"].as_array().expect("a list") {
            client.table(table);
        }
        client
    }

    /// Takes a frame.
    pub(crate) fn take(&mut self, frame: &str) {
        let frame: Value = serde_json::from_str(frame).expect("a frame is JSON");
        if frame.get("v").is_some() {
            self.epoch = frame["epoch"].as_str().expect("text").to_owned();
        } else if frame.get("hall").is_some() {
            self.hall = frame["hall"].clone();
            let all = self.hall["n"].as_array().expect("a list");
            self.tables.retain(|table, _| all.contains(&json!(table)));
        } else if frame.get("b").is_some() {
            self.table(&frame);
        } else {
            self.seq = frame["s"].as_u64().expect("a heartbeat");
        }
    }

    fn table(&mut self, frame: &Value) {
        let number = frame["b"].as_u64().expect("a number");
        let revision = |value: &Value| value.as_u64().expect("a revision");
        let is_whole = frame.get("g").is_some();
        let known = self.tables.get(&number).map(|table| revision(&table["r"]));
        if is_whole {
            if known.is_none_or(|known| known <= revision(&frame["r"])) {
                self.tables.insert(number, Table::new());
                self.merge(number, frame);
            }
            return;
        }
        match (known, frame.get("p").map(revision)) {
            // Known already.
            (Some(known), Some(_)) if revision(&frame["r"]) <= known => {}
            (Some(known), Some(before)) if before == known => self.merge(number, frame),
            (Some(known), None) if revision(&frame["r"]) == known => self.merge(number, frame),
            _ => self.gaps.push(number),
        }
    }

    fn merge(&mut self, number: u64, frame: &Value) {
        let table = self.tables.get_mut(&number).expect("it is known");
        if frame.get("res").is_some() {
            table.remove("sc");
        }
        let moves = table.entry("moves".to_owned()).or_insert_with(|| json!([]));
        let moves = moves.as_array_mut().expect("a list");
        if let Some(from) = frame.get("from").and_then(Value::as_u64) {
            assert!(from as usize <= moves.len(), "{frame}");
            moves.truncate(from as usize);
        }
        let words: Vec<&str> =
            frame.get("m").and_then(Value::as_str).map(|m| m.split(' ').collect()).unwrap_or_default();
        for (index, ply) in words.chunks(2).enumerate() {
            let number = moves.len();
            let before = (0..number).rev().filter(|ply| ply % 2 == number % 2);
            let before = before.filter_map(|ply| moves[ply]["left"].as_i64()).next().unwrap_or(0);
            let used = frame["u"][index].as_i64().unwrap_or(0);
            let left = frame["a"][index].as_i64().map(|added| before - used + added);
            let is_in = |key: &str| frame[key].as_array().is_some_and(|all| all.contains(&json!(number)));
            moves.push(json!({
                "uci": ply[0], "san": ply[1], "left": left, "used": frame["u"][index],
                "provisional": is_in("pv"), "irregular": is_in("ir"), "position": frame["x"][number.to_string()],
            }));
        }
        for (key, value) in frame.as_object().expect("an object") {
            if !["from", "m", "a", "u", "pv", "ir", "x", "p"].contains(&key.as_str()) {
                table.insert(key.clone(), value.clone());
            }
        }
        // What is left out of a whole table has its default; a change names defaults.
        for (key, default) in [("res", json!("*")), ("k", json!("live"))] {
            table.retain(|known, value| known != key || *value != default);
        }
        for side in ["w", "bl"] {
            table.retain(|known, value| known != side || *value != json!({"n": ""}));
        }
    }
}

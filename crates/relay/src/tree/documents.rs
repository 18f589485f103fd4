//! The texts that a node serves beside the feed, such as the games as PGN: cut into parts that a broker takes, and put
//! together again.
//!
//! Each state of a document has a number. States of even and of odd numbers lie under subjects of their own, so the last
//! whole state is at the broker while the next is sent.

use super::{
    message::{Index, PartHead, VERSION},
    untold::{Parcel, bytes},
};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// The greatest length of a part, in bytes. Brokers usually take a message of 1 MiB.
pub const PART_MAX: usize = 256 << 10;
/// The most parts of a document. A longer one is not sent.
pub const PARTS_MAX: usize = 64;
/// The most documents of a hall. Further ones are not sent.
pub const DOCUMENTS_MAX: usize = 8192;

/// A document as the hall has it.
#[derive(Debug, Clone)]
pub struct Document {
    /// The name: words of letters and digits with dots between them.
    pub name: String,
    /// A text that is another for each state of the document.
    pub tag: String,
    /// The text.
    pub text: Arc<[u8]>,
}

/// The hall's side: which state of each document the broker has.
#[derive(Debug, Default)]
pub struct Desk {
    sent: BTreeMap<String, String>,
    states: BTreeMap<String, u64>,
    index: Option<Vec<String>>,
}

impl Desk {
    /// Counts nothing as sent any more.
    pub fn forget(&mut self) {
        self.sent.clear();
        self.index = None;
    }

    /// Returns the messages for the next document that the broker lacks, and counts it as sent; empty if the broker has
    /// everything.
    pub fn next(&mut self, epoch: &str, documents: &[Document]) -> Vec<Parcel> {
        let documents = &documents[..documents.len().min(DOCUMENTS_MAX)];
        let is_new = |it: &&Document| self.sent.get(&it.name) != Some(&it.tag);
        if let Some(document) = documents.iter().filter(fits).find(is_new) {
            self.sent.insert(document.name.clone(), document.tag.clone());
            let state = self.states.entry(document.name.clone()).or_default();
            *state += 1;
            return parts(epoch, *state, document);
        }
        let names: Vec<String> =
            documents.iter().filter(fits).map(|document| document.name.clone()).collect();
        if self.index.as_ref() == Some(&names) {
            return Vec::new();
        }
        self.sent.retain(|name, _| names.contains(name));
        self.index = Some(names.clone());
        let index = Index { v: VERSION, epoch: epoch.to_owned(), docs: names };
        vec![Parcel { subject: "index".to_owned(), body: bytes(&index) }]
    }
}

fn fits(document: &&Document) -> bool {
    document.text.len() <= PART_MAX * PARTS_MAX
}

fn parts(epoch: &str, state: u64, document: &Document) -> Vec<Parcel> {
    let mut pieces: Vec<&[u8]> = document.text.chunks(PART_MAX).collect();
    if pieces.is_empty() {
        pieces.push(&[]);
    }
    let count = pieces.len();
    let part = |(number, piece): (usize, &&[u8])| {
        let head = PartHead { v: VERSION, epoch: epoch.to_owned(), state, part: (number, count) };
        let mut body = bytes(&head);
        body.push(b'\n');
        body.extend_from_slice(piece);
        Parcel { subject: format!("doc.{}.{}.{number}", document.name, state % 2), body }
    };
    pieces.iter().enumerate().map(part).collect()
}

/// The node's side: the documents of a hall.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    /// The parts that came, by the document and whether its state is even.
    coming: BTreeMap<(String, bool), Coming>,
    whole: BTreeMap<String, Arc<[u8]>>,
    index: Option<Vec<String>>,
}

/// A document of which parts came.
#[derive(Debug)]
struct Coming {
    epoch: String,
    state: u64,
    pieces: Vec<Option<Vec<u8>>>,
}

impl Documents {
    /// Takes the list of documents. Returns whether it changed; `None` if it cannot be read.
    pub(crate) fn list(&mut self, body: &[u8]) -> Option<bool> {
        let index: Index = serde_json::from_slice(body).ok()?;
        if index.docs.len() > DOCUMENTS_MAX {
            return None;
        }
        let is_new = self.index.as_ref() != Some(&index.docs);
        self.whole.retain(|name, _| index.docs.contains(name));
        self.coming.retain(|(name, _), _| index.docs.contains(name));
        self.index = Some(index.docs);
        Some(is_new)
    }

    /// Takes a part, whose subject ends with `rest`. Returns whether a document changed; `None` if it cannot be read.
    pub(crate) fn take(&mut self, rest: &str, body: &[u8]) -> Option<bool> {
        let end = body.iter().position(|byte| *byte == b'\n')?;
        let PartHead { epoch, state, part: (number, count), .. } =
            serde_json::from_slice(&body[..end]).ok()?;
        if count == 0 || count > PARTS_MAX || number >= count || body.len() - end > PART_MAX + 1 {
            return None;
        }
        // The last two words are the parity and the number of the part.
        let name = rest.rsplitn(3, '.').nth(2)?;
        let key = (name.to_owned(), state % 2 == 0);
        if !self.whole.contains_key(name) && self.whole.len() >= DOCUMENTS_MAX {
            return None;
        }
        let fresh = || Coming { epoch: epoch.clone(), state, pieces: vec![None; count] };
        let coming = self.coming.entry(key.clone()).or_insert_with(fresh);
        if (&coming.epoch, coming.state, coming.pieces.len()) != (&epoch, state, count) {
            *coming = fresh();
        }
        coming.pieces[number] = Some(body[end + 1..].to_vec());
        if coming.pieces.iter().any(Option::is_none) {
            return Some(false);
        }
        let pieces = self.coming.remove(&key).map(|coming| coming.pieces).unwrap_or_default();
        let text: Arc<[u8]> = pieces.into_iter().flatten().flatten().collect();
        let is_new = self.whole.get(name) != Some(&text);
        self.whole.insert(name.to_owned(), text);
        Some(is_new)
    }

    /// Returns whether every document of the list is there.
    pub(crate) fn is_complete(&self) -> bool {
        self.index.as_ref().is_some_and(|index| index.iter().all(|name| self.whole.contains_key(name)))
    }

    /// Returns the documents that are on the list and there, in its order.
    pub(crate) fn listed(&self) -> impl Iterator<Item = (&str, &Arc<[u8]>)> {
        let named = |name: &'_ String| self.whole.get_key_value(name);
        self.index.iter().flatten().filter_map(named).map(|(name, text)| (name.as_str(), text))
    }
}

/// Puts the rounds of several halls into one list. Each comes with what is added to the numbers of its tables. Of two
/// tournaments with one key the first is taken; the list is as far behind as the last of the halls. Returns `None` if there
/// are none.
pub(crate) fn merged_rounds<'a>(halls: impl Iterator<Item = (&'a [u8], u16)>) -> Option<Vec<u8>> {
    let mut halls: Vec<_> = halls.collect();
    if let [(text, 0)] = &halls[..] {
        return Some(text.to_vec());
    }
    let mut all: Option<Value> = None;
    for (text, add) in halls.drain(..) {
        let Ok(mut rounds) = serde_json::from_slice::<Value>(text) else { continue };
        add_to_tables(&mut rounds, add);
        let Some(all) = &mut all else {
            all = Some(rounds);
            continue;
        };
        if rounds["delay_ms"].as_u64() > all["delay_ms"].as_u64() {
            all["delay_ms"] = rounds["delay_ms"].take();
        }
        let Some(Value::Array(known)) = all.get_mut("tournaments") else { continue };
        if let Some(Value::Array(more)) = rounds.get_mut("tournaments").map(Value::take) {
            let is_new = |it: &Value| !known.iter().any(|known| known["key"] == it["key"]);
            let more: Vec<Value> = more.into_iter().filter(is_new).collect();
            known.extend(more);
        }
    }
    all.map(|all| all.to_string().into_bytes())
}

fn add_to_tables(rounds: &mut Value, add: u16) {
    for tournament in list(rounds, "tournaments") {
        for round in list(tournament, "rounds") {
            for board in list(round, "boards") {
                if let Some(table) = board.get("table").and_then(Value::as_u64) {
                    board["table"] = (table + u64::from(add)).into();
                }
            }
        }
    }
}

fn list<'a>(value: &'a mut Value, key: &str) -> impl Iterator<Item = &'a mut Value> {
    value.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten()
}

//! Signing the book: when, and what of it may be told.
//!
//! The head is signed when a run begins, once a minute, at every result and at the end, where anything was written since; notes
//! of the time of day alone are not worth a signature. No record is written a minute after the first one that is not signed for:
//! a longer stretch without a signature is evidence of a forger (`journal::unsigned`). A signed head is told to the world when its record is safe.

use crate::journal_files::signing::signing_key::Key;
use board::Millis;
use game::ResultEntry;
use hall::{Publication, TableNo};
use journal::{PublicKey, SignedHead, hex};
use relay::message::HeadView;
use std::collections::{BTreeMap, VecDeque};

/// How many signed heads may wait for the disk. At the limit the oldest is forgotten: a later one says the same.
const HEADS_MAX: usize = 64;

/// What is signed, and what for.
#[derive(Debug)]
pub struct Notary {
    key: Key,
    /// The time of the first record that waits for a signature.
    since_ms: Option<Millis>,
    is_due: bool,
    /// The last result of each table and the game it is of.
    results: BTreeMap<TableNo, (u32, Option<ResultEntry>)>,
    heads: VecDeque<(u64, SignedHead)>,
}

impl Notary {
    /// Signs with this key.
    pub fn new(key: Key) -> Notary {
        Notary { key, since_ms: None, is_due: false, results: BTreeMap::new(), heads: VecDeque::new() }
    }

    /// The key that everybody may know.
    pub fn public(&self) -> PublicKey {
        self.key.public()
    }

    /// The key, to sign with.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// Something of this time was written that is worth a signature.
    pub fn note(&mut self, t_ms: Millis) {
        self.since_ms.get_or_insert(t_ms);
    }

    /// A publication was written. A result is signed at once.
    pub fn note_publication(&mut self, t_ms: Millis, publication: &Publication) {
        self.note(t_ms);
        let result = (publication.game, publication.result);
        let before = self.results.insert(publication.table, result);
        // A result that is taken back is as much worth as one that is given.
        let had = before.is_some_and(|(game, result)| game == publication.game && result.is_some());
        self.is_due |= before != Some(result) && (publication.result.is_some() || had);
    }

    /// Whether a result waits for its signature.
    pub fn is_due(&self) -> bool {
        self.is_due
    }

    /// Whether there is anything to sign for.
    pub fn has_news(&self) -> bool {
        self.since_ms.is_some()
    }

    /// Since when.
    pub fn since_ms(&self) -> Option<Millis> {
        self.since_ms
    }

    /// The head was signed in this record.
    pub fn signed(&mut self, seq: u64, head: SignedHead) {
        (self.since_ms, self.is_due) = (None, false);
        if self.heads.len() == HEADS_MAX {
            self.heads.pop_front();
        }
        self.heads.push_back((seq, head));
    }

    /// Whether no signed head waits to be told.
    pub fn is_told(&self) -> bool {
        self.heads.is_empty()
    }

    /// The last signed head that is safe now, and was not told.
    pub fn poll_head(&mut self, safe_seq: u64) -> Option<HeadView> {
        let mut last = None;
        while self.heads.front().is_some_and(|(seq, _)| *seq <= safe_seq) {
            last = self.heads.pop_front();
        }
        let (_, signed) = last?;
        Some(HeadView { seq: signed.seq, head: hex::emit(&signed.head), key: hex::emit(&signed.key) })
    }
}

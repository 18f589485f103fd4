//! The notary: decides when the journal is signed, and which signed head may be published.
//!
//! The head is signed when a run begins, once a minute, at every result and at the end, if anything was written since;
//! notes of the time of day alone need no signature. No record is written a minute or more after the first unsigned
//! one: a longer stretch without a signature is evidence of a forger (`journal::unsigned`). A signed head is published
//! when its record is safe.

use crate::journal_files::signing::signing_key::Key;
use board::Millis;
use game::ResultEntry;
use hall::{Publication, TableNo};
use journal::{PublicKey, SignedHead, hex};
use relay::message::HeadView;
use std::collections::{BTreeMap, VecDeque};

/// The most signed heads that may wait for the disk. At the limit the oldest is dropped: a later head covers all that
/// it covers.
const HEADS_MAX: usize = 64;

/// The notary.
#[derive(Debug)]
pub struct Notary {
    key: Key,
    /// The time of the first record that waits for a signature.
    since_ms: Option<Millis>,
    is_due: bool,
    /// The last result of each table and the number of its game.
    results: BTreeMap<TableNo, (u32, Option<ResultEntry>)>,
    heads: VecDeque<(u64, SignedHead)>,
}

impl Notary {
    /// Returns a notary that signs with this key.
    pub fn new(key: Key) -> Notary {
        Notary { key, since_ms: None, is_due: false, results: BTreeMap::new(), heads: VecDeque::new() }
    }

    /// Returns the public key.
    pub fn public(&self) -> PublicKey {
        self.key.public()
    }

    /// Returns the key, to sign with.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// Notes that something worth a signature was written at this time.
    pub fn note(&mut self, t_ms: Millis) {
        self.since_ms.get_or_insert(t_ms);
    }

    /// Notes that a publication was written. A result is signed at once.
    pub fn note_publication(&mut self, t_ms: Millis, publication: &Publication) {
        self.note(t_ms);
        let result = (publication.game, publication.result);
        let before = self.results.insert(publication.table, result);
        // A withdrawn result needs a signature as much as a new one does.
        let had = before.is_some_and(|(game, result)| game == publication.game && result.is_some());
        self.is_due |= before != Some(result) && (publication.result.is_some() || had);
    }

    /// Returns whether a result waits for its signature.
    pub fn is_due(&self) -> bool {
        self.is_due
    }

    /// Returns whether there is anything to sign.
    pub fn has_news(&self) -> bool {
        self.since_ms.is_some()
    }

    /// Returns the time of the first record that waits for a signature.
    pub fn since_ms(&self) -> Option<Millis> {
        self.since_ms
    }

    /// Notes that the head was signed in this record.
    pub fn signed(&mut self, seq: u64, head: SignedHead) {
        (self.since_ms, self.is_due) = (None, false);
        if self.heads.len() == HEADS_MAX {
            self.heads.pop_front();
        }
        self.heads.push_back((seq, head));
    }

    /// Returns whether no signed head waits to be published.
    pub fn is_told(&self) -> bool {
        self.heads.is_empty()
    }

    /// Returns the last signed head that is safe now and was not published.
    pub fn poll_head(&mut self, safe_seq: u64) -> Option<HeadView> {
        let mut last = None;
        while self.heads.front().is_some_and(|(seq, _)| *seq <= safe_seq) {
            last = self.heads.pop_front();
        }
        let (_, signed) = last?;
        Some(HeadView { seq: signed.seq, head: hex::emit(&signed.head), key: hex::emit(&signed.key) })
    }
}

//! The notary: decides when the journal is signed.
//!
//! The head of the journal's chain is signed when a run begins, once a minute, at every result and when the run ends,
//! if anything was written since the last signature. Notes of the time of day alone need no signature. No record is
//! written a minute or more after the first unsigned one: a longer stretch without a signature is evidence of a forger
//! (`journal::unsigned`).

use crate::journal_files::signing::signing_key::Key;
use board::Millis;
use game::ResultEntry;
use hall::{Publication, TableNo};
use journal::PublicKey;
use std::collections::BTreeMap;

/// The notary of a run.
#[derive(Debug)]
pub struct Notary {
    key: Key,
    /// The journal time of the first record that waits for a signature.
    since_ms: Option<Millis>,
    is_due: bool,
    /// For each table, the number of its last published game and that game's result.
    results: BTreeMap<TableNo, (u32, Option<ResultEntry>)>,
}

impl Notary {
    /// Creates a notary that signs with this key.
    pub fn new(key: Key) -> Notary {
        Notary { key, since_ms: None, is_due: false, results: BTreeMap::new() }
    }

    /// Returns the public key.
    pub fn public(&self) -> PublicKey {
        self.key.public()
    }

    /// Returns the private key.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// Notes that a record that needs a signature was written at this journal time.
    pub fn note(&mut self, t_ms: Millis) {
        self.since_ms.get_or_insert(t_ms);
    }

    /// Notes that a publication was written. If it changes a result, a signature is due at once.
    pub fn note_publication(&mut self, t_ms: Millis, publication: &Publication) {
        self.note(t_ms);
        let result = (publication.game, publication.result);
        let before = self.results.insert(publication.table, result);
        // A withdrawn result needs a signature as much as a new one does.
        let had = before.is_some_and(|(game, result)| game == publication.game && result.is_some());
        self.is_due |= before != Some(result) && (publication.result.is_some() || had);
    }

    /// Returns whether a signature is due at once, because a result changed.
    pub fn is_due(&self) -> bool {
        self.is_due
    }

    /// Returns whether any record waits for a signature.
    pub fn has_news(&self) -> bool {
        self.since_ms.is_some()
    }

    /// Returns the journal time of the first record that waits for a signature; `None` if none waits.
    pub fn since_ms(&self) -> Option<Millis> {
        self.since_ms
    }

    /// Notes that the journal was signed.
    pub fn signed(&mut self) {
        (self.since_ms, self.is_due) = (None, false);
    }
}

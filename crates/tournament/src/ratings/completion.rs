//! The players of a tournament, completed from a list in one pass.
//!
//! A player with an identity number is the entry of this number, if the name is like it. A player without one is the
//! entry whose name, federation and year of birth are the same, if there is exactly one. Everything else is left to
//! people, with what may be meant. The memory is bounded by the players: each keeps at most [`CANDIDATES_MAX`] entries.

use super::{
    Change, FieldChange, Likeness, ListEntry, NameLikeness, RatingKind, entry,
    likeness::{self, Agreement},
    name_key::{NameKey, name_sums::NameSums, spellings::Spellings},
};
use crate::{Entrant, PlayerNo};
use std::collections::BTreeMap;

/// The greatest number of entries that are proposed for a player.
pub const CANDIDATES_MAX: usize = 8;

/// The comparison of a tournament's players with a list.
#[derive(Debug)]
pub struct Completion<'a> {
    counts: RatingKind,
    players: Vec<Wanted<'a>>,
    /// The places in `players` of those with an identity number.
    by_id: BTreeMap<u32, Vec<usize>>,
    /// The places in `players` by the sums that the name of an entry may have.
    by_sum: BTreeMap<u64, Vec<usize>>,
}

/// What the comparison found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Completed {
    /// The number of players whose entry was found.
    pub found: usize,
    /// What changes, in the order of the players.
    pub changes: Vec<Change>,
    /// What somebody has to decide, in the order of the players.
    pub doubts: Vec<Doubt>,
}

/// What somebody has to decide. None of it changes a player, except that [`Doubt::Unrated`] may stand beside other
/// changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// No entry is like the player.
    NotFound {
        /// The player.
        player: PlayerNo,
    },
    /// Entries are like the player, but it is not certain that one of them is meant.
    Proposed {
        /// The player.
        player: PlayerNo,
        /// The entries, the likeliest first.
        candidates: Vec<Candidate>,
        /// The number of further entries, which were not kept.
        more: u32,
    },
    /// The list does not have the player's identity number.
    UnknownId {
        /// The player.
        player: PlayerNo,
        /// The number.
        fide_id: u32,
        /// The entries with a like name, the likeliest first.
        candidates: Vec<Candidate>,
    },
    /// The player's identity number is that of somebody with another name.
    OtherName {
        /// The player.
        player: PlayerNo,
        /// The entry of this number.
        entry: ListEntry,
        /// The entries with a like name, the likeliest first.
        candidates: Vec<Candidate>,
    },
    /// Several players are the same entry.
    Twice {
        /// The identity number of the entry.
        fide_id: u32,
        /// The players.
        players: Vec<PlayerNo>,
    },
    /// The player was found, and has no rating of the kind that counts in the list.
    Unrated {
        /// The player.
        player: PlayerNo,
    },
}

/// An entry that may be a player's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The entry.
    pub entry: ListEntry,
    /// How like it is.
    pub likeness: Likeness,
}

/// A player with what was found so far.
#[derive(Debug)]
struct Wanted<'a> {
    number: PlayerNo,
    entrant: &'a Entrant,
    key: NameKey,
    spellings: Spellings,
    born: Option<u16>,
    of_id: Option<ListEntry>,
    candidates: Vec<Candidate>,
    more: u32,
}

impl<'a> Completion<'a> {
    /// Begins a comparison. `counts` is the kind of rating that the tournament takes.
    pub fn new(players: &'a BTreeMap<PlayerNo, Entrant>, counts: RatingKind) -> Completion<'a> {
        let mut completion =
            Completion { counts, players: Vec::new(), by_id: BTreeMap::new(), by_sum: BTreeMap::new() };
        for (index, (&number, entrant)) in players.iter().enumerate() {
            let key = NameKey::of(&entrant.player.name);
            if let Some(id) = entrant.player.fide_id {
                completion.by_id.entry(id).or_default().push(index);
            }
            let spellings = Spellings::of(&entrant.player.name);
            for sum in spellings.sums() {
                completion.by_sum.entry(sum).or_default().push(index);
            }
            let born = entry::year(&entrant.born);
            let candidates = Vec::new();
            completion.players.push(Wanted {
                number,
                entrant,
                key,
                spellings,
                born,
                of_id: None,
                candidates,
                more: 0,
            });
        }
        completion
    }

    /// Compares an entry of the list with all players.
    pub fn see(&mut self, entry: &ListEntry) {
        for &index in self.by_id.get(&entry.fide_id).into_iter().flatten() {
            self.players[index].of_id.get_or_insert_with(|| entry.clone());
        }
        let sums = NameSums::of(&entry.name);
        let mut key = None;
        let mut considered: Vec<usize> = Vec::new();
        // Names are the same only if the sums of all their words are.
        for (sum, may_be_same) in [(sums.all, true), (sums.surname, false), (sums.given, false)] {
            for &index in self.by_sum.get(&sum).into_iter().flatten() {
                let player = &mut self.players[index];
                let name = if may_be_same { NameLikeness::Same } else { NameLikeness::Close };
                // Half of a list may have a usual name. What is not worth asking about whatever the names are is passed
                // over before they are compared.
                if player.likeness(name, entry).is_worth_asking() && !considered.contains(&index) {
                    considered.push(index);
                    player.consider(entry, key.get_or_insert_with(|| NameKey::of(&entry.name)));
                }
            }
        }
    }

    /// Ends the list and returns what was found.
    pub fn finish(self) -> Completed {
        let mut completed = Completed::default();
        let mut met: BTreeMap<u32, Vec<PlayerNo>> = BTreeMap::new();
        let counts = self.counts;
        let verdicts: Vec<_> =
            self.players.into_iter().map(|wanted| (wanted.entrant, wanted.verdict())).collect();
        for (_, (number, verdict)) in &verdicts {
            if let Ok(entry) = verdict {
                met.entry(entry.fide_id).or_default().push(*number);
            }
        }
        for (entrant, (player, verdict)) in verdicts {
            let entry = match verdict {
                Ok(entry) => entry,
                Err(doubt) => {
                    completed.doubts.push(doubt);
                    continue;
                }
            };
            let players = met.get(&entry.fide_id).map_or(&[][..], Vec::as_slice);
            if players.len() > 1 {
                if players.first() == Some(&player) {
                    completed.doubts.push(Doubt::Twice { fide_id: entry.fide_id, players: players.to_vec() });
                }
                continue;
            }
            completed.found += 1;
            let differences = FieldChange::between(entrant, &entry, counts);
            completed.changes.extend(differences.into_iter().map(|difference| Change { player, difference }));
            if entry.ratings.of(counts).is_none() {
                completed.doubts.push(Doubt::Unrated { player });
            }
        }
        completed
    }
}

impl Wanted<'_> {
    fn likeness(&self, name: NameLikeness, entry: &ListEntry) -> Likeness {
        let federation = match (self.entrant.player.federation.trim(), entry.federation.as_str()) {
            ("", _) | (_, "") => Agreement::Unknown,
            (one, other) if one.eq_ignore_ascii_case(other) => Agreement::Same,
            _ => Agreement::Other,
        };
        Likeness { name, federation, born: Agreement::of(self.born, entry.born) }
    }

    /// Keeps an entry if it may be the player's.
    fn consider(&mut self, entry: &ListEntry, key: &NameKey) {
        let Some(name) = self.spellings.compare(key) else { return };
        let likeness = self.likeness(name, entry);
        if !likeness.is_worth_asking() || self.candidates.iter().any(|it| it.entry.fide_id == entry.fide_id) {
            return;
        }
        let place = self.candidates.partition_point(|it| it.likeness <= likeness);
        if place < CANDIDATES_MAX {
            self.candidates.insert(place, Candidate { entry: entry.clone(), likeness });
        }
        if self.candidates.len() > CANDIDATES_MAX || place == CANDIDATES_MAX {
            self.candidates.truncate(CANDIDATES_MAX);
            self.more = self.more.saturating_add(1);
        }
    }

    /// Returns the player's entry, or what somebody has to decide.
    fn verdict(mut self) -> (PlayerNo, Result<ListEntry, Doubt>) {
        let player = self.number;
        let verdict = match (self.entrant.player.fide_id, self.of_id.take()) {
            (Some(_), Some(entry)) if self.bears(&entry) => Ok(entry),
            (Some(_), Some(entry)) => Err(Doubt::OtherName { player, entry, candidates: self.candidates }),
            (Some(fide_id), None) => Err(Doubt::UnknownId { player, fide_id, candidates: self.candidates }),
            (None, _) => {
                // The likeliest come first.
                let is_certain =
                    |at: usize| self.candidates.get(at).is_some_and(|it| it.likeness.is_certain());
                if is_certain(0) && !is_certain(1) {
                    Ok(self.candidates.swap_remove(0).entry)
                } else if self.candidates.is_empty() {
                    Err(Doubt::NotFound { player })
                } else {
                    Err(Doubt::Proposed { player, candidates: self.candidates, more: self.more })
                }
            }
        };
        (player, verdict)
    }

    /// Returns whether the entry of the player's identity number may be the player. A name that lists cannot write, in
    /// Cyrillic for example, or none at all, cannot be compared: then the year of birth must not differ.
    fn bears(&self, entry: &ListEntry) -> bool {
        if self.key.is_latin() {
            return likeness::names(&self.key, &NameKey::of(&entry.name)).is_some();
        }
        Agreement::of(self.born, entry.born) != Agreement::Other
    }
}

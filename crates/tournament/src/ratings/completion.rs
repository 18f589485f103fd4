//! The players of a tournament, completed from a list in one pass.
//!
//! A player with an identity number is the entry of this number, if the name is like it. A player without one is the
//! entry whose name, federation and year of birth are the same, if there is exactly one. Everything else is left to
//! people, with what may be meant. The memory is bounded by the players: each keeps at most [`CANDIDATES_MAX`] entries.

use super::{
    Change, FieldChange, Likeness, ListEntry, NameLikeness, RatingKind, entry,
    likeness::{self, Agreement},
    name_key::{NameKey, name_index::NameIndex, spellings::Spellings},
};
use crate::{Entrant, PlayerNo};
use std::collections::BTreeMap;

/// The greatest number of entries that are proposed for a player.
pub const CANDIDATES_MAX: usize = 8;

/// The greatest number of players who share a part of their names and are all looked at. If there are more, the rest of
/// the name has to fit, too.
const FEW: usize = 4;

/// The comparison of a tournament's players with a list.
#[derive(Debug)]
pub struct Completion<'a> {
    counts: RatingKind,
    players: Vec<Wanted<'a>>,
    /// The places in `players` of those with an identity number.
    by_id: BTreeMap<u32, Vec<usize>>,
    /// The places in `players` by the names that entries may have.
    by_name: NameIndex,
    /// The number of entries so far.
    entries: u64,
    /// The number of players that were looked at for an entry.
    looked_at: u64,
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
    /// The number of the entry for which the player was last looked at.
    looked_at: u64,
}

impl<'a> Completion<'a> {
    /// Begins a comparison. `counts` is the kind of rating that the tournament takes.
    pub fn new(players: &'a BTreeMap<PlayerNo, Entrant>, counts: RatingKind) -> Completion<'a> {
        Completion::narrowed(players, counts, FEW)
    }

    /// Begins a comparison that narrows down what is known of a name by more than `few` players.
    fn narrowed(players: &'a BTreeMap<PlayerNo, Entrant>, counts: RatingKind, few: usize) -> Completion<'a> {
        let (mut by_id, mut wanted) = (BTreeMap::<u32, Vec<usize>>::new(), Vec::new());
        for (index, (&number, entrant)) in players.iter().enumerate() {
            let key = NameKey::of(&entrant.player.name);
            if let Some(id) = entrant.player.fide_id {
                by_id.entry(id).or_default().push(index);
            }
            wanted.push(Wanted {
                number,
                entrant,
                key,
                spellings: Spellings::of(&entrant.player.name),
                born: entry::year(&entrant.born),
                of_id: None,
                candidates: Vec::new(),
                more: 0,
                looked_at: 0,
            });
        }
        let by_name = NameIndex::of(wanted.iter().map(|it| &it.spellings), few);
        Completion { counts, players: wanted, by_id, by_name, entries: 0, looked_at: 0 }
    }

    /// Returns how often a player was looked at for an entry. It tells how much work a list is, on any computer.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Compares an entry of the list with the players who may be meant.
    pub fn see(&mut self, entry: &ListEntry) {
        for &index in self.by_id.get(&entry.fide_id).into_iter().flatten() {
            self.players[index].of_id.get_or_insert_with(|| entry.clone());
        }
        self.entries += 1;
        let now = self.entries;
        let mut key = None;
        // Names are the same only if the sums of all their words are.
        self.by_name.find(&entry.name, |index, may_be_same| {
            self.looked_at += 1;
            let player = &mut self.players[index];
            let name = if may_be_same { NameLikeness::Same } else { NameLikeness::Close };
            // Half of a list may have a usual name. What is not worth asking about whatever the names are is passed over
            // before they are compared.
            if player.looked_at != now && player.likeness(name, entry).is_worth_asking() {
                player.looked_at = now;
                player.consider(entry, key.get_or_insert_with(|| NameKey::of(&entry.name)));
            }
        });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::Ratings;

    const SYLLABLES: [&str; 12] =
        ["ba", "ko", "mar", "ni", "ov", "ska", "ler", "an", "dre", "wi", "pe", "tor"];

    /// Returns a surname for each number.
    fn surname(number: u32) -> String {
        let syllable = |at: u32| SYLLABLES[(number.wrapping_mul(2_654_435_761) >> (7 * at)) as usize % 12];
        let mut name =
            (0..4).map(syllable).collect::<String>() + &format!("{}", number % 10).replace('0', "");
        name[..1].make_ascii_uppercase();
        name
    }

    fn entry(fide_id: u32, name: String) -> ListEntry {
        let ratings = Ratings { standard: Some(2000), rapid: None, blitz: None };
        ListEntry { fide_id, name, ratings, ..ListEntry::default() }
    }

    /// Three hundred players of one given name, or of one surname, and a list of 60,000 people who have it as well.
    #[test]
    fn a_name_that_many_players_have_makes_no_more_work() {
        let named = |is_given: bool, other: String| match is_given {
            true => format!("{other}, Anna"),
            false => format!("Nguyen, {other}"),
        };
        for is_given in [true, false] {
            let players: BTreeMap<PlayerNo, Entrant> = (1..=300)
                .map(|number| (number, Entrant::named(&named(is_given, surname(u32::from(number))))))
                .collect();
            let mut completion = Completion::new(&players, RatingKind::Standard);
            for number in 1..=60_000 {
                completion.see(&entry(number, named(is_given, surname(number))));
            }
            let looked_at = completion.looked_at();
            assert!(looked_at < 4 * 60_000, "{looked_at} players were looked at, given: {is_given}");
            let proposed = |doubt: &Doubt| matches!(doubt, Doubt::Proposed { .. });
            assert_eq!(completion.finish().doubts.iter().filter(|doubt| proposed(doubt)).count(), 300);
        }
    }

    /// Whoever is found without narrowing is found with it: slips, initials, short forms, further names, no comma.
    #[test]
    fn narrowing_down_loses_nobody() {
        let surnames = [
            "Kowalska",
            "Kowlaska",
            "Kowalsk",
            "Kowalskaa",
            "Nowak",
            "Nowak Kowalska",
            "Van Nowak",
            "Li",
            "L",
        ];
        let given =
            ["", "A", "Anna", "Ana", "Anan", "Hanna", "Ann", "Annamaria", "Anna Maria", "B Anna", "Li", "Ян"];
        let all = || surnames.iter().flat_map(|surname| given.iter().map(move |given| (surname, given)));
        let names: Vec<String> = all()
            .map(|(surname, given)| format!("{surname}, {given}"))
            .chain(all().map(|(surname, given)| format!("{surname} {given}")))
            .chain(all().map(|(surname, given)| format!("{given} {surname}")))
            .chain(["Ковальская, Анна".to_owned(), "Новак, Анна".to_owned(), "Новак Анна Мария".to_owned()])
            .collect();
        let players: BTreeMap<PlayerNo, Entrant> =
            (1..).zip(&names).map(|(number, name)| (number, Entrant::named(name))).collect();
        let by = |few: usize| {
            let mut found = Vec::new();
            for (number, name) in (1..).zip(&names) {
                let mut completion = Completion::narrowed(&players, RatingKind::Standard, few);
                completion.see(&entry(number, name.clone()));
                found.push(completion.finish());
            }
            found
        };
        assert_eq!(by(0), by(usize::MAX));
    }
}

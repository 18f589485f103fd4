//! Players by the names that entries of a list may have.
//!
//! A part of a name finds the players who share it ([`NameSums`]). Where many do, as with a usual given name, the rest of
//! the name has to fit as well ([`Rest`]), so that an entry is compared with few players however many there are.

use super::{NameKey, name_sums::NameSums, rest_of_name::Rest, spellings::Spellings};
use std::collections::{BTreeMap, BTreeSet};

/// The places of players by the names that entries may have.
#[derive(Debug, Default)]
pub(in crate::ratings) struct NameIndex {
    /// The players who share a part of their names.
    by_sum: BTreeMap<u64, Sharing>,
    /// Of parts that many share: the players by part and rest.
    by_rest: BTreeMap<(u64, u64), Vec<usize>>,
}

#[derive(Debug)]
enum Sharing {
    Few(Vec<usize>),
    Many,
}

impl NameIndex {
    /// Keeps players in the order of their places. Where more than `few` share a part, its rest has to fit.
    pub(in crate::ratings) fn of<'a>(
        players: impl Iterator<Item = &'a Spellings> + Clone,
        few: usize,
    ) -> NameIndex {
        let mut sharing: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (place, spellings) in players.clone().enumerate() {
            for sum in spellings.sums() {
                sharing.entry(sum).or_default().push(place);
            }
        }
        let many: BTreeSet<u64> =
            sharing.iter().filter(|(_, places)| places.len() > few).map(|(sum, _)| *sum).collect();
        let share =
            |(sum, places)| (sum, if many.contains(&sum) { Sharing::Many } else { Sharing::Few(places) });
        let by_sum = sharing.into_iter().map(share).collect();
        let mut by_rest: BTreeMap<(u64, u64), Vec<usize>> = BTreeMap::new();
        for (place, spellings) in players.enumerate() {
            let parts = spellings.keys().iter().flat_map(NameSums::parts);
            for (sum, rest) in parts.filter(|(sum, _)| many.contains(sum)) {
                for number in rest.kept() {
                    let places = by_rest.entry((sum, number)).or_default();
                    if places.last() != Some(&place) {
                        places.push(place);
                    }
                }
            }
        }
        NameIndex { by_sum, by_rest }
    }

    /// Calls `found` for each player who may have the name of an entry, and says whether the names may be the same. A
    /// player may be found more than once.
    pub(in crate::ratings) fn find(&self, name: &str, mut found: impl FnMut(usize, bool)) {
        let sums = NameSums::of(name);
        let mut key = None;
        for (sum, may_be_same) in [(sums.all, true), (sums.surname, false), (sums.given, false)] {
            match self.by_sum.get(&sum) {
                None => {}
                Some(Sharing::Few(places)) => places.iter().for_each(|place| found(*place, may_be_same)),
                Some(Sharing::Many) => {
                    let key = key.get_or_insert_with(|| NameKey::of(name));
                    let rest = match key.parts() {
                        _ if may_be_same => Rest::Nothing,
                        // A name without a comma is like none but those with its words.
                        None => continue,
                        Some((_, given)) if sum == sums.surname => Rest::Given(given),
                        Some((surname, _)) => Rest::Surname(surname),
                    };
                    let numbers: BTreeSet<u64> = rest.asked().into_iter().collect();
                    for number in numbers {
                        let places = self.by_rest.get(&(sum, number));
                        places.into_iter().flatten().for_each(|place| found(*place, may_be_same));
                    }
                }
            }
        }
    }
}

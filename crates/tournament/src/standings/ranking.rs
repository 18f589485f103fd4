//! Ranks: groups of equals are divided by one criterion after the other.

use crate::standings::value::TieBreakValue;
use std::{cmp::Reverse, collections::BTreeMap};

/// The place of a contestant.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    pub(crate) id: u16,
    /// The rank: one more than the number of those who are better.
    pub(crate) rank: u16,
    /// Whether others have the rank, too.
    pub(crate) is_shared: bool,
    /// The value of each criterion.
    pub(crate) values: Vec<Option<TieBreakValue>>,
}

/// Ranks contestants by criteria, of which `values` gives the value for each member of a group that is still tied. The
/// greater value is better. Equals stand in the order of their numbers.
pub(crate) fn rank<C: Copy>(
    ids: &[u16],
    criteria: &[C],
    values: impl Fn(C, &[u16]) -> Vec<Option<TieBreakValue>>,
) -> Vec<Place> {
    let mut known: BTreeMap<u16, Vec<Option<TieBreakValue>>> =
        ids.iter().map(|id| (*id, Vec::new())).collect();
    let mut groups: Vec<Vec<u16>> = vec![known.keys().copied().collect()];
    for criterion in criteria {
        let mut divided = Vec::new();
        for group in groups {
            let mut valued: Vec<_> = values(*criterion, &group).into_iter().zip(group).collect();
            valued.sort_by_key(|(value, id)| (Reverse(*value), *id));
            for equals in valued.chunk_by(|(value, _), (other, _)| value == other) {
                divided.push(equals.iter().map(|(_, id)| *id).collect());
            }
            for (value, id) in valued {
                known.entry(id).or_default().push(value);
            }
        }
        groups = divided;
    }
    let mut places = Vec::new();
    for group in groups {
        let rank = u16::try_from(places.len() + 1).unwrap_or(u16::MAX);
        for id in &group {
            let values = known.remove(id).unwrap_or_default();
            places.push(Place { id: *id, rank, is_shared: group.len() > 1, values });
        }
    }
    places
}

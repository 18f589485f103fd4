//! The agenda: the deadline of each link, each table and the seating.
//!
//! Every input asks for the earliest deadline and changes one or two deadlines, so the agenda keeps them in a tree.
//! Invariant: code that changes anything a deadline depends on updates the agenda before the hall is advanced again.
//! Debug builds check it after each input and each deadline.

use crate::{Hall, LinkNo, TableNo};
use board::Millis;
use std::collections::BTreeMap;

/// The owner of a deadline. The order of the variants decides ties: links first, then seating, then tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Due {
    /// A device, or a cable that several boards share.
    Link(LinkNo),
    /// The seating of boards at tables.
    Seating,
    /// A table.
    Table(TableNo),
}

/// The deadlines of all owners.
///
/// ```text
///            1 200                a deadline is changed at its leaf and on the way up;
///       1 350      1 200          the first is found on the way down: of equals the left one,
///    1 350 1 900  1 200 never     which is the first in the order that settles ties
/// ```
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    /// The owners in the order of their leaves. Each comes with a number that gives its place in that order, because a
    /// number is faster to search for than the owner.
    who: Vec<(u64, Due)>,
    /// The tree. The root is at index 1, the children of node `n` are at `2n` and `2n + 1`, and the leaves come last.
    /// Each node holds the earlier deadline of its children, or [`NEVER`] if nothing is due.
    tree: Vec<Millis>,
}

const NEVER: Millis = Millis::MAX;

impl Due {
    fn rank(self) -> u64 {
        match self {
            Due::Link(no) => u64::from(no),
            Due::Seating => 1 << 32,
            Due::Table(no) => 2 << 32 | u64::from(no),
        }
    }
}

impl Agenda {
    /// Sets or clears the deadline of an owner.
    fn put(&mut self, due: Due, at_ms: Option<Millis>) {
        let at_ms = at_ms.unwrap_or(NEVER);
        let index = match self.who.binary_search_by_key(&due.rank(), |(rank, _)| *rank) {
            Ok(index) => index,
            Err(index) => {
                self.insert(index, due);
                index
            }
        };
        let mut node = self.leaves() + index;
        self.tree[node] = at_ms;
        while node > 1 {
            node /= 2;
            let earlier = self.tree[2 * node].min(self.tree[2 * node + 1]);
            if self.tree[node] == earlier {
                break;
            }
            self.tree[node] = earlier;
        }
    }

    fn first_ms(&self) -> Option<Millis> {
        self.tree.get(1).copied().filter(|&at_ms| at_ms != NEVER)
    }

    fn first(&self) -> Option<(Millis, Due)> {
        let at_ms = self.first_ms()?;
        let mut node = 1;
        while node < self.leaves() {
            node = if self.tree[2 * node] == at_ms { 2 * node } else { 2 * node + 1 };
        }
        Some((at_ms, self.who[node - self.leaves()].1))
    }

    /// Adds a leaf for a new owner. This happens rarely: only for a new device or a new table.
    fn insert(&mut self, index: usize, due: Due) {
        let mut leaves = self.tree.split_off(self.leaves());
        leaves.truncate(self.who.len());
        leaves.insert(index, NEVER);
        self.who.insert(index, (due.rank(), due));
        leaves.resize(leaves.len().next_power_of_two(), NEVER);
        self.tree = vec![NEVER; leaves.len()];
        self.tree.append(&mut leaves);
        for node in (1..self.leaves()).rev() {
            self.tree[node] = self.tree[2 * node].min(self.tree[2 * node + 1]);
        }
    }

    fn leaves(&self) -> usize {
        self.tree.len() / 2
    }

    /// Panics if the tree contradicts itself, or if its deadlines differ from `deadlines`.
    fn check(&self, deadlines: &BTreeMap<Due, Millis>) {
        assert!(self.who.is_sorted_by(|(a, _), (b, _)| a < b), "owners are in order, each once");
        assert!(self.who.len() <= self.leaves(), "each owner has a leaf");
        for node in 1..self.leaves() {
            let earlier = self.tree[2 * node].min(self.tree[2 * node + 1]);
            assert_eq!(self.tree[node], earlier, "node {node} holds the earlier deadline of its children");
        }
        let leaves = &self.tree[self.leaves()..];
        let known: BTreeMap<Due, Millis> = self
            .who
            .iter()
            .zip(leaves)
            .filter(|(_, at_ms)| **at_ms != NEVER)
            .map(|((_, due), at_ms)| (*due, *at_ms))
            .collect();
        assert_eq!(known, *deadlines, "a deadline changed without a call of `plan_…`");
        assert!(
            leaves.iter().skip(self.who.len()).all(|at_ms| *at_ms == NEVER),
            "spare leaves hold no deadline"
        );
    }
}

impl Hall {
    /// Returns the earliest deadline; `None` if there is none.
    pub(crate) fn first_due_ms(&self) -> Option<Millis> {
        self.agenda.first_ms()
    }

    /// Returns the earliest deadline and its owner, unless the deadline is after `t_ms`.
    pub(crate) fn due_by(&self, t_ms: Millis) -> Option<(Millis, Due)> {
        self.agenda.first().filter(|&(at, _)| at <= t_ms)
    }

    /// Updates the deadline of the link or cable with this number. Call this after every change to the link or cable.
    pub(crate) fn plan_link(&mut self, no: LinkNo) {
        let link = self.links.get(&no).and_then(|link| link.next_deadline());
        let cable = self.cables.get(&no).and_then(|cable| cable.next_deadline());
        self.agenda.put(Due::Link(no), link.into_iter().chain(cable).min());
    }

    /// Updates the deadline of a table. Call this after every change to the table, or after its removal.
    pub(crate) fn plan_table(&mut self, no: TableNo) {
        let at = self.tables.get(&no).and_then(|table| table.next_deadline());
        self.agenda.put(Due::Table(no), at);
    }

    /// Updates the deadline of seating. Call this after a board came, went, was seated or identified itself.
    pub(crate) fn plan_seating(&mut self) {
        self.agenda.put(Due::Seating, self.seating_due());
    }

    /// Panics if the agenda differs from the deadlines of the owners themselves. Release builds do nothing.
    pub(crate) fn check_agenda(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        let links = self.links.values().map(|link| (Due::Link(link.no()), link.next_deadline()));
        let cables = self.cables.iter().map(|(no, cable)| (Due::Link(*no), cable.next_deadline()));
        let tables = self.tables.values().map(|table| (Due::Table(table.number()), table.next_deadline()));
        let seating = [(Due::Seating, self.seating_due())];
        let mut deadlines = BTreeMap::new();
        for (due, at_ms) in links.chain(cables).chain(seating).chain(tables) {
            if let Some(at_ms) = at_ms {
                let earliest = deadlines.entry(due).or_insert(at_ms);
                *earliest = at_ms.min(*earliest);
            }
        }
        self.agenda.check(&deadlines);
    }
}

#[cfg(test)]
mod tests {
    use super::{Agenda, Due};
    use board::Millis;

    /// Finds the earliest deadline in a plain list, to compare with the tree.
    fn first_of(known: &[(Due, Option<Millis>)]) -> Option<(Millis, Due)> {
        known.iter().filter_map(|(due, at_ms)| Some(((*at_ms)?, *due))).min()
    }

    #[test]
    fn the_first_is_the_earliest_and_of_equals_the_lowest() {
        let mut agenda = Agenda::default();
        assert_eq!(agenda.first(), None);
        let all = [
            Due::Table(7),
            Due::Link(3),
            Due::Seating,
            Due::Table(2),
            Due::Link(1),
            Due::Link(9),
            Due::Table(40),
        ];
        let mut known: Vec<(Due, Option<Millis>)> = Vec::new();
        // Each owner gets several deadlines in turn, with ties between owners and with none.
        for round in 0..200_u64 {
            let due = all[usize::try_from(round * 5 % 7).expect("below seven")];
            let at_ms = [Some(40), None, Some(10), Some(40), Some(700), Some(10)]
                [usize::try_from(round % 6).expect("below six")];
            agenda.put(due, at_ms);
            known.retain(|(other, _)| *other != due);
            known.push((due, at_ms));
            assert_eq!(agenda.first(), first_of(&known), "round {round}");
        }
    }
}

//! The plies of a score, which know when each was touched: whoever told them to somebody need not compare them all again
//! each time a clock speaks or a ply is added.

use crate::Ply;
use std::ops::Deref;

/// The plies of a score, first to last: to be read like a slice, to be changed by the methods here alone.
#[derive(Debug, Clone, Default)]
pub struct Plies {
    plies: Vec<Ply>,
    /// For each, the value of `changes` since which it is what it is.
    since: Vec<u64>,
    changes: u64,
}

impl Plies {
    /// How often somebody changed the plies. While it stays, they are what they were. A clone counts on from here by itself:
    /// counts of two scores do not compare.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// How many plies, from the first, are what they were when [`Plies::changes`] said this.
    pub fn unchanged_since(&self, changes: u64) -> usize {
        self.since.iter().take_while(|since| **since <= changes).count()
    }

    /// A ply, to be changed. Panics where there is none, as a slice does.
    pub fn at_mut(&mut self, index: usize) -> &mut Ply {
        self.changes += 1;
        self.since[index] = self.changes;
        &mut self.plies[index]
    }

    /// One more ply.
    pub fn push(&mut self, ply: Ply) {
        self.changes += 1;
        self.plies.push(ply);
        self.since.push(self.changes);
    }

    /// Takes the last one away.
    pub fn pop(&mut self) -> Option<Ply> {
        self.changes += 1;
        self.since.pop();
        self.plies.pop()
    }

    /// Only so many stay.
    pub fn truncate(&mut self, plies: usize) {
        self.changes += 1;
        self.since.truncate(plies);
        self.plies.truncate(plies);
    }
}

impl Deref for Plies {
    type Target = [Ply];

    fn deref(&self) -> &[Ply] {
        &self.plies
    }
}

impl<'a> IntoIterator for &'a Plies {
    type Item = &'a Ply;
    type IntoIter = std::slice::Iter<'a, Ply>;

    fn into_iter(self) -> Self::IntoIter {
        self.plies.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::Plies;
    use crate::{Played, Ply, PlyState, Reason, Standing};

    #[test]
    fn what_was_touched_since_is_known() {
        let ply = Ply {
            played: Played::Irregular { from: None, to: None },
            after: Standing::initial(),
            state: PlyState::Provisional,
            reason: Reason::Leading,
            touched_ms: 0,
            made_ms: 0,
            pressed_ms: None,
            left_ms: None,
            estimated: false,
            released: false,
        };
        let mut plies = Plies::default();
        (0..4).for_each(|_| plies.push(ply.clone()));
        let told = plies.changes();
        assert_eq!(plies.unchanged_since(told), 4);
        plies.push(ply.clone());
        assert_eq!(plies.unchanged_since(told), 4, "one was added");
        plies.at_mut(2).left_ms = Some(1);
        assert_eq!(plies.unchanged_since(told), 2);
        assert_eq!(plies.unchanged_since(plies.changes()), 5);
        let told = plies.changes();
        plies.truncate(3);
        assert_eq!(plies.unchanged_since(told), 3, "fewer, and none is another");
        plies.pop();
        plies.push(ply);
        assert_eq!(plies.unchanged_since(told), 2, "another stands where the third stood");
        assert!(plies.changes() > told);
    }
}

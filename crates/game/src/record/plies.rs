//! The plies of a score, with a count that shows when each ply was last changed. A publisher therefore need not compare
//! all plies again each time the clock reports or a ply is added.

use crate::Ply;
use std::ops::Deref;

/// The plies of a score, first to last. They can be read as a slice, and change only through the methods of this type.
#[derive(Debug, Clone, Default)]
pub struct Plies {
    plies: Vec<Ply>,
    /// For each ply, the value of `changes` after its last change.
    since: Vec<u64>,
    changes: u64,
}

impl Plies {
    /// Returns the number of changes to the plies so far. The plies are unchanged as long as this number stays the
    /// same. A clone continues the count separately, so the counts of two scores cannot be compared.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the number of plies, from the first, that have not changed since [`Plies::changes`] returned the value
    /// `changes`.
    pub fn unchanged_since(&self, changes: u64) -> usize {
        self.since.iter().take_while(|since| **since <= changes).count()
    }

    /// Gives access to a ply, to change it. Panics if there is no ply with this index, as a slice does.
    pub fn at_mut(&mut self, index: usize) -> &mut Ply {
        self.changes += 1;
        self.since[index] = self.changes;
        &mut self.plies[index]
    }

    /// Adds a ply.
    pub fn push(&mut self, ply: Ply) {
        self.changes += 1;
        self.plies.push(ply);
        self.since.push(self.changes);
    }

    /// Removes and returns the last ply; `None` if there is none.
    pub fn pop(&mut self) -> Option<Ply> {
        self.changes += 1;
        self.since.pop();
        self.plies.pop()
    }

    /// Makes the plies these plies. Those at the beginning that are the same stay untouched, and the count goes on.
    pub fn become_same(&mut self, plies: &[Ply]) {
        let same = self.plies.iter().zip(plies).take_while(|(now, then)| now == then).count();
        self.truncate(same);
        plies[same..].iter().cloned().for_each(|ply| self.push(ply));
    }

    /// Keeps only the first `plies` plies.
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

//! The plies of a score, which know whether they were touched: whoever told them to somebody need not compare them all
//! again each time a clock speaks.

use crate::Ply;
use std::ops::{Deref, DerefMut};

/// The plies of a score, first to last: a `Vec` in every respect, and a count of the occasions on which they may have been
/// changed.
#[derive(Debug, Clone, Default)]
pub struct Plies {
    plies: Vec<Ply>,
    changes: u64,
}

impl Plies {
    /// How often somebody took the plies to change them. While it stays, the plies of this score are what they were. A clone
    /// counts on from here by itself: counts of two scores do not compare.
    pub fn changes(&self) -> u64 {
        self.changes
    }
}

impl Deref for Plies {
    type Target = Vec<Ply>;

    fn deref(&self) -> &Vec<Ply> {
        &self.plies
    }
}

impl DerefMut for Plies {
    fn deref_mut(&mut self) -> &mut Vec<Ply> {
        self.changes += 1;
        &mut self.plies
    }
}

impl<'a> IntoIterator for &'a Plies {
    type Item = &'a Ply;
    type IntoIter = std::slice::Iter<'a, Ply>;

    fn into_iter(self) -> Self::IntoIter {
        self.plies.iter()
    }
}

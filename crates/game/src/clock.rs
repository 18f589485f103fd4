//! The clock of one table as it was last read.

use board::Millis;
use shakmaty::{ByColor, Color};

/// The last clock reading. The quantum is the clock's own, a second for a DGT clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockFace {
    /// Time left for each side, in milliseconds, at `read_ms`.
    pub left_ms: ByColor<u32>,
    /// Whose time runs.
    pub running: Option<Color>,
    /// When the clock was read, in journal time.
    pub read_ms: Millis,
}

impl ClockFace {
    /// The times as they should be at `t`: the running side's goes on from the reading, and stops at nought.
    pub fn at(&self, t: Millis) -> ByColor<u32> {
        let mut left = self.left_ms;
        if let Some(side) = self.running {
            let gone = u32::try_from(t.saturating_sub(self.read_ms)).unwrap_or(u32::MAX);
            left[side] = left[side].saturating_sub(gone);
        }
        left
    }
}

//! The clock of one table as it was last read.

use board::Millis;
use shakmaty::{ByColor, Color};

/// The last reading of the clock. It is as precise as the clock's own display: whole seconds for a DGT clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockFace {
    /// The time left for each side, in milliseconds, at `read_ms`.
    pub left_ms: ByColor<u32>,
    /// The side whose time runs, or `None` if the clock is stopped.
    pub running: Option<Color>,
    /// The instant of the reading, in journal time.
    pub read_ms: Millis,
}

impl ClockFace {
    /// Returns the time left for each side at `t`, in milliseconds. The running side's time is counted down from the
    /// reading, and stops at zero.
    pub fn at(&self, t: Millis) -> ByColor<u32> {
        let mut left = self.left_ms;
        if let Some(side) = self.running {
            let gone = u32::try_from(t.saturating_sub(self.read_ms)).unwrap_or(u32::MAX);
            left[side] = left[side].saturating_sub(gone);
        }
        left
    }
}

//! The clock of one table as it was last read.

use board::Millis;
use shakmaty::{ByColor, Color};

/// The last clock reading. Between readings the running side's time is `left - (now - read)`; the quantum is the
/// clock's own, a second for a DGT clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockFace {
    /// Time left for each side, in milliseconds, at `read_ms`.
    pub left_ms: ByColor<u32>,
    /// Whose time runs.
    pub running: Option<Color>,
    /// When the clock was read, in journal time.
    pub read_ms: Millis,
}

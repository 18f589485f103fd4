//! What the board could not tell when it happened: changes of dead squares, and those that only a full reading told.

use crate::{
    Inference,
    lines::{evidence::Evidence, hypothesis::Hypothesis},
};
use board::Millis;
use shakmaty::Bitboard;

impl Evidence<'_> {
    /// Returns the squares of which a line assumes that they read empty whatever stands there. By the first rules each was
    /// paid for once more when its piece went on.
    pub(crate) fn dead(&self, hyp: &Hypothesis) -> Bitboard {
        if self.inference == Inference::First { Bitboard::EMPTY } else { hyp.sensor_faults.dead() }
    }

    /// Returns whether one of these squares changed after `since` and only a full reading told it: it may have changed
    /// before others that were reported earlier. The first rules took the instant of the reading for that of the change.
    pub(crate) fn has_undated(&self, since: Millis, squares: Bitboard) -> bool {
        self.inference >= Inference::Second && (self.touches.undated_since(since) & squares).any()
    }
}

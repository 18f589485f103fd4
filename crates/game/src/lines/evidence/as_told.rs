//! What a person has just told. Where nothing has changed since, the board has no news for them: they have seen it, or its link is gone
//! and they enter the moves by hand. Then what it shows is no move, and no move taken back.

use crate::lines::{evidence::Evidence, hypothesis::Hypothesis};

impl Evidence<'_> {
    /// Returns whether nothing has changed since a person said what was played.
    pub(crate) fn is_as_told(&self) -> bool {
        self.told_ms > 0 && self.touches.since(self.told_ms).is_empty()
    }

    /// Returns whether nothing has changed since a person said what was played, nor since the last ply of a line was made.
    pub(crate) fn is_known_to_teller(&self, hyp: &Hypothesis) -> bool {
        self.is_as_told() && self.touched(hyp).is_empty()
    }
}

//! The placements that stood on a board whose orientation is unknown, by the board's own numbering.
//!
//! A hand that carries a pawn touches squares on its way, also behind the pawn, and the first reading of a board may fall
//! within such a touch. So only placements count that did not change for [`STOOD_MS`], or at which a player pressed.

use crate::{Millis, Orientation, Reading};

/// The time for which a placement must not change to count, in milliseconds. A touch lasts less than half of it.
const STOOD_MS: Millis = 1000;

/// The latest placement, and the one that stood before it.
#[derive(Debug, Clone)]
pub(crate) struct Stood {
    before: Option<Reading>,
    latest: Reading,
    /// The instant of the latest change.
    since: Millis,
}

impl Stood {
    pub(crate) fn new(t: Millis, raw: &Reading) -> Stood {
        Stood { before: None, latest: raw.clone(), since: t }
    }

    /// Notes that a player pressed the clock: the latest placement counts, however short it has stood.
    pub(crate) fn press(&mut self) {
        self.since = 0;
    }

    /// Takes in the reading at `t`. Returns the orientation if the placement that stood until now differs by the move of
    /// a pawn from the one that stood before it.
    pub(crate) fn see(&mut self, t: Millis, raw: &Reading) -> Option<Orientation> {
        let mut verdict = None;
        if t.saturating_sub(self.since) >= STOOD_MS && self.before.as_ref() != Some(&self.latest) {
            let before = self.before.replace(self.latest.clone());
            verdict = before.and_then(|before| Orientation::judge_pawns(&before, &self.latest));
        }
        if self.latest != *raw {
            (self.latest, self.since) = (raw.clone(), t);
        }
        verdict
    }
}

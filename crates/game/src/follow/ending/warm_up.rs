//! Moves before the game: somebody tries something on the board, and the array is set up again.
//!
//! The clock tells them from a game: nobody pressed it. What was tried before it was started is no game, and the one whose array
//! stands is still the same game.

use crate::{Ply, Reason, Scribe, Standing};
use board::Millis;

/// The greatest number of plies that count as tried. More may be a game for which nobody started the clock.
const TRIED_MAX: usize = 16;

impl Scribe {
    /// Begins the game on the board from `start`, as if nothing had been played.
    pub(crate) fn begin_again(&mut self, t: Millis, start: Standing) {
        let tags = self.tags_of_next();
        self.begin_otherwise(t, start, tags);
        self.note_exchanged(t);
    }

    /// Returns whether the plies of the game were only tried: nobody has started the clock.
    pub(crate) fn is_warm_up(&self) -> bool {
        let is_started = self.score.clock_started_ms.is_some();
        !is_started && self.score.plies.len() <= TRIED_MAX && self.is_unplayed()
    }

    /// Begins the only game, now that the clock is started over its array, or over its first move: more than a few plies may have
    /// been tried before, or with a clock that ran.
    pub(crate) fn begin_with_clock(&mut self, t: Millis) {
        if !self.terms.one_game || self.over.is_none() || !self.is_unplayed() {
            return;
        }
        let start = self.terms.start.clone();
        if self.seen.diff(start.board()).is_empty() || self.has_moved(start.board(), start.turn()) {
            self.begin_again(t, start);
        }
    }

    /// Returns whether what is on the board is no game yet: there is a clock, and nobody pressed it or told a move or a result.
    pub fn is_unplayed(&self) -> bool {
        let is_played = |ply: &Ply| ply.pressed_ms.is_some() || ply.reason == Reason::Operator;
        self.score.clock.is_some() && self.score.result.is_none() && !self.score.plies.iter().any(is_played)
    }
}

//! Moves before the game: while the clock stands, somebody tries something on the board, and the array is set up again.
//!
//! The clock tells them from a game: nobody has started it, and nobody pressed it. What was tried is no game then, and the one
//! whose array stands is still the same game.

use crate::{Ply, Reason, Scribe, Standing};
use board::Millis;

/// The greatest number of plies that count as tried. More may be a game for which nobody started the clock.
const TRIED_MAX: usize = 16;

impl Scribe {
    /// Begins the game on the board from `start`, as if nothing had been played.
    pub(crate) fn begin_again(&mut self, t: Millis, start: Standing) {
        let tags = self.score.tags.clone();
        self.begin_otherwise(t, start, tags);
        self.note_exchanged(t);
    }

    /// Returns whether the plies of the game were only tried.
    pub(crate) fn is_warm_up(&self) -> bool {
        self.score.plies.len() <= TRIED_MAX && self.is_unplayed()
    }

    /// Begins the only game, now that the clock was started over its array: what was set up again before may have been more
    /// than a few plies.
    pub(crate) fn begin_with_clock(&mut self, t: Millis) {
        let is_over = self.terms.one_game && self.over.is_some();
        if is_over && self.running().is_some() && self.is_unplayed() && self.is_array_of_next() {
            self.begin_again(t, self.start_of_next());
        }
    }

    /// Returns whether what is on the board is no game yet: there is a clock, and nobody started it, pressed it or told a move or
    /// a result.
    pub fn is_unplayed(&self) -> bool {
        let is_played = |ply: &Ply| ply.pressed_ms.is_some() || ply.reason == Reason::Operator;
        self.score.clock.is_some()
            && self.score.clock_started_ms.is_none()
            && self.score.result.is_none()
            && !self.score.plies.iter().any(is_played)
    }
}

//! What an adjournment keeps from the world (PL09 guideline 1(a), RU20 18.1.1, FIDE I.1.1).
//!
//! ```text
//!   plies      told up to the order ──────────────── nothing later ─────────────── told on, from the opening
//!   clock      goes on until both times stand ─── stored times, as sealed ─── goes on when a player's time runs again
//! ```
//! The sealed move is written and not played; should it be made on the board all the same, nobody but the arbiter hears of
//! it before the envelope is open. While the game is stored the clock may be reset or used elsewhere: the public keeps the
//! times that were sealed.

use crate::watched::Watched;
use game::{ClockFace, Score};
use std::borrow::Cow;

/// What the world sees of an adjourned game's clock.
#[derive(Debug, Default)]
pub(crate) struct Veil {
    /// The clock as it was sealed, while the game is stored.
    stored: Option<Option<ClockFace>>,
}

impl Veil {
    /// Looks where the adjournment stands now.
    pub(crate) fn look(&mut self, game: &Watched) {
        if !game.watch().adjournment().stage().is_stored() {
            self.stored = None;
        } else if self.stored.is_none() {
            self.stored = Some(game.scribe().score().clock);
        }
    }

    /// The game as the world may see it; itself unless it is adjourned.
    pub(crate) fn over<'a>(&self, game: &'a Watched) -> Cow<'a, Score> {
        let score = game.scribe().score();
        let Some(plies) = game.watch().adjournment().public_plies() else { return Cow::Borrowed(score) };
        let mut shown = score.clone();
        shown.plies.truncate(plies);
        if let Some(clock) = self.stored {
            shown.clock = clock;
        }
        Cow::Owned(shown)
    }
}

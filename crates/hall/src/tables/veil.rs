//! What an adjournment keeps from the world (PL09 guideline 1(a), RU20 18.1.1, FIDE I.1.1).
//!
//! ```text
//!   plies      told up to the order ──────────────── nothing later ─────────────── told on, from the opening
//!   clock      goes on until both times stand ─── stored times, as sealed ─── goes on when a player's time runs again
//! ```
//! The sealed move is written and not played; should it be made on the board all the same, nobody but the arbiter hears of
//! it before the envelope is open. While the game is stored the clock may be reset or used elsewhere: the public keeps the
//! times that were sealed. A game that is still adjourned when another begins on the board stays as it was told: what was
//! played after the order is never published.

use crate::tables::watched::Watched;
use game::{ClockFace, Score};
use std::{borrow::Cow, collections::BTreeMap};

/// What the world sees of adjourned games.
#[derive(Debug, Default)]
pub(crate) struct Veil {
    /// The clock as it was sealed, while the game is stored.
    stored: Option<Option<ClockFace>>,
    /// The game on the board, while it is kept back, by its number at the table; and how many plies the world sees.
    kept: Option<(u32, usize)>,
    /// Games that were adjourned when another began.
    left: BTreeMap<u32, usize>,
}

/// So many games left adjourned are remembered: as many as a table keeps in memory.
const LEFT_MAX: usize = 128;

impl Veil {
    /// Looks where the adjournment of the game on the board stands now. The number is the game's at the table.
    pub(crate) fn look(&mut self, number: u32, game: &Watched) {
        if let Some((left, plies)) = self.kept.filter(|(kept, _)| *kept != number) {
            self.left.insert(left, plies);
            if self.left.len() > LEFT_MAX {
                self.left.pop_first();
            }
        }
        self.kept = game.watch().adjournment().public_plies().map(|plies| (number, plies));
        if !game.watch().adjournment().stage().is_stored() {
            self.stored = None;
        } else if self.stored.is_none() {
            self.stored = Some(game.scribe().score().clock);
        }
    }

    /// How many plies the world sees of a game that is adjourned or was left so; none where it sees them all. What was seen last
    /// holds also for a table that has failed since.
    pub(crate) fn limit(&self, number: u32) -> Option<usize> {
        let kept = self.kept.filter(|(kept, _)| *kept == number);
        self.left.get(&number).copied().or(kept.map(|(_, plies)| plies))
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

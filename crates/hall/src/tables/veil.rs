//! The veil: what an adjournment keeps from the world (PL09 guideline 1(a), RU20 18.1.1, FIDE I.1.1).
//!
//! ```text
//!   plies      told up to the order ──────────────── nothing later ─────────────── told on, from the opening
//!   clock      goes on until both times stand ─── stored times, as sealed ─── goes on when a player's time runs again
//! ```
//! The sealed move is written and not played. If it is made on the board all the same, only the arbiter hears of it
//! before the envelope is opened. While the game is stored the clock may be reset or used elsewhere, so the public
//! keeps the times that were sealed. A game that is still adjourned when another begins on the board stays as
//! published: what was played after the order is never published.

use crate::tables::watched::Watched;
use game::{ClockFace, Score};
use std::{borrow::Cow, collections::BTreeMap};

/// The world's view of adjourned games.
#[derive(Debug, Default)]
pub(crate) struct Veil {
    /// The clock as it was sealed, while the game is stored.
    stored: Option<Option<ClockFace>>,
    /// The game on the board while it is kept back: its number at the table, and how many plies the world sees.
    kept: Option<(u32, usize)>,
    /// The games that were adjourned when another began, each with the number of plies that the world sees.
    left: BTreeMap<u32, usize>,
}

/// The number of games left adjourned that are remembered: as many as a table keeps in memory.
const LEFT_MAX: usize = 128;

impl Veil {
    /// Takes the present state of the adjournment of the game on the board. `number` is the game's number at the table.
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

    /// Returns the number of plies that the world sees of a game that is adjourned or was left adjourned; `None`
    /// where it sees them all. For a table that has failed, the last known number holds.
    pub(crate) fn limit(&self, number: u32) -> Option<usize> {
        let kept = self.kept.filter(|(kept, _)| *kept == number);
        self.left.get(&number).copied().or(kept.map(|(_, plies)| plies))
    }

    /// Returns the score as the world may see it: the score itself unless the game is adjourned.
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

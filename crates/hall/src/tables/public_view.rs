//! The public view of a table: what is published of an adjourned game, and what is not (PL09 guideline 1(a), RU20 18.1.1,
//! FIDE I.1.1).
//!
//! ```text
//!   plies      published up to the order ─────── no later ply ─────── published again once the envelope is opened
//!   clock      goes on until both clocks are stopped ─── stored times, as sealed ─── goes on when a clock runs again
//! ```
//! The sealed move is written down and not played. If somebody plays it on the board all the same, only the arbiter is
//! notified before the envelope is opened. While the game is stored, its clock may be reset or used elsewhere, so the
//! public sees the times at which it was sealed. If a game is still adjourned when another begins on the board, its
//! published moves stay, and no move made after the order to adjourn is ever published.

use crate::tables::watched::Watched;
use game::{ClockFace, Score};
use std::{borrow::Cow, collections::BTreeMap};

/// The limits on what the world sees of a table's adjourned games.
#[derive(Debug, Default)]
pub(crate) struct PublicView {
    /// The last clock reading before the game was stored; the outer `None` while no game is stored.
    stored: Option<Option<ClockFace>>,
    /// The game on the board, if it is adjourned: its number at the table, and how many plies the world sees.
    kept: Option<(u32, usize)>,
    /// The games that were left adjourned when another game began, each with the number of plies that the world sees.
    left: BTreeMap<u32, usize>,
}

/// The greatest number of games left adjourned that are remembered: as many as a table keeps in memory.
const LEFT_MAX: usize = 128;

impl PublicView {
    /// Updates the limits after a change in the adjournment of the game on the board. `number` is the game's number at
    /// the table.
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

    /// Returns the number of plies that the world sees of a game that is adjourned or was left adjourned; `None` if the
    /// world sees all of them. After the table has failed, the last known number remains valid.
    pub(crate) fn limit(&self, number: u32) -> Option<usize> {
        let kept = self.kept.filter(|(kept, _)| *kept == number);
        self.left.get(&number).copied().or(kept.map(|(_, plies)| plies))
    }

    /// Returns the score as the world may see it: unchanged, unless the game is adjourned.
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

//! The game as it would stand had a person not given the last order. A result is entered at the wrong table, or a position restored
//! at a table where nothing was wrong, and the order is taken back while play goes on there. So the game before the order is followed
//! on unseen, and told as it was played once the order is taken back.
//!
//! Invariant: what is followed aside tells nothing.

use crate::{Order, Ply, ResultEntry, Scribe, Undoable};
use board::{BoardEvent, Millis};

/// A game that is followed aside.
#[derive(Debug, Clone)]
pub(crate) struct Aside {
    game: Box<Scribe>,
    /// The instant of the order.
    t: Millis,
    /// The number of the game after the order, and how many plies it had then.
    number: u32,
    plies: usize,
}

/// The greatest number of plies after an order for which the game before it is followed. Later the order is taken back no more, but
/// a result: while that stands nothing is added.
const SINCE_MAX: usize = 16;

impl Scribe {
    /// Returns a copy of what the machine knows of the game on the board.
    pub(super) fn copy(&self) -> Scribe {
        Scribe { finished: Vec::new(), events: Default::default(), aside: None, ..self.clone() }
    }

    /// Follows the game `before` an order that was carried out. A result that takes the place of another is taken back with that one.
    pub(super) fn set_aside(&mut self, t: Millis, order: &Order, before: Scribe) {
        match order {
            Order::Result(None) => self.aside = None,
            Order::Result(Some(_)) if before.score.result.is_some() => {}
            _ => {
                let (number, plies) = (self.score.number, self.score.plies.len());
                self.aside = Some(Aside { game: Box::new(before), t, number, plies });
            }
        }
    }

    /// Lets the game that is followed aside, and nothing else, handle what the board said. The game itself hears nothing while a result
    /// closes its table.
    pub fn overhear(&mut self, t: Millis, event: &BoardEvent) {
        let (number, plies) = (self.score.number, self.score.plies.len());
        let Some(aside) = &mut self.aside else { return };
        if number == aside.number && plies <= aside.plies + SINCE_MAX {
            aside.game.handle_board(t, event);
            aside.game.events.clear();
        } else {
            self.aside = None;
        }
    }

    /// Returns how many moves were made, and pressed for, since the result was entered that stands: the game may not have ended. Whoever
    /// looks at it once more after the game presses no clock. 0 if no result stands, or if it was known before.
    pub fn played_since_result(&self) -> usize {
        let Some(aside) = self.aside.as_ref().filter(|_| self.score.result.is_some()) else { return 0 };
        let is_since = |ply: &&Ply| !ply.estimated && ply.pressed_ms.is_some_and(|at| at > aside.t);
        let is_of_game = aside.game.score.number == aside.number && aside.game.score.result.is_none();
        if is_of_game {
            aside.game.score.plies[..].iter().skip(aside.plies).filter(is_since).count()
        } else {
            0
        }
    }

    /// Makes the game what was followed aside, and tells what was played meanwhile. Returns false if that is not known, or is not a
    /// game with this result.
    pub(super) fn resume_aside(&mut self, t: Millis, result: Option<ResultEntry>) -> bool {
        let is_of_result = |aside: &mut Aside| aside.game.score.result == result;
        let Some(Aside { mut game, .. }) = self.aside.take_if(is_of_result) else { return false };
        game.advance(t);
        if game.score.number != self.score.number {
            return false;
        }
        game.score.remarks.clone_from(&self.score.remarks);
        for (index, now) in self.score.plies.iter().enumerate() {
            if game.score.plies.get(index).is_some_and(|ply| ply.played == now.played) {
                game.score.plies.at_mut(index).released = now.released;
            }
        }
        self.go_back(t, Undoable::Result, *game);
        true
    }
}

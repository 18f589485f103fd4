//! The reply that is under way: its pieces contradict a line that does not have it yet.

use crate::lines::{evidence::Evidence, hypothesis::Hypothesis};
use shakmaty::{Bitboard, Color, Square};

impl Evidence<'_> {
    /// Returns the squares on which only a reply contradicts a line: they changed after the latest press, which `by` made, and the
    /// opponent's piece is on them or gone from them.
    pub(crate) fn replied_on(&self, hyp: &Hypothesis, by: Color) -> Bitboard {
        self.held_or_placed(hyp, !by, self.touches.since(self.pressed_ms.unwrap_or(self.t)))
    }

    /// Returns whether the reading contradicts a line only by the move of the side to move: pieces that it has lifted or put down,
    /// and the one that it captures.
    pub(crate) fn is_being_answered(&self, hyp: &Hypothesis) -> bool {
        let diff = self.diff(hyp);
        let captured = diff & !self.held_or_placed(hyp, self.at(hyp).turn(), diff);
        diff.any() && captured.count() <= 1 && (captured & self.seen.occupied()).is_empty()
    }

    /// Returns those of these squares on which `side` has a piece, or had one in a line and reads none.
    fn held_or_placed(&self, hyp: &Hypothesis, side: Color, squares: Bitboard) -> Bitboard {
        let before = self.at(hyp).board();
        let is_of_side = |&square: &Square| {
            let gone = before.color_at(square).filter(|_| !self.seen.at(square).is_occupied());
            gone == Some(side) || self.seen.piece_at(square).is_some_and(|piece| piece.color == side)
        };
        squares.into_iter().filter(is_of_side).collect()
    }
}

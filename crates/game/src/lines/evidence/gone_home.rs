//! A piece that goes home when a game is over and no clock says so: the first of those that are put up for the next one.

use crate::{Standing, lines::evidence::Evidence};
use shakmaty::{Bitboard, Board, Square};

/// Returns whether the piece on a square of the placement `after` stands where it began: in the game from `start`, or in the usual
/// array, which may be put up next.
pub(crate) fn is_home(start: &Standing, after: &Standing, square: Square) -> bool {
    let piece = after.board().piece_at(square);
    piece.is_some() && [start.board(), &Board::new()].iter().any(|home| home.piece_at(square) == piece)
}

impl Evidence<'_> {
    /// Returns whether a piece that stands on `to` in the placement `after` has come home there, against the rules, while another
    /// piece is in a hand, or elsewhere: then pieces are being put up, and nobody has moved. Where a clock runs, it tells.
    pub(crate) fn is_put_up(&self, after: &Standing, to: Option<Square>) -> bool {
        let others = self.seen.diff(after.board()) & !to.map_or(Bitboard::EMPTY, Bitboard::from);
        !self.clock && to.is_some_and(|to| is_home(&self.score.start, after, to)) && others.any()
    }
}

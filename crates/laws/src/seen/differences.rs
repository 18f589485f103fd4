//! The squares on which the board differs from the game.

use crate::text::Difference;
use board::{Contents, Reading};
use game::Standing;
use shakmaty::{Piece, Rank, Role, Square};

/// Returns the squares on which a reading differs from the standing of the game.
pub(crate) fn differences(reading: &Reading, standing: &Standing) -> Vec<Difference> {
    Square::ALL.into_iter().filter_map(|square| differs(reading, standing, square)).collect()
}

/// Returns the difference between board and game on one square; `None` if there is none.
pub(crate) fn differs(reading: &Reading, standing: &Standing, square: Square) -> Option<Difference> {
    let (expected, stands) = (standing.board().piece_at(square), reading.at(square));
    let same = match (expected, stands) {
        (None, Contents::Empty) | (Some(_), Contents::Occupied) => true,
        (Some(piece), Contents::Piece(there)) => piece == there || is_waiting_pawn(square, piece, there),
        (None, Contents::Piece(_) | Contents::Occupied) | (Some(_), Contents::Empty) => false,
    };
    (!same).then_some((square, expected, stands))
}

/// Returns whether the difference is a pawn left on its last rank. The game treats such a pawn as the queen that it
/// becomes, and other observers report it.
fn is_waiting_pawn(square: Square, piece: Piece, there: Piece) -> bool {
    let last = there.color.fold_wb(Rank::Eighth, Rank::First);
    there.role == Role::Pawn && square.rank() == last && piece.color == there.color
}

/// Returns whether a piece stands on a square where the game does not have it.
pub(crate) fn is_arrival(reading: &Reading, standing: &Standing, square: Square) -> bool {
    match reading.at(square) {
        Contents::Empty => false,
        Contents::Occupied => standing.board().piece_at(square).is_none(),
        Contents::Piece(piece) => standing.board().piece_at(square) != Some(piece),
    }
}

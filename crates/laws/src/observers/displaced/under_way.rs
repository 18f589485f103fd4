//! What looks displaced and is a move under way: hands put pieces down in any order.

use super::differences;
use crate::{seen::scene::legal_moves, text::Difference};
use board::{Contents, Reading};
use game::Standing;
use shakmaty::{Color, Move};

/// A move is begun that explains the difference. `by` pressed since the squares changed last.
pub(super) fn is_begun(
    reading: &Reading,
    standing: &Standing,
    found: &[Difference],
    by: Option<Color>,
) -> bool {
    match by {
        None => is_half_castled(reading, standing, found) || is_promoting(reading, standing, found),
        // The opponent has pressed; the move that is his to answer may have been begun before.
        Some(by) => by != standing.turn() && is_promoting(reading, standing, found),
    }
}

/// A legal move leaves exactly what the board shows: it is asked about, or not pressed for yet, or its pawn waits to become
/// a piece.
pub(super) fn is_a_move(reading: &Reading, standing: &Standing) -> bool {
    legal_moves(standing).into_iter().any(|mv| differences(reading, &standing.play(mv)).is_empty())
}

/// The king stands as after a castling that is legal, and the rook has yet to follow.
fn is_half_castled(reading: &Reading, standing: &Standing, found: &[Difference]) -> bool {
    let turn = standing.turn();
    legal_moves(standing).into_iter().filter_map(|mv| Some((mv.from()?, mv.castling_side()?))).any(
        |(from, side)| {
            let to = side.king_to(turn);
            let is_there = match reading.at(to) {
                Contents::Piece(piece) => piece == turn.king(),
                Contents::Occupied => true,
                Contents::Empty => false,
            };
            is_there && found.iter().all(|(square, ..)| *square == from || *square == to)
        },
    )
}

/// The new piece stands on the square a pawn can promote on, and the pawn, or what it takes, is not off the board yet
/// (3.7.5, 4.6: in any order).
fn is_promoting(reading: &Reading, standing: &Standing, found: &[Difference]) -> bool {
    let is_there = |mv: &Move| match (reading.at(mv.to()), mv.promotion()) {
        (Contents::Piece(piece), Some(role)) => piece == role.of(standing.turn()),
        (Contents::Occupied, Some(_)) => true,
        (Contents::Piece(_) | Contents::Occupied | Contents::Empty, _) => false,
    };
    legal_moves(standing)
        .iter()
        .filter(|mv| is_there(mv))
        .any(|mv| found.iter().all(|(square, ..)| *square == mv.to() || Some(*square) == mv.from()))
}

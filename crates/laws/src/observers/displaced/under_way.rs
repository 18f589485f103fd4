//! Moves under way that look like displaced pieces: hands put pieces down in any order.

use super::differences;
use crate::{seen::scene::legal_moves, text::Difference};
use board::{Contents, Reading};
use game::Standing;
use shakmaty::{Color, Move};

/// Returns whether a move has begun that explains the difference. `by` pressed since the squares last changed.
pub(super) fn is_begun(
    reading: &Reading,
    standing: &Standing,
    found: &[Difference],
    by: Option<Color>,
) -> bool {
    match by {
        None => is_half_castled(reading, standing, found) || is_promoting(reading, standing, found),
        // The opponent has pressed; the reply may have been begun before that.
        Some(by) => by != standing.turn() && is_promoting(reading, standing, found),
    }
}

/// Returns whether a legal move leaves exactly what the board shows: a question about it is open, or it has not been
/// pressed for yet, or its pawn waits to become a piece.
pub(super) fn is_a_move(reading: &Reading, standing: &Standing) -> bool {
    legal_moves(standing).into_iter().any(|mv| differences(reading, &standing.play(mv)).is_empty())
}

/// Returns whether the king stands as after a legal castling, and the rook has yet to follow.
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

/// Returns whether the new piece stands on a square where a pawn can promote, and the pawn, or the piece it captures,
/// is not off the board yet (3.7.5, 4.6: in any order).
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

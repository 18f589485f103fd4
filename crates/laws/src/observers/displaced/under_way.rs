//! Unfinished moves that look like displaced pieces, because hands put pieces down in any order.

use crate::{
    seen::{differences::differences, scene::legal_moves},
    text::Difference,
};
use board::{Contents, Reading};
use game::Standing;
use shakmaty::{Color, Move};

/// Returns whether an unfinished move explains the difference between board and game. `by` is the player who pressed
/// after the squares last changed.
pub(super) fn is_begun(
    reading: &Reading,
    standing: &Standing,
    found: &[Difference],
    by: Option<Color>,
) -> bool {
    match by {
        None => is_half_castled(reading, standing, found) || is_promoting(reading, standing, found),
        // The opponent has pressed, but the reply may have been begun before that press.
        Some(by) => by != standing.turn() && is_promoting(reading, standing, found),
    }
}

/// Returns whether a legal move leads to exactly what the board shows. The score may lack such a move because a
/// question about it is open, because nobody pressed for it, or because its pawn has not been exchanged yet.
pub(super) fn is_a_move(reading: &Reading, standing: &Standing) -> bool {
    legal_moves(standing).into_iter().any(|mv| differences(reading, &standing.play(mv)).is_empty())
}

/// Returns whether the king stands where a legal castling puts it and the rook has not followed yet.
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

/// Returns whether a new piece stands on a square where a pawn can promote, while the pawn, or the piece that the pawn
/// captures, is still on the board. The Laws allow any order (3.7.5, 4.6).
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

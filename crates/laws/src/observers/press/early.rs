//! Presses that come before the move: a piece is in the air, or stands where it cannot go, and is put down elsewhere later.

use crate::seen::{
    differences::differences,
    hands::Hands,
    scene::{Scene, legal_moves},
    trail::Press,
};
use board::{Contents, Sensing};
use shakmaty::{Color, Move, Square};

/// A press that may have come before its move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Early {
    pub(super) press: Press,
    /// The number of plies of the score at that instant.
    pub(super) plies: usize,
    /// The square on which the piece stood then although no rule lets it go there; `None` if it was in the air.
    pub(super) wrong: Option<Square>,
}

/// Returns the square on which a piece of this side stands although no rule lets it go there, if nothing else differs from the
/// score. A board that senses only occupancy cannot tell it from a captured piece that a hand holds over that square.
pub(super) fn stands_wrong(scene: &Scene, by: Color) -> Option<Square> {
    let standing = scene.score.standing();
    let differing = differences(scene.trail.reading(), standing);
    let [one, other] = differing[..] else { return None };
    let (left, reached) = if one.2 == Contents::Empty { (one, other) } else { (other, one) };
    let piece = left.1.filter(|piece| piece.color == by && left.2 == Contents::Empty)?;
    let (from, to) = (left.0, reached.0);
    let reaches = |mv: &Move| mv.castling_side().map_or(mv.to(), |side| side.king_to(by)) == to;
    let is_lawful = legal_moves(standing).iter().any(|mv| mv.from() == Some(from) && reaches(mv));
    (reached.2 == Contents::Piece(piece) && !is_lawful).then_some(to)
}

/// Returns whether a piece of this side is off the board and no square shows a piece that should not be there.
pub(super) fn in_air(scene: &Scene, by: Color) -> bool {
    // A board that senses only occupancy cannot tell a piece in the hand from a piece that captured another piece.
    let took = |lift: &crate::seen::hands::Lift| lift.piece.color != by;
    if scene.sensing == Sensing::Occupancy && Hands::now(scene).lifts.iter().any(took) {
        return false;
    }
    let board = scene.score.standing().board();
    let reading = scene.trail.reading();
    let mut missing = false;
    for square in Square::ALL {
        match (board.piece_at(square), reading.at(square)) {
            (Some(piece), Contents::Empty) => missing |= piece.color == by,
            (Some(piece), Contents::Piece(there)) if piece != there => return false,
            (None, Contents::Piece(_) | Contents::Occupied) => return false,
            (Some(_) | None, _) => {}
        }
    }
    missing
}

//! The game as a Novag board follows it: the expected placement, and the placement before each move.
//!
//! Limit: at most [`BACK_MAX`] successive moves can be taken back.

use shakmaty::{Board, Role, Square};

/// The greatest number of successive moves that can be taken back.
pub const BACK_MAX: usize = 64;

/// The game: the placement that should be on the board, by default the starting position, and the earlier placements.
#[derive(Debug, Clone, Default)]
pub struct Game {
    placement: Board,
    before: Vec<Board>,
}

impl Game {
    /// Creates a game that begins with these pieces on the board.
    pub fn at(placement: &Board) -> Game {
        Game { placement: placement.clone(), before: Vec::new() }
    }

    /// Returns the placement that should be on the board.
    pub fn placement(&self) -> &Board {
        &self.placement
    }

    /// Makes a move.
    pub fn play(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        if self.before.len() == BACK_MAX {
            self.before.remove(0);
        }
        self.before.push(self.placement.clone());
        carry(&mut self.placement, from, to, promotion);
    }

    /// Takes the last move back, if it is known.
    pub fn take_back(&mut self) {
        if let Some(before) = self.before.pop() {
            self.placement = before;
        }
    }
}

/// Returns whether the king goes two squares along its rank, which it does only in castling.
pub fn is_castling(placement: &Board, from: Square, to: Square) -> bool {
    let across = i32::from(to.file()) - i32::from(from.file());
    placement.role_at(from) == Some(Role::King) && across.abs() == 2 && from.rank() == to.rank()
}

/// Returns whether a pawn captures in passing.
pub fn is_in_passing(placement: &Board, from: Square, to: Square) -> bool {
    let is_pawn = placement.role_at(from) == Some(Role::Pawn);
    is_pawn && from.file() != to.file() && placement.piece_at(to).is_none()
}

/// Moves a piece as hands would: castling moves the rook as well, and a capture in passing removes the pawn.
fn carry(placement: &mut Board, from: Square, to: Square, promotion: Option<Role>) {
    if is_in_passing(placement, from, to) {
        placement.discard_piece_at(Square::from_coords(to.file(), from.rank()));
    }
    if is_castling(placement, from, to) {
        let (corner, beside) = if to.file() > from.file() {
            (shakmaty::File::H, shakmaty::File::F)
        } else {
            (shakmaty::File::A, shakmaty::File::D)
        };
        if let Some(rook) = placement.remove_piece_at(Square::from_coords(corner, from.rank())) {
            placement.set_piece_at(Square::from_coords(beside, from.rank()), rook);
        }
    }
    let Some(mut piece) = placement.remove_piece_at(from) else { return };
    if let Some(role) = promotion {
        piece.role = role;
    }
    placement.set_piece_at(to, piece);
}

//! Squares on which a line sets the reading aside, and what each costs to believe.
//!
//! Invariant: a square has one price. What sensors do by themselves (a weak piece, a ghost) is forgiven when the reading
//! comes round; what only hands do (another piece, one left standing) stays paid.

use crate::{follow::seen::Seen, lines::costs};
use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square};

/// The squares set aside. Most lines have none.
#[derive(Debug, Clone, Default)]
pub(crate) struct Excuses {
    squares: Bitboard,
    priced: Vec<Excuse>,
}

/// One square.
#[derive(Debug, Clone, Copy)]
struct Excuse {
    square: Square,
    cost: u32,
    /// A sensor can do this by itself.
    forgivable: bool,
}

impl Excuses {
    pub(crate) fn squares(&self) -> Bitboard {
        self.squares
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    pub(crate) fn cost(&self) -> u32 {
        self.priced.iter().map(|excuse| excuse.cost).sum()
    }

    /// Sets aside what others set aside, too.
    pub(crate) fn add(&mut self, others: Excuses) {
        for excuse in others.priced {
            if !self.squares.contains(excuse.square) {
                self.priced.push(excuse);
            }
        }
        self.squares |= others.squares;
    }

    /// Sets these aside at no cost: a line that says they are as they look.
    pub(crate) fn add_free(&mut self, squares: Bitboard) {
        self.squares |= squares;
    }

    /// Keeps only what is still contradicted; gives back what the rest has cost for good.
    pub(crate) fn keep(&mut self, contradicted: Bitboard) -> u32 {
        self.take(self.squares & !contradicted, true)
    }

    /// The square changed: it is evidence again. Gives back what it has cost for good, which is nothing if a sensor's
    /// fault healed.
    pub(crate) fn reopen(&mut self, square: Square, healed: bool) -> u32 {
        self.take(self.squares & Bitboard::from(square), healed)
    }

    fn take(&mut self, squares: Bitboard, healed: bool) -> u32 {
        if squares.is_empty() {
            return 0;
        }
        self.squares &= !squares;
        let mut sunk = 0;
        self.priced.retain(|excuse| {
            let taken = squares.contains(excuse.square);
            if taken && !(healed && excuse.forgivable) {
                sunk += excuse.cost;
            }
            !taken
        });
        sunk
    }
}

/// What it costs to set the reading aside on `squares`, for a line that leads from `start` to `after` with `turn`
/// to move then. One piece of the side to move may be in a hand already. A piece that stands beside the square it
/// is missing from was moved there: hands did that, not sensors.
pub(crate) fn priced(start: &Board, after: &Board, seen: &Seen, squares: Bitboard, turn: Color) -> Excuses {
    let missing = |piece: Piece| {
        squares
            .into_iter()
            .any(|square| after.piece_at(square) == Some(piece) && !seen.at(square).is_occupied())
    };
    let mut in_hand = true;
    let price = |square: Square| {
        let (cost, forgivable) =
            match (after.piece_at(square), seen.piece_at(square), seen.at(square).is_occupied()) {
                (Some(piece), _, false) if piece.color == turn && in_hand => {
                    in_hand = false;
                    (costs::IN_HAND, true)
                }
                (Some(_), _, false) => (costs::EXCUSE_MISSING, true),
                (None, Some(piece), _) if start.piece_at(square) == Some(piece) => {
                    (costs::EXCUSE_NOT_REMOVED, false)
                }
                (None, Some(piece), _) if missing(piece) => (costs::EXCUSE_MOVED, true),
                (None, _, _) => (costs::EXCUSE_GHOST, true),
                (Some(piece), _, true) if is_waiting_pawn(seen, square, piece) => {
                    (costs::EXCUSE_WAITING_PAWN, false)
                }
                (Some(_), _, true) => (costs::EXCUSE_WRONG_PIECE, false),
            };
        Excuse { square, cost, forgivable }
    };
    Excuses { squares, priced: squares.into_iter().map(price).collect() }
}

/// A pawn left standing on its last rank where the piece it became should be.
pub(crate) fn is_waiting_pawn(seen: &Seen, square: Square, piece: Piece) -> bool {
    piece.role != Role::Pawn
        && seen.piece_at(square) == Some(piece.color.pawn())
        && square.rank() == piece.color.fold_wb(Rank::Eighth, Rank::First)
}

//! What the sensors say about one square, and about all sixty-four.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

/// What a board can tell of a square: which piece stands there, or only that something does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sensing {
    /// The board knows each piece (DGT, Certabo, ChessLink).
    Piece,
    /// The board knows only occupied squares (reed, Hall sensors, Pegasus).
    Occupancy,
}

/// What one square reads. `Occupied` is an answer of its own: something stands there, nobody knows what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Contents {
    /// Nothing on the square.
    #[default]
    Empty,
    /// Something on the square; the board cannot tell what.
    Occupied,
    /// This piece.
    Piece(Piece),
}

impl Contents {
    /// Whether anything stands on the square.
    pub fn is_occupied(self) -> bool {
        self != Contents::Empty
    }
}

/// A full reading of the board, one [`Contents`] a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading([Contents; 64]);

impl Reading {
    /// Every square empty.
    pub fn empty() -> Reading {
        Reading([Contents::Empty; 64])
    }

    /// A reading of known pieces.
    pub fn from_board(board: &Board) -> Reading {
        let mut reading = Reading::empty();
        for color in Color::ALL {
            for role in Role::ALL {
                for square in board.by_color(color) & board.by_role(role) {
                    reading.set(square, Contents::Piece(Piece { color, role }));
                }
            }
        }
        reading
    }

    /// A reading of a board that knows only occupied squares.
    pub fn from_occupied(occupied: Bitboard) -> Reading {
        Reading::from_fn(
            |square| {
                if occupied.contains(square) { Contents::Occupied } else { Contents::Empty }
            },
        )
    }

    /// A reading made square by square.
    pub fn from_fn(mut contents: impl FnMut(Square) -> Contents) -> Reading {
        let mut squares = [Contents::Empty; 64];
        for square in Square::ALL {
            squares[usize::from(square)] = contents(square);
        }
        Reading(squares)
    }

    /// What this square reads.
    pub fn at(&self, square: Square) -> Contents {
        self.0[usize::from(square)]
    }

    /// Changes one square.
    pub fn set(&mut self, square: Square, contents: Contents) {
        self.0[usize::from(square)] = contents;
    }

    /// The known pieces; squares of unknown contents are left empty.
    pub fn known(&self) -> Board {
        let mut board = Board::empty();
        for square in Square::ALL {
            if let Contents::Piece(piece) = self.at(square) {
                board.set_piece_at(square, piece);
            }
        }
        board
    }

    /// The squares on which anything stands.
    pub fn occupied(&self) -> Bitboard {
        Square::ALL.into_iter().filter(|&square| self.at(square).is_occupied()).collect()
    }

    /// On how many squares known pieces contradict this. Something unknown contradicts only an empty square.
    pub(crate) fn contradictions(&self, known: &Reading) -> usize {
        self.0.iter().zip(&known.0).filter(|(seen, known)| contradict(**seen, **known)).count()
    }

    /// The same with this seen from the other side of the table.
    pub(crate) fn contradictions_rotated(&self, known: &Reading) -> usize {
        self.0.iter().rev().zip(&known.0).filter(|(seen, known)| contradict(**seen, **known)).count()
    }

    /// How many known pieces stand where this has none or another one.
    pub(crate) fn misplaced(&self, known: &Reading) -> usize {
        let stands =
            |(seen, known): &(&Contents, &Contents)| seen.is_occupied() && contradict(**seen, **known);
        self.0.iter().zip(&known.0).filter(stands).count()
    }

    /// The squares on which two readings differ.
    pub fn differing(&self, other: &Reading) -> impl Iterator<Item = Square> {
        Square::ALL.into_iter().filter(|&square| self.at(square) != other.at(square))
    }

    /// The same pieces seen from the other side of the table.
    pub fn rotated(&self) -> Reading {
        Reading::from_fn(|square| self.at(square.rotate_180()))
    }
}

fn contradict(seen: Contents, known: Contents) -> bool {
    match (seen, known) {
        (Contents::Occupied, Contents::Piece(_)) => false,
        (seen, known) => seen != known,
    }
}

//! The contents of one square, and of all sixty-four, as the sensors read them.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

/// The kind of sensors: a board knows either which piece is on a square, or only that the square is occupied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sensing {
    /// The board knows each piece (DGT, Certabo, ChessLink, Chessnut).
    Piece,
    /// The board senses only which squares are occupied (reed contacts, Hall sensors, Pegasus).
    Occupancy,
}

/// The contents of one square. `Occupied` means that something is on the square and that its kind is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Contents {
    /// Nothing is on the square.
    #[default]
    Empty,
    /// Something is on the square; the board does not know what.
    Occupied,
    /// A known piece is on the square.
    Piece(Piece),
}

impl Contents {
    /// Returns whether the square is occupied.
    pub fn is_occupied(self) -> bool {
        self != Contents::Empty
    }
}

/// A full reading of the board, one [`Contents`] for each square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading([Contents; 64]);

impl Reading {
    /// Creates a reading with every square empty.
    pub fn empty() -> Reading {
        Reading([Contents::Empty; 64])
    }

    /// Creates a reading of known pieces.
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

    /// Creates a reading from a board that senses only which squares are occupied.
    pub fn from_occupied(occupied: Bitboard) -> Reading {
        Reading::from_fn(
            |square| {
                if occupied.contains(square) { Contents::Occupied } else { Contents::Empty }
            },
        )
    }

    /// Creates a reading; `contents` returns what is on each square.
    pub fn from_fn(mut contents: impl FnMut(Square) -> Contents) -> Reading {
        let mut squares = [Contents::Empty; 64];
        for square in Square::ALL {
            squares[usize::from(square)] = contents(square);
        }
        Reading(squares)
    }

    /// Returns the contents of one square.
    pub fn at(&self, square: Square) -> Contents {
        self.0[usize::from(square)]
    }

    /// Sets the contents of one square.
    pub fn set(&mut self, square: Square, contents: Contents) {
        self.0[usize::from(square)] = contents;
    }

    /// Returns the known pieces. Squares with an unknown object are left empty.
    pub fn known(&self) -> Board {
        let mut board = Board::empty();
        for square in Square::ALL {
            if let Contents::Piece(piece) = self.at(square) {
                board.set_piece_at(square, piece);
            }
        }
        board
    }

    /// Returns the occupied squares.
    pub fn occupied(&self) -> Bitboard {
        Square::ALL.into_iter().filter(|&square| self.at(square).is_occupied()).collect()
    }

    /// Counts the squares whose contents contradict the known pieces. `Occupied` contradicts only a square known to be
    /// empty.
    pub(crate) fn contradictions(&self, known: &Reading) -> usize {
        self.0.iter().zip(&known.0).filter(|(seen, known)| contradict(**seen, **known)).count()
    }

    /// Counts the contradictions that there would be if this reading were turned by half a circle.
    pub(crate) fn contradictions_rotated(&self, known: &Reading) -> usize {
        self.0.iter().rev().zip(&known.0).filter(|(seen, known)| contradict(**seen, **known)).count()
    }

    /// Counts the occupied squares whose contents contradict the known pieces. Squares that read empty do not count.
    pub(crate) fn misplaced(&self, known: &Reading) -> usize {
        let stands =
            |(seen, known): &(&Contents, &Contents)| seen.is_occupied() && contradict(**seen, **known);
        self.0.iter().zip(&known.0).filter(stands).count()
    }

    /// Returns the squares on which two readings differ.
    pub fn differing(&self, other: &Reading) -> impl Iterator<Item = Square> {
        Square::ALL.into_iter().filter(|&square| self.at(square) != other.at(square))
    }

    /// Returns the reading as seen from the opposite side of the table.
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

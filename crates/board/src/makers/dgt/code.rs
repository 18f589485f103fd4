//! The maker's numbers for squares and for their contents.
//!
//! Squares are numbered along the ranks from a8 (0) to h1 (63), as seen with the connector at White's left. The numbers
//! are fixed to the board; [`crate::Orientation`] translates them if it stands the opposite way round.

use crate::Contents;
use shakmaty::{Color, KnownOutcome, Piece, Role, Square};

/// The code that a board reads on one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Code {
    /// Nothing is on the square.
    #[default]
    Empty,
    /// A chess piece is on the square.
    Piece(Piece),
    /// A marker piece is on the square, with which players can enter a result (codes d, e and f). It is no chess piece.
    Marker(KnownOutcome),
}

impl Code {
    /// Parses a code; `None` for a code that has no meaning on a chess board.
    pub fn parse(byte: u8) -> Option<Code> {
        let piece = |color, role| Some(Code::Piece(Piece { color, role }));
        match byte {
            0x0 => Some(Code::Empty),
            0x1..=0x6 => piece(Color::White, ROLES[usize::from(byte - 1)]),
            0x7..=0xc => piece(Color::Black, ROLES[usize::from(byte - 7)]),
            0xd => Some(Code::Marker(KnownOutcome::Draw)),
            0xe => Some(Code::Marker(KnownOutcome::Decisive { winner: Color::White })),
            0xf => Some(Code::Marker(KnownOutcome::Decisive { winner: Color::Black })),
            _ => None,
        }
    }

    /// Returns the code on the wire.
    pub fn emit(self) -> u8 {
        match self {
            Code::Empty => 0x0,
            Code::Piece(piece) => {
                let index = match piece.role {
                    Role::Pawn => 0,
                    Role::Rook => 1,
                    Role::Knight => 2,
                    Role::Bishop => 3,
                    Role::King => 4,
                    Role::Queen => 5,
                };
                index + piece.color.fold_wb(0x1, 0x7)
            }
            Code::Marker(KnownOutcome::Draw) => 0xd,
            Code::Marker(KnownOutcome::Decisive { winner: Color::White }) => 0xe,
            Code::Marker(KnownOutcome::Decisive { winner: Color::Black }) => 0xf,
        }
    }

    /// Returns the contents for the rest of the program. A marker counts as an unknown object, not as a piece.
    pub fn contents(self) -> Contents {
        match self {
            Code::Empty => Contents::Empty,
            Code::Piece(piece) => Contents::Piece(piece),
            Code::Marker(_) => Contents::Occupied,
        }
    }
}

impl From<Option<Piece>> for Code {
    fn from(piece: Option<Piece>) -> Code {
        piece.map_or(Code::Empty, Code::Piece)
    }
}

/// Returns the square with this number on a board that stands the normal way round; `None` if the number is too great.
pub fn square(number: u8) -> Option<Square> {
    (number < 64).then(|| Square::new(u32::from(number ^ 56)))
}

/// Returns the number of a square on a board that stands the normal way round.
pub fn number(square: Square) -> u8 {
    u8::from(square) ^ 56
}

const ROLES: [Role; 6] = [Role::Pawn, Role::Rook, Role::Knight, Role::Bishop, Role::King, Role::Queen];

//! The board's present reading, in a form that can be compared with a placement in a few machine words.
//!
//! The work of reconstruction is comparing: a search examines each placement by comparing it with the reading. This
//! file therefore counts the comparisons, and limits them.

use board::{Contents, Reading, Sensing};
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};
use std::cell::Cell;

/// The approximate limit on the comparisons for one deadline or input. At the limit searches end with the lines found
/// so far, and a person is asked about the rest. Known lines are still weighed. Normal play needs fewer than 4,000
/// comparisons, a lost link up to the limit. A comparison and the move that leads to it take about 300 instructions, so
/// the limit is 90 million instructions: 15 ms on a PC.
pub(crate) const COMPARED_MAX: u32 = 300_000;

/// The board's present reading. A square whose piece is not known agrees with any piece.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    known: Board,
    unknown: Bitboard,
    sensing: Sensing,
    work: Work,
}

/// Returns the squares on which two placements differ.
pub(crate) fn differing(one: &Board, other: &Board) -> Bitboard {
    let of_color = one.white() ^ other.white();
    Role::ALL.into_iter().fold(of_color, |all, role| all | one.by_role(role) ^ other.by_role(role))
}

/// A count of the comparisons made.
#[derive(Debug, Clone, Default)]
struct Work {
    /// The number of comparisons for the present deadline or input.
    now: Cell<u32>,
    /// The largest number of comparisons for any earlier deadline or input.
    most: Cell<u32>,
}

impl Seen {
    pub(crate) fn new(sensing: Sensing, placement: &Board) -> Seen {
        let work = Work::default();
        match sensing {
            Sensing::Piece => Seen { known: placement.clone(), unknown: Bitboard::EMPTY, sensing, work },
            Sensing::Occupancy => {
                Seen { known: Board::empty(), unknown: placement.occupied(), sensing, work }
            }
        }
    }

    /// Sets what the board senses from now on. For an occupancy board no piece is known, not even one that another
    /// board reported.
    pub(crate) fn sense(&mut self, sensing: Sensing) {
        self.sensing = sensing;
        if self.is_occupancy() {
            self.unknown = self.occupied();
            self.known = Board::empty();
        }
    }

    /// Changes the contents of one square, and returns whether they were different before.
    pub(crate) fn set(&mut self, square: Square, contents: Contents) -> bool {
        let contents = self.sensed(contents);
        if self.at(square) == contents {
            return false;
        }
        self.unknown.discard(square);
        self.known.discard_piece_at(square);
        match contents {
            Contents::Empty => {}
            Contents::Occupied => self.unknown.add(square),
            Contents::Piece(piece) => self.known.set_piece_at(square, piece),
        }
        true
    }

    pub(crate) fn at(&self, square: Square) -> Contents {
        match self.known.piece_at(square) {
            Some(piece) => Contents::Piece(piece),
            None if self.unknown.contains(square) => Contents::Occupied,
            None => Contents::Empty,
        }
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.known.piece_at(square)
    }

    /// Returns the squares on which this piece is read.
    pub(crate) fn by_piece(&self, piece: Piece) -> Bitboard {
        self.known.by_piece(piece)
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        self.known.occupied() | self.unknown
    }

    /// Returns the placement; `None` if a piece is not known.
    pub(crate) fn placement(&self) -> Option<&Board> {
        self.unknown.is_empty().then_some(&self.known)
    }

    /// Returns whether none of these squares can hold a piece of `side`, so that no move of that side has ended on
    /// them.
    pub(crate) fn has_none_of(&self, side: Color, squares: Bitboard) -> bool {
        self.unknown.is_empty() && (squares & self.known.by_color(side)).is_empty()
    }

    /// Returns whether the board cannot tell pieces apart.
    pub(crate) fn is_occupancy(&self) -> bool {
        self.sensing == Sensing::Occupancy
    }

    pub(crate) fn reading(&self) -> Reading {
        Reading::from_fn(|square| self.at(square))
    }

    /// Returns the squares on which the reading and the placement contradict each other.
    pub(crate) fn diff(&self, placement: &Board) -> Bitboard {
        self.work.now.set(self.work.now.get().saturating_add(1));
        let diff = differing(&self.known, placement);
        (diff & !self.unknown) | (self.unknown & !placement.occupied())
    }

    /// Starts counting comparisons for another deadline or input.
    pub(crate) fn begin_work(&self) {
        self.work.most.set(self.most_compared());
        self.work.now.set(0);
    }

    /// Returns whether a search must end now because the limit on comparisons is reached.
    pub(crate) fn is_work_done(&self) -> bool {
        self.work.now.get() >= COMPARED_MAX
    }

    /// Returns the largest number of comparisons for one deadline or input so far.
    pub(crate) fn most_compared(&self) -> u32 {
        self.work.most.get().max(self.work.now.get())
    }

    /// Reduces the contents of a square to occupancy if the board senses occupancy only.
    fn sensed(&self, contents: Contents) -> Contents {
        match (self.sensing, contents) {
            (Sensing::Occupancy, Contents::Piece(_)) => Contents::Occupied,
            (Sensing::Piece | Sensing::Occupancy, contents) => contents,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_kind_of_board_is_read_its_own_way() {
        let start = Board::new();
        let mut seen = Seen::new(Sensing::Piece, &start);
        seen.sense(Sensing::Occupancy);
        assert_eq!((seen.at(Square::E2), seen.occupied()), (Contents::Occupied, start.occupied()));
        seen.sense(Sensing::Piece);
        assert!(seen.set(Square::E2, Contents::Piece(Color::White.pawn())));
        assert_eq!(seen.at(Square::E2), Contents::Piece(Color::White.pawn()));
    }

    #[test]
    fn unknown_contents_agree_with_any_piece_and_contradict_emptiness() {
        let start = Board::new();
        let mut seen = Seen::new(Sensing::Piece, &start);
        seen.set(Square::E2, Contents::Occupied);
        assert_eq!(seen.diff(&start), Bitboard::EMPTY);
        seen.set(Square::E4, Contents::Occupied);
        assert_eq!(seen.diff(&start), Bitboard::from(Square::E4));
        seen.set(Square::E2, Contents::Empty);
        assert_eq!(seen.diff(&start), Bitboard::from(Square::E2) | Square::E4);
    }

    #[test]
    fn an_occupancy_board_never_names_a_piece() {
        let mut seen = Seen::new(Sensing::Occupancy, &Board::new());
        seen.set(Square::E4, Contents::Piece(Color::White.pawn()));
        assert_eq!(seen.at(Square::E4), Contents::Occupied);
    }
}

//! Learns which piece each chip is in, from the starting position of a game.
//!
//! An unknown chip reads as "something": a square must never read empty because its chip is new. Learning takes
//! `LINES_MIN` lines in a row in which exactly the two home ranks of both sides are occupied; spare queens may stand
//! on d3 and d6. Chips are learnt only when every chip known so far is where it belongs, or when fewer than half of
//! the chips are known, which means that another set of pieces is in use.
//!
//! The starting position does not show which side is White's. White is assumed where the maker's numbering has it,
//! unless the spare queens (then on the e-file) or the first move say otherwise: White moves first, and a wrong guess
//! is turned round.

use crate::Contents;
use shakmaty::{Bitboard, Board, Color, Piece, Rank, Square};
use std::collections::BTreeMap;

/// The identity of a chip: five numbers.
pub type Chip = [u8; 5];

/// The number of lines in a row that must agree before anything is learnt.
const LINES_MIN: u32 = 7;
/// The most chips that are remembered: four sets of pieces.
const CHIPS_MAX: usize = 160;

/// The chips known so far.
#[derive(Debug, Clone, Default)]
pub struct Calibration {
    pieces: BTreeMap<Chip, Piece>,
    /// The starting position that the game expects.
    array: Option<Board>,
    lines: u32,
    /// The chips of the starting position from which the pieces were learnt, until the first move confirms or refutes
    /// the guess of White's side.
    guess: Option<[Option<Chip>; 64]>,
}

impl Calibration {
    /// Takes the placement that the game expects; if it is a starting position, chips are learnt from it.
    pub fn expect(&mut self, placement: &Board) {
        if placement.occupied() == home() {
            self.array = Some(placement.clone());
        }
    }

    /// The contents of a square with this chip.
    pub fn contents(&self, chip: Option<Chip>) -> Contents {
        match chip {
            None => Contents::Empty,
            Some(chip) => self.pieces.get(&chip).map_or(Contents::Occupied, |piece| Contents::Piece(*piece)),
        }
    }

    /// The number of known chips.
    pub fn known(&self) -> usize {
        self.pieces.len()
    }

    /// Takes a line. Returns true when the pieces of some chips have changed.
    pub fn learn(&mut self, chips: &[Option<Chip>; 64]) -> bool {
        let occupied: Bitboard =
            Square::ALL.into_iter().filter(|&square| chips[usize::from(square)].is_some()).collect();
        if self.prove(chips, occupied) {
            return true;
        }
        let spare = occupied & !home();
        let normal = Bitboard::from_iter([Square::D3, Square::D6]);
        let rotated = Bitboard::from_iter([Square::E3, Square::E6]);
        let is_array =
            occupied & home() == home() && (spare.is_empty() || spare == normal || spare == rotated);
        self.lines = if is_array { self.lines + 1 } else { 0 };
        if self.lines < LINES_MIN {
            return false;
        }
        self.lines = 0;
        let turned = spare == rotated;
        let known =
            |square: Square| chips[usize::from(square)].and_then(|chip| self.pieces.get(&chip).copied());
        let fits = |turned: bool| {
            occupied
                .into_iter()
                .all(|square| known(square).is_none_or(|piece| piece == self.home_piece(square, turned)))
        };
        let known_count = occupied.into_iter().filter(|&square| known(square).is_some()).count();
        let turned = turned || (known_count > 0 && !fits(false) && fits(true));
        let is_new_set = known_count * 2 < occupied.count();
        if known_count == occupied.count() || !(is_new_set || fits(turned)) {
            return false;
        }
        self.guess = (known_count == 0 && spare.is_empty()).then_some(*chips);
        self.assign(chips, turned);
        true
    }

    /// Lets the first move after a guess of White's side confirm the guess or turn it round. Returns true when it was
    /// turned.
    fn prove(&mut self, chips: &[Option<Chip>; 64], occupied: Bitboard) -> bool {
        let Some(guess) = self.guess else { return false };
        let verdict = crate::Orientation::judge_first_move(occupied, &array_of(self.array.as_ref()));
        // All chips except the one that moved must be where they were: a hand over the board, which hides chips,
        // proves nothing.
        let moved = Square::ALL
            .into_iter()
            .filter(|&square| chips[usize::from(square)] != guess[usize::from(square)])
            .count();
        match verdict.filter(|_| moved == 2) {
            None => {
                if occupied.count() < home().count() - 1 {
                    self.guess = None;
                }
                false
            }
            Some(crate::Orientation::Normal) => {
                self.guess = None;
                false
            }
            Some(crate::Orientation::Rotated) => {
                self.guess = None;
                self.assign(&guess, true);
                true
            }
        }
    }

    fn assign(&mut self, chips: &[Option<Chip>; 64], turned: bool) {
        if self.pieces.len() + 34 > CHIPS_MAX {
            self.pieces.clear();
        }
        for square in Square::ALL {
            if let Some(chip) = chips[usize::from(square)] {
                let piece = self.home_piece(square, turned);
                self.pieces.insert(chip, piece);
            }
        }
    }

    /// The piece on this square of the starting position; on any other square a spare queen.
    fn home_piece(&self, square: Square, turned: bool) -> Piece {
        let square = if turned { square.rotate_180() } else { square };
        let spare = Color::from_white(square.rank() <= Rank::Fourth).queen();
        array_of(self.array.as_ref()).piece_at(square).unwrap_or(spare)
    }
}

fn array_of(array: Option<&Board>) -> Board {
    array.cloned().unwrap_or_default()
}

/// The two home ranks of both sides.
fn home() -> Bitboard {
    let rows = [Rank::First, Rank::Second, Rank::Seventh, Rank::Eighth];
    rows.into_iter().fold(Bitboard::EMPTY, |all, rank| all | Bitboard::from_rank(rank))
}

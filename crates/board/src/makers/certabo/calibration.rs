//! Learns which piece each chip is in, from the starting position of a game.
//!
//! A square whose chip is unknown reads as occupied by some piece, never as empty. Learning takes `LINES_MIN`
//! successive lines in which the first, second, seventh and eighth ranks are full and all other squares empty; only
//! spare queens may stand on d3 and d6. Chips are learnt only if every chip known so far stands where its piece
//! belongs, or if fewer than half of the chips on the board are known: then another set of pieces is in use.
//!
//! The starting position does not show which side is White's. White is assumed at the rank that the maker numbers as
//! the first, unless spare queens on the e-file or the first move show that the board is turned round: White moves
//! first, so a wrong guess is corrected then.

use crate::Contents;
use shakmaty::{Bitboard, Board, Color, Piece, Rank, Square};
use std::collections::BTreeMap;

/// The identity of a chip: five numbers.
pub type Chip = [u8; 5];

/// The number of successive lines that must show a starting position before chips are learnt from it.
const LINES_MIN: u32 = 7;
/// The greatest number of chips that are remembered: enough for four sets of pieces.
const CHIPS_MAX: usize = 160;

/// The known chips, each with its piece.
#[derive(Debug, Clone, Default)]
pub struct Calibration {
    pieces: BTreeMap<Chip, Piece>,
    /// The starting position that the game expects; `None` means the standard one.
    array: Option<Board>,
    lines: u32,
    /// The chip on each square of the starting position from which the chips were learnt. It is kept until the first
    /// move confirms or refutes the guess which side is White's; `None` if there is no guess to check.
    guess: Option<[Option<Chip>; 64]>,
}

impl Calibration {
    /// Takes the placement that the game expects. If it is a starting position, chips are learnt from it later.
    pub fn expect(&mut self, placement: &Board) {
        if placement.occupied() == home() {
            self.array = Some(placement.clone());
        }
    }

    /// Returns the contents of a square on which this chip was read: its piece, if the chip is known.
    pub fn contents(&self, chip: Option<Chip>) -> Contents {
        match chip {
            None => Contents::Empty,
            Some(chip) => self.pieces.get(&chip).map_or(Contents::Occupied, |piece| Contents::Piece(*piece)),
        }
    }

    /// Returns the number of known chips.
    pub fn known(&self) -> usize {
        self.pieces.len()
    }

    /// Takes the chips accepted for each square after one more line. Returns whether the pieces of some chips have been
    /// learnt or corrected.
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

    /// Checks the guess which side is White's against the first move, and corrects it if it was wrong. Returns whether
    /// it was corrected.
    fn prove(&mut self, chips: &[Option<Chip>; 64], occupied: Bitboard) -> bool {
        let Some(guess) = self.guess else { return false };
        let verdict = crate::Orientation::judge_first_move(occupied, &array_of(self.array.as_ref()));
        // The move counts only if exactly two squares differ, those of the chip that moved: a hand over the board hides
        // other chips as well.
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
            Some(orientation) if orientation != crate::Orientation::Rotated => {
                self.guess = None;
                false
            }
            Some(_) => {
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

    /// Returns the piece of the starting position on this square, or a spare queen if the square is empty there.
    /// `turned` means that White's side is at the eighth rank.
    fn home_piece(&self, square: Square, turned: bool) -> Piece {
        let square = if turned { square.rotate_180() } else { square };
        let spare = Color::from_white(square.rank() <= Rank::Fourth).queen();
        array_of(self.array.as_ref()).piece_at(square).unwrap_or(spare)
    }
}

fn array_of(array: Option<&Board>) -> Board {
    array.cloned().unwrap_or_default()
}

/// Returns the squares of both sides' two home ranks.
fn home() -> Bitboard {
    let rows = [Rank::First, Rank::Second, Rank::Seventh, Rank::Eighth];
    rows.into_iter().fold(Bitboard::EMPTY, |all, rank| all | Bitboard::from_rank(rank))
}

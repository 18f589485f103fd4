//! Which piece each chip is in, learnt from the array a game starts from.
//!
//! While nothing is learnt every chip reads as "something": a square must never read empty because its chip is new.
//! Learning needs `LINES_MIN` lines in a row in which exactly the two home rows of both sides are occupied; spare queens may
//! stand on d3 and d6. It is done when every chip known so far stands where it belongs, or fewer than half of them are
//! known, which is another set of pieces.
//!
//! The array does not say which side is White's. It is taken as the maker numbers the squares, unless the spare queens
//! (on the e-file then) or the first move say otherwise: White moves first, and a wrong guess is turned round.

use crate::Contents;
use shakmaty::{Bitboard, Board, Color, Piece, Rank, Square};
use std::collections::BTreeMap;

/// What a chip says: five numbers.
pub type Chip = [u8; 5];

/// Lines in a row before something is learnt.
const LINES_MIN: u32 = 7;
/// The most chips that are remembered: four sets of pieces.
const CHIPS_MAX: usize = 160;

/// The chips known so far.
#[derive(Debug, Clone, Default)]
pub struct Calibration {
    pieces: BTreeMap<Chip, Piece>,
    /// Where the men of a new game stand, as the game says.
    array: Option<Board>,
    lines: u32,
    /// The array as it was learnt from, until a first move proves the guess.
    guess: Option<[Option<Chip>; 64]>,
}

impl Calibration {
    /// The placement the game believes in; the array is learnt from when it has one.
    pub fn expect(&mut self, placement: &Board) {
        if placement.occupied() == home() {
            self.array = Some(placement.clone());
        }
    }

    /// What a chip on a square means.
    pub fn contents(&self, chip: Option<Chip>) -> Contents {
        match chip {
            None => Contents::Empty,
            Some(chip) => self.pieces.get(&chip).map_or(Contents::Occupied, |piece| Contents::Piece(*piece)),
        }
    }

    /// How many chips are known.
    pub fn known(&self) -> usize {
        self.pieces.len()
    }

    /// A line was read. True when chips mean something else now.
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

    /// The first move after a guess proves it or turns it round.
    fn prove(&mut self, chips: &[Option<Chip>; 64], occupied: Bitboard) -> bool {
        let Some(guess) = self.guess else { return false };
        let verdict = crate::Orientation::judge_first_move(occupied, &array_of(self.array.as_ref()));
        // Only the chip that left may stand elsewhere: a hand over the board proves nothing.
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

    /// The piece that stands on this square of the array; on the others the spare queens.
    fn home_piece(&self, square: Square, turned: bool) -> Piece {
        let square = if turned { square.rotate_180() } else { square };
        let spare = Color::from_white(square.rank() <= Rank::Fourth).queen();
        array_of(self.array.as_ref()).piece_at(square).unwrap_or(spare)
    }
}

fn array_of(array: Option<&Board>) -> Board {
    array.cloned().unwrap_or_default()
}

/// The two home rows of both sides.
fn home() -> Bitboard {
    let rows = [Rank::First, Rank::Second, Rank::Seventh, Rank::Eighth];
    rows.into_iter().fold(Bitboard::EMPTY, |all, rank| all | Bitboard::from_rank(rank))
}

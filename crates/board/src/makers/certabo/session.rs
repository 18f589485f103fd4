//! The sessions with Certabo and Sentio boards. They only listen and never send anything to the board.

use super::calibration::{Calibration, Chip};
use super::line::{CHIPS_LEN, Deframer, RANKS_LEN};
use crate::full_scan::full_scan_session::{FullScanSession, Habits, Word};
use crate::{Maker, Millis, Reading};
use shakmaty::{Bitboard, Board, File, Rank, Square};

/// The session with a board that reads chips.
pub type Session = FullScanSession<Dialect>;
/// The session with a board that senses only which squares are occupied.
pub type SentioSession = FullScanSession<SentioDialect>;

/// The waiting times of both sessions: a line of 320 numbers takes up to a third of a second.
const HABITS: Habits = Habits { settle_ms: 100, pace_ms: 0, ask_ms: 60_000, doubt_ms: 3000, stuck_ms: 1000 };

/// The dialect of boards with chips.
#[derive(Debug)]
pub struct Dialect {
    deframer: Deframer,
    calibration: Calibration,
    /// The chips read in the last three lines, newest line first.
    lines: [Option<Box<[Option<Chip>; 64]>>; 3],
    /// The chip accepted for each square.
    believed: [Option<Chip>; 64],
    has_read: bool,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect {
            deframer: Deframer::new(CHIPS_LEN),
            calibration: Calibration::default(),
            lines: [None, None, None],
            believed: [None; 64],
            has_read: false,
        }
    }
}

impl crate::full_scan::full_scan_session::Dialect for Dialect {
    const MAKER: Maker = Maker::Certabo;
    const HABITS: Habits = HABITS;

    fn push(&mut self, byte: u8) -> Vec<Word> {
        let Some(numbers) = self.deframer.push(byte) else { return Vec::new() };
        self.vote(chips(&numbers));
        self.calibration.learn(&self.believed);
        vec![Word::Reading(self.reading())]
    }

    fn abandon(&mut self) {
        self.deframer.abandon();
    }

    fn is_inside(&self) -> bool {
        self.deframer.is_inside()
    }

    fn greeting(&mut self) -> Vec<(Vec<u8>, Millis)> {
        Vec::new()
    }

    fn question(&mut self) -> Option<Vec<u8>> {
        None
    }

    fn expect(&mut self, placement: &Board) -> Vec<Word> {
        self.calibration.expect(placement);
        Vec::new()
    }
}

impl Dialect {
    /// Accepts for each square what two of the last three lines agree on, because boards sometimes miss a weak chip.
    /// Where no two agree, the square keeps what was accepted before.
    fn vote(&mut self, line: [Option<Chip>; 64]) {
        self.lines.rotate_right(1);
        self.lines[0] = Some(Box::new(line));
        if !std::mem::replace(&mut self.has_read, true) {
            self.believed = line;
            return;
        }
        for (square, believed) in self.believed.iter_mut().enumerate() {
            let at = |line: &Option<Box<[Option<Chip>; 64]>>| line.as_ref().map(|line| line[square]);
            let [newest, middle, oldest] = [at(&self.lines[0]), at(&self.lines[1]), at(&self.lines[2])];
            let winner = if newest == middle || newest == oldest {
                newest
            } else if middle == oldest {
                middle
            } else {
                None
            };
            *believed = winner.unwrap_or(*believed);
        }
    }

    fn reading(&self) -> Reading {
        Reading::from_fn(|square| self.calibration.contents(self.believed[usize::from(square)]))
    }
}

/// The dialect of Sentio boards.
#[derive(Debug)]
pub struct SentioDialect {
    deframer: Deframer,
}

impl Default for SentioDialect {
    fn default() -> SentioDialect {
        SentioDialect { deframer: Deframer::new(RANKS_LEN) }
    }
}

impl crate::full_scan::full_scan_session::Dialect for SentioDialect {
    const MAKER: Maker = Maker::Sentio;
    const HABITS: Habits = HABITS;

    fn push(&mut self, byte: u8) -> Vec<Word> {
        let numbers = self.deframer.push(byte);
        numbers.map(|ranks| Word::Reading(Reading::from_occupied(occupied(&ranks)))).into_iter().collect()
    }

    fn abandon(&mut self) {
        self.deframer.abandon();
    }

    fn is_inside(&self) -> bool {
        self.deframer.is_inside()
    }

    fn greeting(&mut self) -> Vec<(Vec<u8>, Millis)> {
        Vec::new()
    }

    fn question(&mut self) -> Option<Vec<u8>> {
        None
    }
}

/// Returns the chip on each square according to a line. Five numbers of which three or more are zero mean no chip.
fn chips(numbers: &[u8]) -> [Option<Chip>; 64] {
    let mut chips = [None; 64];
    for (index, five) in numbers.chunks_exact(5).take(64).enumerate() {
        let is_chip = five.iter().filter(|&&number| number == 0).count() < 3;
        chips[usize::from(numbered(index))] = Chip::try_from(five).ok().filter(|_| is_chip);
    }
    chips
}

/// Returns the occupied squares according to a line of ranks: the eighth rank comes first, the a-file is the top bit.
fn occupied(ranks: &[u8]) -> Bitboard {
    let on = |square: &Square| {
        let row = ranks.get(7 - usize::from(square.rank())).copied().unwrap_or(0);
        row >> (7 - u32::from(square.file())) & 1 == 1
    };
    Square::ALL.into_iter().filter(on).collect()
}

/// Returns the square at this index of a line, which begins with a8 and goes along the ranks to h1.
pub(super) fn numbered(index: usize) -> Square {
    Square::from_coords(File::ALL[index % 8], Rank::ALL[7 - index / 8 % 8])
}

//! The session with a ChessLink board: it asks for version and squares, then listens.

use super::frame::{Deframer, Frame, SQUARES_LEN, digits, value};
use crate::full_scan::full_scan_session::{FullScanSession, Habits, Word};
use crate::{Ailment, Contents, Maker, Millis, Reading};
use shakmaty::{File, Piece, Rank, Square};

/// The session with one ChessLink board.
pub type Session = FullScanSession<Dialect>;

/// The pause between two commands, in milliseconds; an answer of 67 characters takes 18 ms.
const PACE_MS: Millis = 60;

/// The dialect of ChessLink boards.
#[derive(Debug)]
pub struct Dialect {
    deframer: Deframer,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect { deframer: Deframer::of_board() }
    }
}

impl crate::full_scan::full_scan_session::Dialect for Dialect {
    const MAKER: Maker = Maker::ChessLink;
    const HABITS: Habits = Habits {
        settle_ms: 500,
        pace_ms: 0,
        // A board that reports each scan is never silent for so long. A board that does not report unasked is asked ten
        // times a second.
        ask_ms: 100,
        // A reset of the board takes three seconds.
        doubt_ms: 3500,
        stuck_ms: 200,
    };

    fn push(&mut self, byte: u8) -> Vec<Word> {
        self.deframer.push(byte).into_iter().map(word).collect()
    }

    fn abandon(&mut self) {
        self.deframer.abandon();
    }

    fn is_inside(&self) -> bool {
        self.deframer.is_inside()
    }

    fn ailment(&self) -> Option<Ailment> {
        self.deframer.is_bare().then_some(Ailment::NoParity)
    }

    fn greeting(&mut self) -> Vec<(Vec<u8>, Millis)> {
        vec![(version_question(), PACE_MS), (status_question(), PACE_MS)]
    }

    fn question(&mut self) -> Option<Vec<u8>> {
        Some(status_question())
    }
}

/// Returns the question for the version, which is safe as the first question to any board.
pub fn version_question() -> Vec<u8> {
    Frame { letter: b'V', content: Vec::new() }.emit()
}

/// Returns the question for all squares.
pub fn status_question() -> Vec<u8> {
    Frame { letter: b'S', content: Vec::new() }.emit()
}

/// Returns the command that turns all lamps off.
pub fn lamps_off() -> Vec<u8> {
    Frame { letter: b'X', content: Vec::new() }.emit()
}

/// Returns the question for a byte of the board's memory; address 0x01 holds the scan time in units of 2.048 ms.
pub fn memory_question(address: u8) -> Vec<u8> {
    Frame { letter: b'R', content: digits(address).to_vec() }.emit()
}

fn word(frame: Frame) -> Word {
    let unknown = || Word::Unknown { id: frame.letter, data: frame.content.clone() };
    match frame.letter {
        b's' => reading(&frame.content).map_or_else(unknown, Word::Reading),
        b'v' => match (value(&frame.content[..2]), value(&frame.content[2..])) {
            (Some(high), Some(low)) => Word::Version(high, low),
            (None, _) | (_, None) => unknown(),
        },
        b'l' | b'x' | b'w' | b'r' => Word::Here,
        _ => unknown(),
    }
}

/// Parses the contents of all squares from the characters of a report: a8 first, along the ranks. `None` if the number
/// of characters or one of them is wrong.
pub(super) fn reading(characters: &[u8]) -> Option<Reading> {
    let mut reading = Reading::empty();
    if characters.len() != SQUARES_LEN {
        return None;
    }
    for (square, &character) in squares().zip(characters) {
        let contents = match character {
            b'.' => Contents::Empty,
            letter => Contents::Piece(Piece::from_char(char::from(letter))?),
        };
        reading.set(square, contents);
    }
    Some(reading)
}

/// Returns the squares in the order of a board's report.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    Rank::ALL
        .into_iter()
        .rev()
        .flat_map(|rank| File::ALL.into_iter().map(move |file| Square::from_coords(file, rank)))
}

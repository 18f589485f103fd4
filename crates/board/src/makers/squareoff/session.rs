//! The session with a Square Off board: it asks for all squares, listens, and asks again after a silence.

use super::frame::{Deframer, Frame, parse_squares};
use crate::full_scan::full_scan_session::{FullScanSession, Habits, Word};
use crate::{Contents, Maker, Millis};
use shakmaty::Square;

/// The session with one Square Off board.
pub type Session = FullScanSession<Dialect>;

/// The dialect of Square Off boards. The session does not announce the beginning of a game to them, because they
/// would then wait for moves in their own format.
#[derive(Debug, Default)]
pub struct Dialect {
    deframer: Deframer,
}

impl crate::full_scan::full_scan_session::Dialect for Dialect {
    const MAKER: Maker = Maker::SquareOff;
    const HABITS: Habits = Habits { settle_ms: 300, pace_ms: 0, ask_ms: 2000, doubt_ms: 7000, stuck_ms: 500 };

    fn push(&mut self, byte: u8) -> Vec<Word> {
        self.deframer.push(byte).map(|frame| word(&frame)).into_iter().collect()
    }

    fn abandon(&mut self) {
        self.deframer.abandon();
    }

    fn is_inside(&self) -> bool {
        self.deframer.is_inside()
    }

    fn greeting(&mut self) -> Vec<(Vec<u8>, Millis)> {
        vec![(b"4#*".to_vec(), 200), (squares_question(), 200)]
    }

    fn question(&mut self) -> Option<Vec<u8>> {
        Some(squares_question())
    }
}

/// Returns the question for all squares.
pub fn squares_question() -> Vec<u8> {
    Frame { code: 30, body: "R".to_owned() }.emit()
}

fn word(frame: &Frame) -> Word {
    let unknown = || Word::Unknown { id: frame.code, data: frame.body.clone().into_bytes() };
    match frame.code {
        30 => parse_squares(&frame.body).map_or_else(unknown, Word::Reading),
        0 => {
            let change = frame.body.get(..2).zip(frame.body.get(2..));
            match change.and_then(|(square, what)| Some((square.parse::<Square>().ok()?, what))) {
                Some((square, "u")) => Word::Square(square, Contents::Empty),
                Some((square, "d")) => Word::Square(square, Contents::Occupied),
                Some(_) | None => unknown(),
            }
        }
        22 => frame.body.parse().ok().filter(|percent| *percent <= 100).map_or_else(unknown, Word::Battery),
        14 => Word::Here,
        _ => unknown(),
    }
}

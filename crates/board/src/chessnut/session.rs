//! The session with a Chessnut board: it is told to tell its squares, then it is listened to.

use super::frame::{Deframer, Frame, parse_squares};
use crate::listener::{Habits, Listener, Word};
use crate::{Maker, Millis};

/// The session with one Chessnut board.
pub type Session = Listener<Dialect>;

/// What Chessnut boards say and are told.
#[derive(Debug, Default)]
pub struct Dialect {
    deframer: Deframer,
}

/// Tells the squares from now on.
pub const STREAM: [u8; 3] = [0x21, 0x01, 0x00];
/// Asks for the battery.
pub const BATTERY: [u8; 3] = [0x29, 0x01, 0x00];

impl crate::listener::Dialect for Dialect {
    const MAKER: Maker = Maker::Chessnut;
    const HABITS: Habits = Habits { settle_ms: 200, pace_ms: 0, ask_ms: 1000, doubt_ms: 4000, stuck_ms: 200 };

    fn push(&mut self, byte: u8) -> Vec<Word> {
        self.deframer.push(byte).map(word).into_iter().collect()
    }

    fn abandon(&mut self) {
        self.deframer.abandon();
    }

    fn is_inside(&self) -> bool {
        self.deframer.is_inside()
    }

    fn greeting(&mut self) -> Vec<(Vec<u8>, Millis)> {
        vec![(STREAM.to_vec(), 100), (BATTERY.to_vec(), 100)]
    }

    fn question(&mut self) -> Option<Vec<u8>> {
        Some(STREAM.to_vec())
    }
}

fn word(frame: Frame) -> Word {
    match (frame.id, &frame.data[..]) {
        (0x01 | 0x42, squares) => match parse_squares(squares) {
            Some(reading) => Word::Reading(reading),
            None => Word::Unknown { id: frame.id, data: frame.data },
        },
        // The top bit says that it is being charged.
        (0x2a, &[percent, _]) => Word::Battery((percent & 0x7f).min(100)),
        _ => Word::Here,
    }
}

//! The session with a Chessnut board: it asks for the squares once, then listens.

use super::frame::{Deframer, Frame, parse_squares};
use crate::full_scan::full_scan_session::{FullScanSession, Habits, Word};
use crate::{Maker, Millis};

/// The session with one Chessnut board.
pub type Session = FullScanSession<Dialect>;

/// The shortest time between two commands, in milliseconds, as in the maker's library.
const PACE_MS: Millis = 200;
/// The number of readings without a report of the battery charge after which the board is asked as a Chessnut Move must
/// be asked. Other boards do not get this question, because no source says how they react to it.
const READINGS_UNTIL_MOVE: u32 = 20;

/// The dialect of Chessnut boards.
#[derive(Debug, Default)]
pub struct Dialect {
    deframer: Deframer,
    /// The number of readings since the greeting.
    readings: u32,
    /// True once the board has reported its battery charge.
    has_charge: bool,
}

/// The command that makes the board report its squares from now on.
pub const STREAM: [u8; 3] = [0x21, 0x01, 0x00];
/// The question for the battery charge.
pub const BATTERY: [u8; 3] = [0x29, 0x01, 0x00];
/// The question for the battery charge of a Chessnut Move.
pub const MOVE_BATTERY: [u8; 3] = [0x41, 0x01, 0x0c];

impl crate::full_scan::full_scan_session::Dialect for Dialect {
    const MAKER: Maker = Maker::Chessnut;
    const HABITS: Habits =
        Habits { settle_ms: 200, pace_ms: PACE_MS, ask_ms: 1000, doubt_ms: 4000, stuck_ms: 200 };

    fn push(&mut self, byte: u8) -> Vec<Word> {
        let Some(word) = self.deframer.push(byte).map(word) else { return Vec::new() };
        self.readings = self.readings.saturating_add(u32::from(matches!(word, Word::Reading(_))));
        self.has_charge |= matches!(word, Word::Battery(_));
        let is_due = matches!(word, Word::Reading(_)) && self.readings == READINGS_UNTIL_MOVE;
        let question =
            (is_due && !self.has_charge).then(|| Word::Reply(vec![(MOVE_BATTERY.to_vec(), PACE_MS)]));
        [Some(word), question].into_iter().flatten().collect()
    }

    fn abandon(&mut self) {
        self.deframer.abandon();
    }

    fn is_inside(&self) -> bool {
        self.deframer.is_inside()
    }

    fn greeting(&mut self) -> Vec<(Vec<u8>, Millis)> {
        (self.readings, self.has_charge) = (0, false);
        vec![(STREAM.to_vec(), PACE_MS), (BATTERY.to_vec(), PACE_MS)]
    }

    fn question(&mut self) -> Option<Vec<u8>> {
        Some(STREAM.to_vec())
    }
}

fn word(frame: Frame) -> Word {
    match (frame.id, &frame.data[..]) {
        (0x01, squares) => match parse_squares(squares) {
            Some(reading) => Word::Reading(reading),
            None => Word::Unknown { id: frame.id, data: frame.data },
        },
        // The top bit says that the battery is being charged.
        (0x2a, &[percent, _]) => Word::Battery((percent & 0x7f).min(100)),
        (0x41, &[0x0c, _, percent]) => Word::Battery(percent.min(100)),
        _ => Word::Here,
    }
}

//! The session with a Pegasus: it asks for identity and squares, then listens.

use crate::full_scan::full_scan_session::{FullScanSession, Habits, Word};
use crate::makers::dgt::code;
use crate::makers::dgt::command::Command;
use crate::makers::dgt::frame::{Deframer, Frame};
use crate::makers::dgt::message::Message;
use crate::{Contents, Maker, Millis, Reading};
use shakmaty::Square;

/// The session with one Pegasus.
pub type Session = FullScanSession<Dialect>;

/// The pause between two commands, in milliseconds.
const PACE_MS: Millis = 150;
/// The code that a locked board reports for every square.
const LOCKED: u8 = 0x7f;

/// The dialect of the Pegasus.
#[derive(Debug, Default)]
pub struct Dialect {
    deframer: Deframer,
}

impl crate::full_scan::full_scan_session::Dialect for Dialect {
    const MAKER: Maker = Maker::Pegasus;
    // The board reports only changes, so after a silence it is asked for all squares.
    const HABITS: Habits = Habits { settle_ms: 500, pace_ms: 0, ask_ms: 2000, doubt_ms: 7000, stuck_ms: 500 };

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
        [
            Command::Reset,
            Command::SendVersion,
            Command::SendTrademark,
            Command::SendBattery,
            Command::UpdateBoard,
            Command::SendBoard,
        ]
        .map(|command| (command.emit(), PACE_MS))
        .into()
    }

    fn question(&mut self) -> Option<Vec<u8>> {
        Some(Command::SendBoard.emit())
    }
}

fn word(frame: Frame) -> Word {
    match (frame.id, &frame.data[..]) {
        (0x86, codes) if codes.len() == 64 => {
            if codes.iter().all(|&code| code == LOCKED) {
                return Word::Name("DGT Pegasus, locked: it needs its maker's developer key".to_owned());
            }
            let occupied = |square: Square| match codes[usize::from(code::number(square))] {
                0 => Contents::Empty,
                _ => Contents::Occupied,
            };
            Word::Reading(Reading::from_fn(occupied))
        }
        (0x8e, &[number, value]) => match code::square(number) {
            Some(square) if value != LOCKED => {
                Word::Square(square, if value == 0 { Contents::Empty } else { Contents::Occupied })
            }
            Some(_) | None => Word::Unknown { id: frame.id, data: frame.data },
        },
        _ => match Message::parse(frame) {
            Message::Version { major, minor } => Word::Version(major, minor),
            Message::Trademark(text) => Word::Name(text.trim().to_owned()),
            Message::Battery(battery) => Word::Battery(battery.percent),
            message => {
                let Frame { id, data } = message.emit();
                Word::Unknown { id, data }
            }
        },
    }
}

//! A simulated Certabo board. It sends one line for each scan, whatever the host sends. Its lines end as those of real
//! boards do, with a blank before CR LF: some hosts remove the last three characters and read the rest.

use super::calibration::Chip;
use super::session::numbered;
use crate::full_scan::scanner_device::{Firmware, ScannerDevice};
use crate::makers::dgt::DeviceOptions;
use crate::{Contents, Reading};
use shakmaty::{Role, Square};
use std::fmt::Write;

/// A simulated board that reads chips.
pub type Device = ScannerDevice<Chips>;
/// A simulated board that senses only which squares are occupied.
pub type SentioDevice = ScannerDevice<Ranks>;

/// The behaviour of a board with chips. Each piece has a chip of its own and keeps it on every square.
#[derive(Debug, Clone)]
pub struct Chips {
    /// The piece on each square at the last scan, with the number of its chip; `None` for an empty square.
    on: [Option<(Contents, u8)>; 64],
    /// The pieces in the hand or beside the board, each with the number of its chip.
    off: Vec<(Contents, u8)>,
}

impl Firmware for Chips {
    fn new(_: &DeviceOptions) -> Chips {
        Chips { on: [None; 64], off: Vec::new() }
    }

    fn push(&mut self, _: u8, _: &Reading) -> Vec<Vec<u8>> {
        // Whatever the host sends only sets lamps, which are not simulated.
        Vec::new()
    }

    fn scan(&mut self, _: &Reading, scanned: &Reading) -> Vec<Vec<u8>> {
        self.follow(scanned);
        let mut line = String::from(":");
        for index in 0..64 {
            for number in chip(self.on[usize::from(numbered(index))]) {
                // Writing to a string cannot fail.
                let _ = write!(line, "{number} ");
            }
        }
        line.push_str("\r\n");
        vec![line.into_bytes()]
    }

    fn streams(&self) -> bool {
        true
    }
}

impl Chips {
    /// Moves every chip along with its piece. A piece that appears on a square is taken from those in the hand or
    /// beside the board; if none of its kind is among them, it gets a new chip.
    fn follow(&mut self, scanned: &Reading) {
        for square in Square::ALL {
            let place = &mut self.on[usize::from(square)];
            if place.is_some_and(|(contents, _)| contents != scanned.at(square)) {
                self.off.extend(place.take());
            }
        }
        for square in Square::ALL {
            let contents = scanned.at(square);
            if !contents.is_occupied() || self.on[usize::from(square)].is_some() {
                continue;
            }
            let known = self.off.iter().rposition(|(other, _)| *other == contents);
            let same = self.on.iter().flatten().filter(|(other, _)| *other == contents).count() as u8;
            let man = known.map_or((contents, same + 1), |at| self.off.remove(at));
            self.on[usize::from(square)] = Some(man);
        }
    }
}

/// Returns the five numbers of the chip in a piece; five zeros if there is no piece.
fn chip(man: Option<(Contents, u8)>) -> Chip {
    match man {
        None => [0; 5],
        Some((Contents::Piece(piece), number)) => {
            let role = Role::ALL.into_iter().position(|role| role == piece.role).unwrap_or(0) as u8;
            [137, 20 + role, 200 + u8::from(piece.color.is_white()), number, 77]
        }
        Some((Contents::Occupied | Contents::Empty, number)) => [9, 9, 9, 9, number],
    }
}

/// The behaviour of a Sentio board.
#[derive(Debug, Clone)]
pub struct Ranks;

impl Firmware for Ranks {
    fn new(_: &DeviceOptions) -> Ranks {
        Ranks
    }

    fn push(&mut self, _: u8, _: &Reading) -> Vec<Vec<u8>> {
        Vec::new()
    }

    fn scan(&mut self, _: &Reading, scanned: &Reading) -> Vec<Vec<u8>> {
        let rank = |row: usize| {
            (0..8).fold(0u8, |bits, file| {
                bits << 1 | u8::from(scanned.at(numbered(row * 8 + file)).is_occupied())
            })
        };
        let numbers: Vec<String> = (0..8).map(|row| rank(row).to_string()).collect();
        vec![format!(":{} \r\n", numbers.join(" ")).into_bytes()]
    }

    fn streams(&self) -> bool {
        true
    }
}

//! A simulated ChessLink board.
//!
//! It answers the commands S, V, L, X, R, W and T. Its memory byte at 0x02 controls whether it reports each scan,
//! nothing, or only changes. A command with a wrong check is not answered.

use super::frame::{Deframer, Frame, digits, value};
use super::session::squares;
use crate::full_scan::scanner_device::ScannerDevice;
use crate::makers::dgt::DeviceOptions;
use crate::{Contents, Reading};

/// A simulated ChessLink board.
pub type Device = ScannerDevice<Firmware>;

/// The number of bytes of memory that are simulated.
const MEMORY_LEN: usize = 16;
/// The memory address of the byte that decides when the board reports.
const REPORTS: usize = 2;

/// The behaviour of a ChessLink board.
#[derive(Debug, Clone)]
pub struct Firmware {
    deframer: Deframer,
    version: (u8, u8),
    memory: [u8; MEMORY_LEN],
}

impl crate::full_scan::scanner_device::Firmware for Firmware {
    fn new(options: &DeviceOptions) -> Firmware {
        let mut memory = [0; MEMORY_LEN];
        memory[1] = 20;
        Firmware { deframer: Deframer::of_host(), version: options.version, memory }
    }

    fn push(&mut self, byte: u8, scanned: &Reading) -> Vec<Vec<u8>> {
        let frames = self.deframer.push(byte);
        frames.iter().filter_map(|frame| self.answer(frame, scanned)).map(|frame| frame.emit()).collect()
    }

    fn scan(&mut self, before: &Reading, scanned: &Reading) -> Vec<Vec<u8>> {
        let tells = match self.memory[REPORTS] & 0x07 {
            0 => true,
            1 => false,
            _ => before != scanned,
        };
        tells.then(|| status(scanned).emit()).into_iter().collect()
    }

    fn streams(&self) -> bool {
        self.memory[REPORTS] & 0x07 == 0
    }
}

impl Firmware {
    fn answer(&mut self, frame: &Frame, scanned: &Reading) -> Option<Frame> {
        let content = match frame.letter {
            b'S' => return Some(status(scanned)),
            b'V' => [digits(self.version.0), digits(self.version.1)].concat(),
            b'R' => {
                let address = value(&frame.content)?;
                let byte = self.memory.get(usize::from(address)).copied().unwrap_or(0xff);
                [digits(address), digits(byte)].concat()
            }
            b'W' => {
                let (address, byte) = (value(&frame.content[..2])?, value(&frame.content[2..])?);
                if let Some(cell) = self.memory.get_mut(usize::from(address)) {
                    *cell = byte;
                }
                frame.content.clone()
            }
            b'L' | b'X' => Vec::new(),
            // A reset is not answered.
            _ => return None,
        };
        Some(Frame { letter: frame.letter.to_ascii_lowercase(), content })
    }
}

fn status(reading: &Reading) -> Frame {
    let letter = |contents| match contents {
        Contents::Empty => b'.',
        // A real ChessLink board recognises its own pieces and reads any other object as an empty square.
        Contents::Occupied => b'.',
        Contents::Piece(piece) => piece.char() as u8,
    };
    Frame { letter: b's', content: squares().map(|square| letter(reading.at(square))).collect() }
}

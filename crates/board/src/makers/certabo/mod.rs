//! Certabo and Tabutronic boards, both ends of the cable: docs/protocols/certabo.md, "Frames".
//!
//! ```text
//!  : n n n … n _ CR LF   320 numbers, five for each square from a8 to h1: the chip in the piece on the square
//!  : n n n n n n n n     eight numbers, one for each rank from the eighth: occupied squares, a-file first (Sentio)
//! ```
//! A blank may stand before the end of a line. Some boards send no colon, some break a line inside a number, some send
//! letters for their lamps (L, D) between the numbers. All these forms are read. Lines have no checksum, so the
//! contents of a square are accepted when two of the last three lines agree on them. The numbers of a chip do not say
//! which piece it is in: [`calibration`] learns that. Nothing is ever sent to these boards, because whatever they
//! receive sets their lamps.

pub mod calibration;
pub mod device;
pub mod line;
pub mod session;

pub use device::{Device, SentioDevice};
pub use session::{SentioSession, Session};

use crate::inquiry::Ear;
use crate::timing::{CABLE_MS, NO_CLOCK_MS, QUANTUM_MS};
use crate::{ClockSense, Facts, Sensing, SerialLine, Timing};
use line::{CHIPS_LEN, Deframer};

/// The time that a board needs to send a line of chips, in milliseconds.
const LINE_MS: u32 = 300;

/// The facts of boards with chips. A change is accepted when two of the last three lines show it.
pub const FACTS: Facts = Facts {
    name: "certabo",
    title: "Certabo",
    sensing: Sensing::Piece,
    scan_ms: LINE_MS,
    timing: Timing {
        scan_ms: 2 * LINE_MS,
        settle_ms: LINE_MS,
        link_ms: CABLE_MS,
        press_ms: NO_CLOCK_MS,
        quantum_ms: QUANTUM_MS,
    },
    line: Some(SerialLine { baud: 38_400, dtr: Some(false) }),
    hid: None,
    ble: None,
    repeats: true,
    remembers: false,
    clock: ClockSense::Nothing,
    hears: false,
    // The host sends nothing, so nothing shows when it begins to listen: players simply wait for this time.
    known_ms: 10_000,
    questions: &[],
    ear: Some(|| Box::new(Deframer::new(CHIPS_LEN))),
    session: Some(|| Box::new(Session::default())),
    device: |options, board| Box::new(Device::with_board(options, board)),
};

/// The facts of boards that sense only which squares are occupied. No source says how often they scan their squares;
/// 100 ms are assumed, because a line of eight numbers is short.
pub const SENTIO_FACTS: Facts = Facts {
    name: "sentio",
    title: "Tabutronic Sentio",
    sensing: Sensing::Occupancy,
    scan_ms: 100,
    timing: Timing {
        scan_ms: 100,
        settle_ms: 0,
        link_ms: CABLE_MS + 10,
        press_ms: NO_CLOCK_MS,
        quantum_ms: QUANTUM_MS,
    },
    ear: Some(|| Box::new(line::Ranks::default())),
    session: Some(|| Box::new(SentioSession::default())),
    device: |options, board| Box::new(SentioDevice::with_board(options, board)),
    ..FACTS
};

impl Ear for Deframer {
    fn hear(&mut self, byte: u8) -> bool {
        self.push(byte).is_some()
    }
}

//! Millennium ChessLink, both ends of the cable: docs/protocols/chesslink.md, "Frames".
//!
//! ```text
//!  [letter] [content …] [check: two hexadecimal digits]      each character seven bits and odd parity
//! ```
//! The line is opened with eight bits and no parity, which every adapter can do; this program computes the parity bits.
//! Parity from the board is checked if it arrives. Some adapters strip it; then only the block check counts, and the
//! operator is warned. The board reports every scan unasked, unless its memory says otherwise; then the session asks
//! for each scan. The program never writes to the memory: it wears out, and its contents are the owner's choice.

pub mod device;
pub mod frame;
pub mod session;

pub use device::Device;
pub use session::Session;

use crate::gatt::{Ble, Service};
use crate::inquiry::{Ear, Question};
use crate::timing::{CABLE_MS, NO_CLOCK_MS, QUANTUM_MS};
use crate::{ClockSense, Facts, Sensing, SerialLine, Timing};
use frame::Deframer;
use session::version_question;

/// The serial service of a chip maker. Not only these boards have it, but also other devices.
pub const SERVICE: Service = Service {
    uuid: "49535343-fe7d-4ae5-8fa9-9fafd205e455",
    tells: &["49535343-1e4d-4bd9-ba61-23c647249616"],
    takes: "49535343-8841-43f4-a8d4-ecbe34729bb3",
    is_own: false,
};

/// The time in which a board with its factory settings scans all its squares, in milliseconds.
const SCAN_MS: u32 = 41;
/// The question for the version. It harms no board and no emulator: with its check it is three characters, and with
/// their top bits these are no commands of a DGT board, at either baud rate. An answer takes 18 ms plus the delay of
/// the adapter.
const VERSION: Question = Question {
    turn: 1,
    from_round: 0,
    says: |_| vec![version_question()],
    patience_ms: 500,
    patience_max_ms: 500,
};
/// The question for the version after the question to DGT boards. An emulator may have taken the byte 0x4d of that
/// question for the beginning of a message; the two digits sent first complete this message. They are the exclusive or
/// of 0x4d and V56.
const MENDED_VERSION: Question =
    Question { turn: 2, from_round: 1, says: |_| vec![b"18".to_vec(), version_question()], ..VERSION };

/// The facts of ChessLink boards.
pub const FACTS: Facts = Facts {
    name: "chesslink",
    title: "Millennium ChessLink",
    sensing: Sensing::Piece,
    scan_ms: SCAN_MS,
    // Up to four scans must agree before a report of 67 characters is sent at 38,400 baud.
    timing: Timing {
        scan_ms: SCAN_MS,
        settle_ms: 4 * SCAN_MS,
        link_ms: CABLE_MS + 18,
        press_ms: NO_CLOCK_MS,
        quantum_ms: QUANTUM_MS,
    },
    line: Some(SerialLine { baud: 38_400, dtr: Some(false) }),
    hid: None,
    ble: Some(Ble { service: &SERVICE, names: &["millennium chess"] }),
    repeats: true,
    remembers: false,
    clock: ClockSense::Nothing,
    hears: true,
    known_ms: 2_500,
    questions: &[VERSION, MENDED_VERSION],
    ear: Some(|| Box::new(Deframer::of_board())),
    session: Some(|| Box::new(Session::default())),
    device: |options, board| Box::new(Device::with_board(options, board)),
};

impl Ear for Deframer {
    /// Recognises the answer to V, or a report of all squares, which may come first. One of them is proof enough,
    /// because both have a check.
    fn hear(&mut self, byte: u8) -> bool {
        self.push(byte).iter().any(|frame| matches!(frame.letter, b's' | b'v'))
    }
}

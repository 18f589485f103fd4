//! Novag Citrine and Star Diamond, both ends of the cable: docs/protocols/novag.md, "Frames".
//!
//! ```text
//!  host   I · U ON · X ON                                     lines of text, CR LF
//!  board  M 1 e2-e4 · M 1, e7-e5 · M 60 a7-a8/Q               moves, a comma for Black's
//!         M 4 O-O · M 7 e5xd6ep · T 1, e7-e5 · New Game       castling, in passing; take back; it forgets its settings
//! ```
//! These boards follow the game themselves and report moves, not squares. The session starts from the placement that
//! the game expected when the link began, and changes it by every move reported. Anything else that hands do on the
//! board goes unnoticed.
//!
//! To a DGT board `I` (0x49) means that it must send its log for eight seconds, and `N` (0x4e, also in `X ON`) that it
//! must start its boot loader. So no port is searched for a Novag board by questions: the board is named in the
//! configuration, or recognised when it reports a move. Before its session sends any of these letters, it sends the
//! harmless 0x4d to make sure that no DGT board is connected instead.

pub mod device;
pub mod game;
pub mod line;
pub mod session;

pub use device::Device;
pub use session::Session;

use crate::inquiry::Ear;
use crate::timing::{CABLE_MS, NO_CLOCK_MS, QUANTUM_MS};
use crate::{ClockSense, Facts, Sensing, SerialLine, Timing};
use line::{Deframer, Report};

/// The facts of Novag boards. A board reports moves; the session turns them into squares. No source says how long a
/// board takes to recognise a move.
pub const FACTS: Facts = Facts {
    name: "novag",
    title: "Novag",
    sensing: Sensing::Piece,
    scan_ms: 200,
    // A line of text at 57,600 baud, sent once the board has recognised the move.
    timing: Timing {
        scan_ms: 200,
        settle_ms: 0,
        link_ms: CABLE_MS + 4,
        press_ms: NO_CLOCK_MS,
        quantum_ms: QUANTUM_MS,
    },
    line: Some(SerialLine { baud: 57_600, dtr: None }),
    hid: None,
    ble: None,
    repeats: false,
    remembers: false,
    clock: ClockSense::Nothing,
    hears: true,
    // The host first makes sure that the board is no DGT board, and the board reports no moves until it is ordered to.
    known_ms: 5_000,
    questions: &[],
    ear: Some(|| Box::new(Deframer::default())),
    session: Some(|| Box::new(Session::default())),
    device: |_, board| Box::new(Device::with_board(board)),
};

impl Ear for Deframer {
    fn hear(&mut self, byte: u8) -> bool {
        let report = self.push(byte).and_then(|line| Report::parse(&line));
        matches!(report, Some(Report::Move { .. }))
    }
}

//! The bus mode (docs/protocols/dgt-bus.md, "Frames"): many DGT boards on one cable, each with an address. A
//! board speaks only when it is asked.
//!
//! ```text
//!  master ─▶ [81…8b] [address hi] [lo] [sum]                                     to one board; to all: address 0
//!  board  ─▶ [id] [len hi] [len lo] [address hi] [lo] [data …] [sum]             within 80 ms, or never
//! ```
//! A board keeps its changes in order until it is asked, and repeats its last answer on demand. So neither a bad line
//! nor a pulled cable loses a change, as long as the board's memory still holds it.

pub mod frame;
pub mod master;
mod member;
pub mod slave;
pub mod strand;

pub use master::Master;
pub use slave::Slave;
pub use strand::Strand;

use crate::timing::{CABLE_MS, QUANTUM_MS};
use crate::{ClockSense, Facts, Sensing, SerialLine, Timing};

/// The facts of DGT boards on a bus.
pub const FACTS: Facts = Facts {
    name: "dgt-bus",
    title: "DGT bus",
    sensing: Sensing::Piece,
    scan_ms: 200,
    // Each board is asked two or three times a second. Before its dump of 67 bytes at 9600 baud, the question and
    // another board's answer are sent.
    timing: Timing {
        scan_ms: 600,
        settle_ms: 0,
        link_ms: CABLE_MS + 2 * 70,
        press_ms: 1000,
        quantum_ms: QUANTUM_MS,
    },
    line: Some(SerialLine { baud: 9600, dtr: Some(false) }),
    hid: None,
    ble: None,
    repeats: false,
    remembers: false,
    clock: ClockSense::Times,
    hears: true,
    // Finding the boards takes some four seconds.
    known_ms: 8_000,
    // Any question would take the boards out of bus mode, so a bus is named in the configuration.
    questions: &[],
    ear: None,
    session: None,
    device: |options, board| Box::new(Strand::with_board(&options, board)),
};

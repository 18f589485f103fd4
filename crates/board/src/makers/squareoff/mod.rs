//! Square Off Pro and Swap over Bluetooth LE, both ends of the link: docs/protocols/squareoff.md, "Frames".
//!
//! ```text
//!  [code] # [body] *        text over the Nordic serial service
//!  host   30#R*  all squares    4#*  battery
//!  board  30#0110…*  sixty-four digits, file by file from a1     0#e2u*  lifted     0#e4d*  put down     22#87*
//! ```
//! These boards sense only which squares are occupied.

pub mod device;
pub mod frame;
pub mod session;

pub use device::Device;
pub use session::Session;

use crate::gatt::Ble;
use crate::inquiry::{Ear, Question};
use crate::makers::pegasus;
use crate::timing::{AIR_MS, NO_CLOCK_MS, QUANTUM_MS};
use crate::{ClockSense, Facts, Sensing, Timing};
use frame::{Deframer, Frame};

/// The time that the board is assumed to take for a scan, in milliseconds; no source gives it.
const SCAN_MS: u32 = 200;
/// The question for the battery charge. A Pegasus ignores its four characters, as it ignores everything unknown.
const BATTERY: Question = Question {
    turn: 4,
    from_round: 0,
    says: |_| vec![b"*4#*".to_vec()],
    patience_ms: 1000,
    patience_max_ms: 4000,
};

/// The facts of Square Off boards.
pub const FACTS: Facts = Facts {
    name: "squareoff",
    title: "Square Off",
    sensing: Sensing::Occupancy,
    scan_ms: SCAN_MS,
    timing: Timing {
        scan_ms: SCAN_MS,
        settle_ms: 0,
        link_ms: AIR_MS,
        press_ms: NO_CLOCK_MS,
        quantum_ms: QUANTUM_MS,
    },
    line: None,
    hid: None,
    ble: Some(Ble { service: &pegasus::SERVICE, names: &["squareoff", "square off"] }),
    repeats: false,
    remembers: false,
    clock: ClockSense::Nothing,
    hears: true,
    known_ms: 2_500,
    questions: &[BATTERY],
    ear: Some(|| Box::new(Deframer::default())),
    session: Some(|| Box::new(Session::default())),
    device: |options, board| Box::new(Device::with_board(options, board)),
};

impl Ear for Deframer {
    /// Recognises a report of the battery or of the squares: no other maker's boards send anything similar.
    fn hear(&mut self, byte: u8) -> bool {
        matches!(self.push(byte), Some(Frame { code: 22 | 30, .. }))
    }
}

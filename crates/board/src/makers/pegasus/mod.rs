//! DGT Pegasus over Bluetooth LE, both ends of the link: docs/protocols/pegasus.md, "Frames".
//!
//! The board uses the frames that DGT boards use when they are alone on a cable. It senses only which squares are
//! occupied (codes 0 and 1), and has no modes that report a clock. A board that has not been unlocked reports 0x7f for
//! every square. The maker gives the key to each developer, so it is not in this source. A board that stays locked is
//! reported as such, and its squares cannot be read.

pub mod device;
pub mod session;

pub use device::Device;
pub use session::Session;

use crate::gatt::{Ble, Service};
use crate::makers::dgt;
use crate::timing::{AIR_MS, NO_CLOCK_MS, QUANTUM_MS};
use crate::{ClockSense, Facts, Sensing, Timing};

/// The Nordic serial service. Boards are found by this service because their names can be changed.
pub const SERVICE: Service = Service {
    uuid: "6e400001-b5a3-f393-e0a9-e50e24dcca9e",
    tells: &["6e400003-b5a3-f393-e0a9-e50e24dcca9e"],
    takes: "6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    is_own: false,
};

/// The time that the board is assumed to take for a scan, in milliseconds; no source gives it.
const SCAN_MS: u32 = 200;

/// The facts of the Pegasus.
pub const FACTS: Facts = Facts {
    name: "pegasus",
    title: "DGT Pegasus",
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
    ble: Some(Ble { service: &SERVICE, names: &["dgt_pegasus"] }),
    repeats: false,
    remembers: false,
    clock: ClockSense::Nothing,
    hears: true,
    known_ms: 2_500,
    // A Square Off board ignores the question's letter, as it ignores every byte before the star that begins a
    // question.
    questions: &[dgt::ear::VERSION],
    ear: Some(|| Box::new(dgt::ear::Ear::default())),
    session: Some(|| Box::new(Session::default())),
    device: |options, board| Box::new(Device::with_board(options, board)),
};

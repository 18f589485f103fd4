//! DGT Pegasus over Bluetooth LE, both ends of the link: docs/protocols/pegasus.md, "Frames".
//!
//! The board speaks the frames of DGT's single-board mode, knows only occupied squares (codes 0 and 1), and lacks the
//! modes that report a clock. A board that was not unlocked reads 0x7f on every square. The maker gives the key to
//! each developer, and it is not in this source: a board that stays locked reports this, and its squares cannot be
//! read.

pub mod device;
pub mod session;

pub use device::Device;
pub use session::Session;

use crate::gatt::{Ble, Service};
use crate::makers::dgt;
use crate::timing::{AIR_MS, NO_CLOCK_MS, QUANTUM_MS};
use crate::{Facts, Sensing, Timing};

/// The Nordic serial service. These boards are found by it because their names can be changed.
pub const SERVICE: Service = Service {
    uuid: "6e400001-b5a3-f393-e0a9-e50e24dcca9e",
    tells: &["6e400003-b5a3-f393-e0a9-e50e24dcca9e"],
    takes: "6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    is_own: false,
};

/// The time that the board takes for a scan, in milliseconds; an assumption, because no source gives it.
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
    hears: true,
    known_ms: 2_500,
    // A Square Off ignores this letter: it ignores every byte before the star that begins its own question.
    questions: &[dgt::ear::VERSION],
    ear: Some(|| Box::new(dgt::ear::Ear::default())),
    session: Some(|| Box::new(Session::default())),
    device: |options, board| Box::new(Device::with_board(options, board)),
};

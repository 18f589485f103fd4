//! Home-made boards: the protocol of the crate `sensor`, both ends of the cable.
//!
//! ```text
//!  bytes ─▶ sensor::Deframer ─▶ sensor::Report ─▶ session ─▶ BoardEvent       what is heard
//!  bytes ◀─ sensor::Request  ◀──────────────────────┘                         what is said, and when
//!  device = sensor::Station + simulated squares                               the board itself
//! ```
//! The frames and their meaning are defined in `sensor`, which the firmware uses as well. These boards sense only which
//! squares are occupied. A lever switch, if there is one, reports presses; a DGT3000 on the board's own bus also
//! reports its times.

mod clock;
pub mod device;
pub mod session;
mod settling;

pub use device::Device;
pub use session::Session;

use crate::inquiry::Ear;
use crate::timing::{CABLE_MS, QUANTUM_MS};
use crate::{ClockSense, Facts, Sensing, SerialLine, Timing};

/// The time from a change to the state that reports it, in milliseconds. It includes the 30 ms for which a square must
/// read the same.
const SETTLED_MS: u32 = 40;

/// The facts of home-made boards.
pub const FACTS: Facts = Facts {
    name: "home",
    title: "home-made board",
    sensing: Sensing::Occupancy,
    scan_ms: 8,
    // A board reports how long ago each change was. `scan_ms` includes its settle time. The lever is a switch, and a
    // DGT3000 on the board's bus reports its lever at once.
    timing: Timing {
        scan_ms: SETTLED_MS,
        settle_ms: 0,
        link_ms: CABLE_MS,
        press_ms: SETTLED_MS,
        quantum_ms: QUANTUM_MS,
    },
    // The board ignores the baud rate, and reports only while a program has the port open.
    line: Some(SerialLine { baud: 115_200, dtr: Some(true) }),
    hid: None,
    ble: None,
    repeats: false,
    remembers: true,
    clock: ClockSense::Presses,
    hears: true,
    known_ms: 2_500,
    questions: &[],
    ear: Some(|| Box::new(sensor::Deframer::new())),
    session: Some(|| Box::new(Session::default())),
    device: |options, board| Box::new(Device::with_board(options, board)),
};

impl Ear for sensor::Deframer {
    /// Recognises any valid report, which is proof enough because a checksum protects it.
    fn hear(&mut self, byte: u8) -> bool {
        self.push(byte).and_then(sensor::Report::parse).is_some()
    }
}

//! Chessnut Air, Pro, Go and Move, both ends of the link: docs/protocols/chessnut.md, "Frames".
//!
//! ```text
//!  [id] [length] [data …]       over USB HID in reports filled up with zeros, over Bluetooth LE in notifications
//!  01 24 [32 bytes of squares] [uptime, four bytes]        01 22: older
//! ```
//! Squares go from h8 to a8, then h7 and so on, two in a byte, the first of them in the low half. The transport keeps
//! messages whole, so they have no checksum; bytes that do not look like a message are skipped one by one.

pub mod device;
pub mod frame;
pub mod session;

pub use device::{Device, MoveDevice};
pub use session::Session;

use crate::gatt::{Ble, Service};
use crate::timing::{AIR_MS, NO_CLOCK_MS, QUANTUM_MS};
use crate::{ClockSense, Facts, Sensing, Timing};

/// The service under which the boards advertise themselves. One of its characteristics reports squares, another one
/// answers.
pub const SERVICE: Service = Service {
    uuid: "1b7e8261-2877-41c3-b46e-cf057c562023",
    tells: &["1b7e8262-2877-41c3-b46e-cf057c562023", "1b7e8273-2877-41c3-b46e-cf057c562023"],
    takes: "1b7e8272-2877-41c3-b46e-cf057c562023",
    is_own: true,
};

/// The time that the board is assumed to take for a scan, in milliseconds; no source gives it.
const SCAN_MS: u32 = 200;

/// The facts of Chessnut boards. A board repeats its squares, but the bytes differ: they contain the time since it was
/// switched on.
pub const FACTS: Facts = Facts {
    name: "chessnut",
    title: "Chessnut",
    sensing: Sensing::Piece,
    scan_ms: SCAN_MS,
    // These are the delays over Bluetooth LE; USB is faster.
    timing: Timing {
        scan_ms: SCAN_MS,
        settle_ms: 0,
        link_ms: AIR_MS,
        press_ms: NO_CLOCK_MS,
        quantum_ms: QUANTUM_MS,
    },
    line: None,
    hid: Some(0x2d80),
    ble: Some(Ble { service: &SERVICE, names: &["chessnut"] }),
    repeats: false,
    remembers: false,
    clock: ClockSense::Nothing,
    hears: true,
    known_ms: 2_500,
    // No questions are needed: the Bluetooth LE service, or the USB vendor number, proves the maker.
    questions: &[],
    ear: None,
    session: Some(|| Box::new(Session::default())),
    device: |options, board| Box::new(Device::with_board(options, board)),
};

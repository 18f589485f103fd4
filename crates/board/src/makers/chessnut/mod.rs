//! Chessnut Air, Pro, Go and Move, both ends of the link: docs/protocols/chessnut.md, "Frames".
//!
//! ```text
//!  [id] [length] [data …]       over USB HID in reports filled up with zeros, over Bluetooth LE in notifications
//!  01 24 [32 bytes of squares] [uptime, four bytes]        01 22: older
//! ```
//! Squares go from h8 to a8, then h7 and so on, two in a byte, the low half first. The transport keeps messages
//! whole, so they have no check; bytes that do not look like a message are skipped one by one.

pub mod device;
pub mod frame;
pub mod session;

pub use device::{Device, MoveDevice};
pub use session::Session;

/// The USB vendor number of Chessnut boards, by which their hidraw nodes are found.
pub const USB_VENDOR: u16 = 0x2d80;
/// The service that reports squares, which boards advertise.
pub const BLE_SERVICE: &str = "1b7e8261-2877-41c3-b46e-cf057c562023";
/// The characteristic that reports squares.
pub const BLE_SQUARES: &str = "1b7e8262-2877-41c3-b46e-cf057c562023";
/// The characteristic that answers commands.
pub const BLE_ANSWERS: &str = "1b7e8273-2877-41c3-b46e-cf057c562023";
/// The characteristic that takes commands.
pub const BLE_COMMANDS: &str = "1b7e8272-2877-41c3-b46e-cf057c562023";

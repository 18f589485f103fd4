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

/// The Nordic serial service. These boards are found by it because their names can be changed.
pub const BLE_SERVICE: &str = "6e400001-b5a3-f393-e0a9-e50e24dcca9e";
/// The characteristic that takes commands.
pub const BLE_COMMANDS: &str = "6e400002-b5a3-f393-e0a9-e50e24dcca9e";
/// The characteristic that sends squares and answers.
pub const BLE_ANSWERS: &str = "6e400003-b5a3-f393-e0a9-e50e24dcca9e";

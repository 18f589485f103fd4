//! DGT Pegasus over Bluetooth LE, both sides of the link: docs/protocols/pegasus.md, "Frames".
//!
//! It speaks the frames of the single-board mode, knows occupied squares only (codes 0 and 1), and does not know the
//! modes that tell of a clock. A board that was not unlocked reads 0x7f on every square; the key is given by the maker
//! to each developer and is not in this source: a board that stays locked says so and is not seen.

pub mod device;
pub mod session;

pub use device::Device;
pub use session::Session;

/// The Nordic serial service, by which these boards are looked for: their names can be changed.
pub const BLE_SERVICE: &str = "6e400001-b5a3-f393-e0a9-e50e24dcca9e";
/// The characteristic that takes commands.
pub const BLE_COMMANDS: &str = "6e400002-b5a3-f393-e0a9-e50e24dcca9e";
/// The characteristic that tells.
pub const BLE_ANSWERS: &str = "6e400003-b5a3-f393-e0a9-e50e24dcca9e";

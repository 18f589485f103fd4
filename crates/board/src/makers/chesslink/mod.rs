//! Millennium ChessLink, both ends of the cable: docs/protocols/chesslink.md, "Frames".
//!
//! ```text
//!  [letter] [content …] [check: two hexadecimal digits]      each character seven bits and odd parity
//! ```
//! The line is opened with eight bits and no parity, which every adapter can do; the parity is added here. Parity
//! from the board is used where it arrives. Some adapters strip the parity; then the check alone decides, and the
//! operator is warned. The board reports every scan unasked, unless its memory says otherwise; then the session asks
//! for each scan. The program never writes to the memory: it wears out, and its contents are the owner's choice.

pub mod device;
pub mod frame;
pub mod session;

pub use device::Device;
pub use session::Session;

/// The serial service of a chip maker, which these boards have, and other devices as well.
pub const BLE_SERVICE: &str = "49535343-fe7d-4ae5-8fa9-9fafd205e455";
/// The characteristic that takes commands.
pub const BLE_COMMANDS: &str = "49535343-8841-43f4-a8d4-ecbe34729bb3";
/// The characteristic that sends squares and answers.
pub const BLE_ANSWERS: &str = "49535343-1e4d-4bd9-ba61-23c647249616";

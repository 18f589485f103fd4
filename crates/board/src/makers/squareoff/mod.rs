//! Square Off Pro and Swap over Bluetooth LE, both ends of the link: docs/protocols/squareoff.md, "Frames".
//!
//! ```text
//!  [code] # [body] *        text over the Nordic serial service
//!  host   30#R*  all squares    4#*  battery
//!  board  30#0110…*  sixty-four digits, file by file from a1     0#e2u*  lifted     0#e4d*  put down     22#87*
//! ```
//! These boards know only occupied squares.

pub mod device;
pub mod frame;
pub mod session;

pub use device::Device;
pub use session::Session;

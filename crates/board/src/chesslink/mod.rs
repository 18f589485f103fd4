//! Millennium ChessLink, both sides of the cable (protocols.md 2.2).
//!
//! ```text
//!  [letter] [content …] [check: two hexadecimal digits]      each character seven bits and odd parity
//! ```
//! The line is opened with eight bits and no parity, which every adapter can; the parity is added and checked here.
//! The board reports every scan unasked, unless its memory says otherwise; then it is asked. Its memory is read, never
//! written: it wears out, and belongs to its owner.

pub mod device;
pub mod frame;
pub mod session;

pub use device::Device;
pub use session::Session;

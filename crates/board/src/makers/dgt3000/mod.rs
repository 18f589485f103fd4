//! The DGT3000 on a bus of its own (I2C), without a DGT board: its frames (docs/protocols/dgt3000.md, "Frames"),
//! the session with it, and the clock itself for tests.
//!
//! ```text
//!  bytes ─▶ frame::Message ─▶ Session ─▶ ClockNews: times, lever          what the clock broadcasts
//!  bytes ◀─ frame::Order   ◀────┘                                         what it is ordered, and when
//! ```
//! The clock knows only left and right. Which colour sits on which side follows from the board beside it
//! ([`crate::makers::homemade`]).

pub mod device;
pub mod frame;
pub mod session;

pub use device::Device;
pub use session::{ClockNews, Session};

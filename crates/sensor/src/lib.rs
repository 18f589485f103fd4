//! The part that both ends of a home-made board's cable share: scanning the squares, settling them, and reporting them.
//!
//! ```text
//!  pins ─▶ scan (matrix, shift, strobe, expander, levels) ─▶ settle ─▶ backlog ─▶ report ─▶ frame ─▶ bytes
//!                                                         the board: Station   request ◀─ frame ◀─ bytes
//!  the host   bytes ─▶ frame ─▶ report
//! ```
//! The crate runs unchanged on a microcontroller, on a Raspberry Pi and in the simulator: it uses no `std` and no
//! allocation; pins are embedded-hal traits, and time is an argument in milliseconds that may wrap around. It knows
//! squares, but no chess.
//!
//! * States are sent, not changes: every report of the squares contains all sixty-four, the number of the state and the
//!   count of lost states.
//! * No state is dropped before the host has acknowledged it, unless the backlog is full; such a loss is counted.
//! * Bad bytes are noise: they are skipped and counted, and the next zero byte begins a new frame.
//! * The host sends only the question for an [`Identity`] before it has received one, so other devices get no other
//!   bytes.
//!
//! The wire format is version [`message::VERSION`]; `tests/wire/golden_bytes.rs` holds its bytes, which are never
//! edited.

#![no_std]

pub mod backlog;
pub mod clock;
pub mod frame;
pub mod levels;
pub mod message;
pub mod request;
pub mod settle;
pub mod station;
mod wiring;

pub use backlog::{Backlog, Entry};
pub use clock::ClockFrame;
pub use frame::{Deframer, Frame};
pub use levels::{Calibration, Survey};
pub use message::{Health, Identity, Refusal, Report, State};
pub use request::{CalibrationStep, Request};
pub use settle::Settle;
pub use station::{Order, Station};
pub use wiring::expander::Expanders;
pub use wiring::matrix::Matrix;
pub use wiring::shift::ShiftChain;
pub use wiring::strobe::StrobeChain;
pub use wiring::{expander, matrix, shift, strobe, two_wire};

/// An instant on the board's own clock, in milliseconds from its start, modulo 2³² (49 days).
pub type BoardMillis = u32;

/// The occupied squares: bit 0 is a1, bit 1 is b1, bit 63 is h8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Occupancy(pub u64);

impl Occupancy {
    /// Builds the squares from eight ranks: byte 0 is the first rank, bit 0 its a-file.
    pub fn from_ranks(ranks: [u8; 8]) -> Occupancy {
        Occupancy(u64::from_le_bytes(ranks))
    }

    /// Returns the squares as eight ranks: byte 0 is the first rank, bit 0 its a-file.
    pub fn ranks(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// Returns whether the square with this index is occupied.
    pub fn is_occupied(self, square: usize) -> bool {
        square < 64 && self.0 >> square & 1 == 1
    }
}

//! What both ends of the cable of a home-made board agree on: scan the squares, settle them, say them.
//!
//! ```text
//!  pins ─▶ scan (matrix, shift, strobe, expander, levels) ─▶ settle ─▶ backlog ─▶ report ─▶ frame ─▶ bytes     the board: Station
//!                                                                 request ◀─ frame ◀─ bytes
//!  bytes ─▶ frame ─▶ report                                                                  the host
//! ```
//! The crate runs on a microcontroller, on a Raspberry Pi and in the simulator alike: no `std`, no allocation, pins as
//! embedded-hal traits, time as an argument in milliseconds that may wrap around. It knows squares, but no chess.
//!
//! Invariants:
//! * State is sent, not changes: every report of the squares says all sixty-four, its number and what was lost.
//! * Nothing is thrown away that the host has not acknowledged, but for the limit of the backlog; that is counted.
//! * Bad bytes are noise: skipped and counted, and the next zero begins anew.
//! * The host says nothing before it has understood an [`Identity`]: so it never says a byte to a stranger.
//!
//! The wire is version [`message::VERSION`]; `tests/wire/golden_bytes.rs` holds its bytes, which are never edited.

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

/// Milliseconds of the board's own clock: from its start, modulo 2³² (49 days).
pub type BoardMillis = u32;

/// Which squares hold something: bit 0 is a1, bit 1 is b1, bit 63 is h8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Occupancy(pub u64);

impl Occupancy {
    /// Eight squares at a time: byte 0 is the first rank, bit 0 its a-file.
    pub fn from_ranks(ranks: [u8; 8]) -> Occupancy {
        Occupancy(u64::from_le_bytes(ranks))
    }

    /// The same, rank by rank.
    pub fn ranks(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// Whether something stands on the square with this index.
    pub fn is_occupied(self, square: usize) -> bool {
        square < 64 && self.0 >> square & 1 == 1
    }
}

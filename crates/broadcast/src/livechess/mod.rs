//! The local interface of DGT's LiveChess 2: boards, clocks and moves over a WebSocket and over HTTP, for programs on the
//! hall's own computer (docs/formats/livechess.md).
//!
//! ```text
//!  DelayedHall<Screens> ──boards, games, clocks, rounds──▶ Boards ──what lies still──▶ Session ──frames──▶ a client
//!                                                             └──────▶ rest::answer ──JSON──▶ a client over HTTP
//! ```
//! The moves are those that the hall's screens show. The pieces are those that the sensors read.

pub mod boards;
pub mod choice;
pub mod line;
pub mod message;
mod moves_since;
mod own_round;
pub mod rest;
pub mod session;
mod steady;

pub use boards::Boards;
pub use choice::{BoardName, Choice};
pub use session::Session;

use board::Millis;

/// The present time, by both clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// Journal time.
    pub t_ms: Millis,
    /// The time of day, in milliseconds since 1970.
    pub wall_ms: u64,
}

impl Now {
    /// Returns the time of day at an instant of journal time.
    pub(crate) fn wall_at(self, t_ms: Millis) -> u64 {
        self.wall_ms.saturating_sub(self.t_ms.saturating_sub(t_ms))
    }
}

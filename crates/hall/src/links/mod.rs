//! Links: one session a device, cables that many boards share, and what is told to boards and clocks.

pub(crate) mod cable;
pub(crate) mod clock_orders;
pub(crate) mod clock_port;
pub(crate) mod lamps;
pub mod link;
pub(crate) mod seating;
pub mod stream;

//! Links: a session for each device, cables that many boards share, and what is sent to boards and clocks.

pub(crate) mod cable;
pub(crate) mod clock_orders;
pub(crate) mod clock_port;
pub(crate) mod lamps;
pub mod link;
pub(crate) mod seating;
pub mod stream;

//! Links: a session for each device, cables that several boards share, and orders for boards and clocks.

pub(crate) mod cable;
pub(crate) mod clock_orders;
pub(crate) mod clock_port;
pub(crate) mod condition;
pub(crate) mod lamps;
pub mod link;
pub(crate) mod orientation;
pub(crate) mod seating;

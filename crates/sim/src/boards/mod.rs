//! The boards between hands and reader: sensors, faults, cables, links.

pub(crate) mod cable;
pub mod faults;
pub(crate) mod late;
pub(crate) mod link;
pub mod sampler;
mod unread;

//! The record of a game: its score, how it ends, and how it is kept and written.

pub(crate) mod finished;
pub(crate) mod packed;
pub mod pgn;
pub(crate) mod plies;
pub mod public;
pub(crate) mod remark;
pub mod result;
pub mod score;

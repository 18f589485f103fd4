//! What stands on the squares, how far a reading is to be believed, and which way round the board is.

pub mod contents;
pub mod orientation;
pub(crate) mod sight;
pub mod stance;

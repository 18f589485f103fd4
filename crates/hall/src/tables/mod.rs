//! Tables: each with a watched game, and with what the world and the arbiter are told of it.

pub(crate) mod due;
pub mod games;
pub mod table;
pub mod tap;
pub(crate) mod told;
pub(crate) mod veil;
pub mod watched;

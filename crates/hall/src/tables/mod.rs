//! Tables: one watched game each, and what of it the world and the arbiter are told.

pub(crate) mod due;
pub mod games;
pub mod table;
pub mod tap;
pub(crate) mod told;
pub(crate) mod veil;
pub mod watched;

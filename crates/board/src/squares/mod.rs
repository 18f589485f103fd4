//! The contents of the squares, the tests that a reading must pass to be accepted, and the board's orientation.

pub mod contents;
pub mod orientation;
pub(crate) mod sight;
pub mod stance;
pub(crate) mod stood;
pub mod straightener;

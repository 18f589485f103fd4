//! The contents of the squares, the tests that a reading must pass to be accepted, and the way round in which the
//! board stands.

pub mod contents;
pub mod orientation;
pub(crate) mod sight;
pub mod stance;

//! The games that were really played, and how well the scores reproduce them.

pub mod accuracy;
pub mod cells;
pub mod desk;
pub mod log;
pub mod shrink;
pub mod trace;
pub mod truth;

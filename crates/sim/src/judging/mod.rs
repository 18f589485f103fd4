//! What was really played, and how well a score tells it.

pub mod accuracy;
pub mod cells;
pub mod log;
pub mod shrink;
pub mod trace;
pub mod truth;

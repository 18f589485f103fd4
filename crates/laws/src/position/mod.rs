//! Facts about positions alone: start positions of Chess960, repetition, and whether a side can still mate.

pub mod chess960;
pub mod repetition;
pub mod unwinnable;

//! The parts that make a journal usable as evidence: signatures, their audit, the witness, excerpts and tombstones.

pub mod accepted;
pub mod audit;
pub mod excerpt;
pub mod known_head;
pub mod seal;
pub mod signature;
pub mod tombstone;
pub mod unsigned;
pub mod witness;

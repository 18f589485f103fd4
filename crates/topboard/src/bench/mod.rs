//! The project's own measurements, reproducible by seed.

pub mod latency;
pub mod reconstruct;

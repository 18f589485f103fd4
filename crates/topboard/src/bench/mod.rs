//! The project's own measurements, reproducible by seed.

pub mod evening;
pub mod latency;
pub mod reconstruct;

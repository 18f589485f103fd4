//! The project's own measurements. A seed makes each of them reproducible.

pub mod accuracy;
pub mod bus;
pub mod evening;
pub mod fanout;
pub mod journal;
pub mod latency;
pub mod laws;
pub mod orders;
pub mod ratings;
pub mod reconstruct;
#[cfg(feature = "sqlite")]
pub mod sqlite;
pub mod unwinnable;

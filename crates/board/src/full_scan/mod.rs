//! Boards that report all their squares at once: their session, and the simulated device.

pub mod listener;
pub mod plate;

//! Boards that report all their squares at once: their session, and the simulated device.

pub mod full_scan_session;
pub mod scanner_device;

//! The DGT e-board protocol.

pub mod session;

pub use session::Session;

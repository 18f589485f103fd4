//! The terminal the program was started in: its output, its failures, and the orders to end.

pub mod failure;
pub mod log;
pub mod log_options;
pub mod plural;
pub mod shutdown;
pub mod stdout;

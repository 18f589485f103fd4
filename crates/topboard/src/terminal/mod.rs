//! The terminal the program was started in: what it says there, how it ends, and the orders to end.

pub mod failure;
pub mod log;
pub mod plural;
pub mod shutdown;
pub mod stdout;

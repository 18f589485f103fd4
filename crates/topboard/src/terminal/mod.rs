//! The terminal that the program was started in: its output, its failures, and the signals that end the program.

pub mod failure;
pub mod links;
pub mod log;
pub mod log_options;
pub mod plural;
pub mod secret_input;
pub mod shutdown;
pub mod stdout;

//! The door: the only crate that touches the world. Serial ports, disk, clock, HTTP, WebSocket, configuration,
//! command line. It decides nothing, it only carries.
//!
//! The library exists so that tests and measurements can start the real driver, main loop and server; the program is
//! `main.rs`.

pub mod cli;
pub mod complaint;
pub mod config;
pub mod failure;
pub mod log;

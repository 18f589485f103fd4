//! The only crate that touches the outside world: serial ports, disk, clock, HTTP, WebSocket, configuration, command
//! line. It makes no decisions about games; it only carries data in and out.
//!
//! The program itself is `main.rs`. The library exists so that tests and measurements can start the program's drivers,
//! main loop and servers.

pub mod arbiter;
pub mod bench;
pub mod broadcast;
pub mod cli;
pub mod commands;
pub mod config;
pub mod connections;
pub mod devices;
pub mod displays;
pub mod event;
pub mod journal_files;
pub mod livechess;
pub mod mainloop;
pub mod metrics;
pub mod people;
pub mod public;
pub mod safe_files;
pub mod terminal;
pub mod tls;
pub mod tree;

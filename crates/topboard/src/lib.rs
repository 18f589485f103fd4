//! The door: the only crate that touches the world. Serial ports, disk, clock, HTTP, WebSocket, configuration,
//! command line. It decides nothing, it only carries.
//!
//! The library exists so that tests and measurements can start the real driver, main loop and server; the program is
//! `main.rs`.

pub mod addresses;
pub mod allowance;
pub mod archive;
pub mod ask;
pub mod asking;
pub mod bench;
pub mod bluez;
pub mod boards;
pub mod book;
pub mod cli;
pub mod complaint;
pub mod config;
pub mod counted;
pub mod demo;
pub mod devices;
pub mod disk;
pub mod door;
pub mod draft;
pub mod driver;
pub mod erase;
pub mod export;
pub mod failure;
pub mod faulty;
pub mod games;
pub mod held;
pub mod hid;
pub mod homemade;
pub mod hub;
pub mod index;
pub mod keeping;
pub mod key;
pub mod link;
pub mod log;
pub mod mainloop;
pub mod notary;
pub mod notation;
pub mod offline;
pub mod out;
pub mod pace;
pub mod packed;
pub mod pages;
pub mod pins;
pub mod port;
pub mod private;
pub mod pty;
pub mod reading;
pub mod reconstruct;
pub mod recover;
pub mod replay;
pub mod run;
pub mod scratch;
pub mod server;
pub mod simboard;
pub mod socket;
pub mod stamp;
pub mod storage;
pub mod subscribers;
pub mod tail;
pub mod verify;
pub mod wall;
pub mod wire;

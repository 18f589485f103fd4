//! Boards and clocks as devices of this computer: their ports are found, opened, read and written here. The crate
//! `board` interprets their bytes.

pub mod bluez;
pub mod driver;
pub mod hid;
pub mod natural_order;
pub mod pins;
pub mod port;
pub mod ports;
pub mod ports_runtime;
pub mod probe;
pub mod pty;
pub mod rate_limit;
pub mod wire;

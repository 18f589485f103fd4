//! Boards and clocks as this computer has them: ports are found, opened, read and written here. The crate `board` knows
//! what their bytes mean.

pub mod bluez;
pub mod driver;
pub mod hid;
pub mod natural_order;
pub mod pins;
pub mod port;
pub mod ports;
pub mod probe;
pub mod pty;
pub mod rate_limit;
pub mod wire;

//! Boards and clocks as this computer has them: ports found, opened, read and written. What their bytes mean is the
//! crate `board`'s.

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

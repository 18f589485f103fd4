//! The DGT protocol, tested at its borders: bytes in, bytes out, events out.

mod bytes;
mod clock_orders;
mod damage;
mod deaf;
mod device;
mod heard;
mod lamps;
mod link;
mod memory;
mod world;

//! The bus mode (docs/protocols/dgt-bus.md, "Frames"): many DGT boards on one cable, each with an address. A
//! board speaks only when it is asked.
//!
//! ```text
//!  master ─▶ [81…8b] [address hi] [lo] [sum]                                     to one board; to all: address 0
//!  board  ─▶ [id] [len hi] [len lo] [address hi] [lo] [data …] [sum]             within 80 ms, or never
//! ```
//! A board keeps changes in order until it is asked, and repeats its last answer on demand. So neither a bad line nor
//! a pulled cable loses any change that the board still keeps.

pub mod frame;
pub mod master;
mod member;
pub mod slave;
pub mod strand;

pub use master::Master;
pub use slave::Slave;
pub use strand::Strand;

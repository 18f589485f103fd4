//! The bus mode (docs/protocols/dgt-bus.md, "Frames"): many DGT boards on one cable, each with an address, none speaking
//! unless it is asked.
//!
//! ```text
//!  master ─▶ [81…8b] [address hi] [lo] [sum]                                     to one board; to all: address 0
//!  board  ─▶ [id] [len hi] [len lo] [address hi] [lo] [data …] [sum]             within 80 ms, or never
//! ```
//! A board keeps what changed until it is asked, in order; what it told last it tells again. So nothing is lost that
//! it still has: not over a bad line, not over a pulled cable.

pub mod frame;
pub mod master;
mod member;
pub mod slave;
pub mod strand;

pub use master::Master;
pub use slave::Slave;
pub use strand::Strand;

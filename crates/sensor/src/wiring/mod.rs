//! Ways to wire many switches to few pins: a matrix, chains of registers, port expanders.

pub mod expander;
pub mod matrix;
pub mod shift;
pub mod strobe;
pub mod two_wire;

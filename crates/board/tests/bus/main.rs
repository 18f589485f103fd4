//! The bus mode of DGT boards: many boards, one cable, in memory.

mod bytes;
mod many;
mod world;

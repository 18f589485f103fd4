//! The forms in which the programs of others take games.
//!
//! Each form is a folder. It takes what an audience may see from [`relay`], and gives texts: what is listened at, and how
//! texts are carried, is the program's.
//!
//! Invariants:
//! * The shapes of others are exact: no key is added to them, and their order is that of what was observed.
//! * What leaves the hall before the delay is an alert alone, which has no place for a move, a name or a result.
//! * Whatever a client says is answered or refused in its own language. Nothing panics.

pub mod alert;
pub mod bulletin;
pub mod check;
pub mod courier;
pub mod identity;
pub mod lichess;
pub mod livechess;
mod start_number;
pub mod tree;

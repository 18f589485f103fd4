//! Following one table: the scribe, what it saw, when it looks again, and what it shows.

pub(crate) mod check;
pub(crate) mod ending;
pub(crate) mod next_game;
pub(crate) mod press;
pub(crate) mod presses;
pub(crate) mod replacement_times;
pub(crate) mod rest;
pub mod scribe;
pub(crate) mod seen;
pub(crate) mod show;
pub(crate) mod timers;
pub(crate) mod touches;

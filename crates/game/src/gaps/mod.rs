//! Parts of a game that nobody saw: the time of a lost link, and the moves before a game was joined.

pub(crate) mod bridge;
pub(crate) mod join_midgame;
pub(crate) mod missed_presses;
mod put_right;
mod unclocked;

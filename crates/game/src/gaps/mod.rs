//! Parts of a game that nobody saw: the time of a lost link, the moves before a game was joined, a last move onto
//! a dead square, and moves after which no line explained the board.

mod astray;
pub(crate) mod bridge;
mod gesture;
pub(crate) mod join_midgame;
mod last_ply;
pub(crate) mod missed_presses;
pub(crate) mod put_right;
mod retrace;
mod unclocked;
mod under_way;

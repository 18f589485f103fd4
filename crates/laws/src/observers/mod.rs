//! The observers, one for each subject of the Laws. All receive the same scene, and none knows of another.

pub mod adjourn;
pub(crate) mod blind;
pub(crate) mod castling;
pub(crate) mod clock;
pub(crate) mod counter;
pub(crate) mod displaced;
pub(crate) mod draughts;
pub mod draw;
pub(crate) mod illegal_move;
pub(crate) mod impossible;
pub(crate) mod press;
pub(crate) mod promotion;
pub(crate) mod record;
pub(crate) mod release;
pub mod reports;
pub(crate) mod restore;
pub(crate) mod start;
pub(crate) mod touch;
pub(crate) mod two_hands;
pub(crate) mod window;

//! Parts of a game that nobody saw: the time of a lost link, and the moves before a game was picked up.

pub(crate) mod bridge;
pub(crate) mod pick_up;
pub(crate) mod unheard;

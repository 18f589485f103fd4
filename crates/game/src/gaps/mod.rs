//! Stretches of a game that nobody saw: a lost link, and a game that is joined under way.

pub(crate) mod bridge;
pub(crate) mod pick_up;
pub(crate) mod unheard;

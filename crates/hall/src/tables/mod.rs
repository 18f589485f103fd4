//! Tables: each has a game that is followed and watched, and its news for the world and for the arbiter.

pub(crate) mod due;
mod event;
pub mod games;
pub(crate) mod planned;
pub(crate) mod public_view;
pub(crate) mod published;
pub mod readiness;
pub(crate) mod refusal;
pub(crate) mod staged;
pub mod table;
pub mod tee;
pub mod watched;

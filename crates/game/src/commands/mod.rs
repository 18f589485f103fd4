//! Commands of people to a table: their written form, their meaning, and the code that carries them out.

pub(crate) mod aside;
pub(crate) mod command;
pub(crate) mod entries;
pub(crate) mod json;
mod kept_open;
mod naming;
pub(crate) mod orders;
pub(crate) mod refusal;
pub(crate) mod undo;

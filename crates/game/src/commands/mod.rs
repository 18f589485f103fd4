//! Commands of people to a table: their form, and the code that carries them out.

pub(crate) mod command;
pub(crate) mod entries;
pub(crate) mod orders;

//! What people tell a table: the words, and what is done about them.

pub(crate) mod command;
pub(crate) mod entries;
pub(crate) mod orders;

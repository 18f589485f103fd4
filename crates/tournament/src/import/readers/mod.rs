//! The readers, a format a file, and what they share: the words of headers and results, and the gathering of rows.

pub(crate) mod gather;
mod headers;
pub(super) mod list;
pub(super) mod pgn;
mod shape;
pub(super) mod table;
pub(crate) mod words;

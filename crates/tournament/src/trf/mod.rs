//! The Tournament Report File of FIDE, in the versions of 2016 and 2026: text in columns, one player a line.
//!
//! ```text
//!   012 City Open
//!   001    1 m IM Nowak, Anna                       2405 POL     1123456 1999/05/17  1.5    1     4 w 1     2 b =
//! ```
//! A [`Trf`] keeps every line as it stood. What the tournament still says as the file said it is written back letter for
//! letter; lines that nobody here understands stay where they were.

mod cell;
mod columns;
mod document;
mod draft;
mod player;
mod record;
mod write;

pub use document::Trf;
pub(crate) use draft::{draft, is_trf};
pub use write::{Flavour, Ranks, write};

#[cfg(test)]
mod tests;

//! Errors in reading a text: the place of the error, and what was expected in that place.

use super::Form;
use shakmaty::{Chess, Move};
use std::{error::Error, fmt, ops::Range};

/// An error in a text that should be a move, with the place of the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// The range of the text at fault, in bytes; empty if something is missing.
    pub bytes: Range<usize>,
    /// The range of the text at fault, in characters. The first character of the text is 0.
    pub chars: Range<usize>,
    /// The text at fault.
    pub found: String,
    /// The kind of fault.
    pub why: Why,
    /// A description of the text that was expected.
    pub expected: String,
}

/// A kind of error in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The characters have no meaning in their place.
    Unreadable,
    /// The letter belongs to a piece in another language.
    OtherLanguage,
    /// The text can be read, but describes no legal move.
    Illegal,
    /// The text describes more than one legal move.
    Ambiguous,
    /// The text has a sign of capture but nothing is captured, or a sign of en passant but the move is a different one.
    NotSo,
    /// A pawn reaches its last rank, and the new piece is not named.
    PromotionMissing,
    /// The number in the text is not the number of the next move.
    Number,
    /// The text is longer than any real score sheet.
    TooLong,
}

/// An error for which no message has been written yet. Its byte range counts from the start of the part of the text
/// that is being read, and its moves are not written in a notation yet.
#[derive(Debug, Clone)]
pub(super) struct Wrong {
    at: Range<usize>,
    why: Why,
    expected: String,
    moves: Vec<Move>,
}

/// The greatest number of moves that an error message names as expected.
const NAMED_MAX: usize = 12;

impl Wrong {
    pub(super) fn new(at: Range<usize>, why: Why, expected: impl Into<String>) -> Wrong {
        Wrong { at, why, expected: expected.into(), moves: Vec::new() }
    }

    /// Adds the moves that would have been accepted to the error.
    pub(super) fn naming(self, moves: Vec<Move>) -> Wrong {
        Wrong { moves, ..self }
    }

    /// Returns the byte at which reading stopped.
    pub(super) fn reached(&self) -> usize {
        self.at.end
    }
}

impl Misread {
    /// Creates the error for a part of the text that begins at the byte `offset`.
    pub(super) fn new(text: &str, offset: usize, wrong: Wrong, form: Form, position: &Chess) -> Misread {
        let mut expected = wrong.expected;
        let written: Vec<String> =
            wrong.moves.iter().take(NAMED_MAX).map(|mv| form.write(position, *mv)).collect();
        if !written.is_empty() {
            expected.push_str(&format!(": {}", written.join(", ")));
        }
        if wrong.moves.len() > NAMED_MAX {
            expected.push_str(" …");
        }
        let bytes = offset + wrong.at.start..offset + wrong.at.end;
        Misread::at(text, bytes, wrong.why, expected)
    }

    /// Creates the error for these bytes of a text.
    pub(super) fn at(text: &str, bytes: Range<usize>, why: Why, expected: impl Into<String>) -> Misread {
        let chars = |byte: usize| text[..byte].chars().count();
        Misread {
            chars: chars(bytes.start)..chars(bytes.end),
            found: text[bytes.clone()].to_owned(),
            bytes,
            why,
            expected: expected.into(),
        }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // People count from one.
        let place = self.chars.start + 1;
        match self.chars.len() {
            0 => write!(f, "at character {place}, where nothing stands, ")?,
            1 => write!(f, "at character {place}, {:?}, ", self.found)?,
            _ => write!(f, "at characters {place} to {}, {:?}, ", self.chars.end, self.found)?,
        }
        write!(f, "expected {}", self.expected)
    }
}

impl Error for Misread {}

//! A place in a text that is being read.

use super::misread::{Why, Wrong};
use std::ops::Range;

/// A place in a text.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the start of a text.
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// Returns the number of bytes already passed.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns the text still ahead.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the next character, without passing it.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips `bytes` bytes, which must be whole characters, and returns their range.
    pub(super) fn skip(&mut self, bytes: usize) -> Range<usize> {
        let from = self.at;
        self.at += bytes;
        from..self.at
    }

    /// Passes the next character if `mean` gives it a meaning. Returns the meaning and the character's range; otherwise
    /// `None`.
    pub(super) fn take<T>(&mut self, mean: impl FnOnce(char) -> Option<T>) -> Option<(T, Range<usize>)> {
        let next = self.peek()?;
        mean(next).map(|meaning| (meaning, self.skip(next.len_utf8())))
    }

    /// Passes the next character if it is one of `wanted`. Returns the character's range; otherwise `None`.
    pub(super) fn take_one_of(&mut self, wanted: &[char]) -> Option<Range<usize>> {
        self.take(|next| wanted.contains(&next).then_some(())).map(|((), range)| range)
    }

    /// Creates the error that says what was expected in place of the next character, or of the end of the text.
    pub(super) fn expected(&self, expected: impl Into<String>) -> Wrong {
        let length = self.peek().map_or(0, char::len_utf8);
        Wrong::new(self.at..self.at + length, Why::Unreadable, expected)
    }
}

//! Bodies to lines.

use crate::{Chain, LINE_MAX, evidence::tombstone};
use std::fmt;

/// Makes the lines of a book. It holds no file: whoever appends stores the bytes, and syncs them.
#[derive(Debug, Clone, Default)]
pub struct Writer {
    chain: Chain,
}

/// Why a body cannot become a line. Nothing has changed then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppendError {
    /// The body holds a line feed, and would become two lines.
    LineFeed,
    /// The line would be longer than [`LINE_MAX`].
    TooLong,
}

impl Writer {
    /// The writer of an empty book.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// The writer of a book whose last record left the chain here.
    pub fn resume(chain: Chain) -> Writer {
        Writer { chain }
    }

    /// Appends the line of this body to `lines` and returns the number of its record: of a tombstone in its place, that
    /// of the last record it stands for.
    pub fn append(&mut self, body: &str, lines: &mut Vec<u8>) -> Result<u64, AppendError> {
        if body.contains('\n') {
            return Err(AppendError::LineFeed);
        }
        // Check, space and line feed are 18 bytes.
        if body.len() + 18 > LINE_MAX {
            return Err(AppendError::TooLong);
        }
        let check = tombstone::extend(&mut self.chain, body);
        lines.extend_from_slice(&check);
        lines.push(b' ');
        lines.extend_from_slice(body.as_bytes());
        lines.push(b'\n');
        Ok(self.chain.seq())
    }

    /// Where the chain stands.
    pub fn chain(&self) -> Chain {
        self.chain
    }
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AppendError::LineFeed => f.write_str("the record holds a line feed; write it as one line"),
            AppendError::TooLong => f.write_str("the record is longer than a mebibyte; split it"),
        }
    }
}

impl std::error::Error for AppendError {}

//! The writer: turns bodies into lines.

use crate::{Chain, LINE_MAX, evidence::tombstone};
use std::fmt;

/// The writer of a journal's lines. It holds no file: its owner stores the bytes and syncs them.
#[derive(Debug, Clone, Default)]
pub struct Writer {
    chain: Chain,
}

/// The reason why a body cannot become a line. The writer is unchanged after such an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppendError {
    /// The body holds a line feed, and would become two lines.
    LineFeed,
    /// The line would be longer than [`LINE_MAX`].
    TooLong,
}

impl Writer {
    /// Creates the writer of an empty journal.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Creates the writer of a journal whose last record left the chain in this state.
    pub fn resume(chain: Chain) -> Writer {
        Writer { chain }
    }

    /// Appends the line of this body to `lines` and returns the number of its record. For a tombstone the result is the
    /// number of the last record that the tombstone replaces.
    pub fn append(&mut self, body: &str, lines: &mut Vec<u8>) -> Result<u64, AppendError> {
        if body.contains('\n') {
            return Err(AppendError::LineFeed);
        }
        // The check, the space and the line feed take 18 bytes.
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

    /// Returns the chain after the last line written.
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

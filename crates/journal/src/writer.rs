//! The writer: turns bodies into lines.

use crate::{Chain, LINE_MAX, evidence::tombstone};
use std::fmt;

/// The writer of a journal's lines. It opens no file: its owner stores the lines and syncs them.
#[derive(Debug, Clone, Default)]
pub struct Writer {
    chain: Chain,
}

/// The reason why a body cannot become a line. After such an error the writer is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppendError {
    /// The body contains a line feed, so it would become two lines.
    LineFeed,
    /// The line would be longer than [`LINE_MAX`].
    TooLong,
}

impl Writer {
    /// Creates the writer of an empty journal.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Creates the writer that continues a journal, given the chain after the journal's last record.
    pub fn resume(chain: Chain) -> Writer {
        Writer { chain }
    }

    /// Appends the line of this body to `lines`. Returns the number of its record; for a tombstone, the number of the
    /// last record that it replaces.
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

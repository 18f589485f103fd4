//! The open record of repetitions in the journal's writer: how long it stays open, and what closes it.
//!
//! A board that repeats itself many times a second would fill the journal. The codec in `hall::codec` shortens a
//! repeated message to a reference to its earlier copy, called a word. Here words wait for others to share a record
//! with them.
//!
//! Invariants:
//! * The bytes of every word are handed to the journal before they are interpreted, as those of any record are. The
//!   record is closed after [`OPEN_MAX`], and before a result of its words is written after it or sent to anybody. A
//!   crash costs at most the words of an open record, and those had no result.

use super::JournalWriter;
use hall::Body;
use std::time::Duration;
use tokio::time::Instant;

/// The longest time for which a record of repetitions stays open.
const OPEN_MAX: Duration = Duration::from_secs(4);
/// The greatest number of words in a record of repetitions.
const WORDS_MAX: usize = 1_000;

impl JournalWriter {
    /// Adds the bytes of a device to the open record of repetitions, and returns the number that this record will have.
    /// `None` if the body is not of that kind or must be written in full.
    pub(super) fn squeeze(&mut self, body: &Body) -> Option<u64> {
        let Body::Bytes { t_ms, link, bytes } = body else { return None };
        if !self.squeezer.put(*t_ms, *link, bytes, self.room()) {
            return None;
        }
        self.run_since.get_or_insert_with(Instant::now);
        Some(self.appended_seq() + 1)
    }

    /// Closes the open record of repetitions, if there is one, because its words had a result or its time is up.
    pub fn close_run(&mut self) {
        self.run_since = None;
        if let Some(body) = self.squeezer.close() {
            // The record fits into the file, or its last word would not have been taken.
            self.write(&body, &body.emit());
        }
    }

    /// Returns when the open record of repetitions must be closed at the latest; `None` if none is open.
    pub fn run_due(&self) -> Option<Instant> {
        let since = self.run_since?;
        Some(if self.squeezer.words() < WORDS_MAX { since + OPEN_MAX } else { since })
    }

    /// Returns how many more bytes fit into the file being written.
    pub(super) fn room(&self) -> u64 {
        self.segment_max.saturating_sub(self.segment_bytes)
    }
}

//! The open record of repetitions in the journal's writer: how long it stays open, and what closes it.
//!
//! A board that repeats itself many times a second would fill the journal. The codec in `hall::codec` shortens what it
//! says; here the short words wait for others to share their record.
//!
//! Invariants:
//! * The bytes of every word are handed to the journal before they are interpreted, as any record is. The record is
//!   closed before any result of its words is written behind it or sent to anybody, and after [`OPEN_MAX`]. A crash
//!   costs at most the words of an open record, and those had no result.

use super::JournalWriter;
use hall::Body;
use std::time::Duration;
use tokio::time::Instant;

/// The longest time for which a record stays open.
const OPEN_MAX: Duration = Duration::from_secs(4);
/// The most words of one record.
const WORDS_MAX: usize = 1_000;

impl JournalWriter {
    /// Adds the bytes of a device to the record of repetitions, and returns that record's number. `None` if the record
    /// must be written in full.
    pub(super) fn squeeze(&mut self, body: &Body) -> Option<u64> {
        let Body::Bytes { t_ms, link, bytes } = body else { return None };
        if !self.squeezer.put(*t_ms, *link, bytes, self.room()) {
            return None;
        }
        self.run_since.get_or_insert_with(Instant::now);
        Some(self.appended_seq() + 1)
    }

    /// Closes the record of repetitions, because its words had a result.
    pub fn close_run(&mut self) {
        self.run_since = None;
        if let Some(body) = self.squeezer.close() {
            // There is room for the record, or its last word would not have been taken.
            self.write(&body, &body.emit());
        }
    }

    /// Returns when the record of repetitions is to be closed, whatever happens.
    pub fn run_due(&self) -> Option<Instant> {
        let since = self.run_since?;
        Some(if self.squeezer.words() < WORDS_MAX { since + OPEN_MAX } else { since })
    }

    /// Returns the number of bytes that the file being written still takes.
    pub(super) fn room(&self) -> u64 {
        self.segment_max.saturating_sub(self.segment_bytes)
    }
}

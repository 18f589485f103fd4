//! The open record of repetitions. For each time that a board sends bytes again, it holds one short word.
//!
//! A board that repeats itself many times a second would fill the journal. The word for a repetition says how far back
//! the original bytes are, and words share a record as long as nothing else happens.
//!
//! Invariants:
//! * Every word is written before its bytes are interpreted, as any record is. The record is closed before any result
//!   of its words is written behind it or sent to anybody, and after [`OPEN_MAX`]. A crash costs at most the words of
//!   an open record, and those had no result.
//! * A file of the journal can be read alone: a word refers only to bytes in its own file.

use super::Book;
use board::Millis;
use hall::{Body, LinkNo, stream::Again};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::Instant;

/// The longest time for which a record stays open.
const OPEN_MAX: Duration = Duration::from_secs(4);
/// The most words of one record.
const WORDS_MAX: usize = 1_000;
/// The longest word with the blank before it, and the longest text around the words, in bytes.
const WORD_LEN_MAX: u64 = 48;
const AROUND_LEN_MAX: u64 = 64;

impl Book {
    /// Appends a device's repetition to the record of repetitions, and returns that record's number. The record is
    /// closed by the next append, by [`Book::close_run`], and in time by [`Book::flush`]. `None` if the word cannot be
    /// written: the caller then appends the bytes as they came.
    pub fn append_again(&mut self, t_ms: Millis, again: Again) -> Option<u64> {
        let room = self.segment_max.saturating_sub(self.segment_bytes);
        self.repeats.add(t_ms, again, room).then(|| self.appended_seq() + 1)
    }

    /// Closes the record of repetitions, because its words had a result.
    pub fn close_run(&mut self) {
        if let Some(body) = self.repeats.close() {
            // There is room for the record, or its last word would not have been taken.
            self.write(&body, &body.emit());
        }
    }

    /// Returns when the record of repetitions is to be closed, whatever happens.
    pub fn run_due(&self) -> Option<Instant> {
        self.repeats.due()
    }
}

/// The open record, if there is one, and the bytes it may refer to.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    open: Option<Open>,
    /// The number of bytes of each link in the current file.
    written: BTreeMap<LinkNo, usize>,
}

#[derive(Debug)]
struct Open {
    t_ms: Millis,
    last_ms: Millis,
    since: Instant,
    run: Vec<Again>,
}

impl Repeats {
    /// Notes that a new file begins.
    pub(super) fn begin_file(&mut self) {
        self.written.clear();
    }

    /// Notes a record that was written into the file.
    pub(super) fn note(&mut self, body: &Body) {
        if let Body::Bytes { link, bytes, .. } = body {
            *self.written.entry(*link).or_default() += bytes.len();
        }
    }

    /// Adds a word. Returns false if it cannot be written: it refers to another file, or `room` bytes do not hold it.
    pub(super) fn add(&mut self, t_ms: Millis, again: Again, room: u64) -> bool {
        let words = self.open.as_ref().map_or(0, |open| open.run.len());
        let length = AROUND_LEN_MAX + WORD_LEN_MAX * (words as u64 + 1);
        let written = self.written.get_mut(&again.link).filter(|written| again.back <= **written);
        let Some(written) = written.filter(|_| length <= room) else { return false };
        *written += again.length;
        let open = self.open.get_or_insert_with(|| Open {
            t_ms,
            last_ms: t_ms,
            since: Instant::now(),
            run: Vec::new(),
        });
        open.run.push(Again { after_ms: t_ms.saturating_sub(open.last_ms), ..again });
        open.last_ms = t_ms;
        true
    }

    /// Returns when the open record is to be closed, whatever happens.
    pub(super) fn due(&self) -> Option<Instant> {
        let open = self.open.as_ref()?;
        Some(if open.run.len() < WORDS_MAX { open.since + OPEN_MAX } else { open.since })
    }

    /// Closes the record.
    pub(super) fn close(&mut self) -> Option<Body> {
        let Open { t_ms, run, .. } = self.open.take()?;
        Some(Body::Again { t_ms, run })
    }
}

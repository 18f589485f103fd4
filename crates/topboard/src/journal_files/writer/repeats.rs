//! The record that is still being written on: what boards said again, one short word each.
//!
//! A board that says the same many times a second would fill the book with it. What it says again is written as how far back
//! it stands, and such words share a record as long as nothing else happens.
//!
//! Invariants:
//! * Every word is written before its bytes are looked at, as any record; the record is closed before anything that came
//!   of them is written behind it or told to anybody, and after [`OPEN_MAX`]. A crash costs at most the words of an open
//!   record, of which nothing came.
//! * A file of the book needs no other: a word refers only to bytes in the same file.

use super::Book;
use board::Millis;
use hall::{Body, LinkNo, stream::Again};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::Instant;

/// How long a record may be written on.
const OPEN_MAX: Duration = Duration::from_secs(4);
/// How many words one holds at most.
const WORDS_MAX: usize = 1_000;
/// The longest word, with the blank before it, and what stands around the words.
const WORD_LEN_MAX: u64 = 48;
const AROUND_LEN_MAX: u64 = 64;

impl Book {
    /// Appends what a device said again to the record that holds such words, and returns its number; it is closed by
    /// whatever is appended next, by [`Book::close_run`], and in time by [`Book::flush`]. None where this cannot be: then
    /// it is appended as it came.
    pub fn append_again(&mut self, t_ms: Millis, again: Again) -> Option<u64> {
        let room = self.segment_max.saturating_sub(self.segment_bytes);
        self.repeats.add(t_ms, again, room).then(|| self.appended_seq() + 1)
    }

    /// Closes the record of repetitions: something came of them.
    pub fn close_run(&mut self) {
        if let Some(body) = self.repeats.close() {
            // There is room for it, or its last word would not have been taken.
            self.write(&body, &body.emit());
        }
    }

    /// When the record of repetitions is to be closed, whatever happens.
    pub fn run_due(&self) -> Option<Instant> {
        self.repeats.due()
    }
}

/// The open record, if there is one, and what it may refer to.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    open: Option<Open>,
    /// How much of each link is in this file.
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
    /// A new file begins.
    pub(super) fn begin_file(&mut self) {
        self.written.clear();
    }

    /// This was written into the file.
    pub(super) fn note(&mut self, body: &Body) {
        if let Body::Bytes { link, bytes, .. } = body {
            *self.written.entry(*link).or_default() += bytes.len();
        }
    }

    /// Writes on. False where the word cannot be written: it refers to another file, or `room` bytes do not hold it.
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

    /// When the open record is to be closed, whatever happens.
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

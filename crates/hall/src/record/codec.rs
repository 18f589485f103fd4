//! The short form of bytes that a device repeats. The [`Squeezer`] shortens them when a journal is written; the
//! [`Expander`] restores them when it is read. The hall itself always gets all bytes in full.
//!
//! Many boards report all their squares over and over. Repeated bytes are recorded as a word: a length, and a distance
//! back to an earlier copy of the bytes. One record holds all such words until something else happens.
//!
//! ```text
//!  {"t":5400041,"again":"0:3:67:67 41:3 41:3 12:4:30:1283 29:3"}
//!                        after : link [ : length : how far back ]       if left out, as last given for this link
//! ```
//! Invariants:
//! * Expanding gives exactly the bytes that came, at the instants at which they came. Bytes for which this would not
//!   hold are recorded in full.
//! * Bytes that are missing, because records are missing, are never guessed.
//! * A file of the journal can be read alone: a word refers only to bytes in its own file.

use super::stream::Streams;
use crate::{Body, Input, LinkNo};
use board::Millis;
use std::collections::BTreeMap;

/// The greatest number of earlier bytes of a link to which a record can refer, and the greatest length of one
/// repetition. It covers two reports of the board with the longest report, and more than one read.
pub const KEPT: usize = 4096;

/// The greatest length in bytes of one word with the blank before it, and of the text around the words.
const WORD_LEN_MAX: u64 = 48;
const AROUND_LEN_MAX: u64 = 64;

/// A repetition of bytes that a link sent earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Again {
    /// The time since the previous repetition in the record, in milliseconds.
    pub after_ms: Millis,
    /// The number of the device.
    pub link: LinkNo,
    /// The number of repeated bytes.
    pub length: usize,
    /// The distance in bytes from the end of the link's earlier bytes back to the start of the copy. If the distance is
    /// shorter than the repetition, the copy is repeated.
    pub back: usize,
}

/// The writer's side: collects repetitions in an open record.
#[derive(Debug, Default)]
pub struct Squeezer {
    streams: Streams,
    open: Option<Open>,
}

/// The record of repetitions that is still open.
#[derive(Debug)]
struct Open {
    t_ms: Millis,
    last_ms: Millis,
    run: Vec<Again>,
}

impl Squeezer {
    /// Adds bytes of a device to the open record, or opens a record. Returns false if the bytes must be recorded in
    /// full: they repeat nothing in the journal's present file, or the record would outgrow `room` bytes.
    pub fn put(&mut self, t_ms: Millis, link: LinkNo, bytes: &[u8], room: u64) -> bool {
        let length = record_len(self.words() + 1);
        let Some(stream) = self.streams.get_mut(link) else { return false };
        let Some(back) = stream.find(bytes).filter(|back| stream.is_in_file(*back) && length <= room) else {
            return false;
        };
        stream.push(bytes);
        let open = self.open.get_or_insert_with(|| Open { t_ms, last_ms: t_ms, run: Vec::new() });
        let after_ms = t_ms.saturating_sub(open.last_ms);
        open.run.push(Again { after_ms, link, length: bytes.len(), back });
        open.last_ms = t_ms;
        true
    }

    /// Notes a record that was written in full. The open record must have been closed and written before it.
    pub fn note(&mut self, body: &Body) {
        debug_assert!(self.open.is_none(), "records are written in order");
        self.streams.note(body);
    }

    /// Closes the open record and returns it to be written; `None` if no record is open. The returned record must not
    /// be passed to [`Squeezer::note`].
    pub fn close(&mut self) -> Option<Body> {
        let Open { t_ms, run, .. } = self.open.take()?;
        Some(Body::Again { t_ms, run })
    }

    /// Returns the number of repetitions in the open record; 0 if no record is open.
    pub fn words(&self) -> usize {
        self.open.as_ref().map_or(0, |open| open.run.len())
    }

    /// Panics if the squeezer contradicts itself, or if the open record does not fit into `room` bytes. Release builds
    /// do nothing.
    pub fn check(&self, room: u64) {
        if !cfg!(debug_assertions) {
            return;
        }
        self.streams.check();
        let Some(open) = &self.open else { return };
        assert!(!open.run.is_empty(), "an open record has a word");
        let lasts_ms: Millis = open.run.iter().map(|again| again.after_ms).sum();
        assert_eq!(open.t_ms + lasts_ms, open.last_ms, "the words count on from the record's time");
        assert!(record_len(self.words()) <= room, "the open record fits into its file");
    }
}

/// Returns the greatest length of a record with this many words, in bytes.
fn record_len(words: usize) -> u64 {
    AROUND_LEN_MAX + WORD_LEN_MAX * words as u64
}

/// The reader's side: gets every record in order and returns the inputs that the hall was given.
#[derive(Debug, Default)]
pub struct Expander {
    streams: Streams,
}

impl Expander {
    /// Returns the inputs that a record holds, each with its instant. `None` stands for bytes that are no longer known:
    /// time passes, and the session asks the board once the board seems silent.
    pub fn expand(&mut self, body: Body) -> impl Iterator<Item = (Millis, Option<Input>)> {
        let (mut at_ms, run, whole) = match body {
            Body::Again { t_ms, run } => (t_ms, run, None),
            other => {
                self.streams.note(&other);
                let t_ms = other.t_ms().unwrap_or_default();
                (t_ms, Vec::new(), other.into_input().map(|input| (t_ms, Some(input))))
            }
        };
        let repeated = run.into_iter().map(move |again| {
            at_ms = at_ms.saturating_add(again.after_ms);
            let bytes = self.streams.repeat(&again);
            (at_ms, bytes.map(|bytes| Input::Bytes { link: again.link, bytes }))
        });
        whole.into_iter().chain(repeated)
    }
}

/// Returns the text of a record's repetitions.
pub(super) fn emit(run: &[Again]) -> String {
    let mut known = BTreeMap::new();
    let word = |again: &Again| {
        let Again { after_ms, link, length, back } = *again;
        if known.insert(link, (length, back)) == Some((length, back)) {
            format!("{after_ms}:{link}")
        } else {
            format!("{after_ms}:{link}:{length}:{back}")
        }
    };
    run.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Parses the text of a record's repetitions. `Err` says what is wrong.
pub(super) fn parse(text: &str) -> Result<Vec<Again>, String> {
    let mut known: BTreeMap<LinkNo, (usize, usize)> = BTreeMap::new();
    let mut run = Vec::new();
    for word in text.split(' ') {
        let unreadable = || format!("{word:?} is no repetition: it is after:link:length:back");
        let numbers: Vec<u64> =
            word.split(':').map(str::parse).collect::<Result<_, _>>().map_err(|_| unreadable())?;
        let (after_ms, link, place) = match numbers[..] {
            [after_ms, link] => (after_ms, link, None),
            [after_ms, link, length, back] => (after_ms, link, Some((length, back))),
            _ => return Err(unreadable()),
        };
        let link = LinkNo::try_from(link).map_err(|_| unreadable())?;
        let told =
            place.map(|(length, back)| Some((usize::try_from(length).ok()?, usize::try_from(back).ok()?)));
        let (length, back) = match told {
            Some(place) => {
                place.filter(|(length, back)| (1..=KEPT).contains(length) && (1..=KEPT).contains(back))
            }
            None => known.get(&link).copied(),
        }
        .ok_or_else(unreadable)?;
        known.insert(link, (length, back));
        run.push(Again { after_ms, link, length, back });
    }
    Ok(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_goes_round_and_what_cannot_be_meant_is_refused() {
        let again = |after_ms, link, length, back| Again { after_ms, link, length, back };
        let run = [again(0, 3, 67, 67), again(41, 3, 67, 67), again(2, 4, 30, 1283), again(39, 3, 67, 67)];
        assert_eq!(emit(&run), "0:3:67:67 41:3 2:4:30:1283 39:3");
        assert_eq!(parse(&emit(&run)).as_deref(), Ok(&run[..]));
        for bad in [
            "",
            "1",
            "0:3",
            "0:3:67",
            "0:3:0:1",
            "0:3:1:0",
            "0:3:4097:1",
            "0:3:1:4097",
            "0:-3:1:1",
            "0:3:1:1 ",
        ] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }
}

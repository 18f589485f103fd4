//! The last bytes of each link. They are kept so that the journal need not hold repetitions: many boards report all
//! their squares over and over. Repeated bytes are recorded as a length and a distance back to an earlier copy of
//! them. Reading the record gives the original bytes.
//!
//! ```text
//!  {"t":5400041,"again":"0:3:67:67 41:3 41:3 12:4:30:1283 29:3"}
//!                        after : link [ : length : how far back ]       if left out, as last given for this link
//! ```
//! Invariants:
//! * Reading gives exactly the bytes that came, at the instants at which they came. Bytes for which this would not
//!   hold are recorded in full.
//! * A link's stream begins when its port is opened.
//!
//! Limits: the last [`KEPT`] bytes of a link are kept, and one repetition has at most [`KEPT`] bytes.

use crate::LinkNo;
use board::Millis;
use std::collections::{BTreeMap, VecDeque};

/// The number of bytes of a link to which a record can refer: two reports of the longest board, and more than one
/// read.
pub const KEPT: usize = 4096;

/// A repetition of bytes that a link sent earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Again {
    /// The time since the previous repetition in the record, in milliseconds.
    pub after_ms: Millis,
    /// The device.
    pub link: LinkNo,
    /// The number of bytes.
    pub length: usize,
    /// The distance in bytes from the end of the link's earlier bytes back to the copy. If it is shorter than the
    /// repetition, the copy is repeated.
    pub back: usize,
}

/// The last bytes of a link.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stream {
    last: VecDeque<u8>,
    /// The distance of the last repetition. It is tried first, because the next repetition most likely has it, too.
    back: usize,
}

impl Stream {
    /// Adds bytes that the link sent.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let kept = &bytes[bytes.len().saturating_sub(KEPT)..];
        self.last.extend(kept);
        self.last.drain(..self.last.len().saturating_sub(KEPT));
    }

    /// Returns the distance in bytes back to an earlier copy of these bytes, if there is one.
    pub(crate) fn find(&mut self, bytes: &[u8]) -> Option<usize> {
        if bytes.is_empty() || bytes.len() > KEPT {
            return None;
        }
        let found =
            std::iter::once(self.back).chain(1..=self.last.len()).find(|&back| self.is_at(back, bytes))?;
        self.back = found;
        Some(found)
    }

    /// Returns `length` bytes, beginning `back` bytes before the end; `None` if those are not kept.
    pub(crate) fn read(&self, length: usize, back: usize) -> Option<Vec<u8>> {
        let start = self.last.len().checked_sub(back).filter(|_| back > 0 && length <= KEPT)?;
        let period = self.last.range(start..).copied();
        Some(period.cycle().take(length).collect())
    }

    fn is_at(&self, back: usize, bytes: &[u8]) -> bool {
        let Some(start) = self.last.len().checked_sub(back).filter(|_| back > 0) else { return false };
        // A repetition that is longer than its distance back repeats the bytes in between over and over.
        self.last.range(start..).cycle().zip(bytes).all(|(before, now)| before == now)
    }
}

/// Returns the text of a record's repetitions.
pub(crate) fn emit(run: &[Again]) -> String {
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
pub(crate) fn parse(text: &str) -> Result<Vec<Again>, String> {
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

    /// Checks that repetitions are read back as the original chunks. Chunks without an earlier copy are pushed in
    /// full.
    fn check(chunks: &[&[u8]], found: &[Option<usize>]) {
        let mut stream = Stream::default();
        for (chunk, wanted) in chunks.iter().zip(found) {
            let back = stream.find(chunk);
            assert_eq!(back, *wanted, "{chunk:?}");
            if let Some(back) = back {
                assert_eq!(stream.read(chunk.len(), back).as_deref(), Some(*chunk));
            }
            stream.push(chunk);
        }
    }

    #[test]
    fn what_came_before_is_found_however_it_is_cut() {
        check(&[b"abc", b"abc", b"abd", b"abd"], &[None, Some(3), None, Some(3)]);
        check(&[b"abcab", b"ca", b"bcabcabcab"], &[None, Some(3), Some(3)]);
        check(&[b"", b"x", b"xxxxxx", b"y"], &[None, None, Some(1), None]);
    }

    #[test]
    fn only_so_much_is_kept() {
        let mut stream = Stream::default();
        stream.push(b"first");
        stream.push(&[0; KEPT]);
        assert_eq!(stream.find(b"first"), None);
        assert_eq!(stream.last.len(), KEPT);
        assert_eq!(stream.find(&[0; KEPT + 1]), None, "longer than one repetition may be");
        assert_eq!(
            (stream.read(1, KEPT + 1), stream.read(1, 0), stream.read(KEPT + 1, 1)),
            (None, None, None)
        );
    }

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

//! The last bytes of each link, to which records of repetitions refer.
//!
//! Invariants:
//! * A link's stream begins when its port is opened.
//! * A stream holds bytes that followed each other without a gap. Where records are missing, every stream begins anew.
//!
//! Limits: the last [`KEPT`] bytes of a link are kept, and one repetition has at most [`KEPT`] bytes. Streams are kept
//! only for makers whose boards repeat themselves.

use super::{
    Body,
    codec::{Again, KEPT},
};
use crate::LinkNo;
use std::collections::{BTreeMap, VecDeque};

/// The beginning of the remark that `topboard recover` writes where it leaves out records.
const SALVAGED: &str = "{\"salvaged\":";

/// The streams of all links at one place of the journal.
#[derive(Debug, Clone, Default)]
pub(super) struct Streams(BTreeMap<LinkNo, Stream>);

impl Streams {
    /// Updates the streams with the next record.
    pub(super) fn note(&mut self, body: &Body) {
        match body {
            Body::Opened { link, maker, .. } => {
                self.0.remove(link);
                if maker.repeats() {
                    self.0.insert(*link, Stream::default());
                }
            }
            Body::Bytes { link, bytes, .. } => {
                if let Some(stream) = self.0.get_mut(link) {
                    stream.push(bytes);
                }
            }
            Body::Again { run, .. } => {
                for again in run {
                    self.repeat(again);
                }
            }
            Body::Journal { .. } => self.0.values_mut().for_each(|stream| stream.in_file = 0),
            Body::Erased { .. } => self.forget(),
            Body::Other { text, .. } if text.starts_with(SALVAGED) => self.forget(),
            // The driver opens a port before it reads from the port, so a stream need not be ended when a port is lost
            // or the program starts.
            Body::Start { .. }
            | Body::Setup { .. }
            | Body::Lost { .. }
            | Body::Command { .. }
            | Body::Event { .. }
            | Body::Published { .. }
            | Body::Wall { .. }
            | Body::Key { .. }
            | Body::Signed { .. }
            | Body::Safe { .. }
            | Body::Held { .. }
            | Body::Other { .. } => {}
        }
    }

    /// Returns the stream of a link; `None` if its board does not repeat itself.
    pub(super) fn get_mut(&mut self, link: LinkNo) -> Option<&mut Stream> {
        self.0.get_mut(&link)
    }

    /// Adds the bytes of a repetition to the link's stream and returns them; `None` if they are no longer kept. A
    /// distance back cannot be counted across unknown bytes, so the link's stream then begins anew.
    pub(super) fn repeat(&mut self, again: &Again) -> Option<Vec<u8>> {
        let stream = self.0.get_mut(&again.link)?;
        let bytes = stream.read(again.length, again.back);
        match &bytes {
            Some(bytes) => stream.push(bytes),
            None => stream.forget(),
        }
        bytes
    }

    /// Forgets all bytes, because records are missing.
    fn forget(&mut self) {
        self.0.values_mut().for_each(Stream::forget);
    }

    /// Panics if a stream contradicts itself. Release builds do nothing.
    pub(super) fn check(&self) {
        debug_assert!(self.0.values().all(|stream| stream.last.len() <= KEPT), "streams are limited");
    }
}

/// The last bytes of a link.
#[derive(Debug, Clone, Default)]
pub(super) struct Stream {
    last: VecDeque<u8>,
    /// The distance back of the last repetition. It is tried first, because the next repetition most likely has an
    /// equal distance.
    back: usize,
    /// The number of bytes of the link that are in the journal's present file, counted since the port was opened.
    in_file: usize,
}

impl Stream {
    /// Adds bytes that the link sent.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let kept = &bytes[bytes.len().saturating_sub(KEPT)..];
        self.last.extend(kept);
        self.last.drain(..self.last.len().saturating_sub(KEPT));
        self.in_file += bytes.len();
    }

    /// Returns the distance in bytes back to an earlier copy of these bytes, if there is one.
    pub(super) fn find(&mut self, bytes: &[u8]) -> Option<usize> {
        if bytes.is_empty() || bytes.len() > KEPT {
            return None;
        }
        let found =
            std::iter::once(self.back).chain(1..=self.last.len()).find(|&back| self.is_at(back, bytes))?;
        self.back = found;
        Some(found)
    }

    /// Returns whether the bytes from this distance back on are all in the journal's present file.
    pub(super) fn is_in_file(&self, back: usize) -> bool {
        back <= self.in_file
    }

    /// Returns `length` bytes, beginning `back` bytes before the end; `None` if those are not kept.
    fn read(&self, length: usize, back: usize) -> Option<Vec<u8>> {
        let start = self.last.len().checked_sub(back).filter(|_| back > 0 && length <= KEPT)?;
        let period = self.last.range(start..).copied();
        Some(period.cycle().take(length).collect())
    }

    fn is_at(&self, back: usize, bytes: &[u8]) -> bool {
        let Some(start) = self.last.len().checked_sub(back).filter(|_| back > 0) else { return false };
        // A repetition that is longer than its distance back repeats the bytes in between over and over.
        self.last.range(start..).cycle().zip(bytes).all(|(before, now)| before == now)
    }

    fn forget(&mut self) {
        *self = Stream::default();
    }
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
}

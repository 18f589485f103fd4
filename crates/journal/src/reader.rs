//! Bytes to bodies, and the verdict on what cannot be read.

use crate::{Chain, LINE_MAX};

/// Reads a book. It opens no file: push the bytes as they come, poll the records, then ask for the verdict.
///
/// After the first damage nothing more is read: what follows cannot be trusted to be in its place.
#[derive(Debug, Default)]
pub struct Reader {
    chain: Chain,
    /// Bytes not yet read, from `start` on.
    pending: Vec<u8>,
    start: usize,
    /// Up to here `pending` is known to hold no line feed.
    searched: usize,
    /// The bytes of all whole records before `start`.
    offset: u64,
    /// Lines read by this reader.
    lines: u64,
    /// NUL bytes at the end of an overlong tail, counted instead of kept.
    nuls: u64,
    damage: Option<(u64, &'static str)>,
    total: u64,
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its number; the first is 1.
    pub seq: u64,
    /// Where its line begins, in bytes from the start of the book.
    pub offset: u64,
    /// What was written.
    pub body: String,
}

/// What is to be said of a book after its last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Every line fits.
    Whole,
    /// The last line was not finished, as after a power cut. Cut it off and go on.
    Torn {
        /// The bytes of the whole records.
        kept_bytes: u64,
        /// The bytes after them.
        cut_bytes: u64,
    },
    /// A line does not fit. The records before it are sound; nothing after it can be trusted.
    Damaged {
        /// The bad line; the first is 1.
        line: u64,
        /// Where it begins, in bytes.
        offset: u64,
        /// What is wrong with it.
        why: &'static str,
    },
}

impl Reader {
    /// The reader of a book from its first byte.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// The reader of the rest of a book, after records that left the chain here. Offsets and lines count from there.
    pub fn resume(chain: Chain) -> Reader {
        Reader { chain, ..Reader::default() }
    }

    /// More bytes came.
    pub fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        if self.damage.is_some() {
            return;
        }
        if self.nuls > 0 && bytes.iter().any(|&byte| byte != 0) {
            self.damage = Some((self.lines + 1, TOO_LONG));
            return;
        }
        if self.start > 0 {
            self.pending.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.pending.extend_from_slice(bytes);
    }

    /// The next whole record.
    pub fn poll_record(&mut self) -> Option<Record> {
        if self.damage.is_some() {
            return None;
        }
        let Some(length) = self.pending[self.searched..].iter().position(|&byte| byte == b'\n') else {
            self.searched = self.pending.len();
            self.bound_tail();
            return None;
        };
        let line = self.start..self.searched + length;
        let next = line.end + 1;
        match self.read_line(line) {
            Ok(body) => {
                let record = Record { seq: self.chain.seq(), offset: self.offset, body };
                self.offset += (next - self.start) as u64;
                self.lines += 1;
                self.start = next;
                self.searched = next;
                Some(record)
            }
            Err(why) => {
                self.damage = Some((self.lines + 1, why));
                None
            }
        }
    }

    /// What is to be said after the last byte. Records not yet polled are read first, and dropped.
    pub fn finish(mut self) -> (Verdict, Chain) {
        while self.poll_record().is_some() {}
        let verdict = match self.damage {
            Some((line, why)) => Verdict::Damaged { line, offset: self.offset, why },
            None if self.total == self.offset => Verdict::Whole,
            None => Verdict::Torn { kept_bytes: self.offset, cut_bytes: self.total - self.offset },
        };
        (verdict, self.chain)
    }

    /// Where the chain stands after the last polled record.
    pub fn chain(&self) -> Chain {
        self.chain
    }

    /// The bytes of the records polled so far.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read_line(&mut self, line: std::ops::Range<usize>) -> Result<String, &'static str> {
        let line = &self.pending[line];
        if line.len() >= LINE_MAX {
            return Err(TOO_LONG);
        }
        let Some((check, rest)) = line.split_at_checked(16) else {
            return Err("it is too short for a record");
        };
        let Some(body) = rest.strip_prefix(b" ") else {
            return Err("there is no space after its check");
        };
        let mut chain = self.chain;
        if chain.extend(body) != check {
            return Err("its check does not fit: it or a line before it was changed, dropped or moved");
        }
        let body = std::str::from_utf8(body).map_err(|_| "it is not UTF-8 text")?.to_owned();
        self.chain = chain;
        Ok(body)
    }

    /// Keeps an unfinished line within the limit. A power cut can leave any number of NUL bytes, so those are
    /// counted; anything else of that length is damage.
    fn bound_tail(&mut self) {
        if self.pending.len() - self.start < LINE_MAX {
            return;
        }
        let used =
            self.pending.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1).max(self.start);
        if used - self.start >= LINE_MAX {
            self.damage = Some((self.lines + 1, TOO_LONG));
            return;
        }
        self.nuls += (self.pending.len() - used) as u64;
        self.pending.truncate(used);
        self.searched = used;
    }
}

const TOO_LONG: &str = "it is longer than a mebibyte";

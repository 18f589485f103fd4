//! Bytes to bodies, and the verdict on what cannot be read.

use crate::{Chain, LINE_MAX, Opening, Tombstone, mark};

/// Reads a book. It opens no file: push the bytes as they come, poll the records, then ask for the verdict.
///
/// A tombstone is read as one record with the number of the last it stands for; the chain goes on behind it. One that
/// is not signed by the key it names is damage.
///
/// After the first damage nothing more is read: what follows cannot be trusted to be in its place. Only when the bad
/// line holds NUL bytes, as pages that were never written do, is the rest searched for marks ([`mark`]).
#[derive(Debug, Clone, Default)]
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
    /// The damage may be a tail that was never safe; nothing said otherwise so far.
    hole: bool,
    /// The first record may say where the chain stood before it.
    alone: bool,
    opening: Option<Opening>,
    /// Where the file begins that is being read.
    file_start: u64,
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
    /// The end was not finished, as after a power cut: the last line has no end, or bytes that were never safe have
    /// holes. Cut it off and go on.
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

    /// The reader of one file of a book. If its first record says where the chain stood before it, that is believed.
    pub fn of_segment() -> Reader {
        Reader { alone: true, ..Reader::default() }
    }

    /// The bytes from here on are of the book's next file.
    pub fn next_file(&mut self) {
        self.file_start = self.total;
    }

    /// More bytes came.
    pub fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        if self.damage.is_some() {
            self.search_marks(bytes);
            return;
        }
        if self.nuls > 0
            && let Some(text) = bytes.iter().position(|&byte| byte != 0)
        {
            let begins = self.offset + (self.used() - self.start) as u64;
            let ends = self.total - (bytes.len() - text) as u64;
            self.fail(TOO_LONG, self.is_hole(begins, ends));
            self.pending.clear();
            self.search_marks(bytes);
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
                self.fail(why, self.has_hole(self.start..next));
                self.pending.drain(..next);
                let rest = std::mem::take(&mut self.pending);
                self.search_marks(&rest);
                None
            }
        }
    }

    /// What is to be said after the last byte. Records not yet polled are read first, and dropped.
    pub fn finish(mut self) -> (Verdict, Chain) {
        while self.poll_record().is_some() {}
        let verdict = match self.damage {
            Some(_) if self.hole => {
                Verdict::Torn { kept_bytes: self.offset, cut_bytes: self.total - self.offset }
            }
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

    /// What the first record said of the book before it.
    pub fn opening(&self) -> Option<Opening> {
        self.opening
    }

    /// Nothing more is read. The bytes left over are dropped, but for what a search for marks needs.
    fn fail(&mut self, why: &'static str, hole: bool) {
        self.damage = Some((self.lines + 1, if hole { HOLE } else { why }));
        self.hole = hole;
    }

    /// Whether the bad line holds what a page looks like that was never written.
    fn has_hole(&self, line: std::ops::Range<usize>) -> bool {
        let bytes = &self.pending[line];
        let mut at = 0;
        while let Some(nul) = bytes[at..].iter().position(|&byte| byte == 0).map(|found| at + found) {
            let end =
                bytes[nul..].iter().position(|&byte| byte != 0).map_or(bytes.len(), |found| nul + found);
            if self.is_hole(self.offset + nul as u64, self.offset + end as u64) {
                return true;
            }
            at = end;
        }
        false
    }

    /// Whether NUL bytes from here to there may be a page that was never written: it begins where a sector or the
    /// unfinished line does, and ends where a sector does. A single byte that became NUL does not look so.
    fn is_hole(&self, begins: u64, ends: u64) -> bool {
        let is_sector = |offset: u64| (offset - self.file_start).is_multiple_of(SECTOR);
        (begins == self.offset || is_sector(begins)) && is_sector(ends)
    }

    /// Looks behind a hole for a record that says the hole's place was safe: then it is damage.
    fn search_marks(&mut self, bytes: &[u8]) {
        if !self.hole {
            return;
        }
        let torn_seq = self.chain.seq().saturating_add(1);
        for &byte in bytes {
            if byte != b'\n' {
                // One byte more than a mark has is enough to know that it is none.
                if self.pending.len() <= mark::LINE_MAX {
                    self.pending.push(byte);
                }
                continue;
            }
            // A line whose beginning fell into the hole may still end as a mark does.
            let body = self.pending.get(17..).and_then(mark::parse);
            self.pending.clear();
            if body.is_some_and(|safe| safe >= torn_seq) {
                self.hole = false;
                return;
            }
        }
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
        if self.alone && self.lines == 0 {
            let opening = std::str::from_utf8(body).ok().and_then(Opening::find);
            // The tombstone of a book's first file says that nothing stands before it.
            self.opening = opening.filter(|opening| opening.after != Chain::new());
            chain = self.opening.map_or(chain, |opening| opening.after);
        }
        let before = chain;
        if chain.extend(body) != check {
            let mut bare = before;
            let is_carried = body.strip_suffix(b"\r").is_some_and(|body| bare.extend(body) == check);
            return Err(if is_carried { CARRIED } else { UNFIT });
        }
        let body = std::str::from_utf8(body).map_err(|_| "it is not UTF-8 text")?.to_owned();
        if let Some(tombstone) = Tombstone::parse(&body).transpose()? {
            if tombstone.before != before {
                return Err("the tombstone stands in another place than what was erased");
            }
            chain = tombstone.after;
        }
        self.chain = chain;
        Ok(body)
    }

    /// Passes over a record that is not here: only the head after it is known.
    pub(crate) fn pass_over(&mut self, head: [u8; 32]) {
        self.chain = Chain::resume(head, self.chain.seq().saturating_add(1));
    }

    /// Where the NUL bytes at the end of an unfinished line begin.
    fn used(&self) -> usize {
        self.pending.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1).max(self.start)
    }

    /// Keeps an unfinished line within the limit. A power cut can leave any number of NUL bytes, so those are
    /// counted; anything else of that length is damage.
    fn bound_tail(&mut self) {
        if self.pending.len() - self.start < LINE_MAX {
            return;
        }
        let used = self.used();
        if used - self.start >= LINE_MAX {
            self.fail(TOO_LONG, self.has_hole(self.start..self.pending.len()));
            self.pending.clear();
            return;
        }
        self.nuls += (self.pending.len() - used) as u64;
        self.pending.truncate(used);
        self.searched = used;
    }
}

/// No disk writes less than this at once.
const SECTOR: u64 = 512;

const UNFIT: &str = "its check does not fit: it or a line before it was changed, dropped or moved";
/// As some programs do that carry text from one computer to another.
const CARRIED: &str = "a carriage return was put at its end, and nothing else was changed in it: ask for the file as it was written";
const TOO_LONG: &str = "it is longer than a mebibyte";
const HOLE: &str = "it holds NUL bytes where something had been written and was safe";

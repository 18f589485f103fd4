//! The reader: from bytes to bodies, with a verdict on what cannot be read.

use crate::{Chain, LINE_MAX, Opening, Tombstone, mark};

/// The reader of a journal. It opens no file: push the bytes as they come, poll the records, then ask for the verdict.
///
/// A tombstone is read as one record with the number of the last record it stands for, and the chain goes on behind
/// it. A tombstone that is not signed by the key it names is damage.
///
/// Nothing is read after the first damage, because later lines may not be in their place. Only when the bad line
/// holds NUL bytes, as pages that were never written do, is the rest searched for marks ([`mark`]).
#[derive(Debug, Clone, Default)]
pub struct Reader {
    chain: Chain,
    /// The bytes not yet read, from `start` on.
    pending: Vec<u8>,
    start: usize,
    /// The index in `pending` up to which there is no line feed.
    searched: usize,
    /// The number of bytes of all whole records before `start`.
    offset: u64,
    /// The number of lines read by this reader.
    lines: u64,
    /// The number of NUL bytes at the end of an overlong tail, counted instead of kept.
    nuls: u64,
    damage: Option<(u64, &'static str)>,
    /// Says whether the damage may be a tail that was never safe, as far as is known.
    hole: bool,
    /// Says whether the first record may tell where the chain stood before it.
    alone: bool,
    opening: Option<Opening>,
    /// The offset of the beginning of the file that is being read.
    file_start: u64,
    total: u64,
}

/// A record of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The number of the record; the first is 1.
    pub seq: u64,
    /// The offset of its line, in bytes from the start of the journal.
    pub offset: u64,
    /// The body.
    pub body: String,
}

/// The verdict on a journal after its last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Every line fits.
    Whole,
    /// The end was not finished, as after a power cut: the last line has no end, or bytes that were never safe have
    /// holes. Cut it off and go on.
    Torn {
        /// The number of bytes of the whole records.
        kept_bytes: u64,
        /// The number of bytes after the whole records.
        cut_bytes: u64,
    },
    /// A line does not fit. The records before it are sound; nothing after it can be trusted.
    Damaged {
        /// The number of the bad line; the first is 1.
        line: u64,
        /// The offset of the bad line, in bytes.
        offset: u64,
        /// The fault of the line.
        why: &'static str,
    },
}

impl Reader {
    /// Creates the reader of a journal from its first byte.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Creates the reader of the rest of a journal, behind records that left the chain here. Offsets and lines count
    /// from there.
    pub fn resume(chain: Chain) -> Reader {
        Reader { chain, ..Reader::default() }
    }

    /// Creates the reader of one file of a journal. What its first record says of the chain before it is believed.
    pub fn of_segment() -> Reader {
        Reader { alone: true, ..Reader::default() }
    }

    /// Notes that the bytes from here on belong to the journal's next file.
    pub fn next_file(&mut self) {
        self.file_start = self.total;
    }

    /// Takes more bytes.
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

    /// Returns the next whole record.
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

    /// Returns the verdict after the last byte. Records not yet polled are read first, and dropped.
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

    /// Returns the chain after the last polled record.
    pub fn chain(&self) -> Chain {
        self.chain
    }

    /// Returns the number of bytes of the records polled so far.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns what the first record said of the journal before it.
    pub fn opening(&self) -> Option<Opening> {
        self.opening
    }

    /// Stops reading. The remaining bytes are dropped, except for what a search for marks needs.
    fn fail(&mut self, why: &'static str, hole: bool) {
        self.damage = Some((self.lines + 1, if hole { HOLE } else { why }));
        self.hole = hole;
    }

    /// Returns whether the bad line looks as if it held a page that was never written.
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

    /// Returns whether these NUL bytes may be a page that was never written. Such a page begins at a sector or at the
    /// unfinished line, and ends at a sector. A single byte that became NUL does not look like this.
    fn is_hole(&self, begins: u64, ends: u64) -> bool {
        let is_sector = |offset: u64| (offset - self.file_start).is_multiple_of(SECTOR);
        (begins == self.offset || is_sector(begins)) && is_sector(ends)
    }

    /// Searches behind a hole for a record that says the hole's place was safe. If there is one, the hole is damage.
    fn search_marks(&mut self, bytes: &[u8]) {
        if !self.hole {
            return;
        }
        let torn_seq = self.chain.seq().saturating_add(1);
        for &byte in bytes {
            if byte != b'\n' {
                // One byte more than a mark has is enough to know that the line is none.
                if self.pending.len() <= mark::LINE_MAX {
                    self.pending.push(byte);
                }
                continue;
            }
            // A line whose beginning fell into the hole may still end like a mark.
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
            // The tombstone of a journal's first file says that nothing stands before it.
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

    /// Passes over a record that is absent: only the head after it is known.
    pub(crate) fn pass_over(&mut self, head: [u8; 32]) {
        self.chain = Chain::resume(head, self.chain.seq().saturating_add(1));
    }

    /// Returns where the NUL bytes at the end of an unfinished line begin.
    fn used(&self) -> usize {
        self.pending.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1).max(self.start)
    }

    /// Keeps an unfinished line within the limit. A power cut can leave any number of NUL bytes, so those are
    /// counted. Other bytes of that length are damage.
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

/// The least number of bytes that any disk writes at once.
const SECTOR: u64 = 512;

const UNFIT: &str = "its check does not fit: it or a line before it was changed, dropped or moved";
/// The fault of a line as some programs leave it that carry text from one computer to another.
const CARRIED: &str = "a carriage return was put at its end, and nothing else was changed in it: ask for the file as it was written";
const TOO_LONG: &str = "it is longer than a mebibyte";
const HOLE: &str = "it holds NUL bytes where something had been written and was safe";

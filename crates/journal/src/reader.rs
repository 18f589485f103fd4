//! The reader: it turns bytes into bodies, and gives a verdict on bytes that cannot be read.

use crate::{Chain, LINE_MAX, Opening, Tombstone, mark};

/// The reader of a journal. It opens no file: callers push all bytes in order and poll the records, then call `finish`
/// for the verdict.
///
/// A tombstone is read as one record with the number of the last record that it replaces, and the chain continues from
/// that record. A tombstone that is not signed by the key given in it is damage.
///
/// Nothing is read after the first damage, because later lines may have been moved. There is one exception. If the bad
/// line may contain a page of the disk that was never written, which reads as NUL bytes, the remaining bytes are
/// searched for marks ([`mark`]).
///
/// ```
/// use journal::{Reader, Verdict, Writer};
///
/// let mut bytes = Vec::new();
/// let mut writer = Writer::new();
/// writer.append(r#"{"journal":1,"epoch":"5f3a"}"#, &mut bytes)?;
/// writer.append(r#"{"t":12,"rx":[1,"8e05341b"]}"#, &mut bytes)?;
/// let kept_bytes = bytes.len() as u64;
/// // The power fails while the third line is written.
/// bytes.extend_from_slice(b"0148ac76");
///
/// let mut reader = Reader::new();
/// let mut records = Vec::new();
/// for chunk in bytes.chunks(16) {
///     reader.push(chunk);
///     while let Some(record) = reader.poll_record() {
///         records.push((record.seq, record.body));
///     }
/// }
/// assert_eq!(records[1], (2, r#"{"t":12,"rx":[1,"8e05341b"]}"#.to_owned()));
/// let (verdict, chain) = reader.finish();
/// assert_eq!(verdict, Verdict::Torn { kept_bytes, cut_bytes: 8 });
/// assert_eq!(chain, writer.chain());
/// # Ok::<(), journal::AppendError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Reader {
    chain: Chain,
    /// The bytes not yet read, from `start` on.
    pending: Vec<u8>,
    start: usize,
    /// The index in `pending` before which there is no line feed.
    searched: usize,
    /// The number of bytes in all records before `start`.
    offset: u64,
    /// The number of lines read by this reader.
    lines: u64,
    /// The number of NUL bytes at the end of an unfinished line that exceeds [`LINE_MAX`]. They are counted instead of
    /// stored.
    nuls: u64,
    damage: Option<(u64, &'static str)>,
    /// Says whether the damage may still turn out to be a torn end that was never synced.
    hole: bool,
    /// Says whether the first record gives the state of the chain before it, because the file is read alone.
    alone: bool,
    opening: Option<Opening>,
    /// The offset at which the file that is being read begins, in bytes from the start of the journal.
    file_start: u64,
    total: u64,
}

/// A record of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The number of the record; the first record has the number 1.
    pub seq: u64,
    /// The offset of the record's line, in bytes from the start of the journal.
    pub offset: u64,
    /// The body of the record.
    pub body: String,
}

/// The verdict on a journal, given after its last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Every line of the journal fits.
    Whole,
    /// The end was not finished, as after a power cut: the last line has no line feed, or bytes that were never synced
    /// have holes. The end can be cut off, and the journal can be continued.
    Torn {
        /// The number of bytes in the whole records.
        kept_bytes: u64,
        /// The number of bytes after the whole records.
        cut_bytes: u64,
    },
    /// A line does not fit. The records before it are sound; no record after it can be trusted.
    Damaged {
        /// The number of the bad line; the first line has the number 1.
        line: u64,
        /// The offset of the bad line, in bytes.
        offset: u64,
        /// The fault of the line.
        why: &'static str,
    },
}

impl Reader {
    /// Creates the reader of a journal, from its first byte on.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Creates the reader of the rest of a journal, given the chain after the records that precede it. Offsets and
    /// lines are counted from the beginning of the rest.
    pub fn resume(chain: Chain) -> Reader {
        Reader { chain, ..Reader::default() }
    }

    /// Creates the reader of one file of a journal. The file's first record contains the state of the chain after the
    /// earlier files, which the reader accepts unchecked.
    pub fn of_segment() -> Reader {
        Reader { alone: true, ..Reader::default() }
    }

    /// Notes that the bytes from here on belong to the journal's next file.
    pub fn next_file(&mut self) {
        self.file_start = self.total;
    }

    /// Adds more bytes of the journal.
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

    /// Returns the next whole record; `None` if more bytes are needed, or after damage.
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

    /// Returns the verdict on all bytes, and the chain after the last whole record. Records that were not polled are
    /// dropped.
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

    /// Returns the number of bytes in the records polled so far.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the opening in the file's first record; `None` if there is none.
    pub fn opening(&self) -> Option<Opening> {
        self.opening
    }

    /// Stops reading. The remaining bytes are dropped, except those needed to search for marks.
    fn fail(&mut self, why: &'static str, hole: bool) {
        self.damage = Some((self.lines + 1, if hole { HOLE } else { why }));
        self.hole = hole;
    }

    /// Returns whether this bad line may contain a page of the disk that was never written.
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

    /// Returns whether these NUL bytes, from one offset to the other, may be a page of the disk that was never written.
    /// Such a page begins at a sector or at the beginning of the unfinished line, and ends at the end of a sector. A
    /// single byte that became NUL does not fit this description.
    fn is_hole(&self, begins: u64, ends: u64) -> bool {
        let is_sector = |offset: u64| (offset - self.file_start).is_multiple_of(SECTOR);
        (begins == self.offset || is_sector(begins)) && is_sector(ends)
    }

    /// Searches the lines after a hole for a mark which says that the records in the hole's place had been synced. Such
    /// a mark makes the hole damage.
    fn search_marks(&mut self, bytes: &[u8]) {
        if !self.hole {
            return;
        }
        let torn_seq = self.chain.seq().saturating_add(1);
        for &byte in bytes {
            if byte != b'\n' {
                // One byte more than the longest mark is enough to recognise that a line is no mark.
                if self.pending.len() <= mark::LINE_MAX {
                    self.pending.push(byte);
                }
                continue;
            }
            // A mark whose first bytes were lost in the hole may still be recognised by its body.
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
            // A tombstone in place of the journal's first file gives the empty chain as its beginning, which is no
            // opening.
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

    /// Continues the chain after an absent record, of which only the head after it is known.
    pub(crate) fn pass_over(&mut self, head: [u8; 32]) {
        self.chain = Chain::resume(head, self.chain.seq().saturating_add(1));
    }

    /// Returns the index in `pending` at which the NUL bytes at the end of an unfinished line begin.
    fn used(&self) -> usize {
        self.pending.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1).max(self.start)
    }

    /// Keeps an unfinished line within the limit. A power cut can leave any number of NUL bytes at the end, so they are
    /// only counted. A line that is overlong even without them is damage.
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

/// The smallest number of bytes that a disk writes at once.
const SECTOR: u64 = 512;

const UNFIT: &str = "its check does not fit: it or a line before it was changed, dropped or moved";
/// The fault of a line to whose end a carriage return was added, as some programs do when they transfer text between
/// computers.
const CARRIED: &str = "a carriage return was put at its end, and nothing else was changed in it: ask for the file as it was written";
const TOO_LONG: &str = "it is longer than a mebibyte";
const HOLE: &str = "it holds NUL bytes where something had been written and was safe";

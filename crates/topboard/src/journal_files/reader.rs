//! Reading a journal from its files: one chain runs across all files, and every place is traced back to its file.
//!
//! ```text
//! files ─▶ chain checked ─▶ JSON understood ─▶ │ at most some thousand records │ ─▶ whoever folds them
//!          a thread of its own ([`read_bodies`])                                   the caller's
//! ```
//! Hashing and parsing JSON are about half of the work of a restart; with two cores the caller's fold need not wait for
//! them.

use crate::{
    journal_files::storage::{Source, failing, file_name},
    terminal::failure::Failure,
};
use board::Millis;
use hall::Body;
use journal::{Chain, Opening, Reader, Record, Verdict};
use std::{
    mem, panic,
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
};

/// The number of bytes read at a time.
const PIECE: usize = 1 << 18;

/// The number of parsed records handed over at a time. At most [`BATCHES_MAX`] such batches may wait.
const BATCH: usize = 256;
const BATCHES_MAX: usize = 16;

/// The result of reading a journal.
#[derive(Debug)]
pub struct JournalReading {
    /// The verdict on the journal. Its lines and offsets are counted over all files.
    pub verdict: Verdict,
    /// The state of the chain after the last whole record.
    pub chain: Chain,
    /// The files, in the order of the journal.
    pub spans: Vec<FileSpan>,
    /// The statement of the first record about the journal before it; `None` if the reading began with the journal's
    /// first file.
    pub opening: Option<Opening>,
}

/// A file of a journal, and its place in the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSpan {
    /// The number of the file's segment.
    pub segment: u32,
    /// The path of the file.
    pub path: PathBuf,
    /// The offset of the file's first byte, in bytes from the start of the journal.
    pub start: u64,
    /// The number of lines in the files before this file.
    pub lines_before: u64,
    /// The file's length in bytes.
    pub bytes: u64,
}

/// A place in a journal, given so that a person can find it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalPlace {
    /// The path of the file.
    pub path: PathBuf,
    /// The number of the line in the file; the first is 1.
    pub line: u64,
    /// The offset of the line's first byte in the file.
    pub offset: u64,
}

/// A record as it is read, with its segment and the chain.
#[derive(Debug)]
pub struct Read<'a> {
    /// The record.
    pub record: &'a Record,
    /// The segment that holds the record.
    pub segment: u32,
    /// The path of the segment's file.
    pub path: &'a Path,
    /// The state of the chain after the record.
    pub chain: Chain,
}

/// A record whose body is parsed.
#[derive(Debug)]
pub struct Understood {
    /// The number of the record.
    pub seq: u64,
    /// The offset of the first byte of the record's line, in bytes from the start of the journal.
    pub offset: u64,
    /// The segment that holds the record.
    pub segment: u32,
    /// The state of the chain after the record.
    pub chain: Chain,
    /// The record's parsed body.
    pub body: Body,
}

/// Reads all files of a journal and parses every record, on another thread. `each` is called with every record on the
/// caller's thread, in the order of the journal. A record that cannot be parsed ends the reading with an error, after
/// `each` got all records before it.
pub fn read_bodies(
    source: &mut (impl Source + Send),
    each: impl FnMut(Understood),
) -> Result<JournalReading, Failure> {
    read_watched(source, |_| Ok(()), each)
}

/// Reads like [`read_bodies`], and calls `watch` with every record on the reading thread. An error from `watch` ends
/// the reading.
pub fn read_watched(
    source: &mut (impl Source + Send),
    mut watch: impl FnMut(&Read<'_>) -> Result<(), Failure> + Send,
    each: impl FnMut(Understood),
) -> Result<JournalReading, Failure> {
    let (sender, receiver) = mpsc::sync_channel(BATCHES_MAX);
    thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let mut batch = Vec::with_capacity(BATCH);
            // The receiver is dropped early only if its thread panics, and the panic is reported there.
            let hand_over = |batch: Vec<Understood>| sender.send(batch).unwrap_or_default();
            let mut times = Times::default();
            let reading = read(source, |read| {
                watch(&read)?;
                let body = times.parse(&read)?;
                let Read { record, segment, chain, .. } = read;
                batch.push(Understood { seq: record.seq, offset: record.offset, segment, chain, body });
                if batch.len() == BATCH {
                    hand_over(mem::replace(&mut batch, Vec::with_capacity(BATCH)));
                }
                Ok(())
            });
            hand_over(batch);
            reading
        });
        receiver.into_iter().flatten().for_each(each);
        reader.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}

/// Reads all files of a journal, and calls `each` with every record. An error from `each` ends the reading.
pub fn read(
    source: &mut impl Source,
    each: impl FnMut(Read<'_>) -> Result<(), Failure>,
) -> Result<JournalReading, Failure> {
    let segments = source.segments().map_err(|error| failing(&source.path(1), &error))?;
    if let Some((missing, next)) = (1..).zip(&segments).find(|(wanted, segment)| wanted != *segment) {
        return Err(Failure::Input(format!(
            "{} is missing, but {} is there; put the missing file back from a copy, or read each file alone",
            source.path(missing).with_file_name(file_name(missing)).display(),
            file_name(*next)
        )));
    }
    read_any(source, each)
}

/// Reads those files of a journal that exist, and calls `each` with every record. Where a file is missing, the chain
/// breaks.
pub fn read_any(
    source: &mut impl Source,
    mut each: impl FnMut(Read<'_>) -> Result<(), Failure>,
) -> Result<JournalReading, Failure> {
    let segments = source.segments().map_err(|error| failing(&source.path(1), &error))?;
    // A single file may be a later one of its journal: its first record then gives the state of the chain before it.
    let mut reader = Reader::of_segment();
    let mut spans: Vec<FileSpan> = Vec::new();
    let mut piece = vec![0; PIECE];
    let (mut start, mut lines) = (0, 0);
    for segment in segments {
        let path = source.path(segment);
        reader.next_file();
        let mut bytes = 0;
        let lines_before = lines;
        loop {
            let length =
                source.read_at(segment, &mut piece, bytes).map_err(|error| failing(&path, &error))?;
            if length == 0 {
                break;
            }
            bytes += length as u64;
            reader.push(&piece[..length]);
            while let Some(record) = reader.poll_record() {
                lines += 1;
                each(Read { record: &record, segment, path: &path, chain: reader.chain() })?;
            }
        }
        spans.push(FileSpan { segment, path, start, lines_before, bytes });
        start += bytes;
    }
    let opening = reader.opening();
    let (verdict, chain) = reader.finish();
    Ok(JournalReading { verdict, chain, spans, opening })
}

/// The greatest difference between the journal times of two consecutive records, in milliseconds: 400 days. The fold
/// handles every deadline up to a record's time, so an invented time would keep the computer busy for ever.
const LEAP_MAX_MS: Millis = 400 * 86_400_000;

/// A check of the journal times of consecutive records.
#[derive(Debug, Default)]
pub struct Times {
    last_ms: Option<Millis>,
}

impl Times {
    /// Parses the body of the next record. Fails if the body cannot be parsed or its journal time is impossible.
    pub fn parse(&mut self, read: &Read<'_>) -> Result<Body, Failure> {
        let body = parse(read)?;
        let (last_ms, t_ms) = (self.last_ms, body.t_ms());
        if last_ms.zip(t_ms).is_some_and(|(last_ms, t_ms)| t_ms > last_ms.saturating_add(LEAP_MAX_MS)) {
            return Err(Failure::Input(format!(
                "{}: record {} is stamped more than a year after the one before it, as no journal of this program is; look \
                 for a copy of the file, or take with `topboard recover` what was written before",
                read.path.display(),
                read.record.seq
            )));
        }
        self.last_ms = last_ms.max(t_ms);
        Ok(body)
    }
}

/// Parses the body of a record. The error says which record of which file cannot be parsed.
pub fn parse(read: &Read<'_>) -> Result<Body, Failure> {
    Body::parse(&read.record.body).map_err(|why| {
        Failure::Input(format!(
            "{}: record {} cannot be understood: {why}; read it with the version of topboard that wrote it",
            read.path.display(),
            read.record.seq
        ))
    })
}

impl JournalReading {
    /// Returns the file, and the line in it, of a place whose line and offset are counted over all files, as in a
    /// verdict.
    pub fn place(&self, line: u64, offset: u64) -> JournalPlace {
        let span = self.spans.iter().rev().find(|span| span.start <= offset);
        match span {
            Some(span) => JournalPlace {
                path: span.path.clone(),
                line: line.saturating_sub(span.lines_before),
                offset: offset - span.start,
            },
            None => JournalPlace { path: PathBuf::new(), line, offset },
        }
    }
}

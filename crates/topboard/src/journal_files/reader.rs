//! A journal read from its files: one chain across all of them, with every place traced back to its file.
//!
//! ```text
//! files ─▶ chain checked ─▶ JSON understood ─▶ │ at most some thousand records │ ─▶ whoever folds them
//!          a thread of its own ([`read_bodies`])                                   the caller's
//! ```
//! Hashes and JSON are about half of the work of a restart; with two cores the fold need not wait for them.

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

/// The bytes read at once.
const PIECE: usize = 1 << 18;

/// The parsed records handed over at once; [`BATCHES_MAX`] such batches may wait.
const BATCH: usize = 256;
const BATCHES_MAX: usize = 16;

/// The result of a reading.
#[derive(Debug)]
pub struct JournalReading {
    /// The verdict on the journal; its lines and offsets count over all files.
    pub verdict: Verdict,
    /// The state of the chain after the last whole record.
    pub chain: Chain,
    /// The files, in the order of the journal.
    pub spans: Vec<FileSpan>,
    /// The statement of the first record about the journal before it, if only a later file is read.
    pub opening: Option<Opening>,
}

/// A file of a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSpan {
    /// The number of the file's segment.
    pub segment: u32,
    /// The path of the file.
    pub path: PathBuf,
    /// The offset of the file's first byte, counted over the whole journal.
    pub start: u64,
    /// The number of lines in the files before this file.
    pub lines_before: u64,
    /// The file's length in bytes.
    pub bytes: u64,
}

/// A place in a journal, as a person finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalPlace {
    /// The file.
    pub path: PathBuf,
    /// The line in the file; the first is 1.
    pub line: u64,
    /// The start of that line in the file, in bytes.
    pub offset: u64,
}

/// A record on its way through the reader.
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

/// A record with its body parsed.
#[derive(Debug)]
pub struct Understood {
    /// The record's number.
    pub seq: u64,
    /// The start of the record's line, in bytes from the start of the journal.
    pub offset: u64,
    /// The segment that holds the record.
    pub segment: u32,
    /// The state of the chain after the record.
    pub chain: Chain,
    /// The parsed body.
    pub body: Body,
}

/// Reads all files of a journal and parses every record, on another thread. `each` is called on the caller's thread, in
/// the order of the journal. A record that cannot be parsed ends the reading; `each` gets all records before it.
pub fn read_bodies(
    source: &mut (impl Source + Send),
    each: impl FnMut(Understood),
) -> Result<JournalReading, Failure> {
    read_watched(source, |_| Ok(()), each)
}

/// Reads like [`read_bodies`], and shows `watch` every record on the reading thread; an error from it ends the reading.
pub fn read_watched(
    source: &mut (impl Source + Send),
    mut watch: impl FnMut(&Read<'_>) -> Result<(), Failure> + Send,
    each: impl FnMut(Understood),
) -> Result<JournalReading, Failure> {
    let (sender, receiver) = mpsc::sync_channel(BATCHES_MAX);
    thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let mut batch = Vec::with_capacity(BATCH);
            // The receiver goes away only in a panic, which is reported there.
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

/// Reads all files of a journal. An error from `each` ends the reading.
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

/// Reads those files of a journal that exist; where one is missing, the chain breaks.
pub fn read_any(
    source: &mut impl Source,
    mut each: impl FnMut(Read<'_>) -> Result<(), Failure>,
) -> Result<JournalReading, Failure> {
    let segments = source.segments().map_err(|error| failing(&source.path(1), &error))?;
    // A file given alone may be a later one of its journal: its first record gives the state of the chain before it.
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

/// The most by which a record's journal time may exceed that of its predecessor, in milliseconds: 400 days. The fold
/// fires every deadline up to a record's time, so an invented time would keep a computer busy for ever.
const LEAP_MAX_MS: Millis = 400 * 86_400_000;

/// The times of the records that are folded.
#[derive(Debug, Default)]
pub struct Times {
    last_ms: Option<Millis>,
}

impl Times {
    /// Parses the body of the next record. `Err` also if its time is impossible.
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

/// Parses the body of a record. `Err` says which record of which file cannot be understood.
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
    /// Returns the file and line of a place, given as a verdict gives it: line and offset over all files.
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

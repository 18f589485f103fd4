//! The journal on the disk, while a run writes it: its folder is locked, its records are read, a torn tail is cut off,
//! and new records are appended.
//!
//! Invariants:
//! * One program at a time has a journal open for writing: the journal's folder is locked.
//! * A torn tail is cut off and reported. With any other damage the journal is not opened, nor is a journal that its
//!   signatures do not bear out ([`crate::journal_files::signing::trust`]). A journal is evidence, and only a person
//!   can say what happened to it. `topboard recover` salvages the undamaged records.
//! * A publication is in the journal and safe before it is sent to anybody ([`JournalWriter::safe_seq`]).
//! * A file of the journal is at most [`SEGMENT_MAX`] bytes long. Every round begins a new file. The chain runs on from
//!   file to file.

mod check;
mod end;
mod repeats;

use crate::{
    journal_files::{
        disk_thread::{DiskThread, DiskWord, NewSegment},
        index::Index,
        inventory::{Fault, Files},
        reader::{JournalReading, Understood, read_bodies, read_watched},
        signing::{
            signed_head::{self, HEAD_NAME},
            signing_key::Key,
            trust::{Guard, Trust},
        },
        storage::{Careless, Folder, Storage, failing},
    },
    terminal::failure::Failure,
};
use board::Millis;
use end::{Contents, check_index, mend, refused};
use hall::{Body, Fold, Folded, codec::Squeezer};
use journal::{Accepted, Opening, SignedHead, Verdict, Writer};
use std::{
    hash::{BuildHasher, RandomState},
    path::{Path, PathBuf},
};
use tokio::{sync::mpsc, time::Instant};

/// The path of the journal's first file in the data folder.
pub const JOURNAL_PATH: &str = "journal/hall.journal";

/// The greatest length of a journal's file, in bytes. A record that would not fit begins the next file.
pub const SEGMENT_MAX: u64 = 16 << 20;

/// The greatest length of a signature's body, in bytes: it holds three numbers and 256 digits.
const SIGNED_MAX: u64 = 512;

/// The program's name and version, as written into the journal.
pub const PROGRAM: &str = concat!("topboard ", env!("CARGO_PKG_VERSION"));

/// A journal that is open for writing.
#[derive(Debug)]
pub struct JournalWriter {
    writer: Writer,
    lines: Vec<u8>,
    squeezer: Squeezer,
    /// The instant at which the open record of repetitions was begun; `None` if no such record is open.
    run_since: Option<Instant>,
    /// The text of the last signed head, until the record of its signature is handed to the disk.
    head: Option<String>,
    disk: DiskThread,
    words: mpsc::UnboundedReceiver<DiskWord>,
    safe_seq: u64,
    /// The number of the last record that somebody waits for, and the number of the last that a mark in the journal
    /// calls safe.
    wanted_seq: u64,
    marked_seq: u64,
    epoch: String,
    index: Index,
    /// The length of the file being written, in bytes, including lines not yet handed to the disk.
    segment_bytes: u64,
    segment_max: u64,
}

/// An opened journal and its contents.
#[derive(Debug)]
pub struct Opened {
    /// The journal, open for writing.
    pub journal: JournalWriter,
    /// The fold of the journal's records.
    pub folded: Folded,
    /// The path of the file being written.
    pub path: PathBuf,
    /// The number of bytes of a torn tail that were cut off; `None` if there was no torn tail.
    pub cut_bytes: Option<u64>,
    /// A person's acceptance of a journal that its signatures do not bear out. It must be written before anything is
    /// signed. `None` if there is nothing to accept.
    pub accepted: Option<Accepted>,
    /// What lay beside the journal as its signed head when it was opened; `None` for nothing.
    pub kept: Option<signed_head::Kept>,
}

/// The care taken to make the journal durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// Every publication waits for the disk.
    Synced,
    /// The operating system writes the bytes to the disk when it likes. For measurements only.
    Unsynced,
}

impl JournalWriter {
    /// Opens the journal of this data folder, or begins one. `see` is called with the number and the body of every record.
    pub fn open(data: &Path, care: Care, see: impl FnMut(u64, &Body)) -> Result<Opened, Failure> {
        let folder = Folder::lock(data)?;
        match care {
            Care::Synced => JournalWriter::open_on(folder, SEGMENT_MAX, see),
            Care::Unsynced => JournalWriter::open_on(Careless(folder), SEGMENT_MAX, see),
        }
    }

    /// Opens a journal like [`JournalWriter::open`], but fails if its signatures do not bear it out or its files are
    /// not what their names say.
    pub fn open_guarded(
        data: &Path,
        care: Care,
        guard: Guard<'_>,
        see: impl FnMut(u64, &Body),
    ) -> Result<Opened, Failure> {
        let folder = Folder::lock(data)?;
        if let Some(misplaced) = folder.misplaced()?.iter().find(|one| one.fault != Fault::Announced) {
            return Err(refused(&misplaced.path, &misplaced.to_string()));
        }
        match care {
            Care::Synced => JournalWriter::open_as(folder, SEGMENT_MAX, Some(guard), see),
            Care::Unsynced => JournalWriter::open_as(Careless(folder), SEGMENT_MAX, Some(guard), see),
        }
    }

    /// Opens the journal in this storage, or begins one. Its files are at most `segment_max` bytes long.
    pub fn open_on(
        storage: impl Storage,
        segment_max: u64,
        see: impl FnMut(u64, &Body),
    ) -> Result<Opened, Failure> {
        JournalWriter::open_as(storage, segment_max, None, see)
    }

    fn open_as(
        mut storage: impl Storage,
        segment_max: u64,
        guard: Option<Guard<'_>>,
        mut see: impl FnMut(u64, &Body),
    ) -> Result<Opened, Failure> {
        let kept = storage.head().map_err(|error| failing(Path::new(HEAD_NAME), &error))?;
        let mut trust = guard.map(|guard| Trust::new(guard, kept));
        let mut fold = Fold::new();
        let mut contents = Contents::default();
        let each = |record: Understood| {
            see(record.seq, &record.body);
            contents.note(&record);
            fold.feed(record.seq, record.body);
        };
        let reading = match &mut trust {
            Some(trust) => read_watched(&mut storage, |read| trust.see(read), each)?,
            None => read_bodies(&mut storage, each)?,
        };
        let mut accepted = None;
        if let Some(trust) = trust.filter(|_| !matches!(reading.verdict, Verdict::Damaged { .. })) {
            accepted = trust.judge(storage.path(1).parent().unwrap_or(Path::new(".")))?;
        }
        let (end, cut_bytes) = mend(&mut storage, &reading)?;
        let index = contents.finish(&end, &reading.spans);
        check_index(&mut storage, &index, accepted.is_some())?;
        let mut folded = fold.finish();
        let writer = Writer::resume(reading.chain);
        let (segment, path) = (end.segment, storage.path(end.segment));
        let (disk, words) = DiskThread::start(storage, segment, end.offset);
        let mut journal = JournalWriter {
            safe_seq: writer.chain().seq(),
            wanted_seq: 0,
            marked_seq: 0,
            writer,
            lines: Vec::new(),
            squeezer: Squeezer::default(),
            run_since: None,
            head: None,
            disk,
            words,
            epoch: folded.epoch.clone().unwrap_or_else(draw_epoch),
            index,
            segment_bytes: end.offset,
            segment_max,
        };
        if end.offset == 0 {
            // Either the journal begins with this run, or a crash came between the making of a new file and its first
            // line.
            let header = journal.write_header();
            see(journal.writer.chain().seq(), &header);
            folded.epoch = Some(journal.epoch.clone());
        }
        Ok(Opened { journal, folded, path, cut_bytes, accepted, kept })
    }

    /// Appends a record and returns its number. [`JournalWriter::flush`] hands the record to the disk. Bytes that a
    /// device repeats are added to the open record of repetitions. That record is closed by the next record of another
    /// kind, by [`JournalWriter::close_run`], or by the first [`JournalWriter::flush`] after its time is up.
    pub fn append(&mut self, body: &Body) -> u64 {
        let seq = self.squeeze(body).unwrap_or_else(|| {
            self.close_run();
            let text = body.emit();
            self.make_room(text.len() as u64);
            self.squeezer.note(body);
            self.write(body, &text)
        });
        self.check();
        seq
    }

    /// Begins a new file. Every record appended from now on goes into it.
    pub fn begin_segment(&mut self) {
        self.close_run();
        self.flush();
        let segment = self.index.segment() + 1;
        self.index.begin(segment, self.writer.chain(), self.segment_bytes);
        self.disk.begin(NewSegment { segment, index: self.index.text() });
        self.segment_bytes = 0;
        self.write_header();
        self.check();
    }

    /// Signs the current head and appends the signature. Returns the number of the signature's record, and the signed
    /// head.
    pub fn sign(&mut self, t_ms: Millis, key: &Key) -> (u64, SignedHead) {
        self.close_run();
        // The first line of a new file must not come between the records that the head covers and its signature.
        self.make_room(SIGNED_MAX);
        let signed = key.sign(&self.writer.chain());
        self.head = Some(signed_head::text(&signed));
        let body = Body::Signed { t_ms, signed: Box::new(signed) };
        let seq = self.write(&body, &body.emit());
        self.check();
        (seq, signed)
    }

    /// Hands the appended lines to the disk.
    pub fn flush(&mut self) {
        if self.run_due().is_some_and(|due| due <= Instant::now()) {
            self.close_run();
        }
        if !self.lines.is_empty() {
            self.disk.append(std::mem::take(&mut self.lines));
        }
        if let Some(head) = self.head.take() {
            self.disk.head(head);
        }
        self.check();
    }

    /// Flushes, and asks the disk to make everything flushed safe.
    pub fn sync(&mut self) {
        self.flush();
        self.disk.sync(self.appended_seq());
    }

    /// Returns the number of the last appended record, not counting an open record of repetitions.
    pub fn appended_seq(&self) -> u64 {
        self.writer.chain().seq()
    }

    /// Returns the head of the chain after the last appended record, in hexadecimal.
    pub fn head(&self) -> String {
        self.writer.chain().head_hex()
    }

    /// Returns the number of the last record that is safe.
    pub fn safe_seq(&self) -> u64 {
        self.safe_seq
    }

    /// Waits for the next message from the disk. When all records that somebody waits for are safe, a mark that says so
    /// is appended to the journal. Cancel-safe.
    pub async fn heard(&mut self) -> DiskWord {
        let word = self.words.recv().await.expect("the disk's thread lives as long as its handle");
        self.note_word(&word);
        word
    }

    /// Waits like [`JournalWriter::heard`], but blocks the calling thread.
    pub fn blocking_heard(&mut self) -> DiskWord {
        let word = self.words.blocking_recv().expect("the disk's thread lives as long as its handle");
        self.note_word(&word);
        word
    }

    /// Returns the number of bytes that are not yet safe, including those not yet handed to the disk.
    pub fn waiting_bytes(&self) -> u64 {
        self.disk.waiting_bytes() + self.lines.len() as u64
    }

    /// Returns the number of the segment being written.
    pub fn segment(&self) -> u32 {
        self.index.segment()
    }

    /// Writes and syncs what is left, and closes the journal. Returns whether everything is safe.
    pub fn close(mut self) -> bool {
        self.close_run();
        self.flush();
        self.disk.stop()
    }

    fn note_word(&mut self, word: &DiskWord) {
        if let DiskWord::Safe(seq) = *word {
            self.safe_seq = seq;
            if self.wanted_seq > self.marked_seq && seq >= self.wanted_seq {
                self.marked_seq = seq;
                self.append(&Body::Safe { seq });
            }
        }
        self.check();
    }

    /// Makes room for a body of this length in bytes: begins a new file if the current one has too little left.
    fn make_room(&mut self, length: u64) {
        // The check of 16 characters, a space and a line feed take 18 bytes.
        if self.segment_bytes > 0 && self.segment_bytes + length + 18 > self.segment_max {
            self.begin_segment();
        }
    }

    /// Writes the first line of a file, and returns it.
    fn write_header(&mut self) -> Body {
        let segment = self.index.segment();
        let opening = (segment > 1).then_some(Opening { number: segment, after: self.writer.chain() });
        let (program, epoch) = (PROGRAM.to_owned(), self.epoch.clone());
        let body = Body::Journal { program, epoch, segment: opening };
        self.squeezer.note(&body);
        self.write(&body, &body.emit());
        body
    }

    fn write(&mut self, body: &Body, text: &str) -> u64 {
        let before = self.lines.len();
        let appended = self.writer.append(text, &mut self.lines);
        let seq = appended
            .expect("a body is one line of JSON, and its parts are bounded far below the longest line");
        self.segment_bytes += (self.lines.len() - before) as u64;
        self.index.note(body);
        // For records of these kinds somebody waits until they are safe.
        if matches!(
            body,
            Body::Published { .. } | Body::Command { .. } | Body::Event { .. } | Body::Signed { .. }
        ) {
            self.wanted_seq = seq;
        }
        seq
    }
}

/// Reads a journal that another program may be writing, for `replay` and `export`: its folder, or one of its files.
/// `each` is called with the number and the body of every record.
pub fn read_at(path: &Path, mut each: impl FnMut(u64, Body)) -> Result<JournalReading, Failure> {
    read_bodies(&mut Files::find(path)?, |record| each(record.seq, record.body))
}

/// Returns the sentence that reports a damaged journal, for a line and offset counted over all files.
pub fn damaged(reading: &JournalReading, line: u64, offset: u64, why: &str) -> String {
    let place = reading.place(line, offset);
    format!("{}: line {} is damaged: {why}", place.path.display(), place.line)
}

/// Returns whether a record was made by the journal time given with `--to`; true for a record without a time.
pub fn is_before(body: &Body, to_ms: Option<Millis>) -> bool {
    to_ms.is_none_or(|to_ms| body.t_ms().is_none_or(|t_ms| t_ms <= to_ms))
}

/// Draws the epoch of a new journal: a random name that tells it from other journals.
pub(crate) fn draw_epoch() -> String {
    format!("{:016x}", RandomState::new().hash_one(std::process::id()))
}

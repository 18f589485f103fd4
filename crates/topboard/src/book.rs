//! The book on the disk: found, locked, read, mended at its end, and written.
//!
//! Invariants:
//! * One program at a time has a book: the file is locked.
//! * A torn tail is cut and reported. Any other damage is refused: the book is evidence, and whoever can say what
//!   happened to it is a person.
//! * What was published is in the book and safe before anybody hears of it ([`Book::safe_seq`]).

use crate::{
    disk::{Disk, DiskWord, Storage},
    failure::Failure,
};
use board::Millis;
use hall::{Body, Fold, Folded};
use journal::{Reader, Verdict, Writer};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    hash::{BuildHasher, RandomState},
    io::{self, Read},
    path::{Path, PathBuf},
};
use tokio::sync::mpsc;

/// The book's name in the data folder.
pub const BOOK_PATH: &str = "journal/hall.journal";

/// The most bytes that may wait for a failing disk. Beyond it no device is read until the disk takes some.
pub const WAITING_MAX: u64 = 64 << 20;

/// Name and version, as they are written into the book.
pub const PROGRAM: &str = concat!("topboard ", env!("CARGO_PKG_VERSION"));

/// An open book.
#[derive(Debug)]
pub struct Book {
    writer: Writer,
    lines: Vec<u8>,
    disk: Disk,
    words: mpsc::UnboundedReceiver<DiskWord>,
    safe_seq: u64,
}

/// An opened book and what it said.
#[derive(Debug)]
pub struct Opened {
    /// To write on.
    pub book: Book,
    /// What it makes.
    pub folded: Folded,
    /// Where it is.
    pub path: PathBuf,
    /// The bytes of a torn tail that were cut off.
    pub cut_bytes: Option<u64>,
}

/// How carefully the book is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// Every publication waits for the disk.
    Synced,
    /// The system writes when it likes. For measurements only.
    Unsynced,
}

impl Book {
    /// Opens the book of this data folder, or begins one. `see` is shown every record.
    pub fn open(folder: &Path, care: Care, mut see: impl FnMut(&Body)) -> Result<Opened, Failure> {
        let path = folder.join(BOOK_PATH);
        let file = open_file(&path)?;
        let mut fold = Fold::new();
        let (verdict, chain) = read(&file, &path, |seq, body| {
            see(&body);
            fold.feed(seq, body);
        })?;
        let (kept_bytes, cut_bytes) = match verdict {
            Verdict::Whole => (file.metadata().map_err(|error| failing(&path, &error))?.len(), None),
            Verdict::Torn { kept_bytes, cut_bytes } => {
                file.set_len(kept_bytes).map_err(|error| failing(&path, &error))?;
                file.sync_all().map_err(|error| failing(&path, &error))?;
                (kept_bytes, Some(cut_bytes))
            }
            Verdict::Damaged { line, why, .. } => {
                return Err(Failure::Input(format!(
                    "{}: line {line} is damaged: {why}; look with `topboard verify {}` and move the file away to \
                     begin a new book",
                    path.display(),
                    path.display()
                )));
            }
        };
        let writer = if kept_bytes == 0 { Writer::new() } else { Writer::resume(chain) };
        let (disk, words) = match care {
            Care::Synced => Disk::start(file, kept_bytes),
            Care::Unsynced => Disk::start(Careless(file), kept_bytes),
        };
        let mut book = Book { safe_seq: writer.chain().seq(), writer, lines: Vec::new(), disk, words };
        let mut folded = fold.finish();
        if kept_bytes == 0 {
            let epoch = format!("{:016x}", RandomState::new().hash_one(std::process::id()));
            book.append(&Body::Journal { program: PROGRAM.to_owned(), epoch: epoch.clone(), segment: None });
            folded.epoch = Some(epoch);
        }
        Ok(Opened { book, folded, path, cut_bytes })
    }

    /// Appends a record and returns its number. It is handed to the disk by [`Book::flush`].
    pub fn append(&mut self, body: &Body) -> u64 {
        let appended = self.writer.append(&body.emit(), &mut self.lines);
        appended.expect("a body is one line of JSON, and its parts are bounded far below the longest line")
    }

    /// Hands the appended lines to the disk.
    pub fn flush(&mut self) {
        if !self.lines.is_empty() {
            self.disk.append(std::mem::take(&mut self.lines));
        }
    }

    /// Asks the disk to make safe what was flushed.
    pub fn sync(&mut self) {
        self.flush();
        self.disk.sync(self.appended_seq());
    }

    /// The number of the last appended record.
    pub fn appended_seq(&self) -> u64 {
        self.writer.chain().seq()
    }

    /// The number of the last record that is safe.
    pub fn safe_seq(&self) -> u64 {
        self.safe_seq
    }

    /// What the disk says next. Cancel-safe.
    pub async fn heard(&mut self) -> DiskWord {
        let word = self.words.recv().await.expect("the disk's thread lives as long as its handle");
        if let DiskWord::Safe(seq) = word {
            self.safe_seq = seq;
        }
        word
    }

    /// How many bytes are not yet safe.
    pub fn waiting_bytes(&self) -> u64 {
        self.disk.waiting_bytes() + self.lines.len() as u64
    }

    /// Writes and syncs what is left. Says whether all is safe.
    pub fn close(mut self) -> bool {
        self.flush();
        self.disk.stop()
    }
}

/// Reads a book that somebody else may be writing: for `replay`, `verify`, `export`.
pub fn read_at(path: &Path, each: impl FnMut(u64, Body)) -> Result<(Verdict, journal::Chain), Failure> {
    let file = File::open(path).map_err(|error| {
        Failure::Input(format!("{} cannot be opened ({error}); check the path", path.display()))
    })?;
    read(&file, path, each)
}

/// The journal time until which a book may be folded: `--to`.
pub fn is_before(body: &Body, to_ms: Option<Millis>) -> bool {
    to_ms.is_none_or(|to_ms| body.t_ms().is_none_or(|t_ms| t_ms <= to_ms))
}

fn read(
    mut file: &File,
    path: &Path,
    mut each: impl FnMut(u64, Body),
) -> Result<(Verdict, journal::Chain), Failure> {
    let mut reader = Reader::new();
    let mut piece = vec![0; 1 << 18];
    loop {
        let length = match file.read(&mut piece) {
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(failing(path, &error)),
        };
        if length == 0 {
            return Ok(reader.finish());
        }
        reader.push(&piece[..length]);
        while let Some(record) = reader.poll_record() {
            let body = Body::parse(&record.body).map_err(|why| {
                Failure::Input(format!(
                    "{}: line {} cannot be understood: {why}; read it with the version of topboard that wrote it",
                    path.display(),
                    record.seq
                ))
            })?;
            each(record.seq, body);
        }
    }
}

fn open_file(path: &Path) -> Result<File, Failure> {
    let parent = path.parent().expect("the book's path has a folder");
    fs::create_dir_all(parent).map_err(|error| failing(parent, &error))?;
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(|error| failing(path, &error))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(Failure::Environment(format!(
                "{} is in use by another topboard; stop that one, or give this one its own folder",
                path.display()
            )));
        }
        Err(TryLockError::Error(error)) => return Err(failing(path, &error)),
    }
    // A new file is safe only when its folder is.
    File::open(parent).and_then(|folder| folder.sync_all()).map_err(|error| failing(parent, &error))?;
    Ok(file)
}

fn failing(path: &Path, error: &io::Error) -> Failure {
    Failure::Environment(format!(
        "{} cannot be used ({error}); check the disk and who may write there",
        path.display()
    ))
}

/// A file whose syncs cost nothing and promise nothing.
struct Careless(File);

impl Storage for Careless {
    fn write_all_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.0.write_all_at(bytes, offset)
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

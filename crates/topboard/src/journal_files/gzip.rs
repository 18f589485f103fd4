//! A file of the journal, plain or packed: both are read alike.
//!
//! A packed file is the plain one in gzip's form, so `gunzip` restores it without this program. The chain is computed
//! over the plain bytes, so packing changes nothing that it proves.

use crate::safe_files::regular;
use flate2::read::MultiGzDecoder;
use std::{
    fs::File,
    io::{self, BufReader, Read},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

/// The suffix of a packed file's name.
pub const SUFFIX: &str = ".gz";
/// The first bytes of a packed file.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// An open file of a journal.
#[derive(Debug)]
pub enum Opened {
    /// A file as it was written.
    Plain(File),
    /// A packed file.
    Packed(Box<Unpacking>),
}

/// A packed file being read. It can only go forwards: reading from an earlier place starts over.
#[derive(Debug)]
pub struct Unpacking {
    path: PathBuf,
    bytes: MultiGzDecoder<BufReader<File>>,
    at: u64,
}

impl Opened {
    /// Opens a file, plain or packed.
    pub fn open(path: &Path) -> io::Result<Opened> {
        let file = regular::open(path)?;
        let mut first = [0; 2];
        // A file shorter than gzip's first bytes is plain.
        let is_packed = file.read_exact_at(&mut first, 0).is_ok() && first == MAGIC;
        Ok(if is_packed { Opened::Packed(Box::new(Unpacking::begin(path)?)) } else { Opened::Plain(file) })
    }

    /// Reads the plain bytes from this offset on. Returns how many were read; 0 at the end.
    pub fn read_at(&mut self, piece: &mut [u8], offset: u64) -> io::Result<usize> {
        loop {
            let done = match self {
                Opened::Plain(file) => file.read_at(piece, offset),
                Opened::Packed(unpacking) => unpacking.read_at(piece, offset),
            };
            match done {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                done => return done,
            }
        }
    }
}

/// A file of a journal from an offset on, as a stream.
#[derive(Debug)]
pub struct Stream {
    file: Opened,
    at: u64,
}

impl Opened {
    /// Returns the file's plain bytes from this offset on.
    pub fn stream(self, from: u64) -> Stream {
        Stream { file: self, at: from }
    }
}

impl Read for Stream {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read_at(piece, self.at)?;
        self.at += length as u64;
        Ok(length)
    }
}

impl Unpacking {
    fn begin(path: &Path) -> io::Result<Unpacking> {
        let bytes = MultiGzDecoder::new(BufReader::new(regular::open(path)?));
        Ok(Unpacking { path: path.to_owned(), bytes, at: 0 })
    }

    fn read_at(&mut self, piece: &mut [u8], offset: u64) -> io::Result<usize> {
        if offset < self.at {
            *self = Unpacking::begin(&self.path)?;
        }
        let skipped = io::copy(&mut self.bytes.by_ref().take(offset - self.at), &mut io::sink())?;
        self.at += skipped;
        if self.at < offset {
            return Ok(0);
        }
        let length = self.bytes.read(piece)?;
        self.at += length as u64;
        Ok(length)
    }
}

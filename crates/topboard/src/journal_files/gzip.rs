//! A file of the journal, plain or packed with gzip. Both are read in one way.
//!
//! `gunzip` makes a packed file plain again without this program. The chain is computed over the plain bytes, so
//! packing changes nothing that the chain proves.

use crate::safe_files::regular;
use flate2::read::MultiGzDecoder;
use std::{
    fs::File,
    io::{self, BufReader, Read},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

/// The suffix that the name of a packed file has.
pub const SUFFIX: &str = ".gz";
/// The bytes with which every packed file begins.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// A file of a journal that is open for reading.
#[derive(Debug)]
pub enum Opened {
    /// A file as the journal's writer wrote it.
    Plain(File),
    /// A packed file.
    Packed(Box<Unpacking>),
}

/// A packed file being read. It can only be read forwards: a read at an earlier offset unpacks the file from its
/// beginning.
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
        // A file shorter than [`MAGIC`] is plain.
        let is_packed = file.read_exact_at(&mut first, 0).is_ok() && first == MAGIC;
        Ok(if is_packed { Opened::Packed(Box::new(Unpacking::begin(path)?)) } else { Opened::Plain(file) })
    }

    /// Reads plain bytes from this offset on into `piece`. Returns how many were read; 0 at the end of the file.
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

/// The plain bytes of a journal's file from an offset on, as a stream.
#[derive(Debug)]
pub struct Stream {
    file: Opened,
    at: u64,
}

impl Opened {
    /// Returns a stream of the file's plain bytes from this offset on.
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

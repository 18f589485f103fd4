//! The files of a journal to be read: which of them are there, and whether each holds what its name says.
//!
//! The chain shows what is missing between two files. It does not show that the first file is gone, empty or replaced
//! by another, nor that a plain file differs from its own archive. This module finds such faults from the contents of
//! the files. The index only hints at files missing at the end.

use crate::{
    journal_files::{
        gzip::{Opened, SUFFIX},
        index,
        signing::signed_head,
        storage::{FOLDER, INDEX_NAME, Source, file_name, found_in, segments_in, with_suffix},
    },
    safe_files::regular,
    terminal::failure::Failure,
};
use journal::{LINE_MAX, Opening, Tombstone};
use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

/// The number of bytes compared at a time when a plain file is compared with its archive.
const PIECE: usize = 1 << 18;
/// The greatest length of an index that is read, in bytes: enough for a million files.
pub const INDEX_MAX: u64 = 256 << 20;

/// A journal to read: all its segments, or a single file read as if it were a journal. Another program may be writing
/// the journal meanwhile.
#[derive(Debug)]
pub struct Files {
    files: Vec<(u32, PathBuf)>,
    /// The folder of the files if the whole journal is read; `None` for a single file.
    folder: Option<PathBuf>,
    open: Option<(u32, Opened)>,
}

/// A fault of a journal's file that is found before any of its records is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misplaced {
    /// The file.
    pub path: PathBuf,
    /// The number of the file's segment.
    pub segment: u32,
    /// The kind of fault.
    pub fault: Fault,
}

/// A kind of fault of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The file is missing, though a file with a higher number is there.
    Missing,
    /// The file is missing, though the index lists it.
    Announced,
    /// The file is empty, though a file with a higher number is not.
    Empty,
    /// The first file does not begin with the first record of the journal.
    NotFirst,
    /// The file's first record gives this segment number, which differs from the one in the file's name.
    Number(u32),
    /// The plain file lies beside an archive of it that holds something else or more. The plain file is the one read.
    Shadows,
}

impl Files {
    /// Finds the journal at this path. The path is that of a file, a folder with segments, or a data folder.
    pub fn find(path: &Path) -> Result<Files, Failure> {
        let unreadable = |error: io::Error| {
            Failure::Input(format!("{} cannot be opened ({error}); check the path", path.display()))
        };
        let found = fs::metadata(path).map_err(unreadable)?;
        if found.is_file() {
            let folder =
                path.parent().map(|folder| if folder == Path::new("") { Path::new(".") } else { folder });
            let is_all = |folder: &&Path| {
                let is_first = path.file_name().is_some_and(|name| name == file_name(1).as_str());
                is_first && segments_in(folder).is_ok_and(|segments| segments == [1])
            };
            let folder = folder.filter(is_all).map(Path::to_owned);
            return Files { files: vec![(1, path.to_owned())], folder, open: None }.held(path);
        }
        if !found.is_dir() {
            return Err(Failure::Input(format!(
                "{} is no file that can be read twice; save the journal into a file, and give that",
                path.display()
            )));
        }
        for folder in [path.to_owned(), path.join(FOLDER)] {
            let segments = segments_in(&folder).unwrap_or_default();
            if !segments.is_empty() {
                let files = segments.into_iter().map(|segment| (segment, found_in(&folder, segment)));
                return Files { files: files.collect(), folder: Some(folder), open: None }.held(path);
            }
        }
        Err(Failure::Input(format!("{} holds no journal; give its file or its folder", path.display())))
    }

    /// Returns `self` if its files are regular files and not all empty; otherwise fails.
    fn held(self, path: &Path) -> Result<Files, Failure> {
        are_files(self.paths())?;
        if self.paths().all(is_empty) {
            return Err(Failure::Input(format!(
                "{} is empty: it holds no record; give the file or the folder of a journal that was written{}",
                path.display(),
                if self.head_beside().is_some() { "; evidence.head beside it tells of one" } else { "" }
            )));
        }
        Ok(self)
    }

    /// Returns the paths of the files, in the order of the journal.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(_, path)| path.as_path())
    }

    /// Returns whether the whole journal is read rather than a single file.
    pub fn is_whole_journal(&self) -> bool {
        self.folder.is_some()
    }

    /// Returns the version of the journal, as its first file says it; `None` where none is said.
    pub fn version(&mut self) -> Option<u64> {
        let first = self.files.first()?.0;
        let mut head = [0; 1024];
        let length = self.read_at(first, &mut head, 0).ok()?;
        let line = head[..length].split(|byte| *byte == b'\n').next()?;
        serde_json::from_slice::<serde_json::Value>(line.get(17..)?).ok()?["journal"].as_u64()
    }

    /// Returns the signed head that lies beside the journal, with its path; `None` if there is none or a single file is
    /// read.
    pub fn head_beside(&self) -> Option<(PathBuf, signed_head::Kept)> {
        self.folder.as_deref().and_then(signed_head::near)
    }

    /// Returns the faults of the files, in their order; none for a single file.
    pub fn misplaced(&self) -> Result<Vec<Misplaced>, Failure> {
        match &self.folder {
            Some(folder) => misplaced(folder, &self.files),
            None => Ok(Vec::new()),
        }
    }
}

impl Source for Files {
    fn segments(&mut self) -> io::Result<Vec<u32>> {
        Ok(self.files.iter().map(|(segment, _)| *segment).collect())
    }

    fn read_at(&mut self, segment: u32, piece: &mut [u8], offset: u64) -> io::Result<usize> {
        if self.open.as_ref().is_none_or(|(open, _)| *open != segment) {
            self.open = Some((segment, Opened::open(&self.path(segment))?));
        }
        let (_, file) = self.open.as_mut().expect("it was just opened");
        file.read_at(piece, offset)
    }

    fn path(&self, segment: u32) -> PathBuf {
        let found = self.files.iter().find(|(number, _)| *number == segment);
        found.map(|(_, path)| path.clone()).unwrap_or_default()
    }
}

/// Fails if anything other than a regular file is at one of these paths.
pub fn are_files<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    for path in paths {
        let found = fs::metadata(path).ok().and_then(|found| regular::kind(found.file_type()));
        if let Some(kind) = found {
            return Err(Failure::Input(format!(
                "{} is {kind} and no file of a journal; move it away, and put the file back from a copy",
                path.display()
            )));
        }
    }
    Ok(())
}

/// Returns the faults of these files of a journal, in the order of the files.
pub fn misplaced(folder: &Path, files: &[(u32, PathBuf)]) -> Result<Vec<Misplaced>, Failure> {
    let failing = |path: &Path, error: &io::Error| crate::journal_files::storage::failing(path, error);
    let mut found = Vec::new();
    let mut say = |path: PathBuf, segment: u32, fault: Fault| found.push(Misplaced { path, segment, fault });
    let last_held = files.iter().rposition(|(_, path)| !is_empty(path));
    let mut wanted = 1;
    for (at, (segment, path)) in files.iter().enumerate() {
        for missing in wanted..*segment {
            say(folder.join(file_name(missing)), missing, Fault::Missing);
        }
        wanted = segment.saturating_add(1);
        if shadows(folder, *segment).map_err(|error| failing(path, &error))? {
            say(folder.join(file_name(*segment)), *segment, Fault::Shadows);
        }
        if is_empty(path) {
            if last_held.is_some_and(|last| at < last) {
                say(path.clone(), *segment, Fault::Empty);
            }
            continue;
        }
        match opening(path) {
            Some(opening) if *segment == 1 && opening.after.seq() > 0 => {
                say(path.clone(), 1, Fault::NotFirst);
            }
            Some(opening) if opening.number != *segment => {
                say(path.clone(), *segment, Fault::Number(opening.number));
            }
            Some(_) | None => {}
        }
    }
    let index = regular::read_text(&folder.join(INDEX_NAME), INDEX_MAX).unwrap_or_default();
    let there = files.last().map_or(0, |(segment, _)| *segment);
    if let Some(last) = index::last_segment(&index).filter(|last| *last > there) {
        say(folder.join(file_name(last)), last, Fault::Announced);
    }
    Ok(found)
}

impl Misplaced {
    /// Returns whether the fault means that the journal's first file is missing, empty or another one.
    pub fn is_of_first(&self) -> bool {
        self.segment == 1 && matches!(self.fault, Fault::Missing | Fault::Empty | Fault::NotFirst)
    }

    /// Returns a description of the fault that does not contain the file's name.
    pub fn why(&self) -> &'static str {
        match self.fault {
            Fault::Missing if self.segment == 1 => "the first file of the journal is not there",
            Fault::Missing => "a file of the journal is not there",
            Fault::Announced => "the index beside it tells of a later file, which is not there",
            Fault::Empty if self.segment == 1 => "the first file of the journal is empty",
            Fault::Empty => "a file of the journal is empty",
            Fault::NotFirst => "the first file of the journal does not begin with record 1",
            Fault::Number(_) => "the file says that it is another one of its journal than its name says",
            Fault::Shadows => {
                "its archive lies beside it and holds what it does not: one of the two was changed"
            }
        }
    }
}

/// Writes the fault with its file: `hall.0002.journal is empty, whose records stood before those of the next file`.
impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.path.display())?;
        match self.fault {
            Fault::Missing => f.write_str("is not there, and a later file is: put it back from a copy"),
            Fault::Announced => {
                f.write_str("is not there, though the index beside it tells of it: put it back from a copy")
            }
            Fault::Empty => f.write_str("is empty, and a later file is not: put it back from a copy"),
            Fault::NotFirst => f.write_str("does not begin with record 1: it is a later file of its journal"),
            Fault::Number(number) => write!(f, "says that it is file {number} of its journal"),
            Fault::Shadows => write!(
                f,
                "is not what {}{SUFFIX} beside it holds: compare the two, and move away the one that was changed",
                file_name(self.segment)
            ),
        }
    }
}

/// Returns whether a file is there and empty.
pub fn is_empty(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.len() == 0)
}

/// Returns what the first line of a file states about the journal before it; `None` for the journal's first file.
fn opening(path: &Path) -> Option<Opening> {
    Opening::find(&first_body(path)?)
}

/// Returns whether the first line of this file is a tombstone.
pub fn is_erased(path: &Path) -> bool {
    matches!(first_body(path).as_deref().and_then(Tombstone::parse), Some(Ok(_)))
}

fn first_body(path: &Path) -> Option<String> {
    let mut file = Opened::open(path).ok()?;
    let mut line = vec![0; LINE_MAX];
    let mut length = 0;
    while length < line.len() && !line[..length].contains(&b'\n') {
        match file.read_at(&mut line[length..], length as u64).ok()? {
            0 => break,
            more => length += more,
        }
    }
    let line = line[..length].split(|&byte| byte == b'\n').next()?;
    // The check of 16 characters at the start of the line and the space behind it take 17 bytes.
    String::from_utf8(line.get(17..)?.to_vec()).ok()
}

/// Returns whether a plain file lies beside an archive of it that holds more, or something else. A plain file that goes
/// on after the end of its archive is no fault: it may have been written to since it was packed. Nor is a plain file
/// that begins with a tombstone: its records were erased, and the archive is still to be removed.
fn shadows(folder: &Path, segment: u32) -> io::Result<bool> {
    let plain = folder.join(file_name(segment));
    let packed = with_suffix(&plain, SUFFIX);
    if !plain.exists() || !packed.exists() || is_erased(&plain) {
        return Ok(false);
    }
    Ok(!is_begun_by(&plain, &packed)?)
}

/// Returns whether the plain file begins with the whole contents of the packed file.
fn is_begun_by(plain: &Path, packed: &Path) -> io::Result<bool> {
    let (mut plain, mut packed) = (Opened::open(plain)?, Opened::open(packed)?);
    let (mut left, mut right) = (vec![0; PIECE], vec![0; PIECE]);
    let mut at = 0;
    loop {
        let length = match packed.read_at(&mut right, at) {
            Ok(length) => length,
            // An archive that cannot be unpacked counts as empty from here on: it shows nothing that the plain file
            // lacks.
            Err(error) if crate::journal_files::storage::is_of_archive(&error) => 0,
            Err(error) => return Err(error),
        };
        if length == 0 {
            return Ok(true);
        }
        let mut read = 0;
        while read < length {
            match plain.read_at(&mut left[read..length], at + read as u64)? {
                0 => return Ok(false),
                more => read += more,
            }
        }
        if left[..length] != right[..length] {
            return Ok(false);
        }
        at += length as u64;
    }
}

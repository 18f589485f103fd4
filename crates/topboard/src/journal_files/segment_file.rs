//! A file of the journal that is being written, and whether its name still leads to it.
//!
//! An open file can still be written and synced after somebody removed it, moved its folder or put another file in its
//! place. Everything written into it would be lost when the program ends. Therefore:
//! * Synced bytes are safe only while the file's name leads to the open file ([`Held::standing`]).
//! * Where the name leads nowhere, the file is put back from the open handle, whole or not at all.
//! * A file that somebody put in its place is never touched.
//! * A file that somebody made shorter is not written to: behind a hole nothing could be proven.

use crate::safe_files::regular;
use std::{
    fs::{self, File, Metadata},
    io::{self, Write},
    os::unix::fs::{FileExt, MetadataExt},
    path::{Path, PathBuf},
};

/// The number of bytes copied at a time.
const PIECE: usize = 1 << 18;

/// What the name of an open file leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileStanding {
    /// The open file.
    Here,
    /// Nothing: there is no file of that name.
    Removed,
    /// A file other than the open one.
    Replaced,
}

/// A file of the journal, held open for writing.
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    file: File,
}

impl Held {
    /// Opens an existing file.
    pub fn open(path: PathBuf) -> io::Result<Held> {
        let file = regular::open_to_write(&path)?;
        Ok(Held { path, file })
    }

    /// Opens a file to be written from its beginning, and makes it if it is missing. Fails if the file holds anything.
    pub fn begin(path: PathBuf) -> io::Result<Held> {
        let file = regular::open_or_make(&path)?;
        if file.metadata()?.len() > 0 {
            return Err(io::Error::other(format!("{} is in the way", path.display())));
        }
        Ok(Held { path, file })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file's open handle.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Writes all bytes at this offset. Fails if the offset lies beyond the end of the file.
    pub fn write_all_at(&self, bytes: &[u8], offset: u64) -> io::Result<()> {
        if self.file.metadata()?.len() < offset {
            return Err(io::Error::other(format!(
                "{} was cut by another program, and what was published is missing from it; put a copy of it back and \
                 start this program anew",
                self.path.display()
            )));
        }
        self.file.write_all_at(bytes, offset)
    }

    /// Returns what the file's name leads to at present.
    pub fn standing(&self) -> io::Result<FileStanding> {
        match fs::metadata(&self.path) {
            Ok(named) if is_same(&named, &self.file.metadata()?) => Ok(FileStanding::Here),
            Ok(_) => Ok(FileStanding::Replaced),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(FileStanding::Removed),
            Err(error) => Err(error),
        }
    }

    /// Copies the open file to its own name, which leads nowhere, and syncs it; from then on the copy is the open file.
    /// Fails if the folder is now on another disk: once the right disk is back, the name would lead to another file.
    pub fn put_back(&mut self) -> io::Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        if fs::metadata(folder)?.dev() != self.file.metadata()?.dev() {
            return Err(io::Error::other(format!("the disk with {} is gone", self.path.display())));
        }
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let fresh = PathBuf::from(name);
        // No other program uses this temporary name: the journal's folder is locked.
        let mut file = regular::make(&fresh)?;
        let mut piece = vec![0; PIECE];
        let mut offset = 0;
        loop {
            let length = self.file.read_at(&mut piece, offset)?;
            if length == 0 {
                break;
            }
            file.write_all(&piece[..length])?;
            offset += length as u64;
        }
        file.sync_all()?;
        fs::rename(&fresh, &self.path)?;
        File::open(folder)?.sync_all()?;
        self.file = file;
        Ok(())
    }
}

/// Returns whether two sets of metadata belong to one file.
pub fn is_same(left: &Metadata, right: &Metadata) -> bool {
    (left.dev(), left.ino()) == (right.dev(), right.ino())
}

#[cfg(test)]
mod tests {
    use super::{FileStanding, Held};
    use crate::safe_files::scratch::Scratch;
    use std::fs;

    #[test]
    fn a_name_is_followed_and_what_was_removed_is_put_back() {
        let scratch = Scratch::new("held").expect("a folder can be made");
        let path = scratch.path().join("hall.journal");
        let mut held = Held::begin(path.clone()).expect("it can be made");
        held.write_all_at(b"one\n", 0).expect("it can be written");
        assert!(Held::begin(path.clone()).is_err(), "what holds something is in the way");
        assert_eq!(held.standing().expect("it is known"), FileStanding::Here);
        fs::remove_file(&path).expect("it is there");
        held.write_all_at(b"two\n", 4).expect("it is still open");
        assert_eq!(held.standing().expect("it is known"), FileStanding::Removed);
        held.put_back().expect("the folder is there");
        assert_eq!(held.standing().expect("it is known"), FileStanding::Here);
        held.write_all_at(b"three\n", 8).expect("it can be written");
        assert_eq!(fs::read(&path).expect("it is back"), b"one\ntwo\nthree\n");
        fs::remove_file(&path).expect("it is there");
        fs::write(&path, "mine").expect("it can be written");
        assert_eq!(held.standing().expect("it is known"), FileStanding::Replaced);
        held.file().set_len(3).expect("it is open");
        assert!(held.write_all_at(b"four\n", 14).is_err(), "no hole is made");
    }
}

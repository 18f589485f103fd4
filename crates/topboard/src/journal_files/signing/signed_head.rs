//! The last signed head of the journal, in a file beside the key: it shows when the journal's end has gone missing.
//!
//! ```text
//! evidence.head   {"seq":70313,"head":"…","key":"…","sig":"…"}
//! ```
//!
//! Invariants:
//! * The disk thread writes the file when the record of the signature is safe. So the head may be older than the
//!   journal, but never newer.
//! * The file is replaced as a whole: a power cut leaves the old file or the new one.
//! * Nobody waits for the file to be written. If it cannot be written, the older file stays.

use crate::safe_files::regular;
use journal::{KnownHead, SignedHead};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The name of the file in the data folder.
pub const HEAD_NAME: &str = "evidence.head";
/// The greatest length of a file that is read, in bytes: many times what a number and 256 hexadecimal digits take.
const BYTES_MAX: u64 = 4096;

/// The contents of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// A head with a genuine signature.
    Head(SignedHead),
    /// No signed head: nothing, half of one, or anything else. It protects no less than a file that is not there, and no
    /// more: who can empty it can remove it.
    Unreadable,
    /// A head whose signature is not genuine: somebody changed it.
    Forged,
}

impl Kept {
    /// Parses the text of the file.
    pub fn parse(text: &str) -> Kept {
        match SignedHead::read_json(text) {
            Some(head) if head.is_genuine() => Kept::Head(head),
            Some(_) => Kept::Forged,
            None => Kept::Unreadable,
        }
    }

    /// Returns the head that the journal must hold; `None` if the file tells of none.
    pub fn known(&self) -> Option<KnownHead> {
        match self {
            Kept::Head(head) => Some(KnownHead { seq: Some(head.seq), head: head.head, key: Some(head.key) }),
            Kept::Unreadable | Kept::Forged => None,
        }
    }
}

/// Returns the text of the file for this head.
pub fn text(head: &SignedHead) -> String {
    format!("{}\n", head.json())
}

/// Reads the file at this path. Returns `None` if there is no such file.
pub fn read(path: &Path) -> io::Result<Option<Kept>> {
    match regular::read_text(path, BYTES_MAX) {
        Ok(text) => Ok(Some(Kept::parse(&text))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Some(Kept::Unreadable)),
        Err(error) => Err(error),
    }
}

/// Finds the signed head that belongs to a journal in this folder: its file is in the folder or in the data folder
/// around it. Returns the path and the contents; `None` if there is no such file.
pub fn near(folder: &Path) -> Option<(PathBuf, Kept)> {
    let found = |path: PathBuf| match read(&path) {
        Ok(kept) => kept.map(|kept| (path, kept)),
        Err(_) => Some((path, Kept::Unreadable)),
    };
    [folder.to_owned(), folder.join("..")].into_iter().find_map(|folder| found(folder.join(HEAD_NAME)))
}

/// Replaces the file in this data folder, and returns when the new one is safe.
pub fn write(data: &Path, text: &str) -> io::Result<()> {
    let (fresh, path) = (data.join("evidence.head.new"), data.join(HEAD_NAME));
    let mut file = regular::make(&fresh)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&fresh, &path)?;
    File::open(data)?.sync_all()
}

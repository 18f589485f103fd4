//! The last signed head of the book, in a file beside the key: it tells of an end that is not there any more.
//!
//! ```text
//! evidence.head   {"seq":70313,"head":"…","key":"…","sig":"…"}
//! ```
//!
//! Invariants:
//! * It is written when the record of the signature is safe, by the thread that waits for the disk: it may be older than
//!   the book, never newer.
//! * It is replaced whole: a power cut leaves the old one or the new one.
//! * Nobody waits for it. Where it cannot be written, the older one stands.

use crate::safe_files::regular;
use journal::{KnownHead, SignedHead};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Its name in the data folder.
pub const HEAD_NAME: &str = "evidence.head";
/// The longest that is read, in bytes: a number and 320 digits fit many times.
const BYTES_MAX: u64 = 4096;

/// What lies there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// A head, and its signature is genuine.
    Head(SignedHead),
    /// Something else.
    Unusable,
}

impl Kept {
    /// Reads the text of the file.
    pub fn parse(text: &str) -> Kept {
        SignedHead::read_json(text).filter(SignedHead::is_genuine).map_or(Kept::Unusable, Kept::Head)
    }

    /// What a book must hold.
    pub fn known(&self) -> Option<KnownHead> {
        match self {
            Kept::Head(head) => Some(KnownHead { seq: Some(head.seq), head: head.head, key: Some(head.key) }),
            Kept::Unusable => None,
        }
    }
}

/// The text of the file.
pub fn text(head: &SignedHead) -> String {
    format!("{}\n", head.json())
}

/// What lies in this file; none where there is no such file.
pub fn read(path: &Path) -> io::Result<Option<Kept>> {
    match regular::read_text(path, BYTES_MAX) {
        Ok(text) => Ok(Some(Kept::parse(&text))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Some(Kept::Unusable)),
        Err(error) => Err(error),
    }
}

/// What lies beside a book in this folder: in it or in the data folder around it.
pub fn near(folder: &Path) -> Option<(PathBuf, Kept)> {
    let found = |path: PathBuf| match read(&path) {
        Ok(kept) => kept.map(|kept| (path, kept)),
        Err(_) => Some((path, Kept::Unusable)),
    };
    [folder.to_owned(), folder.join("..")].into_iter().find_map(|folder| found(folder.join(HEAD_NAME)))
}

/// Puts it in the place of the one before, safely.
pub fn write(data: &Path, text: &str) -> io::Result<()> {
    let (fresh, path) = (data.join("evidence.head.new"), data.join(HEAD_NAME));
    let mut file = regular::make(&fresh)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&fresh, &path)?;
    File::open(data)?.sync_all()
}

//! The file of displays in the data folder. It is written whole, so that a power cut leaves the old one or the new one.

use super::json::{Book, Kept};
use crate::safe_files::{atomic_file::Draft, private};
use std::{
    io::{self, Write},
    path::Path,
};

/// The file's name in the data folder.
pub(super) const FILE: &str = "displays.json";
/// The version of the file.
const VERSION: u8 = 1;
/// The greatest length of the file that is read, in bytes: far more than all displays need.
const LENGTH_MAX: u64 = 2 << 20;

/// Reads the file. If it is missing or damaged no display is known, the program starts, and the log says what to do.
pub(super) fn read(path: &Path) -> Vec<Kept> {
    let bytes = match private::read(path, LENGTH_MAX) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Vec::new(),
        Err(error) => {
            tracing::warn!("{} cannot be read ({error}); adopt the displays again", path.display());
            return Vec::new();
        }
    };
    match serde_json::from_slice::<Book>(&bytes) {
        Ok(book) if book.version == VERSION => book.displays,
        Ok(book) => {
            let other = book.version;
            tracing::warn!(
                "{} is of version {other}, which this program does not know; adopt the displays again",
                path.display()
            );
            Vec::new()
        }
        Err(error) => {
            tracing::warn!("{} is damaged ({error}); adopt the displays again", path.display());
            Vec::new()
        }
    }
}

/// Writes the file.
pub(super) fn write(path: &Path, displays: Vec<Kept>) -> io::Result<()> {
    let mut draft = Draft::create_private(path)?;
    serde_json::to_writer_pretty(&mut draft, &Book { version: VERSION, displays })?;
    draft.write_all(b"\n")?;
    draft.finish()
}

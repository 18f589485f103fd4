//! A rating list in a file: plain, or alone in a zip archive.
//!
//! Limits: an archive has at most [`ARCHIVE_MAX`] bytes, and a list, unpacked, at most [`LIST_MAX`]. Of either only a
//! piece is in memory.

use super::progress::Progress;
use crate::{safe_files::regular, terminal::failure::Failure};
use std::{
    fs::File,
    io::{self, BufReader, Read, Seek},
    path::Path,
};
use tournament::ratings::{ListEntry, ListReader, ListTally, RatingKind};
use zip::{ZipArchive, read::ZipFile};

/// The greatest length of an archive, in bytes; the largest of November 2026 has 48 million.
const ARCHIVE_MAX: u64 = 256 << 20;
/// The greatest length of a list, in bytes. What an archive says of itself is not believed.
const LIST_MAX: u64 = 2 << 30;
/// The length of a piece, in bytes.
const PIECE: usize = 64 << 10;
/// How an archive begins, and how an empty one does.
const ARCHIVES: [&[u8; 4]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];

/// Reads a list and calls `see` with each entry.
pub fn read(path: &Path, see: impl FnMut(&ListEntry)) -> Result<ListTally, Failure> {
    let wrong = |why: &str| Failure::Input(format!("{}: {why}", path.display()));
    let unreadable = |error: io::Error| wrong(&format!("cannot be read ({error}); check the path"));
    let mut file = regular::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    let mut begins = Vec::new();
    file.by_ref().take(4).read_to_end(&mut begins).map_err(unreadable)?;
    file.rewind().map_err(unreadable)?;
    if !ARCHIVES.iter().any(|archive| begins == *archive) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        return entries(file, length, LIST_MAX, only_kind(&name), see).map_err(|why| wrong(&why));
    }
    if length > ARCHIVE_MAX {
        return Err(wrong(&format!("more than {} MiB packed; this is no rating list", ARCHIVE_MAX >> 20)));
    }
    unpacked(file, see).map_err(|why| wrong(&why))
}

/// Reads the list in an archive.
fn unpacked(file: File, see: impl FnMut(&ListEntry)) -> Result<ListTally, String> {
    let damaged = |error| format!("the archive cannot be unpacked ({error}); fetch it again");
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    let mut lists = Vec::new();
    for index in 0..archive.len() {
        let name = archive.name_for_index(index).and_then(Result::ok).unwrap_or_default().to_lowercase();
        if name.ends_with(".txt") || name.ends_with(".xml") {
            lists.push((index, name));
        }
    }
    let [(index, name)] = &lists[..] else {
        return Err(match lists.len() {
            0 => "the archive holds no list: no .txt and no .xml".to_owned(),
            count => format!("the archive holds {count} files that may be the list; unpack it and name one"),
        });
    };
    let list: ZipFile<'_, _> = archive.by_index(*index).map_err(damaged)?;
    let length = list.size();
    entries(list, length, LIST_MAX, only_kind(name), see)
}

/// Reads a list of which `length` bytes are announced, and at most `most` bytes.
fn entries(
    mut list: impl Read,
    length: u64,
    most: u64,
    only: RatingKind,
    mut see: impl FnMut(&ListEntry),
) -> Result<ListTally, String> {
    let too_long = || format!("more than {} MiB unpacked; this is no rating list", most >> 20);
    if length > most {
        return Err(too_long());
    }
    let mut progress = Progress::new(length);
    let mut reader = ListReader::new(only);
    let mut piece = vec![0; PIECE];
    let mut come = 0;
    loop {
        let count = match list.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(format!("cannot be read to its end ({error}); fetch it again")),
        };
        come += count as u64;
        if come > most {
            return Err(too_long());
        }
        reader.feed(&piece[..count], &mut see).map_err(|fault| fault.to_string())?;
        progress.show(come);
    }
    reader.finish(&mut see).map_err(|fault| fault.to_string())
}

/// Returns of which kind the ratings are in a list that has one kind alone: the name of its file says it.
fn only_kind(name: &str) -> RatingKind {
    let name = name.to_lowercase();
    let named = [RatingKind::Rapid, RatingKind::Blitz].into_iter().find(|kind| name.contains(kind.name()));
    named.unwrap_or(RatingKind::Standard)
}

#[cfg(test)]
mod tests {
    use super::{entries, only_kind};
    use std::io::{self, Read};
    use tournament::ratings::{
        RatingKind,
        sample::{Sample, SampleFormat},
    };

    #[test]
    fn the_name_of_a_file_says_the_kind() {
        assert_eq!(only_kind("rapid_rating_list.txt"), RatingKind::Rapid);
        assert_eq!(only_kind("BLITZ_NOV26FRL.TXT"), RatingKind::Blitz);
        assert_eq!(only_kind("players_list_foa.txt"), RatingKind::Standard);
    }

    #[test]
    fn a_list_that_is_longer_than_it_says_is_given_up() {
        let sample = Sample { seed: 1, rows: 10_000, format: SampleFormat::FixedWidth };
        let list: String = sample.pieces().collect();
        let read = |most| entries(list.as_bytes(), 1, most, RatingKind::Standard, |_| {});
        assert_eq!(read(2 << 20).expect("it is shorter").entries, 10_000);
        assert_eq!(read(1 << 20), Err("more than 1 MiB unpacked; this is no rating list".to_owned()));
        let said = entries(io::empty(), 2 << 20, 1 << 20, RatingKind::Standard, |_| {});
        assert!(said.is_err_and(|why| why.contains("more than 1 MiB")));
        let endless = entries(io::repeat(b'x').take(1 << 30), 0, 1 << 30, RatingKind::Standard, |_| {});
        assert!(endless.is_err_and(|why| why.starts_with("line 1: ")));
    }
}

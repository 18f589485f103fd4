//! A rating list in a file or on its way from a browser: plain, or alone in a zip archive.
//!
//! An archive has its table of contents at the end, so one that is still on its way is put on the disk first.
//!
//! Limits: an archive has at most [`ARCHIVE_MAX`] bytes, and a list, unpacked, at most [`LIST_MAX`]. Of either only a
//! piece is in memory.

use super::progress::Progress;
use crate::{safe_files::regular, terminal::failure::Failure};
use std::{
    fs::{self, File},
    io::{self, BufReader, Read, Seek, Write},
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
    Read::by_ref(&mut file).take(4).read_to_end(&mut begins).map_err(unreadable)?;
    file.rewind().map_err(unreadable)?;
    if !ARCHIVES.iter().any(|archive| begins == *archive) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let progress = Progress::new(length, true);
        return entries(file, progress, LIST_MAX, only_kind(&name), see).map_err(|why| wrong(&why));
    }
    if length > ARCHIVE_MAX {
        return Err(wrong(&format!("more than {} MiB packed; this is no rating list", ARCHIVE_MAX >> 20)));
    }
    unpacked(file, true, see).map_err(|why| wrong(&why))
}

/// Reads a list that is on its way, and calls `see` with each entry. `name` is that of the file, and `folder` is where an
/// archive may be put meanwhile.
pub fn receive(
    mut from: impl Read,
    name: &str,
    folder: &Path,
    see: impl FnMut(&ListEntry),
) -> Result<ListTally, String> {
    let broken = |error: io::Error| format!("the list did not come whole ({error}); send it again");
    let mut begins = Vec::new();
    from.by_ref().take(4).read_to_end(&mut begins).map_err(broken)?;
    let is_archive = ARCHIVES.iter().any(|archive| begins == *archive);
    let mut from = io::Cursor::new(begins).chain(from);
    if !is_archive {
        return entries(from, Progress::new(0, false), LIST_MAX, only_kind(name), see);
    }
    let kept = |error: io::Error| {
        format!("the archive cannot be put on the disk ({error}); unpack it, or use `topboard ratings`")
    };
    check_space(folder)?;
    let path = folder.join("ratings.zip.part");
    let mut file =
        File::options().read(true).write(true).create(true).truncate(true).open(&path).map_err(kept)?;
    // Nobody else needs the name, and without it nothing is left behind whatever happens.
    fs::remove_file(&path).map_err(kept)?;
    let mut piece = vec![0; PIECE];
    let mut come = 0;
    loop {
        let count = from.read(&mut piece).map_err(broken)?;
        if count == 0 {
            break;
        }
        come += count as u64;
        if come > ARCHIVE_MAX {
            return Err(format!("more than {} MiB packed; this is no rating list", ARCHIVE_MAX >> 20));
        }
        file.write_all(&piece[..count]).map_err(kept)?;
    }
    file.rewind().map_err(kept)?;
    unpacked(file, false, see)
}

/// Checks that an archive takes no space from the journal.
fn check_space(folder: &Path) -> Result<(), String> {
    let is_enough = rustix::fs::statvfs(folder)
        .is_ok_and(|disk| disk.f_bavail.saturating_mul(disk.f_frsize) >= 2 * ARCHIVE_MAX);
    if is_enough {
        return Ok(());
    }
    Err("the disk has too little room to put the archive on it; unpack it, or use `topboard ratings`"
        .to_owned())
}

/// Reads the list in an archive.
fn unpacked(file: File, is_waited_for: bool, see: impl FnMut(&ListEntry)) -> Result<ListTally, String> {
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
    if length > LIST_MAX {
        return Err(too_long(LIST_MAX));
    }
    entries(list, Progress::new(length, is_waited_for), LIST_MAX, only_kind(name), see)
}

fn too_long(most: u64) -> String {
    format!("more than {} MiB unpacked; this is no rating list", most >> 20)
}

/// Reads a list of at most `most` bytes.
fn entries(
    mut list: impl Read,
    mut progress: Progress,
    most: u64,
    only: RatingKind,
    mut see: impl FnMut(&ListEntry),
) -> Result<ListTally, String> {
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
            return Err(too_long(most));
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
    use super::{Progress, entries, only_kind};
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
        let progress = || Progress::new(1, false);
        let read = |most| entries(list.as_bytes(), progress(), most, RatingKind::Standard, |_| {});
        assert_eq!(read(2 << 20).expect("it is shorter").entries, 10_000);
        assert_eq!(read(1 << 20), Err("more than 1 MiB unpacked; this is no rating list".to_owned()));
        let endless = io::repeat(b'x').take(1 << 30);
        let endless = entries(endless, progress(), 1 << 30, RatingKind::Standard, |_| {});
        assert!(endless.is_err_and(|why| why.starts_with("line 1: ")));
    }
}

//! `topboard archive`: packs the finished files of a journal. Packed files remain evidence.
//!
//! ```text
//! hall.0002.journal ─▶ checked ─▶ hall.0002.journal.gz.new ─▶ compared byte by byte ─▶ hall.0002.journal.gz
//! ```
//!
//! Invariants:
//! * The plain file is removed only when the packed one is safe on the disk and was read back byte for byte.
//! * A damaged file is not packed: what happened to it must be found out first.
//! * A journal that another program has open is left alone.

use crate::terminal::stdout::{remark, say};
use crate::{
    cli::ArchiveOptions,
    journal_files::{
        gzip::{Opened, SUFFIX},
        inventory::{self, Files},
        reader,
        storage::{self, with_suffix},
    },
    safe_files::regular,
    terminal::failure::{Failure, Outcome},
};
use flate2::{Compression, GzBuilder};
use journal::Verdict;
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The number of bytes read at a time.
const PIECE: usize = 1 << 18;

/// Packs files of journals.
pub fn command(options: &ArchiveOptions) -> Outcome {
    for path in &options.journals {
        let files = wanted(path, options.all)?;
        if files.is_empty() {
            remark!("topboard: {}: nothing to archive; {}", path.display(), idle(path, options.all));
        }
        for file in files {
            let _lock = lock(folder_of(&file))?;
            let (plain_bytes, packed_bytes) = pack(&file, options.keep)?;
            say!("{}{SUFFIX}: {packed_bytes} bytes for {plain_bytes}", file.display());
        }
    }
    Ok(())
}

/// Returns why a folder or file has nothing to archive.
fn idle(path: &Path, all: bool) -> &'static str {
    if path.is_dir() && !all {
        "what is not its last file is packed or erased already, and the last is written on, unless --all says that the \
         event is over"
    } else {
        "it is packed or erased already"
    }
}

/// Returns the files of a journal that may be packed. In a folder these are all files but the last, which is still
/// written to; with `all` they include the last.
fn wanted(path: &Path, all: bool) -> Result<Vec<PathBuf>, Failure> {
    let files = Files::find(path)?;
    let mut paths: Vec<PathBuf> = files.paths().map(Path::to_owned).collect();
    if path.is_dir() && !all {
        paths.pop();
    }
    // An empty file is one that a run was about to begin.
    let is_empty = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() == 0);
    paths.retain(|path| !is_packed(path) && !inventory::is_erased(path) && !is_empty(path));
    Ok(paths)
}

fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == &SUFFIX[1..])
}

/// Locks a journal's folder, so that no other program packs its files or writes to its journal.
pub(crate) fn lock(folder: &Path) -> Result<File, Failure> {
    storage::locked(folder)?.ok_or_else(|| {
        Failure::Environment(format!(
            "{} is in use by another topboard; stop that one first",
            folder.display()
        ))
    })
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        Some(_) | None => Path::new("."),
    }
}

/// Packs one file. Returns its length before and after, in bytes.
fn pack(path: &Path, keep: bool) -> Result<(u64, u64), Failure> {
    check(path)?;
    let target = with_suffix(path, SUFFIX);
    if target.exists() {
        // The program may have been killed after it named the archive and before it removed the plain file.
        if is_same(path, &target).unwrap_or(false) {
            return finish(path, &target, keep);
        }
        return Err(Failure::Input(format!(
            "{} is there already; look at both, and move one away",
            target.display()
        )));
    }
    let fresh = with_suffix(path, ".gz.new");
    let failing = |error: io::Error| storage::failing(&fresh, &error);
    write_packed(path, &fresh).map_err(failing)?;
    if !is_same(path, &fresh).map_err(failing)? {
        let _ = fs::remove_file(&fresh);
        return Err(Failure::Environment(format!(
            "{} was read back otherwise than it was written; check the disk",
            fresh.display()
        )));
    }
    let named = fs::rename(&fresh, &target).and_then(|()| sync_folder(&target));
    named.map_err(|error| storage::failing(&target, &error))?;
    finish(path, &target, keep)
}

/// Removes the plain file, whose archive is safe and was compared with it, unless `keep` is set. Returns the lengths of
/// both files in bytes.
fn finish(path: &Path, target: &Path, keep: bool) -> Result<(u64, u64), Failure> {
    let failing = |error: io::Error| storage::failing(target, &error);
    let plain_bytes = fs::metadata(path).map_err(failing)?.len();
    let packed_bytes = fs::metadata(target).map_err(failing)?.len();
    if !keep {
        fs::remove_file(path).and_then(|()| sync_folder(target)).map_err(failing)?;
    }
    Ok((plain_bytes, packed_bytes))
}

/// Fails if the file is damaged.
fn check(path: &Path) -> Outcome {
    let found = reader::read(&mut Files::find(path)?, |_| Ok(()))?;
    match found.verdict {
        Verdict::Whole => Ok(()),
        Verdict::Torn { .. } => Err(Failure::Input(format!(
            "{}: its last line is torn; start the program on it once, or use `topboard recover`, then archive it",
            path.display()
        ))),
        Verdict::Damaged { line, why, .. } => Err(Failure::Input(format!(
            "{}: line {line} is damaged: {why}; use `topboard recover` before anything else",
            path.display()
        ))),
    }
}

fn write_packed(path: &Path, fresh: &Path) -> io::Result<()> {
    let mut plain = Opened::open(path)?;
    // The gzip header holds no name and no time, so equal files are packed into equal bytes.
    let mut packer = GzBuilder::new().mtime(0).write(regular::make(fresh)?, Compression::best());
    let mut piece = vec![0; PIECE];
    let mut at = 0;
    loop {
        let length = plain.read_at(&mut piece, at)?;
        if length == 0 {
            break;
        }
        packer.write_all(&piece[..length])?;
        at += length as u64;
    }
    packer.finish()?.sync_all()
}

fn is_same(plain: &Path, packed: &Path) -> io::Result<bool> {
    let (mut plain, mut packed) = (Opened::open(plain)?, Opened::open(packed)?);
    let (mut left, mut right) = (vec![0; PIECE], vec![0; PIECE]);
    let mut at = 0;
    loop {
        let length = plain.read_at(&mut left, at)?;
        let mut read = 0;
        while read < length.max(1) {
            match packed.read_at(&mut right[read..length.max(1)], at + read as u64)? {
                0 => break,
                more => read += more,
            }
        }
        if read != length || left[..length] != right[..length] {
            return Ok(false);
        }
        if length == 0 {
            return Ok(true);
        }
        at += length as u64;
    }
}

fn sync_folder(file: &Path) -> io::Result<()> {
    File::open(folder_of(file))?.sync_all()
}

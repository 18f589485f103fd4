//! A file that is written under a temporary name and renamed when it is complete. If the program is stopped half-way,
//! or the disk is full, an old file of that name stays, or there is none.
//!
//! ```text
//! games.pgn.new ── written, synced ──▶ games.pgn
//! ```
//! A target that is not a regular file, such as a device or a pipe, is written directly.

use crate::safe_files::regular;
use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// A file while it is written. If it is dropped before it is finished, it is removed.
#[derive(Debug)]
pub struct Draft {
    file: BufWriter<File>,
    /// The temporary name and the final name; `None` if the target is written directly.
    names: Option<(PathBuf, PathBuf)>,
}

impl Draft {
    /// Begins to write the file at this path. An existing file keeps its contents until the new one is complete. The
    /// new file gets the permissions of the existing one.
    pub fn create(path: &Path) -> io::Result<Draft> {
        Draft::create_as(path, |fresh| File::create(fresh))
    }

    /// Begins like [`Draft::create`], under a temporary name that begins with a dot, so that programs which watch the folder
    /// pass it over.
    pub fn create_hidden(path: &Path) -> io::Result<Draft> {
        let name = path.file_name().unwrap_or_default();
        let mut hidden = OsString::from(".");
        hidden.push(name);
        Draft::create_named(path, &hidden, |fresh| File::create(fresh))
    }

    /// Begins like [`Draft::create`], but only the file's owner may read and write it.
    pub fn create_private(path: &Path) -> io::Result<Draft> {
        Draft::create_as(path, regular::make)
    }

    fn create_as(path: &Path, make: impl Fn(&Path) -> io::Result<File>) -> io::Result<Draft> {
        // A symbolic link is resolved, so that the file behind it is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Draft::create_named(&path, path.file_name().unwrap_or_default(), make)
    }

    fn create_named(
        path: &Path,
        name: &OsStr,
        make: impl Fn(&Path) -> io::Result<File>,
    ) -> io::Result<Draft> {
        let known = fs::metadata(path).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(Draft { file: BufWriter::new(file), names: None });
        }
        let mut name = name.to_owned();
        name.push(".new");
        let fresh = path.with_file_name(name);
        let file = make(&fresh)?;
        if let Some(known) = known {
            fs::set_permissions(&fresh, known.permissions())?;
        }
        Ok(Draft { file: BufWriter::new(file), names: Some((fresh, path.to_owned())) })
    }

    /// Completes the file and gives it its final name.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some((fresh, path)) = &self.names else { return Ok(()) };
        self.file.get_ref().sync_all()?;
        fs::rename(fresh, path)?;
        self.names = None;
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some((fresh, _)) = &self.names {
            // The failure is ignored: if the folder was removed, the file went with it.
            let _ = fs::remove_file(fresh);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Draft;
    use crate::safe_files::scratch::Scratch;
    use std::{fs, io::Write, os::unix::fs::symlink, path::Path};

    #[test]
    fn a_file_is_whole_or_as_it_was() {
        let scratch = Scratch::new("draft").expect("a folder can be made");
        let (path, link) = (scratch.path().join("games.pgn"), scratch.path().join("link"));
        let write = |path: &Path, text: &str| {
            let mut draft = Draft::create(path).expect("it can be made");
            draft.write_all(text.as_bytes()).expect("it can be written");
            draft
        };
        drop(write(&path, "half"));
        assert_eq!(
            fs::read_dir(scratch.path()).expect("it is there").count(),
            0,
            "half of one leaves nothing"
        );
        write(&path, "whole").finish().expect("it can be written");
        symlink(&path, &link).expect("it can be made");
        drop(write(&link, "half"));
        assert_eq!(fs::read(&path).expect("it is there"), b"whole");
        write(&link, "again").finish().expect("it can be written");
        assert_eq!(
            (
                fs::read(&path).expect("it is there"),
                fs::read_dir(scratch.path()).expect("it is there").count()
            ),
            (b"again".to_vec(), 2)
        );
        write(Path::new("/dev/null"), "gone").finish().expect("what is no file is written as it is");
    }
}

//! A file that is written under another name and renamed when it is complete. If the program is stopped half-way, or
//! has no space left, the old file stays, or there is none.
//!
//! ```text
//! games.pgn.new ── written, synced ──▶ games.pgn
//! ```
//! A target that is not a file, such as a device or a pipe, is written directly.

use crate::safe_files::regular;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// A file while it is written. Dropped unfinished, it is removed.
#[derive(Debug)]
pub struct Draft {
    file: BufWriter<File>,
    /// The name while writing and the final name; `None` where the target is written directly.
    names: Option<(PathBuf, PathBuf)>,
}

impl Draft {
    /// Begins to write a file of this name. An existing file keeps its bytes until the new one is complete; the new one
    /// gets its permissions.
    pub fn create(path: &Path) -> io::Result<Draft> {
        Draft::create_as(path, |fresh| File::create(fresh))
    }

    /// Begins like [`Draft::create`], with a file that only its owner may read and write.
    pub fn create_private(path: &Path) -> io::Result<Draft> {
        Draft::create_as(path, regular::make)
    }

    fn create_as(path: &Path, make: impl Fn(&Path) -> io::Result<File>) -> io::Result<Draft> {
        // A link is followed, so that it goes on leading to its file.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let known = fs::metadata(&path).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            let file = OpenOptions::new().write(true).open(&path)?;
            return Ok(Draft { file: BufWriter::new(file), names: None });
        }
        let mut name = path.clone().into_os_string();
        name.push(".new");
        let fresh = PathBuf::from(name);
        let file = make(&fresh)?;
        if let Some(known) = known {
            fs::set_permissions(&fresh, known.permissions())?;
        }
        Ok(Draft { file: BufWriter::new(file), names: Some((fresh, path)) })
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
            // If the folder was removed, the file went with it.
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

//! Regular files, opened, read and created in such a way that a pipe or a device in their place cannot block the
//! program.
//!
//! Reading a pipe without a writer would wait, and a device may never end. So the kind of file is checked before a byte
//! of it is read, and opening it never blocks. Files made here are accessible to their owner alone, whatever the umask
//! is: a journal holds what people said and did.

use rustix::fs::OFlags;
use std::{
    fs::{self, DirBuilder, File, FileType, OpenOptions, Permissions},
    io::{self, Read},
    os::unix::fs::{DirBuilderExt, FileTypeExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

/// Opens a regular file for reading.
pub fn open(path: &Path) -> io::Result<File> {
    checked(path, OpenOptions::new().read(true))
}

/// Opens an existing regular file for reading and writing.
pub fn open_to_write(path: &Path) -> io::Result<File> {
    checked(path, OpenOptions::new().read(true).write(true))
}

/// Opens a regular file for reading and writing, and makes it if it is missing.
pub fn open_or_make(path: &Path) -> io::Result<File> {
    checked(path, OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600))
}

/// Creates an empty file, for example under a temporary name. A file that is already at this path is removed.
pub fn make(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path)
}

/// Creates a folder and its missing parents. The innermost folder is accessible to its owner alone.
pub fn make_folder(path: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
            DirBuilder::new().mode(0o700).create(path)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        done => done,
    }
}

/// Reads the text of a short file. Fails if the file is longer than `bytes_max` bytes.
pub fn read_text(path: &Path, bytes_max: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    open(path)?.take(bytes_max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is too long"));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text"))
}

/// Returns what is found in place of a regular file, such as `a pipe`; `None` for a regular file.
pub fn kind(found: FileType) -> Option<&'static str> {
    if found.is_file() {
        None
    } else if found.is_dir() {
        Some("a folder")
    } else if found.is_fifo() {
        Some("a pipe")
    } else if found.is_socket() {
        Some("a socket")
    } else {
        Some("a device")
    }
}

/// Returns those of the paths to which users other than the owner have any access.
pub fn open_to_others(paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let is_open = |path: &PathBuf| {
        fs::metadata(path).is_ok_and(|found| Permissions::mode(&found.permissions()) & 0o077 != 0)
    };
    paths.into_iter().filter(is_open).collect()
}

fn checked(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    // The kind of file is checked before the file is opened, because opening some devices has an effect.
    if let Ok(found) = fs::metadata(path)
        && let Some(kind) = kind(found.file_type())
    {
        return Err(not_a_file(kind));
    }
    let file = options.custom_flags(flags.bits().cast_signed()).open(path)?;
    match kind(file.metadata()?.file_type()) {
        None => Ok(file),
        Some(kind) => Err(not_a_file(kind)),
    }
}

fn not_a_file(kind: &str) -> io::Error {
    io::Error::other(format!("it is {kind} and no file; move it away"))
}

#[cfg(test)]
mod tests {
    use super::{make, make_folder, open, open_to_others, read_text};
    use crate::safe_files::scratch::Scratch;
    use std::{fs, os::unix::fs::PermissionsExt, path::Path};

    #[test]
    fn only_files_are_opened_and_what_is_made_is_the_owners() {
        let scratch = Scratch::new("regular").expect("a folder can be made");
        let pipe = scratch.path().join("pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0)
            .expect("a pipe can be made");
        for (path, kind) in
            [(pipe.as_path(), "a pipe"), (Path::new("/dev/zero"), "a device"), (scratch.path(), "a folder")]
        {
            let why = open(path).expect_err("it is no file").to_string();
            assert!(why.contains(kind), "{why}");
        }
        let folder = scratch.path().join("a/b");
        make_folder(&folder).expect("it can be made");
        make_folder(&folder).expect("it is there");
        let file = folder.join("file");
        make(&file).expect("it can be made");
        fs::write(&file, "text").expect("it can be written");
        assert!(read_text(&file, 3).is_err());
        assert_eq!(read_text(&file, 4).expect("it is short"), "text");
        for (path, mode) in [(&folder, 0o700), (&file, 0o600)] {
            assert_eq!(fs::metadata(path).expect("it is there").permissions().mode() & 0o777, mode);
        }
        assert!(open_to_others([folder, file.clone()]).is_empty());
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
        assert_eq!(open_to_others([file.clone()]), [file]);
    }
}

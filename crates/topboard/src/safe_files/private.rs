//! Small files that only their owner may read and write. They are read and replaced as a whole.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

/// Reads a file of at most `max` bytes. Returns `None` if there is no such file. Anything but a regular file, such as a
/// pipe, is not opened: reading it might never end.
pub fn read(path: &Path, max: u64) -> io::Result<Option<Vec<u8>>> {
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => return Err(io::Error::other("it is no file")),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(io::Error::other("it is too long"));
    }
    Ok(Some(bytes))
}

/// Replaces the contents of a file. Whatever happens meanwhile, the name leads to the old file or to the complete new
/// one.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let fresh = Path::new(&name);
    match fs::remove_file(fresh) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(fresh)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(fresh, path)?;
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::{read, replace};
    use crate::safe_files::scratch::Scratch;
    use std::{fs, os::unix::fs::PermissionsExt};

    #[test]
    fn a_file_is_replaced_whole_and_is_its_owners_alone() {
        let scratch = Scratch::new("private").expect("a folder can be made");
        let path = scratch.path().join("small");
        assert_eq!(read(&path, 10).expect("it is not there"), None);
        fs::write(scratch.path().join("small.new"), "a rest of a crash").expect("it can be written");
        for text in ["one", "two"] {
            replace(&path, text.as_bytes()).expect("it can be written");
            assert_eq!(read(&path, 3).expect("it is there").as_deref(), Some(text.as_bytes()));
        }
        assert!(read(&path, 2).is_err(), "longer than anybody wrote");
        assert!(read(scratch.path(), 10).is_err(), "a folder is no file");
        let mode = fs::metadata(&path).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

//! The place where a journal is kept: a locked folder, or in tests a disk that fails in every way a disk can.
//!
//! ```text
//! journal/hall.journal         the first file, or segment
//! journal/hall.0002.journal    the second; the chain runs on
//! journal/hall.0002.journal.gz   the second, archived: see archive.rs
//! journal/index                what is in which file: a cache, see index.rs
//! evidence.head                the last signed head: see signed_head.rs
//! ```
//!
//! Invariants:
//! * A segment is begun only when all segments before it are safe, so only the last can end in a torn line.
//! * A file's name is safe before anything is written into it.
//! * The writer locks the folder. The system releases the lock when the process ends, however it ends.
//! * Written bytes are safe only under the file's name: a file that was removed in the meantime is put back
//!   (segment_file.rs).
//! * The folder and everything made in it are accessible to their owner alone (regular.rs).

use crate::{
    journal_files::{
        gzip::{Opened, SUFFIX},
        inventory::{self, Misplaced},
        segment_file::{FileStanding, Held, is_same},
        signing::signed_head::{self, Kept},
    },
    safe_files::regular,
    terminal::{
        failure::Failure,
        log::{Trouble, report},
    },
};
use std::{
    fs::{self, File, TryLockError},
    io::{self, Write},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// The name of the journal's folder in the data folder.
pub const FOLDER: &str = "journal";
/// The name of the index in the journal's folder.
pub const INDEX_NAME: &str = "index";

/// A place to read a journal from.
pub trait Source {
    /// Returns the numbers of the segments that are there, in ascending order.
    fn segments(&mut self) -> io::Result<Vec<u32>>;
    /// Reads bytes of a segment from this offset on into `piece`. Returns how many were read; 0 at the end.
    fn read_at(&mut self, segment: u32, piece: &mut [u8], offset: u64) -> io::Result<usize>;
    /// Returns the path at which a person finds the segment's file.
    fn path(&self, segment: u32) -> PathBuf;
}

/// A place to write a journal to.
pub trait Storage: Source + Send + 'static {
    /// Begins a segment: afterwards its file exists, is empty, and its name is safe. A second call for the segment
    /// changes nothing.
    fn begin(&mut self, segment: u32) -> io::Result<()>;
    /// Cuts a segment to this length in bytes, and returns when that is safe.
    fn cut(&mut self, segment: u32, length: u64) -> io::Result<()>;
    /// Writes all bytes into a segment at this offset.
    fn write_all_at(&mut self, segment: u32, bytes: &[u8], offset: u64) -> io::Result<()>;
    /// Makes everything written into this segment safe.
    fn sync(&mut self, segment: u32) -> io::Result<()>;
    /// Returns the text of the index that was last written; `None` if there is none.
    fn index(&mut self) -> Option<String>;
    /// Replaces the index. It is only a cache, so nobody waits for it to be safe.
    fn write_index(&mut self, text: &str) -> io::Result<()>;
    /// Returns the contents of the last signed head's file; `None` if there is no such file.
    fn head(&mut self) -> io::Result<Option<Kept>>;
    /// Replaces the file of the last signed head, and returns when it is safe.
    fn write_head(&mut self, text: &str) -> io::Result<()>;
}

/// Returns the name of a segment's file.
pub fn file_name(segment: u32) -> String {
    match segment {
        0 | 1 => "hall.journal".to_owned(),
        later => format!("hall.{later:04}.journal"),
    }
}

/// Returns the number of the segment whose file has this name; `None` if the name is not that of a segment.
pub fn segment_of(name: &str) -> Option<u32> {
    let segment = match name.strip_prefix("hall.")? {
        "journal" => 1,
        later => later.strip_suffix(".journal")?.parse().ok()?,
    };
    (file_name(segment) == name).then_some(segment)
}

/// The longest wait for a folder that another program has locked. The system releases a killed program's lock a moment
/// after it reports that the program ended.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// Locks a journal's folder until the returned file is dropped. Returns `None` if another program keeps it locked for
/// [`LOCK_PATIENCE`].
pub(crate) fn locked(folder: &Path) -> Result<Option<File>, Failure> {
    let lock = File::open(folder).map_err(|error| failing(folder, &error))?;
    let begun = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(Some(lock)),
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_PATIENCE => {
                thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(failing(folder, &error)),
        }
    }
}

/// A journal's folder, locked for writing.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    lock: File,
    open: Option<(u32, Held)>,
    /// The archived segment that is being read.
    packed: Option<(u32, Opened)>,
}

impl Folder {
    /// Locks the journal's folder in this data folder, and makes the folder if it is missing.
    pub fn lock(data: &Path) -> Result<Folder, Failure> {
        let path = data.join(FOLDER);
        regular::make_folder(&path).map_err(|error| failing(&path, &error))?;
        let Some(lock) = locked(&path)? else {
            return Err(Failure::Environment(format!(
                "{} is in use by another topboard; stop that one, or give this one its own folder",
                path.display()
            )));
        };
        let segments = segments_in(&path).map_err(|error| failing(&path, &error))?;
        let found: Vec<_> = segments.into_iter().map(|segment| (segment, found_in(&path, segment))).collect();
        inventory::are_files(found.iter().map(|(_, file)| file.as_path()))?;
        if let Some((_, last)) = found.last().filter(|(_, last)| is_archived(last)) {
            return Err(Failure::Input(format!(
                "{} is archived, and no file is left to go on in; unpack it with gunzip, or name another data folder",
                last.display()
            )));
        }
        // A new folder is safe only after its parent folder is synced.
        File::open(data).and_then(|around| around.sync_all()).map_err(|error| failing(data, &error))?;
        Ok(Folder { path, lock, open: None, packed: None })
    }

    /// Returns the data folder.
    fn data(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    /// Returns the faults of the files that can be found before any record is read.
    pub fn misplaced(&self) -> Result<Vec<Misplaced>, Failure> {
        let segments = segments_in(&self.path).map_err(|error| failing(&self.path, &error))?;
        let found: Vec<_> =
            segments.into_iter().map(|segment| (segment, found_in(&self.path, segment))).collect();
        inventory::misplaced(&self.path, &found)
    }

    fn held(&mut self, segment: u32) -> io::Result<&mut Held> {
        if self.open.as_ref().is_none_or(|(open, _)| *open != segment) {
            self.open = Some((segment, Held::open(self.path(segment))?));
        }
        let (_, held) = self.open.as_mut().expect("it was just opened");
        Ok(held)
    }

    /// Puts back a file whose name leads nowhere. If its folder is gone, too, a new folder is made and locked.
    fn put_back(&mut self, segment: u32) -> io::Result<()> {
        regular::make_folder(&self.path)?;
        let folder = File::open(&self.path)?;
        if !is_same(&folder.metadata()?, &self.lock.metadata()?) {
            folder.try_lock().map_err(|_| io::Error::other("another topboard took its place"))?;
            folder.sync_all()?;
            if let Some(data) = self.path.parent() {
                File::open(data)?.sync_all()?;
            }
            self.lock = folder;
        }
        let held = self.held(segment)?;
        held.put_back()?;
        let path = held.path().to_owned();
        let found = segments_in(&self.path)?;
        let missing = (1..segment).filter(|earlier| !found.contains(earlier)).count();
        report(&Trouble::JournalPutBack { path: &path, missing });
        Ok(())
    }
}

impl Source for Folder {
    fn segments(&mut self) -> io::Result<Vec<u32>> {
        segments_in(&self.path)
    }

    fn read_at(&mut self, segment: u32, piece: &mut [u8], offset: u64) -> io::Result<usize> {
        let path = self.path(segment);
        if !is_archived(&path) {
            return read_some(self.held(segment)?.file(), piece, offset);
        }
        if self.packed.as_ref().is_none_or(|(open, _)| *open != segment) {
            self.packed = Some((segment, Opened::open(&path)?));
        }
        let (_, packed) = self.packed.as_mut().expect("it was just opened");
        packed.read_at(piece, offset)
    }

    fn path(&self, segment: u32) -> PathBuf {
        found_in(&self.path, segment)
    }
}

impl Storage for Folder {
    fn begin(&mut self, segment: u32) -> io::Result<()> {
        let held = Held::begin(self.path(segment))?;
        File::open(&self.path)?.sync_all()?;
        self.open = Some((segment, held));
        Ok(())
    }

    fn cut(&mut self, segment: u32, length: u64) -> io::Result<()> {
        let file = self.held(segment)?.file();
        file.set_len(length)?;
        file.sync_all()
    }

    fn write_all_at(&mut self, segment: u32, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.held(segment)?.write_all_at(bytes, offset)
    }

    fn sync(&mut self, segment: u32) -> io::Result<()> {
        let held = self.held(segment)?;
        held.file().sync_data()?;
        match held.standing()? {
            FileStanding::Here => Ok(()),
            FileStanding::Removed => self.put_back(segment),
            FileStanding::Replaced => Err(io::Error::other(format!(
                "{} was taken away, and another file stands in its place; move that one away",
                held.path().display()
            ))),
        }
    }

    fn index(&mut self) -> Option<String> {
        regular::read_text(&self.path.join(INDEX_NAME), inventory::INDEX_MAX).ok()
    }

    fn write_index(&mut self, text: &str) -> io::Result<()> {
        let fresh = self.path.join("index.new");
        regular::make(&fresh)?.write_all(text.as_bytes())?;
        fs::rename(&fresh, self.path.join(INDEX_NAME))
    }

    fn head(&mut self) -> io::Result<Option<Kept>> {
        signed_head::read(&self.data().join(signed_head::HEAD_NAME))
    }

    fn write_head(&mut self, text: &str) -> io::Result<()> {
        signed_head::write(self.data(), text)
    }
}

/// A journal's folder whose syncs do nothing, for measurements.
#[derive(Debug)]
pub struct Careless(pub Folder);

impl Source for Careless {
    fn segments(&mut self) -> io::Result<Vec<u32>> {
        self.0.segments()
    }

    fn read_at(&mut self, segment: u32, piece: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.read_at(segment, piece, offset)
    }

    fn path(&self, segment: u32) -> PathBuf {
        self.0.path(segment)
    }
}

impl Storage for Careless {
    fn begin(&mut self, segment: u32) -> io::Result<()> {
        self.0.begin(segment)
    }

    fn cut(&mut self, segment: u32, length: u64) -> io::Result<()> {
        self.0.cut(segment, length)
    }

    fn write_all_at(&mut self, segment: u32, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.0.write_all_at(segment, bytes, offset)
    }

    fn sync(&mut self, _: u32) -> io::Result<()> {
        Ok(())
    }

    fn index(&mut self) -> Option<String> {
        self.0.index()
    }

    fn write_index(&mut self, text: &str) -> io::Result<()> {
        self.0.write_index(text)
    }

    fn head(&mut self) -> io::Result<Option<Kept>> {
        self.0.head()
    }

    fn write_head(&mut self, text: &str) -> io::Result<()> {
        self.0.write_head(text)
    }
}

/// Returns the failure for a file or folder of a journal that cannot be used.
pub fn failing(path: &Path, error: &io::Error) -> Failure {
    if is_archived(path) && is_of_archive(error) {
        return Failure::Input(format!(
            "{} cannot be unpacked to its end ({error}): it was changed or cut after it was packed; put a copy of it back, \
             or salvage with `topboard recover`",
            path.display()
        ));
    }
    Failure::Environment(format!(
        "{} cannot be used ({error}); check the disk and who may write there",
        path.display()
    ))
}

/// Returns whether an error means that a packed file cannot be unpacked. A failing disk gives other kinds of errors.
pub fn is_of_archive(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof
    )
}

/// Returns the path of a segment's file: of the plain file, or of the archive if the plain file is missing or empty.
pub fn found_in(folder: &Path, segment: u32) -> PathBuf {
    let plain = folder.join(file_name(segment));
    let packed = with_suffix(&plain, SUFFIX);
    if (!plain.exists() || inventory::is_empty(&plain)) && packed.exists() { packed } else { plain }
}

/// Returns this path with a suffix added to its last part.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn is_archived(path: &Path) -> bool {
    path.to_str().is_some_and(|path| path.ends_with(SUFFIX))
}

/// Returns the numbers of the segments in a folder, in ascending order.
pub fn segments_in(folder: &Path) -> io::Result<Vec<u32>> {
    let mut segments = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        segments.extend(name.to_str().and_then(|name| segment_of(name.strip_suffix(SUFFIX).unwrap_or(name))));
    }
    segments.sort_unstable();
    // A segment that is there both plain and archived counts once.
    segments.dedup();
    Ok(segments)
}

fn read_some(file: &File, piece: &mut [u8], offset: u64) -> io::Result<usize> {
    loop {
        match file.read_at(piece, offset) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

//! The simulated disk behind the program's own file layer: the same journal, thread and recovery as on a real one, and every
//! fault a real one has.

use rustix::io::Errno;
use sim::{Disk, DiskFault};
use std::{
    io,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard},
};
use topboard::journal_files::{
    signing::signed_head::{HEAD_NAME, Kept},
    storage::{INDEX_NAME, Source, Storage, file_name, segment_of},
};

/// A handle on a simulated disk; its clones are the same disk.
#[derive(Debug, Clone)]
pub(crate) struct Faulty(Arc<Mutex<Disk>>);

impl Faulty {
    /// This disk.
    pub(crate) fn new(disk: Disk) -> Faulty {
        Faulty(Arc::new(Mutex::new(disk)))
    }

    /// The disk, to look at and to break.
    pub(crate) fn disk(&self) -> MutexGuard<'_, Disk> {
        self.0.lock().expect("nobody panics holding it")
    }
}

impl Source for Faulty {
    fn segments(&mut self) -> io::Result<Vec<u32>> {
        let mut segments: Vec<u32> = self.disk().names().filter_map(segment_of).collect();
        segments.sort_unstable();
        Ok(segments)
    }

    fn read_at(&mut self, segment: u32, piece: &mut [u8], offset: u64) -> io::Result<usize> {
        let disk = self.disk();
        let bytes = disk.bytes(&file_name(segment)).map_err(error)?;
        let rest = bytes.get(place(offset)..).unwrap_or_default();
        let length = rest.len().min(piece.len());
        piece[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }

    fn path(&self, segment: u32) -> PathBuf {
        PathBuf::from(file_name(segment))
    }
}

impl Storage for Faulty {
    fn begin(&mut self, segment: u32) -> io::Result<()> {
        self.disk().create(&file_name(segment)).map_err(error)
    }

    fn cut(&mut self, segment: u32, length: u64) -> io::Result<()> {
        self.disk().truncate(&file_name(segment), place(length)).map_err(error)
    }

    fn write_all_at(&mut self, segment: u32, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.disk().write(&file_name(segment), place(offset), bytes).map_err(error)
    }

    fn sync(&mut self, segment: u32) -> io::Result<()> {
        self.disk().sync(&file_name(segment)).map_err(error)
    }

    fn index(&mut self) -> Option<String> {
        let disk = self.disk();
        disk.bytes(INDEX_NAME).ok().and_then(|bytes| String::from_utf8(bytes.to_vec()).ok())
    }

    fn write_index(&mut self, text: &str) -> io::Result<()> {
        self.disk().replace(INDEX_NAME, text.as_bytes()).map_err(error)
    }

    fn head(&mut self) -> io::Result<Option<Kept>> {
        let disk = self.disk();
        let text = disk.bytes(HEAD_NAME).ok().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        Ok(text.map(|text| Kept::parse(&text)))
    }

    fn write_head(&mut self, text: &str) -> io::Result<()> {
        self.disk().replace(HEAD_NAME, text.as_bytes()).map_err(error)?;
        self.disk().sync(HEAD_NAME).map_err(error)
    }
}

fn place(offset: u64) -> usize {
    usize::try_from(offset).expect("a simulated disk fits into memory")
}

fn error(fault: DiskFault) -> io::Error {
    match fault {
        DiskFault::Full => Errno::NOSPC,
        DiskFault::ReadOnly => Errno::ROFS,
        DiskFault::Io => Errno::IO,
        DiskFault::Missing => Errno::NOENT,
    }
    .into()
}

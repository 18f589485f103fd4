//! A disk that fails as real disks do. It fills up, turns read-only, reports errors, forgets what was not synced, and
//! loses power between two bytes of a write.
//!
//! ```text
//! write ──▶ pages in memory (unsafe) ──sync──▶ safe
//!              │ kill: all stay               │ power cut: each page stays or goes, by the seed
//! ```
//! The simulated disk holds only bytes: tests wrap it in the program's own file layer.
//!
//! Limits: creating and renaming a file is safe at once; directories are not modelled.

use crate::Rng;
use std::collections::BTreeMap;

/// The size of a page, in bytes. In a power cut a page survives as a whole or not at all.
pub const PAGE: usize = 4096;

/// The reason why an operation on the disk failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskFault {
    /// No space is left. The disk may have taken a part of the write.
    Full,
    /// The file system turned read-only.
    ReadOnly,
    /// An input/output error. After a failed sync the pages that were not yet safe may be lost, although the system
    /// considers them written.
    Io,
    /// The file does not exist.
    Missing,
}

/// A file: its present content, and the content that would survive a power cut.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct File {
    now: Vec<u8>,
    safe: Vec<u8>,
}

/// One write to a file, for tests that cut a write short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// The name of the file.
    pub name: String,
    /// The offset in the file at which the bytes were written.
    pub offset: usize,
    /// The bytes written.
    pub bytes: Vec<u8>,
}

/// A simulated disk with its files and its faults.
#[derive(Debug, Clone)]
pub struct Disk {
    files: BTreeMap<String, File>,
    rng: Rng,
    /// The capacity of the disk: the greatest total size of all files, in bytes.
    pub room: usize,
    /// True while the disk refuses all writes.
    pub read_only: bool,
    /// The number of further writes that will fail, each after the disk took a part of its bytes.
    pub failing_writes: u32,
    /// The number of further syncs that will fail. Each of them loses the pages that were not safe.
    pub failing_syncs: u32,
    /// The number of syncs that succeeded.
    pub syncs: u64,
    /// Every write that the disk took as a whole, in order; `None` unless a test asked for the history.
    pub history: Option<Vec<Write>>,
}

impl Disk {
    /// Creates an empty disk without faults.
    pub fn new(seed: u64) -> Disk {
        Disk {
            files: BTreeMap::new(),
            rng: Rng::new(seed),
            room: usize::MAX,
            read_only: false,
            failing_writes: 0,
            failing_syncs: 0,
            syncs: 0,
            history: None,
        }
    }

    /// Returns the names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns the present content of a file.
    pub fn bytes(&self, name: &str) -> Result<&[u8], DiskFault> {
        self.files.get(name).map(|file| file.now.as_slice()).ok_or(DiskFault::Missing)
    }

    /// Creates a file; its name is safe at once. An existing file stays as it is.
    pub fn create(&mut self, name: &str) -> Result<(), DiskFault> {
        if self.read_only {
            return Err(DiskFault::ReadOnly);
        }
        self.files.entry(name.to_owned()).or_default();
        Ok(())
    }

    /// Replaces the whole content of a file. Like a rename, the replacement is atomic and safe at once.
    pub fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), DiskFault> {
        let others: usize =
            self.files.iter().filter(|(other, _)| *other != name).map(|(_, file)| file.now.len()).sum();
        match (self.read_only, others + bytes.len() > self.room) {
            (true, _) => Err(DiskFault::ReadOnly),
            (false, true) => Err(DiskFault::Full),
            (false, false) => {
                let file = File { now: bytes.to_vec(), safe: bytes.to_vec() };
                self.files.insert(name.to_owned(), file);
                Ok(())
            }
        }
    }

    /// Writes bytes to a file at an offset. A write that fails may have written the first part of the bytes.
    pub fn write(&mut self, name: &str, offset: usize, bytes: &[u8]) -> Result<(), DiskFault> {
        if self.read_only {
            return Err(DiskFault::ReadOnly);
        }
        let used: usize = self.files.values().map(|file| file.now.len()).sum();
        let file = self.files.get_mut(name).ok_or(DiskFault::Missing)?;
        let growth = (offset + bytes.len()).saturating_sub(file.now.len());
        let over = (used + growth).saturating_sub(self.room);
        let (taken, done) = match (self.failing_writes, over) {
            (0, 0) => (bytes.len(), Ok(())),
            (0, over) => (bytes.len().saturating_sub(over), Err(DiskFault::Full)),
            (_, _) => {
                self.failing_writes -= 1;
                (self.rng.below(bytes.len() as u64 + 1) as usize, Err(DiskFault::Io))
            }
        };
        put(&mut file.now, offset, &bytes[..taken]);
        if let (Ok(()), Some(history)) = (done, &mut self.history) {
            history.push(Write { name: name.to_owned(), offset, bytes: bytes.to_vec() });
        }
        done
    }

    /// Makes everything safe that was written to this file.
    pub fn sync(&mut self, name: &str) -> Result<(), DiskFault> {
        if self.failing_syncs > 0 {
            self.failing_syncs -= 1;
            let mut cut = self.after_power_cut();
            self.rng = cut.rng.clone();
            if let Some(file) = cut.files.remove(name) {
                self.files.insert(name.to_owned(), file);
            }
            return Err(DiskFault::Io);
        }
        let file = self.files.get_mut(name).ok_or(DiskFault::Missing)?;
        file.safe.clone_from(&file.now);
        self.syncs += 1;
        Ok(())
    }

    /// Shortens a file to this length. The new length is safe at once.
    pub fn truncate(&mut self, name: &str, length: usize) -> Result<(), DiskFault> {
        if self.read_only {
            return Err(DiskFault::ReadOnly);
        }
        let file = self.files.get_mut(name).ok_or(DiskFault::Missing)?;
        file.now.truncate(length);
        self.sync(name)
    }

    /// Returns the disk as it is after a power cut: each page that was not safe is either kept or lost.
    pub fn after_power_cut(&self) -> Disk {
        let mut found = self.clone();
        for file in found.files.values_mut() {
            let mut length = file.now.len();
            if found.rng.chance(300_000) {
                // The new length of the file may not be safe either; then the file is shorter.
                length = found.rng.between(file.safe.len().min(length) as u64, length as u64) as usize;
            }
            let mut left = file.safe.clone();
            left.resize(length, 0);
            for start in (0..length).step_by(PAGE) {
                let page = start..(start + PAGE).min(length);
                if found.rng.chance(600_000) {
                    left[page.clone()].copy_from_slice(&file.now[page]);
                }
            }
            *file = File { now: left.clone(), safe: left };
        }
        found
    }
}

/// Writes bytes into `content` at an offset. If the offset is behind the end of `content`, zeros fill the gap.
pub fn put(content: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if content.len() < end {
        content.resize(end, 0);
    }
    content[offset..end].copy_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::{Disk, DiskFault, PAGE};

    #[test]
    fn what_is_synced_stays_and_the_rest_stays_or_goes_by_pages() {
        let mut dropped = 0;
        for seed in 0..200 {
            let mut disk = Disk::new(seed);
            disk.create("a").expect("there is room");
            disk.write("a", 0, &[1; 5000]).expect("there is room");
            disk.sync("a").expect("nothing fails");
            disk.write("a", 5000, &[2; 9000]).expect("there is room");
            let found = disk.after_power_cut();
            let bytes = found.bytes("a").expect("its name is safe");
            assert!(bytes.len() >= 5000 && bytes[..5000].iter().all(|&byte| byte == 1), "seed {seed}");
            for page in bytes[5000..].chunk_by(|a, b| a == b) {
                assert!(page[0] == 2 || page[0] == 0, "seed {seed}");
            }
            dropped += usize::from(bytes[5000..].contains(&0));
            assert!(bytes.len() <= 14_000 && disk.bytes("a").map(<[u8]>::len) == Ok(14_000));
        }
        assert!((20..200).contains(&dropped), "{dropped} of 200 cuts left a hole");
    }

    #[test]
    fn each_fault_is_told_and_leaves_what_it_may() {
        let mut disk = Disk::new(1);
        assert_eq!(disk.write("a", 0, b"x"), Err(DiskFault::Missing));
        disk.create("a").expect("there is room");
        disk.room = PAGE;
        assert_eq!(disk.write("a", 0, &[7; PAGE + 10]), Err(DiskFault::Full));
        assert_eq!(disk.bytes("a").map(<[u8]>::len), Ok(PAGE), "a full disk takes a part");
        disk.read_only = true;
        assert_eq!(disk.write("a", 0, b"x"), Err(DiskFault::ReadOnly));
        disk.read_only = false;
        disk.failing_syncs = 1;
        assert_eq!(disk.sync("a"), Err(DiskFault::Io));
        assert!(disk.bytes("a").is_ok_and(|bytes| bytes.iter().all(|&byte| byte == 7 || byte == 0)));
        assert_eq!(disk.sync("a"), Ok(()));
    }
}

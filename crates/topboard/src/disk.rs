//! The thread that writes the book. It alone waits for the disk, so that a slow or failing one stops no table.
//!
//! What is not yet known to be safe is kept in memory. After a failed write or sync all of it is written again from
//! the last safe byte: after a failed sync the system may have dropped pages it calls clean. So a book holds no hole,
//! whatever failed in between; at worst it ends in a torn line.

use std::{
    fs::File,
    io,
    os::unix::fs::FileExt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::sync::mpsc as tokio_mpsc;

/// How long to wait before a failed disk is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// Where the book is kept: a file, or in tests something that fails at will.
pub trait Storage: Send + 'static {
    /// Writes all bytes at this offset.
    fn write_all_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()>;
    /// Makes everything written safe.
    fn sync(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn write_all_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        FileExt::write_all_at(self, bytes, offset)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// What the disk says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiskWord {
    /// Every record up to this one is safe.
    Safe(u64),
    /// Writing fails. Said at the first failure and whenever the reason changes.
    Failing(String),
    /// Writing works again.
    Healed,
}

enum Job {
    Append(Vec<u8>),
    Sync(u64),
    Stop,
}

/// The handle of the thread.
#[derive(Debug)]
pub struct Disk {
    jobs: mpsc::Sender<Job>,
    waiting: Arc<AtomicU64>,
    stopping: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<bool>>,
}

impl Disk {
    /// Starts the thread. Bytes go to `offset` and after it.
    pub fn start(storage: impl Storage, offset: u64) -> (Disk, tokio_mpsc::UnboundedReceiver<DiskWord>) {
        let (jobs, todo) = mpsc::channel();
        // Never long: one word for each sync asked for, and the main loop asks for one at a time.
        let (words, heard) = tokio_mpsc::unbounded_channel();
        let waiting = Arc::new(AtomicU64::new(0));
        let stopping = Arc::new(AtomicBool::new(false));
        let mut hand = Hand {
            storage,
            safe_offset: offset,
            unsafe_bytes: Vec::new(),
            written: 0,
            failing: None,
            words,
            waiting: Arc::clone(&waiting),
            stopping: Arc::clone(&stopping),
        };
        let thread = thread::Builder::new()
            .name("book".to_owned())
            .spawn(move || hand.work(&todo))
            .expect("the system gives a thread at the start of the program");
        (Disk { jobs, waiting, stopping, thread: Some(thread) }, heard)
    }

    /// Hands over lines to write.
    pub fn append(&self, lines: Vec<u8>) {
        self.waiting.fetch_add(lines.len() as u64, Ordering::Relaxed);
        // The thread ends only after `stop`; nothing is appended then.
        let _ = self.jobs.send(Job::Append(lines));
    }

    /// Asks for everything handed over to be made safe; the answer names this record.
    pub fn sync(&self, seq: u64) {
        let _ = self.jobs.send(Job::Sync(seq));
    }

    /// How many bytes are not yet safe.
    pub fn waiting_bytes(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Writes and syncs what is left, once, and ends the thread. Says whether all is safe.
    pub fn stop(mut self) -> bool {
        self.stopping.store(true, Ordering::Relaxed);
        let _ = self.jobs.send(Job::Stop);
        self.thread.take().is_some_and(|thread| thread.join().unwrap_or(false))
    }
}

struct Hand<S> {
    storage: S,
    safe_offset: u64,
    unsafe_bytes: Vec<u8>,
    written: usize,
    failing: Option<String>,
    words: tokio_mpsc::UnboundedSender<DiskWord>,
    waiting: Arc<AtomicU64>,
    stopping: Arc<AtomicBool>,
}

impl<S: Storage> Hand<S> {
    fn work(&mut self, todo: &mpsc::Receiver<Job>) -> bool {
        let mut asked = None;
        let mut tried = None::<Instant>;
        loop {
            // While the disk fails, the sync that is owed is tried again and again between jobs.
            let job = if asked.is_some() {
                match todo.recv_timeout(RETRY) {
                    Ok(job) => Some(job),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return self.make_safe(),
                }
            } else {
                match todo.recv() {
                    Ok(job) => Some(job),
                    Err(mpsc::RecvError) => return self.make_safe(),
                }
            };
            match job {
                Some(Job::Append(lines)) => {
                    self.unsafe_bytes.extend_from_slice(&lines);
                    if self.failing.is_none() {
                        self.write();
                    }
                }
                Some(Job::Stop) => return self.make_safe(),
                Some(Job::Sync(seq)) => asked = Some(seq),
                None => {}
            }
            let rested = tried.is_none_or(|tried| tried.elapsed() >= RETRY);
            let Some(seq) = asked.filter(|_| rested && !self.stopping.load(Ordering::Relaxed)) else {
                continue;
            };
            if self.make_safe() {
                (asked, tried) = (None, None);
                // Nobody listens any more when the main loop has ended; what is safe stays safe.
                let _ = self.words.send(DiskWord::Safe(seq));
            } else {
                tried = Some(Instant::now());
            }
        }
    }

    fn make_safe(&mut self) -> bool {
        if !self.write() {
            return false;
        }
        if let Err(error) = self.storage.sync() {
            self.fail(&error);
            return false;
        }
        self.safe_offset += self.unsafe_bytes.len() as u64;
        self.waiting.fetch_sub(self.unsafe_bytes.len() as u64, Ordering::Relaxed);
        self.unsafe_bytes.clear();
        self.written = 0;
        if self.failing.take().is_some() {
            let _ = self.words.send(DiskWord::Healed);
        }
        true
    }

    fn write(&mut self) -> bool {
        if self.written == self.unsafe_bytes.len() {
            return true;
        }
        let offset = self.safe_offset + self.written as u64;
        match self.storage.write_all_at(&self.unsafe_bytes[self.written..], offset) {
            Ok(()) => {
                self.written = self.unsafe_bytes.len();
                true
            }
            Err(error) => {
                self.fail(&error);
                false
            }
        }
    }

    fn fail(&mut self, error: &io::Error) {
        self.written = 0;
        let reason = error.to_string();
        if self.failing.as_ref() != Some(&reason) {
            let _ = self.words.send(DiskWord::Failing(reason.clone()));
            self.failing = Some(reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A disk that fails as often as it is told to, and keeps what a power cut would leave.
    #[derive(Clone, Default)]
    struct Moody(Arc<Mutex<Mood>>);

    #[derive(Default)]
    struct Mood {
        bytes: Vec<u8>,
        failing_writes: usize,
        failing_syncs: usize,
    }

    impl Storage for Moody {
        fn write_all_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
            let mut mood = self.0.lock().expect("no test panics holding it");
            let offset = usize::try_from(offset).expect("small");
            let fails = mood.failing_writes > 0;
            // A full disk takes a part.
            let taken = if fails { bytes.len() / 2 } else { bytes.len() };
            let end = mood.bytes.len().max(offset + taken);
            mood.bytes.resize(end, 0);
            mood.bytes[offset..offset + taken].copy_from_slice(&bytes[..taken]);
            if fails {
                mood.failing_writes -= 1;
                return Err(io::Error::from(io::ErrorKind::StorageFull));
            }
            Ok(())
        }

        fn sync(&mut self) -> io::Result<()> {
            let mut mood = self.0.lock().expect("no test panics holding it");
            if mood.failing_syncs > 0 {
                mood.failing_syncs -= 1;
                // The worst that is allowed: what was not safe is gone.
                mood.bytes.truncate(4);
                return Err(io::Error::other("input/output error"));
            }
            Ok(())
        }
    }

    fn check(failing_writes: usize, failing_syncs: usize) -> Vec<DiskWord> {
        let storage = Moody::default();
        {
            let mut mood = storage.0.lock().expect("fresh");
            mood.bytes = b"old\n".to_vec();
            mood.failing_writes = failing_writes;
            mood.failing_syncs = failing_syncs;
        }
        let (disk, mut words) = Disk::start(storage.clone(), 4);
        disk.append(b"first line\n".to_vec());
        disk.append(b"second line\n".to_vec());
        disk.sync(7);
        let mut heard = Vec::new();
        while !heard.contains(&DiskWord::Safe(7)) {
            heard.push(words.blocking_recv().expect("the thread lives"));
        }
        assert_eq!(disk.waiting_bytes(), 0);
        disk.append(b"third line\n".to_vec());
        assert!(disk.stop(), "all is safe");
        let mood = storage.0.lock().expect("the thread ended");
        assert_eq!(mood.bytes, b"old\nfirst line\nsecond line\nthird line\n");
        heard
    }

    #[test]
    fn what_is_called_safe_is_there_whatever_failed_before() {
        assert_eq!(check(0, 0), [DiskWord::Safe(7)]);
        assert_eq!(check(1, 0).last(), Some(&DiskWord::Safe(7)));
        let heard = check(1, 1);
        assert!(heard.contains(&DiskWord::Healed), "{heard:?}");
        assert!(heard.iter().any(|word| matches!(word, DiskWord::Failing(_))), "{heard:?}");
    }
}

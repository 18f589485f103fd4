//! The thread that writes the journal. It alone waits for the disk, so that a slow or failing disk stops no table.
//!
//! Bytes not yet known to be safe are kept in memory. After a failed write or sync, all of them are written again from
//! the last safe byte on, because after a failed sync the operating system may have dropped bytes that it no longer
//! counts as unwritten. So the journal has no hole, whatever failed; at worst it ends in a torn tail. A new segment is
//! begun only when its predecessor is safe.

use crate::{
    journal_files::storage::Storage,
    terminal::log::{Trouble, report},
};
use std::{
    collections::VecDeque,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::sync::mpsc as tokio_mpsc;

/// The pause before a failed disk is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// A message from the disk thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiskWord {
    /// Every record up to this number is safe.
    Safe(u64),
    /// Writing fails, for this reason. Sent at the first failure and whenever the reason changes.
    Failing(String),
    /// Writing works again: this many bytes had waited.
    Healed(u64),
}

enum Job {
    Append(Vec<u8>),
    Begin(NewSegment),
    Head(String),
    Sync(u64),
    Stop,
}

/// A segment to be begun when the segments before it are safe.
#[derive(Debug)]
pub struct NewSegment {
    /// The segment's number.
    pub segment: u32,
    /// The text of the journal's index when the segment begins.
    pub index: String,
}

/// A handle to the disk thread.
#[derive(Debug)]
pub struct DiskThread {
    jobs: mpsc::Sender<Job>,
    waiting: Arc<AtomicU64>,
    stopping: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<bool>>,
}

impl DiskThread {
    /// Starts the disk thread. The first byte handed over is written at `offset` of this segment.
    pub fn start(
        storage: impl Storage,
        segment: u32,
        offset: u64,
    ) -> (DiskThread, tokio_mpsc::UnboundedReceiver<DiskWord>) {
        let (jobs, todo) = mpsc::channel();
        // The channel holds few messages: there is one for each sync asked for, and the main loop asks for one at a
        // time.
        let (words, heard) = tokio_mpsc::unbounded_channel();
        let waiting = Arc::new(AtomicU64::new(0));
        let stopping = Arc::new(AtomicBool::new(false));
        let mut hand = Hand {
            storage,
            segment,
            safe_offset: offset,
            unsafe_bytes: Vec::new(),
            written: 0,
            later: VecDeque::new(),
            failing: None,
            head: None,
            is_head_failing: false,
            words,
            waiting: Arc::clone(&waiting),
            stopping: Arc::clone(&stopping),
        };
        let thread = thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || hand.work(&todo))
            .expect("the system gives a thread at the start of the program");
        (DiskThread { jobs, waiting, stopping, thread: Some(thread) }, heard)
    }

    /// Hands over lines to write at the end of the journal.
    pub fn append(&self, lines: Vec<u8>) {
        self.waiting.fetch_add(lines.len() as u64, Ordering::Relaxed);
        // The thread ends only after `stop`, and nothing is appended then.
        let _ = self.jobs.send(Job::Append(lines));
    }

    /// Begins a new segment: what is appended from now on belongs to it.
    pub fn begin(&self, new: NewSegment) {
        let _ = self.jobs.send(Job::Begin(new));
    }

    /// Hands over the last signed head, after the record of its signature. The head's file is written when that record
    /// is safe.
    pub fn head(&self, text: String) {
        let _ = self.jobs.send(Job::Head(text));
    }

    /// Asks for everything handed over so far to be made safe. [`DiskWord::Safe`] answers, with this record's number.
    pub fn sync(&self, seq: u64) {
        let _ = self.jobs.send(Job::Sync(seq));
    }

    /// Returns the number of bytes handed over that are not yet safe.
    pub fn waiting_bytes(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Makes one attempt to write and sync what is left, and ends the thread. Returns whether everything is safe.
    pub fn stop(mut self) -> bool {
        self.stopping.store(true, Ordering::Relaxed);
        let _ = self.jobs.send(Job::Stop);
        self.thread.take().is_some_and(|thread| thread.join().unwrap_or(false))
    }
}

struct Hand<S> {
    storage: S,
    segment: u32,
    safe_offset: u64,
    unsafe_bytes: Vec<u8>,
    written: usize,
    /// The segments that wait for the current one to be safe, with their bytes.
    later: VecDeque<(NewSegment, Vec<u8>)>,
    failing: Option<String>,
    /// The signed head whose file is to be written when everything handed over is safe.
    head: Option<String>,
    is_head_failing: bool,
    words: tokio_mpsc::UnboundedSender<DiskWord>,
    waiting: Arc<AtomicU64>,
    stopping: Arc<AtomicBool>,
}

impl<S: Storage> Hand<S> {
    fn work(&mut self, todo: &mpsc::Receiver<Job>) -> bool {
        let mut asked = None;
        let mut tried = None::<Instant>;
        loop {
            // While the disk fails, the sync last asked for is tried again and again between jobs.
            let job = if asked.is_some() {
                match todo.recv_timeout(RETRY) {
                    Ok(job) => Some(job),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return self.finish(),
                }
            } else {
                match todo.recv() {
                    Ok(job) => Some(job),
                    Err(mpsc::RecvError) => return self.finish(),
                }
            };
            match job {
                Some(Job::Append(lines)) => self.take(&lines),
                Some(Job::Begin(new)) => self.later.push_back((new, Vec::new())),
                Some(Job::Head(text)) => self.head = Some(text),
                Some(Job::Stop) => return self.finish(),
                Some(Job::Sync(seq)) => asked = Some(seq),
                None => {}
            }
            let rested = tried.is_none_or(|tried| tried.elapsed() >= RETRY);
            let Some(seq) = asked.filter(|_| rested && !self.stopping.load(Ordering::Relaxed)) else {
                continue;
            };
            if self.make_safe() {
                (asked, tried) = (None, None);
                // Once the main loop has ended, nobody receives this message, which is harmless: what is safe stays
                // safe.
                let _ = self.words.send(DiskWord::Safe(seq));
                // The head is written after the answer, so that nobody who waits for the records also waits for the
                // head.
                self.write_head();
            } else {
                tried = Some(Instant::now());
            }
        }
    }

    fn finish(&mut self) -> bool {
        let is_safe = self.make_safe();
        if is_safe {
            self.write_head();
        }
        is_safe
    }

    /// Writes the file of the signed head. At this point everything is safe, including the record of the signature. If
    /// writing fails, the older file stays, whose head is still valid, and the next sync tries again.
    fn write_head(&mut self) {
        let Some(text) = &self.head else { return };
        match self.storage.write_head(text) {
            Ok(()) => {
                self.head = None;
                self.is_head_failing = false;
            }
            Err(error) if !std::mem::replace(&mut self.is_head_failing, true) => {
                report(&Trouble::HeadFailing { error: &error });
            }
            Err(_) => {}
        }
    }

    fn take(&mut self, lines: &[u8]) {
        if let Some((_, bytes)) = self.later.back_mut() {
            bytes.extend_from_slice(lines);
            return;
        }
        self.unsafe_bytes.extend_from_slice(lines);
        if self.failing.is_none() {
            self.write();
        }
    }

    fn make_safe(&mut self) -> bool {
        let waited = self.waiting.load(Ordering::Relaxed);
        loop {
            if !self.write() {
                return false;
            }
            if let Err(error) = self.storage.sync(self.segment) {
                self.fail(&error);
                return false;
            }
            self.safe_offset += self.unsafe_bytes.len() as u64;
            self.waiting.fetch_sub(self.unsafe_bytes.len() as u64, Ordering::Relaxed);
            self.unsafe_bytes.clear();
            self.written = 0;
            let Some((new, _)) = self.later.front() else { break };
            if let Err(error) = self.storage.begin(new.segment) {
                self.fail(&error);
                return false;
            }
            let Some((new, bytes)) = self.later.pop_front() else { break };
            (self.segment, self.safe_offset, self.unsafe_bytes) = (new.segment, 0, bytes);
            if let Err(error) = self.storage.write_index(&new.index) {
                tracing::debug!("the index could not be written ({error}); the next start makes it anew");
            }
        }
        if self.failing.take().is_some() {
            let _ = self.words.send(DiskWord::Healed(waited));
        }
        true
    }

    fn write(&mut self) -> bool {
        if self.written == self.unsafe_bytes.len() {
            return true;
        }
        let offset = self.safe_offset + self.written as u64;
        match self.storage.write_all_at(self.segment, &self.unsafe_bytes[self.written..], offset) {
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

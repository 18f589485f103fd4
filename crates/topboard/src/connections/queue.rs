//! The queue of one subscriber: frames shared with other subscribers, and at most one snapshot.
//!
//! The limit is in bytes. As long as the waiting updates are shorter in all than a snapshot, sending them is the
//! quicker way to bring the viewer up to date. A viewer on a slow line, which needs half a minute for a snapshot, keeps
//! the updates that arrive meanwhile and is current once they are sent. If only the number of frames were limited, such
//! a viewer would get snapshot after snapshot.

use crate::connections::frame::Frame;
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use tokio::sync::mpsc;

/// The greatest number of frames that may wait for one subscriber, however short they are.
pub const QUEUE_MAX: usize = 4096;
/// The total length of updates that may always wait, in bytes, even if a snapshot is shorter.
pub const QUEUE_BYTES: usize = 256 << 10;

/// The end of the queue into which frames are put.
#[derive(Debug)]
pub struct QueueIn {
    frames: mpsc::Sender<Frame>,
    load: Arc<Load>,
}

/// The end of the queue from which frames are taken.
#[derive(Debug)]
pub struct QueueOut {
    frames: mpsc::Receiver<Frame>,
    load: Arc<Load>,
}

/// The updates that wait in the queue: their total length, and whether a snapshot is among the waiting frames.
#[derive(Debug, Default)]
struct Load {
    /// The total length of the waiting updates, in bytes.
    bytes: AtomicUsize,
    has_snapshot: AtomicBool,
}

/// Creates a queue for one subscriber.
pub fn queue() -> (QueueIn, QueueOut) {
    let (sender, receiver) = mpsc::channel(QUEUE_MAX);
    let load = Arc::new(Load::default());
    (QueueIn { frames: sender, load: Arc::clone(&load) }, QueueOut { frames: receiver, load })
}

impl QueueIn {
    /// Puts an update into the queue, which may hold `bytes_max` bytes of updates in all. Returns whether there was
    /// room.
    pub fn tell(&self, frame: &Frame, bytes_max: usize) -> bool {
        // Only this end adds bytes, so the true number can only be less than the one read here.
        let bytes = self.load.bytes.load(Ordering::Relaxed) + frame.bytes();
        if bytes > bytes_max.max(QUEUE_BYTES) {
            return false;
        }
        self.load.bytes.fetch_add(frame.bytes(), Ordering::Relaxed);
        let is_in = self.frames.try_send(frame.clone()).is_ok();
        if !is_in {
            self.load.bytes.fetch_sub(frame.bytes(), Ordering::Relaxed);
        }
        is_in
    }

    /// Puts a snapshot into the queue, unless one waits already: together with the updates behind it, the waiting
    /// snapshot brings the viewer just as far. Returns whether there was room.
    pub fn show(&self, snapshot: Frame) -> bool {
        if self.load.has_snapshot.swap(true, Ordering::AcqRel) {
            return true;
        }
        let is_in = self.frames.try_send(snapshot).is_ok();
        if !is_in {
            self.load.has_snapshot.store(false, Ordering::Release);
        }
        is_in
    }

    /// Returns whether no frame waits in the queue.
    pub fn is_empty(&self) -> bool {
        self.frames.capacity() == self.frames.max_capacity()
    }

    /// Returns whether the end that takes frames out is gone.
    pub fn is_closed(&self) -> bool {
        self.frames.is_closed()
    }
}

impl QueueOut {
    /// Waits for the next frame and returns it; `None` when no more will come. Cancel-safe.
    pub async fn next(&mut self) -> Option<Frame> {
        let frame = self.frames.recv().await;
        frame.inspect(|frame| self.load.taken(frame))
    }

    /// Returns the next frame if one waits already; otherwise `None`.
    pub fn poll(&mut self) -> Option<Frame> {
        let frame = self.frames.try_recv().ok();
        frame.inspect(|frame| self.load.taken(frame))
    }
}

impl Load {
    fn taken(&self, frame: &Frame) {
        if frame.is_snapshot() {
            self.has_snapshot.store(false, Ordering::Release);
        } else {
            self.bytes.fetch_sub(frame.bytes(), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{QUEUE_BYTES, queue};
    use crate::connections::frame::Frame;

    fn snapshot(text: &str) -> Frame {
        Frame::snapshot(text.to_owned().into())
    }

    #[tokio::test]
    async fn one_snapshot_waits_and_no_more() {
        let (into, mut out) = queue();
        for number in 0..1_000 {
            assert!(into.show(snapshot(&number.to_string())));
        }
        assert_eq!(out.next().await.map(|frame| frame.text()).as_deref(), Some("0"));
        assert!(out.poll().is_none() && into.is_empty(), "whoever asks again gets the one that waits");
        assert!(into.show(snapshot("again")));
        assert_eq!(out.poll().map(|frame| frame.text()).as_deref(), Some("again"));
    }

    #[test]
    fn as_much_waits_as_a_snapshot_weighs() {
        let (into, mut out) = queue();
        let heavy = Frame::update("x".repeat(QUEUE_BYTES / 4));
        let told = |most| (0..100).take_while(|_| into.tell(&heavy, most)).count();
        assert_eq!(told(0), 4);
        assert_eq!(told(2 * QUEUE_BYTES), 4, "more, where the snapshot is heavier");
        assert_eq!(told(2 * QUEUE_BYTES), 0);
        while out.poll().is_some() {}
        assert_eq!(told(0), 4, "what was taken makes room");
    }
}

//! The subscribers of a feed, of either kind: a queue for each, and what happens to one that does not keep up.
//!
//! ```text
//!  keeps up ──queue full──▶ behind: skipped ──queue empty──▶ a snapshot, and it keeps up again
//! ```
//! A subscriber either keeps up or is behind. A frame is encoded once and shared, and nothing here waits for anybody.
//!
//! Frames are only bytes here. The hub decides from which feed they come.

use crate::{
    connections::{frame::Frame, queue::QueueIn},
    terminal::log::{Trouble, report},
};
use std::collections::BTreeMap;
use tokio::sync::oneshot;

/// The subscribers of one feed.
#[derive(Debug, Default)]
pub(super) struct Subscribers {
    all: BTreeMap<u64, Subscriber>,
    last_number: u64,
}

#[derive(Debug)]
struct Subscriber {
    queue: QueueIn,
    is_behind: bool,
    /// The length of the subscriber's last snapshot, in bytes: updates of as many bytes may wait.
    snapshot_bytes: usize,
}

impl Subscriber {
    /// Queues a snapshot for the subscriber. There is room unless the queue is full of the shortest frames.
    fn show(&mut self, snapshot: Frame) {
        self.snapshot_bytes = snapshot.bytes();
        self.is_behind = !self.queue.show(snapshot);
    }
}

impl Subscribers {
    /// Adds a subscriber, which gets this snapshot first. `answer` receives its number.
    pub(super) fn welcome(&mut self, queue: QueueIn, answer: oneshot::Sender<u64>, snapshot: Frame) {
        self.last_number += 1;
        let mut subscriber = Subscriber { queue, is_behind: false, snapshot_bytes: 0 };
        subscriber.show(snapshot);
        self.all.insert(self.last_number, subscriber);
        // A subscriber that left meanwhile is noticed by its closed queue.
        let _ = answer.send(self.last_number);
    }

    /// Sends a snapshot to the subscriber that asked for one. A subscriber that is behind gets one anyway.
    pub(super) fn resend(&mut self, number: u64, snapshot: Frame) {
        if let Some(subscriber) = self.all.get_mut(&number).filter(|subscriber| !subscriber.is_behind) {
            subscriber.show(snapshot);
        }
    }

    /// Queues a frame for everybody, or a snapshot for those that fell behind and have emptied their queue.
    pub(super) fn tell(&mut self, frame: &Frame, mut snapshot: impl FnMut() -> Frame) {
        self.all.retain(|&number, subscriber| {
            if subscriber.queue.is_closed() {
                return false;
            }
            if subscriber.is_behind {
                if subscriber.queue.is_empty() {
                    subscriber.show(snapshot());
                }
            } else if !subscriber.queue.tell(frame, subscriber.snapshot_bytes) {
                report(&Trouble::SubscriberBehind { subscriber: number });
                subscriber.is_behind = true;
            }
            true
        });
    }
}

//! The subscribers of a feed: a queue for each, and the treatment of a subscriber that does not keep up.
//!
//! ```text
//!  keeps up ──queue full──▶ behind: skipped ──queue empty──▶ a snapshot, and it keeps up again
//! ```
//! A subscriber either keeps up or is behind. A frame is encoded once and shared. Nothing in this file waits for
//! anybody.
//!
//! This file treats frames only as bytes. The hub decides from which feed they come.

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
    /// The length of the subscriber's last snapshot, in bytes. At most this many bytes of updates may wait for it.
    snapshot_bytes: usize,
}

impl Subscriber {
    /// Queues a snapshot for the subscriber. It always fits, unless the queue is full of very short frames.
    fn show(&mut self, snapshot: Frame) {
        self.snapshot_bytes = snapshot.bytes();
        self.is_behind = !self.queue.show(snapshot);
    }
}

impl Subscribers {
    /// Adds a subscriber, which gets this snapshot first. The subscriber's number is sent through `answer`.
    pub(super) fn welcome(&mut self, queue: QueueIn, answer: oneshot::Sender<u64>, snapshot: Frame) {
        self.last_number += 1;
        let mut subscriber = Subscriber { queue, is_behind: false, snapshot_bytes: 0 };
        subscriber.show(snapshot);
        self.all.insert(self.last_number, subscriber);
        // A subscriber that left meanwhile is noticed by its closed queue.
        let _ = answer.send(self.last_number);
    }

    /// Sends a snapshot to the subscriber that asked for one. Does nothing for a subscriber that is behind: it gets one
    /// anyway.
    pub(super) fn resend(&mut self, number: u64, snapshot: Frame) {
        if let Some(subscriber) = self.all.get_mut(&number).filter(|subscriber| !subscriber.is_behind) {
            subscriber.show(snapshot);
        }
    }

    /// Queues a frame for every subscriber that keeps up, and a snapshot for each that fell behind and has emptied its
    /// queue.
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

//! Those who follow a feed, whichever it is: a queue each, and what happens to who does not keep up.
//!
//! ```text
//!  keeps up ──queue full──▶ behind: skipped ──queue empty──▶ a snapshot, and it keeps up again
//! ```
//! There is no third path. A frame is encoded once and shared, and nothing here waits for anybody.
//!
//! What is told is bytes here: which feed they come from is settled by the two hubs, whose types do not fit into each other.

use crate::{
    connections::{frame::Frame, queue::QueueIn},
    terminal::log::{Trouble, report},
};
use std::collections::BTreeMap;
use tokio::sync::oneshot;

/// The subscribers of one feed.
#[derive(Debug, Default)]
pub(crate) struct Subscribers {
    all: BTreeMap<u64, Subscriber>,
    last_number: u64,
}

#[derive(Debug)]
struct Subscriber {
    queue: QueueIn,
    is_behind: bool,
    /// What the snapshot it got last weighs: as much may wait for it.
    snapshot_bytes: usize,
}

impl Subscriber {
    /// Gives it a snapshot, for which there is room unless its queue is full of the shortest frames.
    fn show(&mut self, snapshot: Frame) {
        self.snapshot_bytes = snapshot.bytes();
        self.is_behind = !self.queue.show(snapshot);
    }
}

impl Subscribers {
    /// One more, which gets this snapshot first; `answer` hears the number to name oneself by.
    pub(crate) fn welcome(&mut self, queue: QueueIn, answer: oneshot::Sender<u64>, snapshot: Frame) {
        self.last_number += 1;
        let mut subscriber = Subscriber { queue, is_behind: false, snapshot_bytes: 0 };
        subscriber.show(snapshot);
        self.all.insert(self.last_number, subscriber);
        // Who left meanwhile is noticed by the closed queue.
        let _ = answer.send(self.last_number);
    }

    /// This one asked for a snapshot. Who is behind gets one anyway.
    pub(crate) fn resend(&mut self, number: u64, snapshot: Frame) {
        if let Some(subscriber) = self.all.get_mut(&number).filter(|subscriber| !subscriber.is_behind) {
            subscriber.show(snapshot);
        }
    }

    /// Hands a frame to everybody, or a snapshot to those that fell behind and have caught up with their queue.
    pub(crate) fn tell(&mut self, frame: &Frame, mut snapshot: impl FnMut() -> Frame) {
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

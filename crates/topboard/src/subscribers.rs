//! Those who follow a feed, whichever it is: a short queue each, and what happens to who does not keep up.
//!
//! ```text
//!  keeps up ──queue full──▶ behind: skipped ──queue empty──▶ a snapshot, and it keeps up again
//! ```
//! There is no third path. A frame is encoded once and shared, and nothing here waits for anybody.
//!
//! What is told is bytes here: which feed they come from is settled by the two hubs, whose types do not fit into each other.

use crate::log::{Trouble, report};
use axum::extract::ws::Utf8Bytes;
use std::collections::BTreeMap;
use tokio::sync::{mpsc, oneshot};

/// How many frames may wait for one subscriber. At the limit it has fallen behind.
pub const QUEUE_MAX: usize = 64;

/// The subscribers of one feed.
#[derive(Debug, Default)]
pub(crate) struct Subscribers {
    all: BTreeMap<u64, Subscriber>,
    last_number: u64,
}

#[derive(Debug)]
struct Subscriber {
    queue: mpsc::Sender<Utf8Bytes>,
    is_behind: bool,
}

impl Subscribers {
    /// One more, which gets this snapshot first; `answer` hears the number to name oneself by.
    pub(crate) fn welcome(
        &mut self,
        queue: mpsc::Sender<Utf8Bytes>,
        answer: oneshot::Sender<u64>,
        snapshot: Utf8Bytes,
    ) {
        self.last_number += 1;
        let is_behind = queue.try_send(snapshot).is_err();
        self.all.insert(self.last_number, Subscriber { queue, is_behind });
        // Who left meanwhile is noticed by the closed queue.
        let _ = answer.send(self.last_number);
    }

    /// This one asked for a snapshot.
    pub(crate) fn resend(&mut self, number: u64, snapshot: Utf8Bytes) {
        if let Some(subscriber) = self.all.get_mut(&number)
            && subscriber.queue.try_send(snapshot).is_err()
        {
            subscriber.is_behind = true;
        }
    }

    /// Hands a frame to everybody, or a snapshot to those that fell behind and have caught up with their queue.
    pub(crate) fn tell(&mut self, frame: &Utf8Bytes, snapshot: impl Fn() -> Utf8Bytes) {
        let mut made = None;
        self.all.retain(|&number, subscriber| {
            if subscriber.queue.is_closed() {
                return false;
            }
            if subscriber.is_behind {
                if subscriber.queue.capacity() == subscriber.queue.max_capacity() {
                    let whole = made.get_or_insert_with(&snapshot).clone();
                    subscriber.is_behind = subscriber.queue.try_send(whole).is_err();
                }
            } else if subscriber.queue.try_send(frame.clone()).is_err() {
                report(&Trouble::SubscriberBehind { subscriber: number });
                subscriber.is_behind = true;
            }
            true
        });
    }
}

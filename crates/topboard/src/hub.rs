//! The hub: one task owns the hall feed and knows the subscribers.
//!
//! Every subscriber has a short queue of its own. A frame is encoded once and shared. Who does not keep up is marked,
//! skipped until its queue is empty, and then given a snapshot: there is no third path. Nothing here waits for a
//! subscriber.

use crate::{
    log::{Trouble, report},
    stamp::RunClock,
};
use axum::extract::ws::Utf8Bytes;
use game::ClockFace;
use hall::{Publication, TableNo};
use relay::{feed::HallFeed, message::HeadView};
use std::{collections::BTreeMap, time::Duration};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, MissedTickBehavior, interval},
};

/// How many frames may wait for one subscriber. At the limit it has fallen behind.
pub const QUEUE_MAX: usize = 64;
/// How many releases may wait for the hub. At the limit the main loop waits; the hub never does.
pub const RELEASES_MAX: usize = 256;
/// How many visitors may wait.
pub const VISITORS_MAX: usize = 1024;
/// How often a beat is sent.
const BEAT_EVERY: Duration = Duration::from_secs(2);
/// How many releases are put into one update at most.
const TURN_MAX: usize = 64;

/// What the world may know now: it is safe in the book.
#[derive(Debug, Default)]
pub struct Release {
    /// Changes of tables.
    pub publications: Vec<Publication>,
    /// Clocks that were read again.
    pub clocks: Vec<(TableNo, ClockFace)>,
    /// The journal's head, when it was signed.
    pub head: Option<HeadView>,
    /// When the bytes behind the last of the publications were read: for measurements alone.
    pub read_at: Option<Instant>,
}

impl Release {
    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.publications.is_empty() && self.clocks.is_empty() && self.head.is_none()
    }
}

/// A visitor's wish.
#[derive(Debug)]
pub enum Visit {
    /// Frames from now on, beginning with a snapshot. Answered with a number to name oneself by.
    Subscribe(mpsc::Sender<Utf8Bytes>, oneshot::Sender<u64>),
    /// This subscriber asks for a snapshot.
    Resend(u64),
    /// One snapshot.
    Snapshot(oneshot::Sender<Utf8Bytes>),
}

/// An update that carries moves, by its sequence, and when the bytes behind it were read.
pub type Probe = mpsc::UnboundedSender<(u64, Instant)>;

/// The hub.
#[derive(Debug)]
pub struct Hub {
    feed: HallFeed,
    clock: RunClock,
    subscribers: BTreeMap<u64, Subscriber>,
    last_number: u64,
    probe: Option<Probe>,
}

#[derive(Debug)]
struct Subscriber {
    queue: mpsc::Sender<Utf8Bytes>,
    is_behind: bool,
}

impl Hub {
    /// A hub that tells this feed.
    pub fn new(feed: HallFeed, clock: RunClock, probe: Option<Probe>) -> Hub {
        Hub { feed, clock, subscribers: BTreeMap::new(), last_number: 0, probe }
    }

    /// Runs until the main loop is gone.
    pub async fn run(mut self, mut releases: mpsc::Receiver<Release>, mut visits: mpsc::Receiver<Visit>) {
        let mut beat = interval(BEAT_EVERY);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut batch = Vec::with_capacity(TURN_MAX);
        loop {
            tokio::select! {
                biased;
                count = releases.recv_many(&mut batch, TURN_MAX) => {
                    if count == 0 {
                        return;
                    }
                    self.publish(&mut batch);
                }
                Some(visit) = visits.recv() => self.welcome(visit),
                _ = beat.tick() => self.tell(&Utf8Bytes::from(self.feed.beat(self.clock.now_ms()))),
            }
        }
    }

    fn publish(&mut self, batch: &mut Vec<Release>) {
        let mut all = Release::default();
        for mut release in batch.drain(..) {
            all.publications.append(&mut release.publications);
            all.clocks.append(&mut release.clocks);
            all.head = release.head.or(all.head);
            all.read_at = release.read_at.or(all.read_at);
        }
        if let Some(head) = all.head {
            self.feed.sign(head);
        }
        let now_ms = self.clock.now_ms();
        let Some(update) = self.feed.update(&all.publications, &all.clocks, now_ms) else { return };
        self.tell(&Utf8Bytes::from(update));
        if let (Some(probe), Some(read_at)) = (&self.probe, all.read_at) {
            // Nobody measures any more.
            let _ = probe.send((self.feed.seq(), read_at));
        }
    }

    /// Hands a frame to everybody, or a snapshot to those that fell behind and have caught up with their queue.
    fn tell(&mut self, frame: &Utf8Bytes) {
        let Hub { feed, clock, subscribers, .. } = self;
        let mut snapshot = None;
        subscribers.retain(|&number, subscriber| {
            if subscriber.queue.is_closed() {
                return false;
            }
            if subscriber.is_behind {
                if subscriber.queue.capacity() == subscriber.queue.max_capacity() {
                    let whole =
                        snapshot.get_or_insert_with(|| Utf8Bytes::from(feed.snapshot(clock.now_ms())));
                    subscriber.is_behind = subscriber.queue.try_send(whole.clone()).is_err();
                }
            } else if subscriber.queue.try_send(frame.clone()).is_err() {
                report(&Trouble::SubscriberBehind { subscriber: number });
                subscriber.is_behind = true;
            }
            true
        });
    }

    fn welcome(&mut self, visit: Visit) {
        let snapshot = |hub: &Hub| Utf8Bytes::from(hub.feed.snapshot(hub.clock.now_ms()));
        match visit {
            Visit::Subscribe(queue, answer) => {
                self.last_number += 1;
                let is_behind = queue.try_send(snapshot(self)).is_err();
                self.subscribers.insert(self.last_number, Subscriber { queue, is_behind });
                // A visitor that left is noticed by its closed queue.
                let _ = answer.send(self.last_number);
            }
            Visit::Resend(number) => {
                let whole = snapshot(self);
                if let Some(subscriber) = self.subscribers.get_mut(&number)
                    && subscriber.queue.try_send(whole).is_err()
                {
                    subscriber.is_behind = true;
                }
            }
            Visit::Snapshot(answer) => drop(answer.send(snapshot(self))),
        }
    }
}

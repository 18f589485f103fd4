//! The arbiters' hub: one task that owns the arbiter's feed and knows the pages that follow it.
//!
//! It works like the public hub but is separate on purpose: no type of either fits into the other, so no mistake in the
//! wiring can show an incident in the hall. Their shared part ([`Subscribers`]) sees only bytes.

use crate::{
    connections::{
        frame::{Frame, Latest},
        queue::QueueIn,
        subscribers::Subscribers,
    },
    journal_files::disk_health::Health,
    mainloop::run_clock::RunClock,
};
use game::ClockFace;
use hall::TableNo;
use relay::arbiter::{ArbiterFeed, Disk, News};
use std::time::Duration;
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{MissedTickBehavior, interval},
};

/// The number of releases that may wait for the hub. At the limit the main loop waits; the hub never does.
pub const RELEASES_MAX: usize = 256;
/// The number of page requests that may wait.
pub const VISITORS_MAX: usize = 64;
/// The interval between beats.
const BEAT_EVERY: Duration = Duration::from_secs(2);
/// The most releases that go into one update.
const TURN_MAX: usize = 64;

/// A release to arbiters: news that is safe in the journal, or is marked as not yet safe.
#[derive(Debug, Default)]
pub struct ArbiterRelease {
    /// The news.
    pub news: Vec<News>,
    /// New readings of clocks.
    pub clocks: Vec<(TableNo, ClockFace)>,
    /// The record up to which news that was sent before it was safe has become safe.
    pub saved: Option<u64>,
}

/// A request from a page.
#[derive(Debug)]
pub enum ArbiterVisit {
    /// Sends frames from now on, beginning with a snapshot. The answer is the subscriber's number.
    Subscribe(QueueIn, oneshot::Sender<u64>),
    /// Sends a snapshot to the subscriber with this number.
    Resend(u64),
    /// Sends one snapshot.
    Snapshot(oneshot::Sender<Frame>),
    /// Sends the list of checks before the round.
    Round(oneshot::Sender<Frame>),
}

/// The hub.
#[derive(Debug)]
pub struct ArbiterHub {
    feed: ArbiterFeed,
    clock: RunClock,
    health: watch::Receiver<Health>,
    pages: Subscribers,
    latest: Latest,
}

impl ArbiterHub {
    /// Returns a hub that serves this feed.
    pub fn new(feed: ArbiterFeed, clock: RunClock, health: watch::Receiver<Health>) -> ArbiterHub {
        ArbiterHub { feed, clock, health, pages: Subscribers::default(), latest: Latest::default() }
    }

    /// Runs until the main loop is gone.
    pub async fn run(
        mut self,
        mut releases: mpsc::Receiver<ArbiterRelease>,
        mut visits: mpsc::Receiver<ArbiterVisit>,
    ) {
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
                Ok(()) = self.health.changed() => self.look_at_disk(),
                Some(visit) = visits.recv() => self.welcome(visit),
                _ = beat.tick() => self.tell(&Frame::update(self.feed.beat(self.clock.now_ms()))),
            }
        }
    }

    fn look_at_disk(&mut self) {
        let disk = disk(&self.health.borrow_and_update());
        if let Some(update) = self.feed.disk(&disk, self.clock.now_ms()) {
            self.tell(&Frame::update(update));
        }
    }

    fn publish(&mut self, batch: &mut Vec<ArbiterRelease>) {
        let mut all = ArbiterRelease::default();
        for mut release in batch.drain(..) {
            all.news.append(&mut release.news);
            all.clocks.append(&mut release.clocks);
            all.saved = all.saved.max(release.saved);
        }
        let now_ms = self.clock.now_ms();
        let update = self.feed.update(all.news, &all.clocks, now_ms);
        let saved = all.saved.and_then(|record| self.feed.saved(record, now_ms));
        for frame in [update, saved].into_iter().flatten() {
            self.tell(&Frame::update(frame));
        }
    }

    fn tell(&mut self, frame: &Frame) {
        let ArbiterHub { feed, clock, pages, latest, .. } = self;
        let now_ms = clock.now_ms();
        pages.tell(frame, || latest.at(feed.seq(), now_ms, || feed.snapshot_pieces(now_ms)));
    }

    fn welcome(&mut self, visit: ArbiterVisit) {
        let ArbiterHub { feed, clock, pages, latest, .. } = self;
        let now_ms = clock.now_ms();
        let snapshot = latest.at(feed.seq(), now_ms, || feed.snapshot_pieces(now_ms));
        match visit {
            ArbiterVisit::Subscribe(queue, answer) => pages.welcome(queue, answer, snapshot),
            ArbiterVisit::Resend(number) => pages.resend(number, snapshot),
            // If the page has gone, the answer is dropped.
            ArbiterVisit::Snapshot(answer) => drop(answer.send(snapshot)),
            ArbiterVisit::Round(answer) => drop(answer.send(Frame::update(feed.round(now_ms)))),
        }
    }
}

/// Returns the state of the disk in the feed's terms.
fn disk(health: &Health) -> Disk {
    match health {
        Health::Well => Disk::Well,
        Health::Holding { since_ms, why, .. } => Disk::Holding { since_ms: *since_ms, why: why.clone() },
        Health::Deaf { since_ms, why } => Disk::Deaf { since_ms: *since_ms, why: why.clone() },
    }
}

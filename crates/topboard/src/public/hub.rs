//! The hub: one task that owns the hall feed and knows its subscribers.

use crate::{
    connections::{
        frame::{Frame, Latest},
        queue::QueueIn,
        subscribers::Subscribers,
    },
    journal_files::disk_health::Health,
    mainloop::run_clock::RunClock,
};
use board::Millis;
use game::ClockFace;
use hall::{Publication, TableNo};
use relay::{feed::HallFeed, message::HeadView};
use std::time::Duration;
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{Instant, MissedTickBehavior, interval},
};

/// The number of releases that may wait for the hub. At the limit the main loop waits; the hub never does.
pub const RELEASES_MAX: usize = 256;
/// The number of visits that may wait.
pub const VISITORS_MAX: usize = 1024;
/// The interval between beats.
const BEAT_EVERY: Duration = Duration::from_secs(2);
/// The most releases that go into one update.
const TURN_MAX: usize = 64;

/// News that the world may know now: it is safe in the journal.
#[derive(Debug, Default)]
pub struct Release {
    /// The changes of tables.
    pub publications: Vec<Publication>,
    /// New readings of clocks.
    pub clocks: Vec<(TableNo, ClockFace)>,
    /// The journal's head, when it was signed.
    pub head: Option<HeadView>,
    /// The time at which the bytes behind the last publication were read: for measurements alone.
    pub read_at: Option<Instant>,
}

impl Release {
    /// Returns whether there is nothing to send.
    pub fn is_empty(&self) -> bool {
        self.publications.is_empty() && self.clocks.is_empty() && self.head.is_none()
    }
}

/// A request from a visitor.
#[derive(Debug)]
pub enum Visit {
    /// Sends frames from now on, beginning with a snapshot. The answer is the subscriber's number.
    Subscribe(QueueIn, oneshot::Sender<u64>),
    /// Sends a snapshot to the subscriber with this number.
    Resend(u64),
    /// Sends one snapshot.
    Snapshot(oneshot::Sender<Frame>),
}

/// A channel for measurements: the sequence of an update that carries moves, and the time at which its bytes were read.
pub type Probe = mpsc::UnboundedSender<(u64, Instant)>;

/// The hub.
#[derive(Debug)]
pub struct Hub {
    feed: HallFeed,
    clock: RunClock,
    subscribers: Subscribers,
    latest: Latest,
    probe: Option<Probe>,
}

impl Hub {
    /// Returns a hub that serves this feed.
    pub fn new(feed: HallFeed, clock: RunClock, probe: Option<Probe>) -> Hub {
        Hub { feed, clock, subscribers: Subscribers::default(), latest: Latest::default(), probe }
    }

    /// Runs until the main loop is gone.
    pub async fn run(
        mut self,
        mut releases: mpsc::Receiver<Release>,
        mut visits: mpsc::Receiver<Visit>,
        mut health: watch::Receiver<Health>,
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
                Ok(()) = health.changed() => self.hold(health.borrow_and_update().held_since_ms()),
                Some(visit) = visits.recv() => self.welcome(visit),
                _ = beat.tick() => self.tell(&Frame::update(self.feed.beat(self.clock.now_ms()))),
            }
        }
    }

    /// Informs subscribers when publication stops because nothing is safe any more, and when it goes on.
    fn hold(&mut self, since_ms: Option<Millis>) {
        if let Some(update) = self.feed.hold(since_ms, self.clock.now_ms()) {
            self.tell(&Frame::update(update));
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
        self.tell(&Frame::update(update));
        if let (Some(probe), Some(read_at)) = (&self.probe, all.read_at) {
            // The measurement may have ended and dropped its end of the channel.
            let _ = probe.send((self.feed.seq(), read_at));
        }
    }

    fn tell(&mut self, frame: &Frame) {
        let Hub { feed, clock, subscribers, latest, .. } = self;
        let now_ms = clock.now_ms();
        subscribers.tell(frame, || latest.at(feed.seq(), now_ms, || feed.snapshot_pieces(now_ms)));
    }

    fn welcome(&mut self, visit: Visit) {
        let Hub { feed, clock, subscribers, latest, .. } = self;
        let now_ms = clock.now_ms();
        let snapshot = latest.at(feed.seq(), now_ms, || feed.snapshot_pieces(now_ms));
        match visit {
            Visit::Subscribe(queue, answer) => subscribers.welcome(queue, answer, snapshot),
            Visit::Resend(number) => subscribers.resend(number, snapshot),
            // If the asker has gone, the answer is dropped.
            Visit::Snapshot(answer) => drop(answer.send(snapshot)),
        }
    }
}

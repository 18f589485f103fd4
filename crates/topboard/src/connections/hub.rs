//! The hub: one task that owns a feed and knows its subscribers.
//!
//! A listener has a hub of its own. What the hub sends is decided by its [`Feed`], and the types of the channels follow
//! from it. So no release and no request for one feed fits into the hub of another:
//!
//! ```compile_fail,E0308
//! # use topboard::{arbiter::{ArbiterRelease, ArbiterVisit}, connections::hub::Hub, public::hub::Public};
//! # use tokio::sync::{mpsc, watch};
//! # async fn wire(public: Hub<Public>, news: mpsc::Receiver<ArbiterRelease>, visits: mpsc::Receiver<ArbiterVisit>) {
//! public.run(news, visits, watch::channel(Default::default()).1).await; // the public hub takes nothing of the arbiter's
//! # }
//! ```

mod subscribers;

use crate::{
    connections::{
        frame::{Frame, Latest},
        queue::QueueIn,
    },
    journal_files::disk_health::Health,
    mainloop::run_clock::RunClock,
};
use board::Millis;
use relay::Pieces;
use std::{fmt::Debug, time::Duration};
use subscribers::Subscribers;
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{MissedTickBehavior, interval},
};

/// The greatest number of releases that may wait for a hub. At the limit the main loop waits for the hub; the hub never
/// waits for anybody.
pub const RELEASES_MAX: usize = 256;
/// The interval between two beats, which tell viewers that the connection stands.
const BEAT_EVERY: Duration = Duration::from_secs(2);
/// The greatest number of releases that are joined into one update.
const TURN_MAX: usize = 64;

/// A feed as its hub sees it: a state that is described in text, with a number for each update.
pub trait Feed {
    /// A piece of news that the main loop hands to the feed.
    type Release: Debug + Default;
    /// A question that visitors may ask besides the request for a snapshot.
    type Question: Debug;

    /// Merges a later release into `release`, which was not published yet.
    fn join(release: &mut Self::Release, later: Self::Release);
    /// Handles a release. Returns the updates for all subscribers.
    fn publish(&mut self, release: Self::Release, now_ms: Millis) -> Vec<String>;
    /// Handles the health of the disk under the journal. Returns the update for all subscribers; `None` if nothing
    /// changed.
    fn look_at_disk(&mut self, health: &Health, now_ms: Millis) -> Option<String>;
    /// Answers a visitor's question.
    fn answer(&self, question: Self::Question, now_ms: Millis) -> String;
    /// Returns a beat, which tells viewers that the connection stands.
    fn beat(&self, now_ms: Millis) -> String;
    /// Returns the sequence number of the last update.
    fn seq(&self) -> u64;
    /// Returns all that a viewer needs to be up to date.
    fn snapshot(&mut self, now_ms: Millis) -> Pieces;
}

/// A request from a visitor.
#[derive(Debug)]
pub enum Visit<F: Feed> {
    /// Subscribes a visitor: frames are sent from now on, beginning with a snapshot. The subscriber's number is sent
    /// back.
    Subscribe(QueueIn, oneshot::Sender<u64>),
    /// Sends another snapshot to the subscriber with this number.
    Resend(u64),
    /// Sends one snapshot to a visitor that does not subscribe.
    Snapshot(oneshot::Sender<Frame>),
    /// Answers a visitor's question.
    Ask(F::Question, oneshot::Sender<Frame>),
}

/// The hub of one feed, with the feed's subscribers.
#[derive(Debug)]
pub struct Hub<F> {
    feed: F,
    clock: RunClock,
    subscribers: Subscribers,
    latest: Latest,
}

impl<F: Feed> Hub<F> {
    /// Creates a hub that serves this feed.
    pub fn new(feed: F, clock: RunClock) -> Hub<F> {
        Hub { feed, clock, subscribers: Subscribers::default(), latest: Latest::default() }
    }

    /// Runs the hub until the main loop has ended.
    pub async fn run(
        mut self,
        mut releases: mpsc::Receiver<F::Release>,
        mut visits: mpsc::Receiver<Visit<F>>,
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
                Ok(()) = health.changed() => {
                    let update = self.feed.look_at_disk(&health.borrow_and_update(), self.clock.now_ms());
                    self.tell_all(update);
                }
                Some(visit) = visits.recv() => self.welcome(visit),
                _ = beat.tick() => self.tell_all([self.feed.beat(self.clock.now_ms())]),
            }
        }
    }

    fn publish(&mut self, batch: &mut Vec<F::Release>) {
        let mut all = F::Release::default();
        batch.drain(..).for_each(|release| F::join(&mut all, release));
        let updates = self.feed.publish(all, self.clock.now_ms());
        self.tell_all(updates);
    }

    fn tell_all(&mut self, updates: impl IntoIterator<Item = String>) {
        let Hub { feed, clock, subscribers, latest } = self;
        for update in updates {
            let now_ms = clock.now_ms();
            let snapshot = || latest.at(feed.seq(), now_ms, || feed.snapshot(now_ms));
            subscribers.tell(&Frame::update(update), snapshot);
        }
    }

    fn welcome(&mut self, visit: Visit<F>) {
        let Hub { feed, clock, subscribers, latest } = self;
        let now_ms = clock.now_ms();
        let mut snapshot = || latest.at(feed.seq(), now_ms, || feed.snapshot(now_ms));
        match visit {
            Visit::Subscribe(queue, answer) => subscribers.welcome(queue, answer, snapshot()),
            Visit::Resend(number) => subscribers.resend(number, snapshot()),
            // If the visitor that asked has gone, the answer is dropped.
            Visit::Snapshot(answer) => drop(answer.send(snapshot())),
            Visit::Ask(question, answer) => {
                drop(answer.send(Frame::update(feed.answer(question, now_ms))));
            }
        }
    }
}

/// Asks a hub for one frame. Returns `None` when the program is ending.
pub(crate) async fn ask<F: Feed>(
    visits: &mpsc::Sender<Visit<F>>,
    visit: impl FnOnce(oneshot::Sender<Frame>) -> Visit<F>,
) -> Option<Frame> {
    let (to, answer) = oneshot::channel();
    visits.send(visit(to)).await.ok()?;
    answer.await.ok()
}

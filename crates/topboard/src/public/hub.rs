//! The hall feed of an audience, as its hub sends it.

use crate::{connections::hub::Feed, journal_files::disk_health::Health, public::live::Live};
use board::Millis;
use relay::{HallFeed, Onlookers, Pieces, Released};
use std::{convert::Infallible, sync::Arc};
use tokio::{
    sync::{mpsc, watch},
    time::Instant,
};

/// The greatest number of visitors' requests that may wait for the hub.
pub const VISITORS_MAX: usize = 1024;

/// What was released to an audience, and when it was read.
#[derive(Debug)]
pub struct Release<A> {
    /// The news.
    pub released: Released<A>,
    /// The instant at which the bytes that led to the last publication were read; used only for measurements.
    pub read_at: Option<Instant>,
}

impl<A> Default for Release<A> {
    fn default() -> Release<A> {
        Release { released: Released::default(), read_at: None }
    }
}

/// A request from a visitor to the hub.
pub type Visit<A> = crate::connections::hub::Visit<Public<A>>;

/// A channel for measurements. For each update that carries moves, it gets the update's sequence number and the instant
/// at which the bytes of the moves were read.
pub type Probe = mpsc::UnboundedSender<(u64, Instant)>;

/// The hall feed, with the channel for measurements.
#[derive(Debug)]
pub struct Public<A> {
    feed: HallFeed<A>,
    probe: Option<Probe>,
    live: watch::Sender<Arc<Live<A>>>,
}

impl<A: Onlookers> Public<A> {
    /// Creates the public feed of a hub.
    pub fn new(feed: HallFeed<A>, probe: Option<Probe>) -> Public<A> {
        let live = watch::Sender::new(Arc::new(Live::first(feed.slots())));
        Public { feed, probe, live }
    }

    /// Returns the channel of the latest state, which is what clients of protocol 2 follow.
    pub fn live(&self) -> watch::Receiver<Arc<Live<A>>> {
        self.live.subscribe()
    }

    fn show(&self) {
        let slots = self.feed.slots();
        if self.live.borrow().seq() != slots.seq() {
            self.live.send_modify(|live| *live = Arc::new(live.with(slots)));
        }
    }
}

impl<A: Onlookers> Feed for Public<A> {
    type Release = Release<A>;
    type Question = Infallible;

    fn join(release: &mut Release<A>, later: Release<A>) {
        release.released.join(later.released);
        release.read_at = later.read_at.or(release.read_at);
    }

    fn publish(&mut self, release: Release<A>, now_ms: Millis) -> Vec<String> {
        let update = self.feed.publish(&release.released, now_ms);
        self.show();
        if let (Some(_), Some(probe), Some(read_at)) = (&update, &self.probe, release.read_at) {
            // The measurement may be over and its receiver dropped, so a failure to send is ignored.
            let _ = probe.send((self.feed.seq(), read_at));
        }
        Vec::from_iter(update)
    }

    /// Returns a message for viewers when publication stops because nothing can be made safe, and when it goes on;
    /// `None` otherwise.
    fn look_at_disk(&mut self, health: &Health, now_ms: Millis) -> Option<String> {
        // An audience that is behind does not hear of a hold before its time.
        let update = self.feed.hold(health.held_since_ms().filter(|since_ms| *since_ms <= now_ms), now_ms);
        self.show();
        update
    }

    fn answer(&self, question: Infallible, _: Millis) -> String {
        match question {}
    }

    fn beat(&self, now_ms: Millis) -> String {
        self.live.send_modify(|live| *live = Arc::new(live.beating(now_ms)));
        self.feed.beat(now_ms)
    }

    fn seq(&self) -> u64 {
        self.feed.seq()
    }

    fn snapshot(&mut self, now_ms: Millis) -> Pieces {
        self.feed.snapshot_pieces(now_ms)
    }
}

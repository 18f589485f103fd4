//! The public hall feed, as its hub sends it.

use crate::{connections::hub::Feed, journal_files::disk_health::Health};
use board::Millis;
use game::ClockFace;
use hall::{Publication, TableNo};
use relay::{
    Pieces,
    feed::HallFeed,
    message::{EventView, HeadView},
};
use std::convert::Infallible;
use tokio::{sync::mpsc, time::Instant};

/// The greatest number of visitors' requests that may wait for the hub.
pub const VISITORS_MAX: usize = 1024;

/// A release to the public: news that is safe in the journal.
#[derive(Debug, Default)]
pub struct Release {
    /// The publications of tables.
    pub publications: Vec<Publication>,
    /// New readings of clocks.
    pub clocks: Vec<(TableNo, ClockFace)>,
    /// The journal's signed head; `None` if no newly signed head is safe.
    pub head: Option<HeadView>,
    /// The event; `None` if it is as it was.
    pub event: Option<EventView>,
    /// The instant at which the bytes that led to the last publication were read; used only for measurements.
    pub read_at: Option<Instant>,
}

impl Release {
    /// Returns whether the release holds nothing to send.
    pub fn is_empty(&self) -> bool {
        self.publications.is_empty() && self.clocks.is_empty() && self.head.is_none() && self.event.is_none()
    }
}

/// A request from a visitor to the hub.
pub type Visit = crate::connections::hub::Visit<Public>;

/// A channel for measurements. For each update that carries moves, it gets the update's sequence number and the instant
/// at which the bytes of the moves were read.
pub type Probe = mpsc::UnboundedSender<(u64, Instant)>;

/// The hall feed, with the channel for measurements.
#[derive(Debug)]
pub struct Public {
    feed: HallFeed,
    probe: Option<Probe>,
}

impl Public {
    /// Creates the public feed of a hub.
    pub fn new(feed: HallFeed, probe: Option<Probe>) -> Public {
        Public { feed, probe }
    }
}

impl Feed for Public {
    type Release = Release;
    type Question = Infallible;

    fn join(release: &mut Release, mut later: Release) {
        release.publications.append(&mut later.publications);
        release.clocks.append(&mut later.clocks);
        release.head = later.head.or(release.head.take());
        release.event = later.event.or(release.event.take());
        release.read_at = later.read_at.or(release.read_at);
    }

    fn publish(&mut self, release: Release, now_ms: Millis) -> Vec<String> {
        if let Some(head) = release.head {
            self.feed.sign(head);
        }
        if let Some(event) = release.event {
            self.feed.name_event(&event);
        }
        let update = self.feed.update(&release.publications, &release.clocks, now_ms);
        if let (Some(_), Some(probe), Some(read_at)) = (&update, &self.probe, release.read_at) {
            // The measurement may be over and its receiver dropped, so a failure to send is ignored.
            let _ = probe.send((self.feed.seq(), read_at));
        }
        Vec::from_iter(update)
    }

    /// Returns a message for viewers when publication stops because nothing can be made safe, and when it goes on;
    /// `None` otherwise.
    fn look_at_disk(&mut self, health: &Health, now_ms: Millis) -> Option<String> {
        self.feed.hold(health.held_since_ms(), now_ms)
    }

    fn answer(&self, question: Infallible, _: Millis) -> String {
        match question {}
    }

    fn beat(&self, now_ms: Millis) -> String {
        self.feed.beat(now_ms)
    }

    fn seq(&self) -> u64 {
        self.feed.seq()
    }

    fn snapshot(&mut self, now_ms: Millis) -> Pieces {
        self.feed.snapshot_pieces(now_ms)
    }
}

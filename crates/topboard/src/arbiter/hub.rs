//! The arbiter's feed as the arbiters' hub sends it.
//!
//! The arbiters' hub and the public hub are separate on purpose: no type of one fits into the other, so no mistake in
//! the wiring can show an incident to the public ([`crate::connections::hub`]).

use crate::{connections::hub::Feed, journal_files::disk_health::Health};
use board::Millis;
use game::ClockFace;
use hall::TableNo;
use relay::{
    Pieces,
    arbiter::{ArbiterFeed, DiskState, News},
    message::EventView,
};

/// The greatest number of page requests that may wait.
pub const VISITORS_MAX: usize = 64;

/// A release to arbiters: news that is safe in the journal, or is marked as not yet safe.
#[derive(Debug, Default)]
pub struct ArbiterRelease {
    /// The news.
    pub news: Vec<News>,
    /// New readings of clocks.
    pub clocks: Vec<(TableNo, ClockFace)>,
    /// The record up to which the journal is safe, if news had been sent before its record was safe.
    pub saved: Option<u64>,
    /// The event; `None` if it is as it was.
    pub event: Option<EventView>,
}

/// A request from an arbiter's page.
pub type ArbiterVisit = crate::connections::hub::Visit<ArbiterFeed>;

/// The question with which a page asks for the list of checks before the round.
#[derive(Debug)]
pub struct RoundChecks;

impl Feed for ArbiterFeed {
    type Release = ArbiterRelease;
    type Question = RoundChecks;

    fn join(release: &mut ArbiterRelease, mut later: ArbiterRelease) {
        release.news.append(&mut later.news);
        release.clocks.append(&mut later.clocks);
        release.saved = release.saved.max(later.saved);
        release.event = later.event.or(release.event.take());
    }

    fn publish(&mut self, release: ArbiterRelease, now_ms: Millis) -> Vec<String> {
        if let Some(event) = release.event {
            self.name_event(event);
        }
        let update = self.update(release.news, &release.clocks, now_ms);
        let saved = release.saved.and_then(|record| self.saved(record, now_ms));
        update.into_iter().chain(saved).collect()
    }

    fn look_at_disk(&mut self, health: &Health, now_ms: Millis) -> Option<String> {
        self.disk(&disk_state(health), now_ms)
    }

    fn answer(&self, RoundChecks: RoundChecks, now_ms: Millis) -> String {
        self.round(now_ms)
    }

    fn beat(&self, now_ms: Millis) -> String {
        self.beat(now_ms)
    }

    fn seq(&self) -> u64 {
        self.seq()
    }

    fn snapshot(&mut self, now_ms: Millis) -> Pieces {
        self.snapshot_pieces(now_ms)
    }
}

/// Returns the state of the disk as feeds tell it.
pub(super) fn disk_state(health: &Health) -> DiskState {
    match health {
        Health::Well => DiskState::Well,
        Health::Holding { since_ms, why, .. } => DiskState::Holding { since_ms: *since_ms, why: why.clone() },
        Health::Deaf { since_ms, why } => DiskState::Deaf { since_ms: *since_ms, why: why.clone() },
    }
}

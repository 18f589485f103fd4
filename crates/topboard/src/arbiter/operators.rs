//! The operator's feed as the operators' hub sends it. No type of the arbiters' hub ([`super::hub`]) fits into it:
//!
//! ```compile_fail,E0308
//! # use topboard::{arbiter::ArbiterRelease, connections::hub::Hub};
//! # use topboard::arbiter::OperatorVisit;
//! # use tokio::sync::{mpsc, watch};
//! # async fn wire(hub: Hub<relay::OperatorFeed>, news: mpsc::Receiver<ArbiterRelease>, visits: mpsc::Receiver<OperatorVisit>) {
//! hub.run(news, visits, watch::channel(Default::default()).1).await; // what arbiters are told goes to no operator
//! # }
//! ```

use super::hub::{RoundChecks, disk_state};
use crate::{connections::hub::Feed, journal_files::disk_health::Health};
use board::Millis;
use game::ClockFace;
use hall::TableNo;
use relay::{OperatorFeed, Pieces, message::EventView, operator::OperatorNews};

/// A release to operators: news that is safe in the journal.
#[derive(Debug, Default)]
pub struct OperatorRelease {
    /// The news.
    pub news: Vec<OperatorNews>,
    /// New readings of clocks.
    pub clocks: Vec<(TableNo, ClockFace)>,
    /// The event; `None` if it is as it was.
    pub event: Option<EventView>,
}

/// A request from an operator's page.
pub type OperatorVisit = crate::connections::hub::Visit<OperatorFeed>;

impl Feed for OperatorFeed {
    type Release = OperatorRelease;
    type Question = RoundChecks;

    fn join(release: &mut OperatorRelease, mut later: OperatorRelease) {
        release.news.append(&mut later.news);
        release.clocks.append(&mut later.clocks);
        release.event = later.event.or(release.event.take());
    }

    fn publish(&mut self, release: OperatorRelease, now_ms: Millis) -> Vec<String> {
        if let Some(event) = release.event {
            self.name_event(event);
        }
        Vec::from_iter(self.update(release.news, &release.clocks, now_ms))
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

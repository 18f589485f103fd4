//! What screens see at once, without a release: for tests, and for whoever has publications and no journal.

use super::HallFeed;
use crate::Screens;
use game::ClockFace;
use hall::{Publication, TableNo};

impl HallFeed<Screens> {
    /// Applies a publication. Returns the update for all viewers; `None` if nothing changed.
    pub fn apply(&mut self, publication: &Publication, now_ms: u64) -> Option<String> {
        self.update(std::slice::from_ref(publication), &[], now_ms)
    }

    /// Applies a new clock reading. Returns the update for all viewers; `None` if the clock did not change.
    pub fn clock(&mut self, table: TableNo, face: ClockFace, now_ms: u64) -> Option<String> {
        self.update(&[], &[(table, face)], now_ms)
    }

    /// Applies publications and clock readings that arrived together, in order. Returns one update, with one change for
    /// each changed table; `None` if there is nothing to send.
    pub fn update(
        &mut self,
        publications: &[Publication],
        clocks: &[(TableNo, ClockFace)],
        now_ms: u64,
    ) -> Option<String> {
        self.update_all(publications, clocks, &[], now_ms)
    }
}

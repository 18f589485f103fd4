//! The settle rule of the crate `sensor` on the host: for a board that tells what each scan read.
//!
//! Invariant: a square is believed at the instant it has stood long enough, also when the next report comes much later
//! ([advance, then feed](crate)); so what is told at once after a pulled cable settles as if it had been told when it was.
//!
//! Limit: the rule waits for 255 ms at most, the longest that an identity can ask for.

use crate::Millis;
use sensor::{BoardMillis, Occupancy, Settle};

/// The squares of one board.
#[derive(Debug)]
pub(crate) struct Settling {
    settle_ms: u8,
    settle: Settle,
    now: Millis,
    raw: Occupancy,
    due: Option<Millis>,
}

/// Squares, and since when they are so.
pub(crate) type Settled = (Millis, Occupancy);

impl Settling {
    pub(crate) fn new(settle_ms: u8) -> Settling {
        let settle = Settle::new(u32::from(settle_ms));
        Settling { settle_ms, settle, now: 0, raw: Occupancy(0), due: None }
    }

    /// How long a square must read the same.
    pub(crate) fn settle_ms(&self) -> u8 {
        self.settle_ms
    }

    /// A scan read so from this instant on. What is believed by it and before it comes back.
    pub(crate) fn handle(&mut self, t: Millis, raw: Occupancy) -> Vec<Settled> {
        let mut settled = self.advance(t);
        self.now = self.now.max(t);
        self.raw = raw;
        settled.extend(self.look());
        settled
    }

    /// Everything that is believed up to `t`, each at its own instant.
    pub(crate) fn advance(&mut self, t: Millis) -> Vec<Settled> {
        let mut settled = Vec::new();
        while let Some(due) = self.due.filter(|&due| due <= t) {
            self.now = due;
            settled.extend(self.look());
        }
        settled
    }

    /// When `advance` wants to be called next.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        self.due
    }

    fn look(&mut self) -> Option<Settled> {
        // The rule's own clock wraps around.
        let now_ms = self.now as BoardMillis;
        let settled = self.settle.handle(now_ms, self.raw);
        self.due = self.settle.wait_ms(now_ms).map(|wait_ms| self.now + Millis::from(wait_ms));
        settled.map(|(since_ms, occupied)| {
            (self.now.saturating_sub(Millis::from(now_ms.wrapping_sub(since_ms))), occupied)
        })
    }
}

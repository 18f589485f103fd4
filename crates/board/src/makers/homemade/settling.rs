//! The settle rule of the crate `sensor`, applied by the host to a board that reports raw scans.
//!
//! Invariant: a reading is accepted at the instant when it has stayed the same long enough, even when the next report
//! comes much later ([advance, then feed](crate)). So a burst of reports after a pulled cable settles as if each
//! report had arrived on time.
//!
//! Limit: the rule waits for at most 255 ms, the longest settle time that a board's identity can contain.

use crate::Millis;
use sensor::{BoardMillis, Occupancy, Settle};

/// The settle rule and its state for the squares of one board.
#[derive(Debug)]
pub(crate) struct Settling {
    settle_ms: u8,
    settle: Settle,
    now: Millis,
    raw: Occupancy,
    due: Option<Millis>,
}

/// Settled squares, and the instant since which they have been valid.
pub(crate) type Settled = (Millis, Occupancy);

impl Settling {
    pub(crate) fn new(settle_ms: u8) -> Settling {
        let settle = Settle::new(u32::from(settle_ms));
        Settling { settle_ms, settle, now: 0, raw: Occupancy(0), due: None }
    }

    /// Returns the time for which a square must read the same, in milliseconds.
    pub(crate) fn settle_ms(&self) -> u8 {
        self.settle_ms
    }

    /// Takes the raw squares that are valid from the instant `t` on. Returns the squares that are accepted up to `t`.
    pub(crate) fn handle(&mut self, t: Millis, raw: Occupancy) -> Vec<Settled> {
        let mut settled = self.advance(t);
        self.now = self.now.max(t);
        self.raw = raw;
        settled.extend(self.look());
        settled
    }

    /// Returns all squares that are accepted up to `t`, each change at its own instant.
    pub(crate) fn advance(&mut self, t: Millis) -> Vec<Settled> {
        let mut settled = Vec::new();
        while let Some(due) = self.due.filter(|&due| due <= t) {
            self.now = due;
            settled.extend(self.look());
        }
        settled
    }

    /// Returns the next deadline, if there is one.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        self.due
    }

    fn look(&mut self) -> Option<Settled> {
        // The settle rule counts the milliseconds of a board's clock, which wraps around.
        let now_ms = self.now as BoardMillis;
        let settled = self.settle.handle(now_ms, self.raw);
        self.due = self.settle.wait_ms(now_ms).map(|wait_ms| self.now + Millis::from(wait_ms));
        settled.map(|(since_ms, occupied)| {
            (self.now.saturating_sub(Millis::from(now_ms.wrapping_sub(since_ms))), occupied)
        })
    }
}

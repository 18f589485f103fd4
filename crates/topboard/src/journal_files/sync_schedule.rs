//! The schedule of disk syncs (group commit). There is one sync at a time. A publication waits at most a set delay
//! until the next sync begins, and records that nobody waits for are safe within about a second.

use crate::journal_files::disk_health::SLOW_AFTER;
use std::time::Duration;
use tokio::time::Instant;

/// The least time between two syncs while nobody waits for the bytes to be safe.
const IDLE: Duration = Duration::from_secs(1);

/// The pace of syncs, and whether one is running.
#[derive(Debug)]
pub struct SyncPace {
    delay: Duration,
    running: bool,
    started: Instant,
}

impl SyncPace {
    /// Creates a pace at which at most one sync begins in each `delay`.
    pub fn new(delay: Duration) -> SyncPace {
        SyncPace { delay, running: false, started: Instant::now() }
    }

    /// Returns when the next sync should begin; `None` while one runs or there is nothing to do. `wanted`: somebody
    /// waits for bytes to be safe. `dirty`: there are bytes that are not safe.
    pub fn due(&self, wanted: bool, dirty: bool) -> Option<Instant> {
        match (self.running, wanted, dirty) {
            (true, _, _) | (false, false, false) => None,
            (false, true, _) => Some(self.started + self.delay),
            (false, false, true) => Some(self.started + self.delay.max(IDLE)),
        }
    }

    /// Returns when the running sync will count as slow; `None` while none runs.
    pub fn late(&self) -> Option<Instant> {
        self.running.then(|| self.started + SLOW_AFTER)
    }

    /// Notes that a sync was asked for just now.
    pub fn started(&mut self) {
        self.running = true;
        self.started = Instant::now();
    }

    /// Notes that the running sync ended.
    pub fn ended(&mut self) {
        self.running = false;
    }
}

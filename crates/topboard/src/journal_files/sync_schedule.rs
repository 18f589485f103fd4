//! The schedule of disk syncs: group commit. There is one sync at a time. A publication waits at most a set delay until
//! the next sync begins, and records that nobody waits for are safe within a second.

use crate::journal_files::disk_health::SLOW_AFTER;
use std::time::Duration;
use tokio::time::Instant;

/// The time for which bytes may be unsafe when nobody waits for them.
const IDLE: Duration = Duration::from_secs(1);

/// The pace of syncs.
#[derive(Debug)]
pub struct SyncPace {
    delay: Duration,
    running: bool,
    started: Instant,
}

impl SyncPace {
    /// Returns a pace at which at most one sync begins in each `delay`.
    pub fn new(delay: Duration) -> SyncPace {
        SyncPace { delay, running: false, started: Instant::now() }
    }

    /// Returns when the next sync should begin, or `None` while one runs or there is nothing to do. `wanted`: somebody
    /// waits for it. `dirty`: there are bytes that are not safe.
    pub fn due(&self, wanted: bool, dirty: bool) -> Option<Instant> {
        match (self.running, wanted, dirty) {
            (true, _, _) | (false, false, false) => None,
            (false, true, _) => Some(self.started + self.delay),
            (false, false, true) => Some(self.started + self.delay.max(IDLE)),
        }
    }

    /// Returns when the running sync will count as slow, or `None` while none runs.
    pub fn late(&self) -> Option<Instant> {
        self.running.then(|| self.started + SLOW_AFTER)
    }

    /// Notes that a sync was asked for.
    pub fn started(&mut self) {
        self.running = true;
        self.started = Instant::now();
    }

    /// Notes that the sync ended.
    pub fn ended(&mut self) {
        self.running = false;
    }
}

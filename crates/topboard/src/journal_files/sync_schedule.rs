//! When the disk is asked to sync: group commit. One sync at a time, publications wait at most a set delay for the
//! next one to begin, and what nobody waits for is made safe within a second.

use crate::journal_files::disk_health::SLOW_AFTER;
use std::time::Duration;
use tokio::time::Instant;

/// How long bytes may be unsafe when nobody waits for them.
const IDLE: Duration = Duration::from_secs(1);

/// The pace of syncs.
#[derive(Debug)]
pub struct Pace {
    delay: Duration,
    running: bool,
    started: Instant,
}

impl Pace {
    /// At most one sync begins in each `delay`.
    pub fn new(delay: Duration) -> Pace {
        Pace { delay, running: false, started: Instant::now() }
    }

    /// When the next sync should begin; none while one runs or while there is nothing to do. `wanted`: somebody waits
    /// for it. `dirty`: there are bytes that are not safe.
    pub fn due(&self, wanted: bool, dirty: bool) -> Option<Instant> {
        match (self.running, wanted, dirty) {
            (true, _, _) | (false, false, false) => None,
            (false, true, _) => Some(self.started + self.delay),
            (false, false, true) => Some(self.started + self.delay.max(IDLE)),
        }
    }

    /// When the sync that runs is called slow; none while none runs.
    pub fn late(&self) -> Option<Instant> {
        self.running.then(|| self.started + SLOW_AFTER)
    }

    /// A sync was asked for.
    pub fn started(&mut self) {
        self.running = true;
        self.started = Instant::now();
    }

    /// It ended.
    pub fn ended(&mut self) {
        self.running = false;
    }
}

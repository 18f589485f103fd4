//! The state of the disk under the journal: whether it accepts bytes, and if not, since when.
//!
//! ```text
//!  well ──no word from a sync for SLOW_AFTER, or a fault──▶ holding ──WAITING_MAX bytes wait──▶ deaf
//!    ▲                                                         │                                  │
//!    └──────────────── everything is safe: a record says from when to when, and how much ─────────┘
//! ```
//! Holding: the hall plays on from memory, and nothing new is published. The operator is informed at once (by the log
//! and `/healthz`). Arbiters still see what happens; their page marks it as not yet safe. Deaf: no board is read. What
//! boards send then is lost, and the journal says so; after the hold, every board is asked for its whole position, as
//! after a pulled cable. People's commands are still accepted.
//!
//! The state machine reads no clock and no file: the main loop reports events to it.

use board::Millis;
use hall::record::Hold;
use std::{fmt, time::Duration};

/// The greatest number of bytes that may wait for a failing disk: what twenty boards send in several hours. While it is
/// reached, no device is read. What boards send meanwhile is lost, and the journal says so when it can be written
/// again.
pub const WAITING_MAX: u64 = 64 << 20;
/// The time after which an unfinished sync counts as a fault. No move that waits for the sync is published before it
/// ends.
pub const SLOW_AFTER: Duration = Duration::from_secs(2);

/// The health of the disk under the journal, as shown to the operator.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Health {
    /// Records are written and safe in time.
    #[default]
    Well,
    /// The disk accepts no bytes: nothing new is published, and records are held in memory.
    Holding {
        /// The start of the hold, in journal time.
        since_ms: Millis,
        /// The reason for the hold, in words.
        why: String,
        /// The number of bytes that waited when the health was reported.
        bytes: u64,
    },
    /// [`WAITING_MAX`] bytes wait in memory: the boards are not read.
    Deaf {
        /// The start of the hold, in journal time.
        since_ms: Millis,
        /// The reason for the hold, in words.
        why: String,
    },
}

/// The state machine of the disk's health.
#[derive(Debug, Default)]
pub struct Keeping {
    hold: Option<Hold>,
}

impl Keeping {
    /// Notes that a write or a sync failed, or that a disk that failed before gives another reason.
    pub fn fail(&mut self, t_ms: Millis, why: String, bytes: u64) {
        match &mut self.hold {
            Some(hold) => hold.why = why,
            None => self.hold = Some(Hold { since_ms: t_ms, bytes, why, unread_since_ms: None }),
        }
    }

    /// Notes that a sync takes long. Returns true if this begins a hold; false if one had begun already.
    pub fn slow(&mut self, t_ms: Millis, bytes: u64) -> bool {
        let is_news = self.hold.is_none();
        if is_news {
            self.fail(t_ms, format!("it has not answered for {} s", SLOW_AFTER.as_secs()), bytes);
        }
        is_news
    }

    /// Notes how many bytes wait for the disk. Returns true if boards are no longer read from this call on.
    pub fn waits(&mut self, t_ms: Millis, bytes: u64) -> bool {
        let Some(hold) = &mut self.hold else { return false };
        hold.bytes = hold.bytes.max(bytes);
        let is_news = bytes >= WAITING_MAX && hold.unread_since_ms.is_none();
        if is_news {
            hold.unread_since_ms = Some(t_ms);
        }
        is_news
    }

    /// Ends the hold, because everything is safe again. Returns the hold, which is to be written into the journal;
    /// `None` if there was none.
    pub fn heal(&mut self) -> Option<Hold> {
        self.hold.take()
    }

    /// Returns whether the disk accepts no bytes at present.
    pub fn is_holding(&self) -> bool {
        self.hold.is_some()
    }

    /// Returns the health of the disk, for the operator and for the feeds, which announce that nothing is safe.
    pub fn health(&self) -> Health {
        match &self.hold {
            None => Health::Well,
            Some(Hold { since_ms, why, unread_since_ms: Some(_), .. }) => {
                Health::Deaf { since_ms: *since_ms, why: why.clone() }
            }
            Some(Hold { since_ms, why, bytes, unread_since_ms: None }) => {
                Health::Holding { since_ms: *since_ms, why: why.clone(), bytes: *bytes }
            }
        }
    }
}

impl Health {
    /// Returns the journal time since which nothing can be made safe; `None` if the disk is well.
    pub fn held_since_ms(&self) -> Option<Millis> {
        match self {
            Health::Well => None,
            Health::Holding { since_ms, .. } | Health::Deaf { since_ms, .. } => Some(*since_ms),
        }
    }
}

impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Health::Well => f.write_str("ok"),
            Health::Holding { why, bytes, .. } => write!(
                f,
                "the journal cannot be written ({why}); nothing new is published, {bytes} bytes wait in memory: free \
                 disk space, repair the disk, or put back what was taken away, now"
            ),
            Health::Deaf { why, .. } => write!(
                f,
                "the journal cannot be written ({why}) and memory for it is full; the boards are not read any more: \
                 free disk space, repair the disk, or put back what was taken away, now"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Health, Keeping, WAITING_MAX};
    use hall::record::Hold;

    #[test]
    fn a_hold_begins_grows_and_is_written_down_once() {
        let mut keeping = Keeping::default();
        assert!(!keeping.waits(5, WAITING_MAX), "much in a short time is no trouble while the disk takes it");
        assert_eq!((keeping.health(), keeping.heal()), (Health::Well, None));
        assert!(keeping.slow(10, 7));
        assert!(!keeping.slow(11, 8), "told once");
        keeping.fail(12, "disk full".to_owned(), 9);
        assert!(!keeping.waits(13, 100) && !keeping.waits(14, 50));
        assert!(matches!(keeping.health(), Health::Holding { since_ms: 10, bytes: 100, .. }));
        assert!(keeping.waits(20, WAITING_MAX) && !keeping.waits(21, WAITING_MAX), "told once");
        assert!(matches!(keeping.health(), Health::Deaf { .. }));
        let hold =
            Hold { since_ms: 10, bytes: WAITING_MAX, why: "disk full".to_owned(), unread_since_ms: Some(20) };
        assert_eq!((keeping.heal(), keeping.heal()), (Some(hold), None));
    }
}

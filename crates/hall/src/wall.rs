//! The time of day as the journal notes it: an annotation with its trust. Nothing is decided by it.
//!
//! The program counts time itself; the time of day is what the computer believes, which may be wrong. A small
//! computer without a battery starts in the past and jumps when it learns better. Each note therefore says whether
//! the clock was set from outside at that moment. A jump against the program's own count gets a note of its own.

/// The time of day at a journal time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WallTime {
    /// Milliseconds since 1970, UTC.
    pub wall_ms: u64,
    /// The trust in it; `None` where the system was not asked.
    pub trust: Option<WallTrust>,
    /// The jump against journal time since the last note, in milliseconds, where there was one; positive is forward.
    pub stepped_ms: Option<i64>,
}

/// The trust in a time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WallTrust {
    /// The system says that the clock is kept by a time server or another reference.
    Synced,
    /// No reference keeps this clock, or it is not known whether one does.
    Unsynced,
}

impl WallTime {
    /// Returns a time of day of which nothing more is known.
    pub fn untrusted(wall_ms: u64) -> WallTime {
        WallTime { wall_ms, trust: None, stepped_ms: None }
    }

    /// Returns whether a reference kept the clock.
    pub fn is_synced(&self) -> bool {
        self.trust == Some(WallTrust::Synced)
    }
}

//! The time of day as the book notes it: an annotation with its trust, never a time anything is decided by.
//!
//! The program counts time itself; the time of day is what the computer believes, and computers believe much. A small
//! one without a battery starts in the past and jumps when it hears better. So each note says whether the clock was
//! set by others at that moment, and a jump against the program's own count is a note of its own.

/// The time of day at some journal time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WallTime {
    /// Milliseconds since 1970, UTC.
    pub wall_ms: u64,
    /// How far it can be believed; none where nobody asked.
    pub trust: Option<WallTrust>,
    /// By how much it jumped against journal time since the note before, where it did: positive is forward.
    pub stepped_ms: Option<i64>,
}

/// How far a time of day can be believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WallTrust {
    /// The system says that the clock is kept by a time server or another reference.
    Synced,
    /// Nobody keeps this clock, or nobody knows.
    Unsynced,
}

impl WallTime {
    /// A time of day of which nothing more is known.
    pub fn untrusted(wall_ms: u64) -> WallTime {
        WallTime { wall_ms, trust: None, stepped_ms: None }
    }

    /// Whether it was kept by a reference.
    pub fn is_synced(&self) -> bool {
        self.trust == Some(WallTrust::Synced)
    }
}

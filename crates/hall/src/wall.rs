//! Notes of the time of day in the journal, each with its trustworthiness. No decision depends on them.
//!
//! The program counts time itself. The time of day comes from the computer's clock, which may be wrong: a small
//! computer without a battery starts with a time in the past, and its clock jumps once it learns the right time. Each
//! note therefore says whether a reference kept the clock at that moment. A jump of the clock against the program's
//! own count gets a note of its own.

/// The time of day at a journal time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WallTime {
    /// The time of day in milliseconds since 1970, UTC.
    pub wall_ms: u64,
    /// The trustworthiness of `wall_ms`; `None` if the system was not asked.
    pub trust: Option<WallTrust>,
    /// The jump of the clock against journal time since the last note, in milliseconds; positive is forward. `None` if
    /// there was no jump.
    pub stepped_ms: Option<i64>,
}

/// The trustworthiness of a time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WallTrust {
    /// The system says that a time server or another reference keeps the clock.
    Synced,
    /// No reference keeps the clock, or it is not known whether one does.
    Unsynced,
}

impl WallTime {
    /// Returns a time of day whose trustworthiness is unknown.
    pub fn untrusted(wall_ms: u64) -> WallTime {
        WallTime { wall_ms, trust: None, stepped_ms: None }
    }

    /// Returns whether a time server or another reference kept the clock.
    pub fn is_synced(&self) -> bool {
        self.trust == Some(WallTrust::Synced)
    }
}

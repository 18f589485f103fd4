//! What the staff and monitors are told of the pushes to Lichess.

use board::Millis;
use broadcast::lichess::Pushes;
use tokio::time::Instant;

/// What is known of the pushes, for the staff and for monitors.
#[derive(Debug, Clone)]
pub struct LichessState {
    /// The address of Lichess.
    pub base: String,
    /// The rounds.
    pub pushes: Pushes,
    /// What is wrong with the file of ids; empty if nothing is.
    pub ids_fault: String,
    pub(super) began: Instant,
}

impl LichessState {
    /// Returns the present time, as the pushes count it.
    pub fn now_ms(&self) -> Millis {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(Millis::MAX)
    }
}

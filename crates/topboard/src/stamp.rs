//! Journal time and the time of day: the only place of the program that reads a clock for the book.
//!
//! Journal time counts milliseconds, never goes back, and goes on over a restart from where the book ends. The time
//! of day only annotates; it moves journal time in one case, by the length of a pause between two runs, when both
//! ends of the pause know it and the difference is believable.

use board::Millis;
use hall::WallTime;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// The longest pause between two runs that is believed. A computer whose clock was wrong claims years.
const PAUSE_MAX_MS: Millis = 24 * 3600 * 1000;

/// The clock of one run.
#[derive(Debug, Clone, Copy)]
pub struct RunClock {
    origin: Instant,
    base_ms: Millis,
}

impl RunClock {
    /// Goes on after a book that ends at `last_t_ms`, whose last known pair of times is `wall`.
    pub fn after(last_t_ms: Millis, wall: Option<(Millis, WallTime)>) -> RunClock {
        RunClock {
            origin: Instant::now(),
            base_ms: base(last_t_ms, wall.map(|(t_ms, wall)| (t_ms, wall.wall_ms)), wall_ms()),
        }
    }

    /// Journal time now.
    pub fn now_ms(&self) -> Millis {
        self.base_ms + u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// When this journal time is.
    pub fn instant(&self, t_ms: Millis) -> Instant {
        self.origin + Duration::from_millis(t_ms.saturating_sub(self.base_ms))
    }
}

/// The time of day in milliseconds since 1970; none before.
pub fn wall_ms() -> Option<u64> {
    SystemTime::now().duration_since(UNIX_EPOCH).ok().and_then(|since| u64::try_from(since.as_millis()).ok())
}

fn base(last_t_ms: Millis, wall: Option<(Millis, u64)>, wall_now_ms: Option<u64>) -> Millis {
    let Some(((t_ms, then_ms), now_ms)) = wall.zip(wall_now_ms) else { return last_t_ms };
    match now_ms.checked_sub(then_ms) {
        Some(pause_ms) if pause_ms <= PAUSE_MAX_MS => last_t_ms.max(t_ms + pause_ms),
        Some(_) | None => last_t_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::base;

    #[test]
    fn journal_time_goes_on_over_a_restart() {
        assert_eq!(base(5000, None, Some(9)), 5000);
        assert_eq!(base(5000, Some((4000, 100_000)), None), 5000);
        assert_eq!(base(5000, Some((4000, 100_000)), Some(160_000)), 64_000, "a pause counts");
        assert_eq!(base(5000, Some((4000, 100_000)), Some(99_000)), 5000, "a clock set back does not");
        assert_eq!(
            base(5000, Some((4000, 0)), Some(1_795_245_600_000)),
            5000,
            "nor does a clock set by years"
        );
        assert_eq!(base(5000, Some((4000, 100_000)), Some(100_100)), 5000, "it never goes back");
    }
}

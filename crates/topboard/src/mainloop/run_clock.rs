//! Journal time: milliseconds that never go back. After a restart they go on from the time at which the journal ends.
//!
//! The time of day ([`crate::mainloop::wall_clock`]) is only an annotation. It affects journal time in one case:
//! journal time is moved on by the length of a pause between two runs, if the computer's clock was synchronised at both
//! ends of the pause and the length is plausible.

use board::Millis;
use hall::WallTime;
use std::time::Duration;
use tokio::time::Instant;

/// The longest plausible pause between two runs, in milliseconds. A computer whose clock was wrong may report years.
const PAUSE_MAX_MS: Millis = 24 * 3600 * 1000;

/// The clock of a run, which gives its journal time.
#[derive(Debug, Clone, Copy)]
pub struct RunClock {
    origin: Instant,
    base_ms: Millis,
}

impl RunClock {
    /// Creates a clock that goes on after a journal that ends at `last_t_ms`. `wall` is the journal's last note of the
    /// time of day, with its journal time; `now` is the present time of day.
    pub fn after(last_t_ms: Millis, wall: Option<(Millis, WallTime)>, now: Option<WallTime>) -> RunClock {
        RunClock { origin: Instant::now(), base_ms: base(last_t_ms, wall, now) }
    }

    /// Returns a clock that is this many milliseconds behind.
    pub fn behind(self, delay_ms: Millis) -> RunClock {
        // A journal that is younger than the delay begins at 0.
        match self.base_ms.checked_sub(delay_ms) {
            Some(base_ms) => RunClock { base_ms, ..self },
            None => {
                RunClock { origin: self.origin + Duration::from_millis(delay_ms - self.base_ms), base_ms: 0 }
            }
        }
    }

    /// Returns the present journal time.
    pub fn now_ms(&self) -> Millis {
        self.base_ms + u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Returns the instant at which this journal time is reached; the start of the run for earlier times.
    pub fn instant(&self, t_ms: Millis) -> Instant {
        self.origin + Duration::from_millis(t_ms.saturating_sub(self.base_ms))
    }
}

fn base(last_t_ms: Millis, wall: Option<(Millis, WallTime)>, now: Option<WallTime>) -> Millis {
    let Some(((t_ms, then), now)) = wall.zip(now) else { return last_t_ms };
    // A clock that was not synchronised at one end of the pause may be wrong by hours.
    if !then.is_synced() || !now.is_synced() {
        return last_t_ms;
    }
    match now.wall_ms.checked_sub(then.wall_ms) {
        Some(pause_ms) if pause_ms <= PAUSE_MAX_MS => last_t_ms.max(t_ms + pause_ms),
        Some(_) | None => last_t_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::base;
    use hall::{WallTime, WallTrust};

    fn check(then: Option<(u64, u64)>, now_ms: Option<u64>, expected: u64, why: &str) {
        let synced = |wall_ms| WallTime { trust: Some(WallTrust::Synced), ..WallTime::untrusted(wall_ms) };
        let then = then.map(|(t_ms, wall_ms)| (t_ms, synced(wall_ms)));
        assert_eq!(base(5000, then, now_ms.map(synced)), expected, "{why}");
        // A clock that is not trusted does not change journal time, whatever it says.
        let untrusted = then.map(|(t_ms, wall)| (t_ms, WallTime::untrusted(wall.wall_ms)));
        assert_eq!(base(5000, untrusted, now_ms.map(synced)), 5000, "{why}");
        assert_eq!(base(5000, then, now_ms.map(WallTime::untrusted)), 5000, "{why}");
    }

    #[test]
    fn journal_time_goes_on_over_a_restart() {
        check(None, Some(9), 5000, "nothing is known of the end");
        check(Some((4000, 100_000)), None, 5000, "nothing is known of the beginning");
        check(Some((4000, 100_000)), Some(160_000), 64_000, "a pause counts");
        check(Some((4000, 100_000)), Some(99_000), 5000, "a clock set back does not");
        check(Some((4000, 0)), Some(1_795_245_600_000), 5000, "nor does a clock set by years");
        check(Some((4000, 100_000)), Some(100_100), 5000, "it never goes back");
    }
}

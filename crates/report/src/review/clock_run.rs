//! Readings of the clock, in runs: a clock that ran on as it had to needs to be told once.
//!
//! Invariant: a run tells the time on the clock at each of its readings to within the clock's smallest step, and a pause
//! in the readings ends it.

use board::{ClockReading, Millis};
use shakmaty::{ByColor, Color};

/// A run of readings of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockRun {
    /// The time left for each side at the first reading, in milliseconds.
    pub left_ms: ByColor<u32>,
    /// The side whose time runs; `None` if neither runs.
    pub running: Option<Color>,
    /// The time from the first to the last reading that agreed, in milliseconds.
    pub agreed_ms: Millis,
}

/// The time without a reading, in steps of the clock, that ends a run.
const PAUSE_STEPS: Millis = 4;

impl ClockRun {
    /// Begins a run with a reading.
    pub(super) fn of(reading: &ClockReading) -> ClockRun {
        ClockRun { left_ms: reading.left_ms, running: reading.running, agreed_ms: 0 }
    }

    /// Takes a reading that came `after_ms` after the first, if it agrees with the run. `step_ms` is the clock's smallest
    /// step. Returns whether it did.
    pub(super) fn takes(&mut self, after_ms: Millis, reading: &ClockReading, step_ms: u32) -> bool {
        let step = Millis::from(step_ms);
        let agrees = reading.running == self.running
            && after_ms.saturating_sub(self.agreed_ms) <= step * PAUSE_STEPS
            && [Color::White, Color::Black].into_iter().all(|side| {
                let gone = if self.running == Some(side) { after_ms } else { 0 };
                let due = u32::try_from(gone).map_or(0, |gone| self.left_ms[side].saturating_sub(gone));
                Millis::from(reading.left_ms[side].abs_diff(due)) <= step
            });
        if agrees {
            self.agreed_ms = after_ms;
        }
        agrees
    }
}

#[cfg(test)]
mod tests {
    use super::ClockRun;
    use board::ClockReading;
    use shakmaty::{ByColor, Color};

    fn reading(white_s: u32, black_s: u32, running: Option<Color>) -> ClockReading {
        let left_ms = ByColor { white: white_s * 1000, black: black_s * 1000 };
        ClockReading { left_ms, running, lever: None }
    }

    #[test]
    fn a_clock_that_runs_on_is_one_run_until_it_pauses_jumps_or_changes_hands() {
        let white = Some(Color::White);
        let mut run = ClockRun::of(&reading(300, 300, white));
        assert!(run.takes(1_050, &reading(299, 300, white), 1000));
        assert!(run.takes(2_010, &reading(298, 300, white), 1000));
        assert_eq!(run.agreed_ms, 2_010);
        assert!(!run.takes(3_000, &reading(297, 300, Some(Color::Black)), 1000), "it changed hands");
        assert!(!run.takes(3_000, &reading(417, 300, white), 1000), "time was added");
        assert!(!run.takes(3_000, &reading(297, 290, white), 1000), "the clock was set");
        assert!(!run.takes(9_000, &reading(291, 300, white), 1000), "nothing was read for seven seconds");
        assert_eq!(run.agreed_ms, 2_010, "what does not agree changes nothing");
    }
}

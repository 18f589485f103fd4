//! A digital clock: two times, of which at most one runs, shown in whole seconds.

use crate::What;
use board::{ClockReading, Millis};
use shakmaty::{ByColor, Color};

/// The step of the clock's display, in milliseconds: whole seconds.
const QUANTUM_MS: u64 = 1000;

/// A digital clock with an increment for each press.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimClock {
    left_ms: ByColor<u64>,
    running: Option<Color>,
    since_ms: Millis,
    increment_ms: u64,
}

impl SimClock {
    /// Creates a clock that is stopped, with the time `base_ms` for each side.
    pub fn new(base_ms: u32, increment_ms: u32) -> SimClock {
        SimClock {
            left_ms: ByColor::new_with(|_| u64::from(base_ms)),
            running: None,
            since_ms: 0,
            increment_ms: u64::from(increment_ms),
        }
    }

    /// Sets both times and stops the clock.
    pub fn set(&mut self, t: Millis, left_ms: ByColor<u32>) {
        self.left_ms = left_ms.map(u64::from);
        self.running = None;
        self.since_ms = t;
    }

    /// Adds to a side's time.
    pub fn add(&mut self, color: Color, add_ms: u32) {
        self.left_ms[color] += u64::from(add_ms);
    }

    /// Makes the time of this side run.
    pub fn run(&mut self, t: Millis, color: Color) {
        self.settle(t);
        self.running = Some(color);
    }

    /// Handles an act. Returns whether the act changed the clock.
    pub fn handle(&mut self, t: Millis, what: What) -> bool {
        match what {
            What::SetClock { left_ms } => self.set(t, left_ms),
            What::AddTime(color, add_ms) => self.add(color, add_ms),
            What::RunClock(color) => self.run(t, color),
            What::StopClock => self.stop(t),
            What::Press(color) => return self.press(t, color),
            What::Lift(_) | What::Place(..) | What::Mark(_) => return false,
        }
        true
    }

    /// Stops both times.
    pub fn stop(&mut self, t: Millis) {
        self.settle(t);
        self.running = None;
    }

    /// Presses the clock for a side. Returns whether the press had an effect, which it has only while that side's time
    /// is running.
    pub fn press(&mut self, t: Millis, color: Color) -> bool {
        if self.running != Some(color) {
            return false;
        }
        self.settle(t);
        if self.left_ms[color] > 0 {
            self.left_ms[color] += self.increment_ms;
        }
        self.running = Some(!color);
        true
    }

    /// Returns the time that a side has left at this instant.
    pub fn left_ms(&self, t: Millis, color: Color) -> u64 {
        let spent = if self.running == Some(color) { t.saturating_sub(self.since_ms) } else { 0 };
        self.left_ms[color].saturating_sub(spent)
    }

    /// Returns what the display shows. A second that has begun counts as whole, so the display shows zero only when the
    /// time is over.
    pub fn reading(&self, t: Millis) -> ClockReading {
        ClockReading {
            left_ms: ByColor::new_with(|color| {
                (self.left_ms(t, color).div_ceil(QUANTUM_MS) * QUANTUM_MS).min(u64::from(u32::MAX)) as u32
            }),
            running: self.running,
            lever: self.running,
        }
    }

    /// Returns the next instant after `t` at which the display changes; `None` if it will not change by itself.
    pub fn next_change(&self, t: Millis) -> Option<Millis> {
        let left = self.left_ms(t, self.running?);
        if left == 0 {
            return None;
        }
        let over = left % QUANTUM_MS;
        Some(t.max(self.since_ms) + if over == 0 { QUANTUM_MS } else { over })
    }

    /// Returns the side whose time is running; `None` if the clock is stopped.
    pub fn running(&self) -> Option<Color> {
        self.running
    }

    /// Returns whether this side's time is over.
    pub fn flag(&self, t: Millis, color: Color) -> bool {
        self.left_ms(t, color) == 0
    }

    fn settle(&mut self, t: Millis) {
        self.left_ms = ByColor::new_with(|color| self.left_ms(t, color));
        self.since_ms = t;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_stops_one_side_adds_its_increment_and_starts_the_other() {
        let mut clock = SimClock::new(180_000, 2_000);
        clock.run(1_000, Color::White);
        assert!(clock.press(4_500, Color::White));
        assert_eq!(clock.left_ms(9_000, Color::White), 178_500);
        assert_eq!(clock.left_ms(5_500, Color::Black), 179_000);
        assert!(!clock.press(6_000, Color::White), "a second press does nothing");
    }

    #[test]
    fn it_shows_whole_seconds_and_zero_only_at_the_end() {
        let mut clock = SimClock::new(3_000, 0);
        clock.run(0, Color::White);
        assert_eq!(clock.reading(1).left_ms.white, 3_000);
        assert_eq!(clock.reading(1_000).left_ms.white, 2_000);
        assert_eq!(clock.reading(2_999).left_ms.white, 1_000);
        assert!(!clock.flag(2_999, Color::White) && clock.flag(3_000, Color::White));
    }

    #[test]
    fn the_next_change_is_a_change() {
        let mut clock = SimClock::new(3_000, 0);
        clock.set(100, ByColor { white: 2_400, black: 3_000 });
        clock.run(250, Color::White);
        let mut t = 250;
        let mut changes = 0;
        while let Some(next) = clock.next_change(t) {
            assert_ne!(clock.reading(next), clock.reading(next - 1));
            t = next;
            changes += 1;
        }
        assert_eq!((changes, t), (3, 2_650));
    }
}

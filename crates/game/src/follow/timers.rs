//! The deadlines of one table, each with a name.

use board::Millis;

/// A kind of deadline. Deadlines due at the same instant fire in the order of this list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timer {
    Press,
    Lost,
    Settle,
    Kings,
    Fresh,
    Quiet,
    LongQuiet,
}

const ALL: [Timer; 7] =
    [Timer::Press, Timer::Lost, Timer::Settle, Timer::Kings, Timer::Fresh, Timer::Quiet, Timer::LongQuiet];

/// The instant at which each deadline is due; [`NEVER`] if the deadline is not set.
#[derive(Debug, Clone)]
pub(crate) struct Timers {
    due: [Millis; ALL.len()],
}

const NEVER: Millis = Millis::MAX;

impl Default for Timers {
    fn default() -> Timers {
        Timers { due: [NEVER; ALL.len()] }
    }
}

impl Timers {
    pub(crate) fn set(&mut self, timer: Timer, at: Millis) {
        self.due[timer as usize] = at;
    }

    /// Clears the deadline if `at` is `None`. Otherwise sets it to `at`, unless it is due before.
    pub(crate) fn arm(&mut self, timer: Timer, at: Option<Millis>) {
        let due = &mut self.due[timer as usize];
        *due = at.map_or(NEVER, |at| at.min(*due));
    }

    pub(crate) fn clear(&mut self, timer: Timer) {
        self.due[timer as usize] = NEVER;
    }

    /// Returns the instant of the next deadline; `None` if no deadline is set.
    pub(crate) fn next_ms(&self) -> Option<Millis> {
        self.due.into_iter().min().filter(|&at| at != NEVER)
    }

    /// Returns the next deadline, with its instant; `None` if no deadline is set.
    pub(crate) fn next(&self) -> Option<(Millis, Timer)> {
        let first = self.next_ms()?;
        ALL.into_iter().find(|&timer| self.due[timer as usize] == first).map(|timer| (first, timer))
    }
}

//! The deadlines of a session, each with a name.

use crate::Millis;

/// The kinds of deadlines of a session, each named by what has happened when it falls due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Timer {
    /// The time for which nothing is sent after the port was opened is over.
    Settle,
    /// A message that began should have ended by now.
    Stuck,
    /// An answer is overdue.
    Answer,
    /// The board has had time to handle the last command.
    Pace,
    /// An acknowledgement of the clock is overdue.
    ClockCommands,
    /// The board has sent nothing for a while.
    Watchdog,
    /// Bytes were damaged a short time ago, so the board is asked for a dump.
    Heal,
    /// The squares have not changed for a while after changes, so the board is asked for a dump.
    Quiet,
    /// The last dump was long ago.
    Audit,
    /// The board sends reports, and should have answered some question by now.
    Unheard,
}

const COUNT: usize = Timer::Unheard as usize + 1;
const ALL: [Timer; COUNT] = [
    Timer::Settle,
    Timer::Stuck,
    Timer::Answer,
    Timer::Pace,
    Timer::ClockCommands,
    Timer::Watchdog,
    Timer::Heal,
    Timer::Quiet,
    Timer::Audit,
    Timer::Unheard,
];

/// The instant of each timer, or [`NEVER`] for a timer that is not set. Timers for the same instant fire in the order
/// of [`Timer`].
#[derive(Debug, Clone)]
pub(super) struct Timers([Millis; COUNT]);

const NEVER: Millis = Millis::MAX;

impl Default for Timers {
    fn default() -> Timers {
        Timers([NEVER; COUNT])
    }
}

impl Timers {
    pub(super) fn set(&mut self, timer: Timer, due: Millis) {
        self.0[timer as usize] = due;
    }

    /// Sets the timer, unless it is already set for an earlier instant.
    pub(super) fn set_earlier(&mut self, timer: Timer, due: Millis) {
        let slot = &mut self.0[timer as usize];
        *slot = due.min(*slot);
    }

    pub(super) fn put(&mut self, timer: Timer, due: Option<Millis>) {
        self.0[timer as usize] = due.unwrap_or(NEVER);
    }

    pub(super) fn clear(&mut self, timer: Timer) {
        self.0[timer as usize] = NEVER;
    }

    pub(super) fn clear_all(&mut self) {
        *self = Timers::default();
    }

    pub(super) fn is_set(&self, timer: Timer) -> bool {
        self.0[timer as usize] != NEVER
    }

    /// Returns the instant of the next timer, if one is set.
    pub(super) fn next_ms(&self) -> Option<Millis> {
        self.0.into_iter().min().filter(|&due| due != NEVER)
    }

    /// Returns the next timer and its instant, if a timer is set.
    pub(super) fn next(&self) -> Option<(Millis, Timer)> {
        let first = self.next_ms()?;
        ALL.into_iter().find(|&timer| self.0[timer as usize] == first).map(|timer| (first, timer))
    }
}

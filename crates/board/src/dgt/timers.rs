//! The deadlines of a session, each with a name.

use crate::Millis;

/// What can fall due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Timer {
    /// The port has settled after it was opened.
    Settle,
    /// A message that has begun should have ended.
    Stuck,
    /// An answer is overdue.
    Answer,
    /// The board has had time to take the last command in.
    Pace,
    /// An acknowledgement of the clock is overdue.
    Desk,
    /// Nothing was heard for a while.
    Watchdog,
    /// Something was lost a moment ago: a dump is wanted.
    Heal,
    /// The squares have been quiet after changes: a dump is wanted.
    Quiet,
    /// The last dump is long ago.
    Audit,
}

const COUNT: usize = Timer::Audit as usize + 1;
const ALL: [Timer; COUNT] = [
    Timer::Settle,
    Timer::Stuck,
    Timer::Answer,
    Timer::Pace,
    Timer::Desk,
    Timer::Watchdog,
    Timer::Heal,
    Timer::Quiet,
    Timer::Audit,
];

/// When each of them is due. Those due at the same instant fire in the order of [`Timer`].
#[derive(Debug, Clone, Default)]
pub(super) struct Timers([Option<Millis>; COUNT]);

impl Timers {
    pub(super) fn set(&mut self, timer: Timer, due: Millis) {
        self.0[timer as usize] = Some(due);
    }

    /// Sets it unless it is due earlier already.
    pub(super) fn set_earlier(&mut self, timer: Timer, due: Millis) {
        let slot = &mut self.0[timer as usize];
        *slot = Some(slot.map_or(due, |old| old.min(due)));
    }

    pub(super) fn put(&mut self, timer: Timer, due: Option<Millis>) {
        self.0[timer as usize] = due;
    }

    pub(super) fn clear(&mut self, timer: Timer) {
        self.0[timer as usize] = None;
    }

    pub(super) fn clear_all(&mut self) {
        self.0 = [None; COUNT];
    }

    pub(super) fn is_set(&self, timer: Timer) -> bool {
        self.0[timer as usize].is_some()
    }

    /// The next one and its instant.
    pub(super) fn next(&self) -> Option<(Millis, Timer)> {
        let due = |timer: Timer| self.0[timer as usize].map(|due| (due, timer));
        ALL.into_iter().filter_map(due).min_by_key(|&(due, timer)| (due, timer as usize))
    }
}

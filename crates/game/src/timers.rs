//! The deadlines of one table: one named entry each.

use board::Millis;

/// What can be due. The order is the order in which equals fire.
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

/// When each is due.
#[derive(Debug, Default)]
pub(crate) struct Timers {
    due: [Option<Millis>; ALL.len()],
}

impl Timers {
    pub(crate) fn set(&mut self, timer: Timer, at: Millis) {
        self.due[timer as usize] = Some(at);
    }

    /// Keeps a running deadline, sets it when there is none, clears it for `None`.
    pub(crate) fn arm(&mut self, timer: Timer, at: Option<Millis>) {
        let due = &mut self.due[timer as usize];
        *due = at.map(|at| due.unwrap_or(at));
    }

    pub(crate) fn clear(&mut self, timer: Timer) {
        self.due[timer as usize] = None;
    }

    /// The next one due.
    pub(crate) fn next(&self) -> Option<(Millis, Timer)> {
        ALL.into_iter()
            .filter_map(|timer| self.due[timer as usize].map(|at| (at, timer)))
            .min_by_key(|&(at, timer)| (at, timer as usize))
    }
}

//! A line of progress on standard error, shown when somebody is there to read it and the work takes its time.

use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

/// The time after which a bar is drawn, and between two drawings.
const APART: Duration = Duration::from_millis(500);
const WIDTH: u64 = 30;

/// The progress through a list.
#[derive(Debug)]
pub(super) struct Progress {
    /// The length of the list as it is announced, in bytes.
    length: u64,
    is_watched: bool,
    drawn: Instant,
    has_drawn: bool,
}

impl Progress {
    /// Begins a list of this length. The bar is drawn for whoever waits at a terminal, and not into the log of a program
    /// that runs.
    pub(super) fn new(length: u64, is_waited_for: bool) -> Progress {
        let is_watched = is_waited_for && io::stderr().is_terminal();
        Progress { length: length.max(1), is_watched, drawn: Instant::now(), has_drawn: false }
    }

    /// Draws the bar anew if the last one is old.
    pub(super) fn show(&mut self, come: u64) {
        if !self.is_watched || self.drawn.elapsed() < APART {
            return;
        }
        (self.drawn, self.has_drawn) = (Instant::now(), true);
        let share = come.min(self.length);
        let bar: String =
            (0..WIDTH).map(|at| if at < share * WIDTH / self.length { '#' } else { '.' }).collect();
        eprint!("\rrating list {bar} {} of {} MB   ", share / 1_000_000, self.length / 1_000_000);
        // A line of progress that cannot be drawn does no harm.
        let _ = io::stderr().flush();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.has_drawn {
            eprint!("\r{:79}\r", "");
        }
    }
}

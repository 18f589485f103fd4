//! The squares of a simulated board: the true contents of each, the contents last sampled, and the time of the next
//! sample.
//!
//! Squares have the board's own numbers. A scan samples them one after another. A sample is computed only if its square
//! has changed since its last sample.

use super::code::Code;
use crate::Millis;

/// Sixty-four squares and the times of their samples.
#[derive(Debug, Clone)]
pub(super) struct DeviceSquares {
    round_ms: Millis,
    truth: [Code; 64],
    sampled: [Code; 64],
    due: [Option<Millis>; 64],
}

impl DeviceSquares {
    pub(super) fn new(scan_ms: Millis) -> DeviceSquares {
        DeviceSquares {
            round_ms: scan_ms.max(1),
            truth: [Code::Empty; 64],
            sampled: [Code::Empty; 64],
            due: [None; 64],
        }
    }

    /// Puts a piece down before the board is switched on.
    pub(super) fn place(&mut self, number: u8, code: Code) {
        self.truth[usize::from(number)] = code;
        self.sampled[usize::from(number)] = code;
    }

    /// Sets the contents of a square from now on. A change that is undone before the next sample goes unnoticed.
    pub(super) fn set(&mut self, t: Millis, number: u8, code: Code) {
        let index = usize::from(number);
        self.truth[index] = code;
        let is_change = code != self.sampled[index];
        self.due[index] = is_change.then(|| self.due[index].unwrap_or(self.next_sample(t, number)));
    }

    /// Sets the contents of a square while the board has no power.
    pub(super) fn set_unseen(&mut self, number: u8, code: Code) {
        self.truth[usize::from(number)] = code;
    }

    /// Drops the samples that are due.
    pub(super) fn forget_due(&mut self) {
        self.due = [None; 64];
    }

    /// Samples a square, and returns its code.
    pub(super) fn sample(&mut self, number: u8) -> Code {
        let index = usize::from(number);
        self.due[index] = None;
        self.sampled[index] = self.truth[index];
        self.sampled[index]
    }

    /// Returns the squares as if every waiting change had just been sampled.
    pub(super) fn sampled_at_once(&self) -> DeviceSquares {
        DeviceSquares { sampled: self.truth, due: [None; 64], ..*self }
    }

    pub(super) fn truth(&self, number: u8) -> Code {
        self.truth[usize::from(number)]
    }

    pub(super) fn sampled(&self) -> [Code; 64] {
        self.sampled
    }

    /// Returns the instant of the next sample that finds a change, and the number of its square; `None` if there is
    /// none.
    pub(super) fn next_due(&self) -> Option<(Millis, u8)> {
        (0..).zip(self.due).filter_map(|(number, due)| Some((due?, number))).min()
    }

    /// Returns the first instant after `t` at which a square is sampled.
    fn next_sample(&self, t: Millis, number: u8) -> Millis {
        let phase = Millis::from(number) * self.round_ms / 64;
        let rounds = (t + self.round_ms - phase) / self.round_ms;
        phase + rounds * self.round_ms
    }
}

//! What the sensors said, change by change: which square, when, what it read before and after. The presses likewise.
//!
//! Everything about hands rests on this and on nothing else; it knows no moves. Bounded: the oldest changes are forgotten.

use board::{BoardEvent, ClockReading, Contents, Millis, Reading};
use shakmaty::{Color, Square};
use std::collections::VecDeque;

/// A square that came to read otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Change {
    /// When.
    pub(crate) t_ms: Millis,
    /// Which square.
    pub(crate) square: Square,
    /// What it read before.
    pub(crate) was: Contents,
    /// What it reads since.
    pub(crate) now: Contents,
}

/// A press of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Press {
    /// When.
    pub(crate) t_ms: Millis,
    /// Who.
    pub(crate) by: Color,
}

/// What the sensors said.
#[derive(Debug)]
pub(crate) struct Trail {
    reading: Reading,
    changes: VecDeque<Change>,
    presses: VecDeque<Press>,
    clock: Option<ClockReading>,
    running: Option<Color>,
    /// What happened before this cannot be known: the board was seen first then, or the link was lost until then.
    blind_until_ms: Millis,
    read: bool,
}

/// More changes than hands make in several minutes.
const CHANGES_MAX: usize = 256;
/// Presses remembered.
const PRESSES_MAX: usize = 16;

impl Default for Trail {
    fn default() -> Trail {
        Trail {
            reading: Reading::empty(),
            changes: VecDeque::new(),
            presses: VecDeque::new(),
            clock: None,
            running: None,
            blind_until_ms: 0,
            read: false,
        }
    }
}

impl Trail {
    /// Takes what was seen.
    pub(crate) fn note(&mut self, t_ms: Millis, event: &BoardEvent) {
        match event {
            BoardEvent::Reading(reading) => {
                for square in Square::ALL {
                    self.set(t_ms, square, reading.at(square));
                }
                if !self.read {
                    self.read = true;
                    self.changes.clear();
                    self.blind_until_ms = t_ms;
                }
            }
            BoardEvent::Square { square, contents } => self.set(t_ms, *square, *contents),
            BoardEvent::ResultPiece { square, .. } => self.set(t_ms, *square, Contents::Occupied),
            BoardEvent::Clock(reading) => {
                if let (Some(was), Some(now)) = (self.running, reading.running)
                    && was != now
                {
                    self.press(t_ms, was);
                }
                self.running = reading.running;
                self.clock = Some(*reading);
            }
            BoardEvent::Press(by) => {
                self.press(t_ms, *by);
                self.running = Some(!*by);
            }
            BoardEvent::Gap { .. } => self.blind_until_ms = t_ms,
            BoardEvent::Flag(_)
            | BoardEvent::Identity(_)
            | BoardEvent::Link(_)
            | BoardEvent::Turned(_)
            | BoardEvent::Unknown { .. } => {}
        }
    }

    /// What the board reads now.
    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    /// What changed after `since` and up to `until`, oldest first.
    pub(crate) fn changes(&self, since: Millis, until: Millis) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(move |change| change.t_ms > since && change.t_ms <= until)
    }

    /// The presses, oldest first.
    pub(crate) fn presses(&self) -> impl DoubleEndedIterator<Item = &Press> {
        self.presses.iter()
    }

    /// The clock as read last.
    pub(crate) fn clock(&self) -> Option<&ClockReading> {
        self.clock.as_ref()
    }

    /// Whose time ran at this instant, as far as the presses that are remembered tell.
    pub(crate) fn running_at(&self, t_ms: Millis) -> Option<Color> {
        match self.presses.iter().rev().find(|press| press.t_ms <= t_ms) {
            Some(press) => Some(!press.by),
            None => self.presses.front().map_or(self.running, |press| Some(press.by)),
        }
    }

    /// Before this instant nothing is known of hands.
    pub(crate) fn blind_until_ms(&self) -> Millis {
        self.blind_until_ms
    }

    fn set(&mut self, t_ms: Millis, square: Square, now: Contents) {
        let was = self.reading.at(square);
        if was == now {
            return;
        }
        self.reading.set(square, now);
        if self.changes.len() == CHANGES_MAX {
            self.changes.pop_front();
        }
        self.changes.push_back(Change { t_ms, square, was, now });
    }

    fn press(&mut self, t_ms: Millis, by: Color) {
        // A reading that follows a press tells of the same lever.
        if self.running == Some(!by)
            && self.presses.back().is_some_and(|press| press.by == by && press.t_ms == t_ms)
        {
            return;
        }
        if self.presses.len() == PRESSES_MAX {
            self.presses.pop_front();
        }
        self.presses.push_back(Press { t_ms, by });
    }
}

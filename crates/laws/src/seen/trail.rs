//! The trail of the sensors: each change of a square, with its instant and the contents before and after, and each
//! press.
//!
//! Everything that observers say about hands comes from the trail alone. The trail knows no moves. Its length is
//! limited: the oldest changes are forgotten.

use board::{BoardEvent, ClockReading, Contents, Millis, Reading};
use shakmaty::{Color, Square};
use std::collections::VecDeque;

/// A change in the contents of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Change {
    /// The instant of the change.
    pub(crate) t_ms: Millis,
    /// The square.
    pub(crate) square: Square,
    /// The contents before the change.
    pub(crate) was: Contents,
    /// The contents after the change.
    pub(crate) now: Contents,
}

/// A press of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Press {
    /// The instant of the press.
    pub(crate) t_ms: Millis,
    /// The player who pressed.
    pub(crate) by: Color,
}

/// The trail of what the sensors reported.
#[derive(Debug)]
pub(crate) struct Trail {
    reading: Reading,
    changes: VecDeque<Change>,
    presses: VecDeque<Press>,
    /// The number of presses since the watch began, including those that the trail has forgotten.
    pressed: u64,
    clock: Option<ClockReading>,
    running: Option<Color>,
    /// The instants at which the running clock changed, each with the side whose time has run since then; `None` if
    /// both clocks stood still.
    turns: VecDeque<(Millis, Option<Color>)>,
    /// The instant before which nothing is known about the pieces: the board was first read then, or a lost link was
    /// restored.
    blind_until_ms: Millis,
    /// Set from the loss of a link until the board shows the position of the record.
    unproved: bool,
    read: bool,
}

/// The side whose clock is running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Running {
    /// This side's clock is running.
    Of(Color),
    /// Both clocks are stopped.
    Nobody,
    /// The running clock is unknown: there is no clock, or the trail has forgotten so early an instant.
    Unknown,
}

/// The greatest number of changes of squares that the trail remembers: more than hands make in several minutes.
const CHANGES_MAX: usize = 256;
/// The greatest number of presses that the trail remembers.
const PRESSES_MAX: usize = 16;
/// The greatest number of changes of the running clock that the trail remembers.
const TURNS_MAX: usize = 32;

impl Default for Trail {
    fn default() -> Trail {
        Trail {
            reading: Reading::empty(),
            changes: VecDeque::new(),
            presses: VecDeque::new(),
            pressed: 0,
            clock: None,
            running: None,
            turns: VecDeque::new(),
            blind_until_ms: 0,
            unproved: false,
            read: false,
        }
    }
}

impl Trail {
    /// Records an event of the board or the clock.
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
                self.turn(t_ms, reading.running);
                self.clock = Some(*reading);
            }
            BoardEvent::Press(by) => {
                self.press(t_ms, *by);
                self.turn(t_ms, Some(!*by));
            }
            BoardEvent::Gap { .. } => {
                self.blind_until_ms = t_ms;
                self.unproved = self.read;
            }
            _ => {}
        }
    }

    /// Returns whether the board has ever been read.
    pub(crate) fn is_read(&self) -> bool {
        self.read
    }

    /// Begins a new game: earlier changes and presses belong to none of its plies.
    pub(crate) fn begin(&mut self, t_ms: Millis) {
        self.changes.clear();
        self.presses.clear();
        self.blind_until_ms = t_ms;
        self.unproved = false;
    }

    /// Records that the board shows the position of the record, so that nothing was missed while the link was lost.
    pub(crate) fn prove(&mut self) {
        self.unproved = false;
    }

    /// Returns whether moves made while the link was lost may be missing from the record. They may be missing until the
    /// board has shown the position of the record.
    pub(crate) fn is_unproved(&self) -> bool {
        self.unproved
    }

    /// Returns the instant since which both clocks have been stopped; `None` if they are not stopped.
    pub(crate) fn stands_since(&self) -> Option<Millis> {
        self.turns.back().filter(|(_, running)| running.is_none()).map(|(since, _)| *since)
    }

    /// Returns the number of presses since the watch began.
    pub(crate) fn pressed(&self) -> u64 {
        self.pressed
    }

    /// Returns the board's present reading.
    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Returns the board's reading at an instant, as far as the trail remembers the changes since then.
    pub(crate) fn reading_at(&self, t_ms: Millis) -> Reading {
        let mut reading = self.reading.clone();
        for change in self.changes.iter().rev().take_while(|change| change.t_ms > t_ms) {
            reading.set(change.square, change.was);
        }
        reading
    }

    /// Returns the changes after `since` and up to `until`, oldest first.
    pub(crate) fn changes(&self, since: Millis, until: Millis) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(move |change| change.t_ms > since && change.t_ms <= until)
    }

    /// Returns the presses that the trail remembers, oldest first.
    pub(crate) fn presses(&self) -> impl DoubleEndedIterator<Item = &Press> {
        self.presses.iter()
    }

    /// Returns the last reading of the clock; `None` if it was not read.
    pub(crate) fn clock(&self) -> Option<&ClockReading> {
        self.clock.as_ref()
    }

    /// Returns the side whose clock was running at an instant.
    pub(crate) fn time_at(&self, t_ms: Millis) -> Running {
        match self.turns.iter().rev().find(|(since, _)| *since <= t_ms) {
            Some((_, Some(color))) => Running::Of(*color),
            Some((_, None)) => Running::Nobody,
            // The trail has forgotten no change of the running clock, so the instant lies before the clock was first
            // read.
            None if self.turns.len() < TURNS_MAX && !self.turns.is_empty() => Running::Nobody,
            None => Running::Unknown,
        }
    }

    /// Returns the side whose clock was running at an instant; `None` if no clock was running or if that is unknown.
    pub(crate) fn running_at(&self, t_ms: Millis) -> Option<Color> {
        match self.time_at(t_ms) {
            Running::Of(color) => Some(color),
            Running::Nobody | Running::Unknown => None,
        }
    }

    /// Returns the instant before which nothing is known about the pieces.
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

    fn turn(&mut self, t_ms: Millis, running: Option<Color>) {
        if self.running == running && !self.turns.is_empty() {
            return;
        }
        self.running = running;
        if self.turns.len() == TURNS_MAX {
            self.turns.pop_front();
        }
        self.turns.push_back((t_ms, running));
    }

    fn press(&mut self, t_ms: Millis, by: Color) {
        // A clock reading that follows a press reports this press again, by the position of the lever.
        if self.running == Some(!by)
            && self.presses.back().is_some_and(|press| press.by == by && press.t_ms == t_ms)
        {
            return;
        }
        if self.presses.len() == PRESSES_MAX {
            self.presses.pop_front();
        }
        self.pressed += 1;
        self.presses.push_back(Press { t_ms, by });
    }
}

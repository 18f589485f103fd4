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
    /// How many there were in this game, those that are forgotten too.
    pressed: u64,
    clock: Option<ClockReading>,
    running: Option<Color>,
    /// Whose time ran since when; none since both stood.
    turns: VecDeque<(Millis, Option<Color>)>,
    /// What happened before this cannot be known: the board was seen first then, or the link was lost until then.
    blind_until_ms: Millis,
    /// The link was lost, and since then the board has not shown the position of the record.
    unproved: bool,
    read: bool,
}

/// Whose time runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Running {
    /// This side's.
    Of(Color),
    /// Nobody's.
    Nobody,
    /// There is no clock, or it is too long ago.
    Unknown,
}

/// More changes than hands make in several minutes.
const CHANGES_MAX: usize = 256;
/// Presses remembered.
const PRESSES_MAX: usize = 16;
/// Changes of the clock remembered.
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
            BoardEvent::Flag(_)
            | BoardEvent::Identity(_)
            | BoardEvent::Link(_)
            | BoardEvent::Turned(_)
            | BoardEvent::SidesUnknown
            | BoardEvent::Unknown { .. } => {}
        }
    }

    /// Whether the board was read at all.
    pub(crate) fn is_read(&self) -> bool {
        self.read
    }

    /// A new game: what hands did and pressed before it belongs to none of its plies.
    pub(crate) fn begin(&mut self, t_ms: Millis) {
        self.changes.clear();
        self.presses.clear();
        self.pressed = 0;
        self.blind_until_ms = t_ms;
        self.unproved = false;
    }

    /// The board shows the position of the record: nothing was missed while the link was lost.
    pub(crate) fn prove(&mut self) {
        self.unproved = false;
    }

    /// Moves made while the link was lost may be missing in the record, which nothing has borne out since.
    pub(crate) fn is_unproved(&self) -> bool {
        self.unproved
    }

    /// Since when both times stand, if they do.
    pub(crate) fn stands_since(&self) -> Option<Millis> {
        self.turns.back().filter(|(_, running)| running.is_none()).map(|(since, _)| *since)
    }

    /// How many presses there were in this game.
    pub(crate) fn pressed(&self) -> u64 {
        self.pressed
    }

    /// What the board reads now.
    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    /// What the board read at an instant that is not long ago.
    pub(crate) fn reading_at(&self, t_ms: Millis) -> Reading {
        let mut reading = self.reading.clone();
        for change in self.changes.iter().rev().take_while(|change| change.t_ms > t_ms) {
            reading.set(change.square, change.was);
        }
        reading
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

    /// Whose time ran at this instant.
    pub(crate) fn time_at(&self, t_ms: Millis) -> Running {
        match self.turns.iter().rev().find(|(since, _)| *since <= t_ms) {
            Some((_, Some(color))) => Running::Of(*color),
            Some((_, None)) => Running::Nobody,
            // Forgotten, or before the clock was read first.
            None if self.turns.len() < TURNS_MAX && !self.turns.is_empty() => Running::Nobody,
            None => Running::Unknown,
        }
    }

    /// The side whose time ran at this instant, if one did and it is known.
    pub(crate) fn running_at(&self, t_ms: Millis) -> Option<Color> {
        match self.time_at(t_ms) {
            Running::Of(color) => Some(color),
            Running::Nobody | Running::Unknown => None,
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
        // A reading that follows a press tells of the same lever.
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

//! The hall as an audience may see it: the fold of all records of the journal that are old enough.
//!
//! ```text
//!  record, safe on the disk ──▶ waits until journal time ≥ t + delay ──▶ fold ──▶ Released<A>
//! ```
//! Everything that the audience is ever told comes out of this fold: moves, clocks, results, links, names, rounds,
//! finished games, signatures. So the delay needs one line of code and holds for every face, and a restart changes
//! nothing: the same records are old enough before and after it. Time is the journal's, which does not follow a computer's
//! clock that jumps.
//!
//! Memory: the records of the delay, some 150 bytes each. 64 boards that tell five times a second fill 45 MB in a
//! quarter of an hour.

mod early_results;
pub(crate) mod sensed_board;
mod time_of_day;

use crate::{
    message::{EventView, HeadView},
    released::{
        Released, Rounds,
        onlookers::{Onlookers, Screens, Spectators},
    },
};
use board::Millis;
pub(crate) use early_results::EarlyResult;
use early_results::EarlyResults;
use hall::{Body, Fold, HallSetup, Output, TableNo};
use journal::hex;
use sensed_board::SensedBoard;
use std::{collections::VecDeque, marker::PhantomData};
use time_of_day::TimeOfDay;

/// The greatest delay, in milliseconds: an hour.
pub const DELAY_MAX_MS: Millis = 3_600_000;

/// A hall that follows the journal at a distance.
#[derive(Debug)]
pub struct DelayedHall<A> {
    fold: Fold,
    delay_ms: Millis,
    /// The records that are too young, each with the journal time at which it is old enough.
    waiting: VecDeque<(Millis, u64, Body)>,
    /// Set when names, tables or rounds may have changed since the last release.
    is_event_due: bool,
    event: Option<EventView>,
    tables: Vec<TableNo>,
    event_revision: Option<(u64, u64)>,
    early: Option<Box<EarlyResults>>,
    wall: TimeOfDay,
    audience: PhantomData<A>,
}

impl DelayedHall<Spectators> {
    /// Creates a hall that is `delay_ms` behind, at most [`DELAY_MAX_MS`].
    pub fn new(delay_ms: Millis) -> DelayedHall<Spectators> {
        DelayedHall::behind(delay_ms.min(DELAY_MAX_MS))
    }

    /// Releases confirmed results at once, of the games and pairings that spectators see. Everything else waits.
    #[must_use]
    pub fn with_results_at_once(mut self) -> DelayedHall<Spectators> {
        self.early = (self.delay_ms > 0).then(Box::default);
        self
    }
}

impl DelayedHall<Screens> {
    /// Creates a hall that follows at once.
    pub fn at_once() -> DelayedHall<Screens> {
        DelayedHall::behind(0)
    }

    /// Returns the boards as their sensors read them. Spectators have no such thing, whatever their delay:
    ///
    /// ```compile_fail
    /// let hall = relay::DelayedHall::<relay::Spectators>::new(900_000);
    /// hall.boards();
    /// ```
    pub fn boards(&self) -> Vec<SensedBoard> {
        SensedBoard::all(self.fold.hall())
    }
}

impl<A: Onlookers> DelayedHall<A> {
    fn behind(delay_ms: Millis) -> DelayedHall<A> {
        DelayedHall {
            fold: Fold::new(),
            delay_ms,
            waiting: VecDeque::new(),
            is_event_due: true,
            event: None,
            tables: Vec::new(),
            event_revision: None,
            early: None,
            wall: TimeOfDay::default(),
            audience: PhantomData,
        }
    }

    /// Returns how far the hall is behind, in milliseconds.
    pub fn delay_ms(&self) -> Millis {
        self.delay_ms
    }

    /// Returns the set-up as the audience may know it; `None` until one is old enough.
    pub fn setup(&self) -> Option<&HallSetup> {
        self.fold.hall().setup()
    }

    /// Returns an event as the audience is told of it.
    pub fn event_of(&self, setup: &HallSetup) -> EventView {
        EventView { delay_ms: self.delay_ms, ..EventView::of(setup) }
    }

    /// Takes the next record of the journal.
    pub fn take(&mut self, seq: u64, body: Body) {
        // A record without a time belongs to the record before it.
        let before = self.waiting.back().map_or(0, |(due_ms, ..)| *due_ms);
        let due_ms = body.t_ms().map_or(before, |t_ms| before.max(t_ms.saturating_add(self.delay_ms)));
        if let Some(early) = &mut self.early {
            early.take(seq, &body);
        }
        self.waiting.push_back((due_ms, seq, body));
    }

    /// Returns the journal time at which the next record is old enough; `None` if none waits.
    pub fn due_ms(&self) -> Option<Millis> {
        self.waiting.front().map(|(due_ms, ..)| *due_ms)
    }

    /// Folds in what is old enough at journal time `now_ms`, and returns the publications and the signature. Games,
    /// clocks and rounds stay for the next [`DelayedHall::release`]. For records that are read at the start.
    pub fn recall(&mut self, now_ms: Millis) -> Released<A> {
        let mut released = Released::default();
        while let Some((_, seq, body)) = self.waiting.pop_front_if(|(due_ms, ..)| *due_ms <= now_ms) {
            self.pass(seq, body, &mut released);
        }
        if let Some(early) = &mut self.early {
            released.results = early.take_news();
            self.is_event_due |= Some(early.revision()) != self.event_revision.map(|(_, by_now)| by_now);
        }
        released
    }

    /// Returns all that may be seen at journal time `now_ms` and was not released before.
    pub fn release(&mut self, now_ms: Millis) -> Released<A> {
        let mut released = self.recall(now_ms);
        while let Some(output) = self.fold.poll_public() {
            match output {
                Output::Games(mut news) => {
                    for score in news.changed.values_mut() {
                        let wall_ms = score.last_press().and_then(|press| self.wall.at(press.read_ms));
                        score.note_press(wall_ms.map(|wall_ms| wall_ms.saturating_add(self.delay_ms)));
                    }
                    released.games.push(news);
                }
                Output::ClockRead(clock) if clock.is_public => {
                    released.clocks.push((clock.table, clock.face))
                }
                _ => {}
            }
        }
        if std::mem::take(&mut self.is_event_due) {
            self.name_event(&mut released);
        }
        released
    }

    fn name_event(&mut self, released: &mut Released<A>) {
        let hall = self.fold.hall();
        if let Some(setup) = hall.setup() {
            let event = self.event_of(setup);
            if self.event.as_ref() != Some(&event) {
                released.event = Some(event.clone());
                self.event = Some(event);
            }
            if !setup.tables.iter().map(|table| table.table).eq(self.tables.iter().copied()) {
                self.tables = setup.tables.iter().map(|table| table.table).collect();
                released.tables = Some(self.tables.clone());
            }
        }
        let revision = (hall.event_revision(), self.early.as_ref().map_or(0, |early| early.revision()));
        if self.event_revision != Some(revision) {
            self.event_revision = Some(revision);
            let mut event = hall.event().clone();
            let ahead = self.early.as_ref().map(|early| early.fill_in(&mut event)).unwrap_or_default();
            let journal = self.fold.epoch().unwrap_or_default();
            let mut rounds = Rounds::new(event, hall.signed_rounds().clone(), journal);
            rounds.ahead = ahead;
            released.rounds = Some(rounds);
        }
    }

    fn pass(&mut self, seq: u64, body: Body, released: &mut Released<A>) {
        if let Body::Published { publication, .. } = &body {
            let early = self.early.as_mut().map(|early| early.pass(publication));
            released.publications.push(early.unwrap_or_else(|| (**publication).clone()));
            released.seq = seq;
        }
        if let Body::Signed { signed, .. } = &body {
            let (head, key) = (hex::emit(&signed.head), hex::emit(&signed.key));
            released.head = Some(HeadView { seq: signed.seq, head, key });
        }
        self.wall.note(&body);
        self.is_event_due |= matches!(body, Body::Setup { .. } | Body::Event { .. } | Body::Command { .. });
        self.fold.feed(seq, body);
        self.is_event_due |=
            Some(self.fold.hall().event_revision()) != self.event_revision.map(|(seen, _)| seen);
        // What only the arbiter and the operator see goes nowhere from here.
        while self.fold.poll().is_some() {}
    }
}

//! What an audience may see from now on.

pub(crate) mod onlookers;

use crate::{
    delayed_hall::EarlyResult,
    message::{EventView, HeadView, TableView},
};
use game::ClockFace;
use hall::{GamesNews, HallSetup, Publication, TableNo};
use onlookers::Screens;
use std::{collections::BTreeSet, marker::PhantomData};
use tournament::{BoardNo, Event, RoundNo, SignedRounds};

/// A piece of news that was released to audience `A`. For [`Spectators`](crate::Spectators) nobody can make one but a
/// [`DelayedHall`](crate::DelayedHall), which waits for the delay, and [`MergedHalls`](crate::tree::MergedHalls), which were
/// told what others had released to spectators.
#[derive(Debug)]
pub struct Released<A> {
    pub(crate) publications: Vec<Publication>,
    /// Tables as a whole, told by halls elsewhere.
    pub(crate) told: Vec<TableView>,
    pub(crate) clocks: Vec<(TableNo, ClockFace)>,
    /// Results that did not wait for the moves before them.
    pub(crate) results: Vec<EarlyResult>,
    pub(crate) head: Option<HeadView>,
    pub(crate) event: Option<EventView>,
    /// The tables of the hall, if others were set up.
    pub(crate) tables: Option<Vec<TableNo>>,
    pub(crate) games: Vec<GamesNews>,
    pub(crate) rounds: Option<Rounds<A>>,
    pub(crate) seq: u64,
    pub(crate) audience: PhantomData<A>,
}

/// The event that an audience may see, with its rounds as they were when they ended.
#[derive(Debug)]
pub struct Rounds<A> {
    event: Event,
    signed: SignedRounds,
    journal: String,
    /// The pairings whose results did not wait for the delay: key, round and board.
    pub(crate) ahead: BTreeSet<(String, RoundNo, BoardNo)>,
    audience: PhantomData<A>,
}

impl<A> Rounds<A> {
    pub(crate) fn new(event: Event, signed: SignedRounds, journal: &str) -> Rounds<A> {
        let (journal, ahead) = (journal.to_owned(), BTreeSet::new());
        Rounds { event, signed, journal, ahead, audience: PhantomData }
    }

    /// Names the event and its place as the set-up does, where no order has named them.
    #[must_use]
    pub fn named_by(mut self, setup: &HallSetup) -> Rounds<A> {
        for (text, of_setup) in [(&mut self.event.name, &setup.event), (&mut self.event.site, &setup.site)] {
            if text.is_empty() {
                text.clone_from(of_setup);
            }
        }
        self
    }

    /// Returns the event.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Returns the name of the journal that the event is kept in; empty if it is not known.
    pub fn journal(&self) -> &str {
        &self.journal
    }

    /// Returns the rounds that are over, as they were when they ended.
    pub fn signed(&self) -> &SignedRounds {
        &self.signed
    }
}

impl<A> Default for Rounds<A> {
    /// Returns an event of which nothing is known yet.
    fn default() -> Rounds<A> {
        Rounds::new(Event::default(), SignedRounds::default(), "")
    }
}

impl<A> Default for Released<A> {
    /// Returns no news.
    fn default() -> Released<A> {
        Released {
            publications: Vec::new(),
            told: Vec::new(),
            clocks: Vec::new(),
            results: Vec::new(),
            head: None,
            event: None,
            tables: None,
            games: Vec::new(),
            rounds: None,
            seq: 0,
            audience: PhantomData,
        }
    }
}

impl<A> Released<A> {
    /// Returns whether there is nothing in it for the feed.
    pub fn is_empty(&self) -> bool {
        self.publications.is_empty()
            && self.told.is_empty()
            && self.clocks.is_empty()
            && self.results.is_empty()
            && self.head.is_none()
            && self.event.is_none()
            && self.tables.is_none()
    }

    /// Adds later news.
    pub fn join(&mut self, mut later: Released<A>) {
        self.publications.append(&mut later.publications);
        self.told.append(&mut later.told);
        self.clocks.append(&mut later.clocks);
        self.results.append(&mut later.results);
        self.games.append(&mut later.games);
        self.head = later.head.or(self.head.take());
        self.event = later.event.or(self.event.take());
        self.tables = later.tables.or(self.tables.take());
        self.rounds = later.rounds.or(self.rounds.take());
        self.seq = self.seq.max(later.seq);
    }

    /// Takes out the games that changed, for whoever prints them.
    pub fn take_games(&mut self) -> Vec<GamesNews> {
        std::mem::take(&mut self.games)
    }

    /// Takes out the rounds; `None` if they did not change.
    pub fn take_rounds(&mut self) -> Option<Rounds<A>> {
        self.rounds.take()
    }

    /// Returns the number of the last record whose publication is in it, or was in one of the joined pieces; 0 if there
    /// is none.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the clocks that were read, each with its table.
    pub fn clocks(&self) -> &[(TableNo, ClockFace)] {
        &self.clocks
    }

    /// Returns the publications.
    pub fn publications(&self) -> &[Publication] {
        &self.publications
    }
}

impl Released<Screens> {
    /// Returns news that the screens may show at once.
    pub fn at_once(publications: Vec<Publication>, clocks: Vec<(TableNo, ClockFace)>) -> Released<Screens> {
        Released { publications, clocks, ..Released::default() }
    }
}

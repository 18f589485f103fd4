//! The documents that a node serves: the games as PGN, and the papers of the rounds.

use crate::public::{
    gazette::{Current, Edition},
    round_papers::{RoundsEdition, Wanted},
};
use relay::{Rounds, Spectators, tree::MergedHalls};
use std::{sync::Arc, time::Duration};
use tokio::{sync::watch, task::spawn_blocking, time::Instant};

/// The least time for which an edition stays the current one.
const EDITION_MIN: Duration = Duration::from_secs(1);
/// The longest wait for the documents of all halls. One of them may have ended before it had told all.
const FIRST_MAX: Duration = Duration::from_secs(30);

/// The documents, and the channels by which the listener reads them.
#[derive(Debug)]
pub(super) struct Shelf {
    games: watch::Sender<Current<Spectators>>,
    rounds: watch::Sender<Arc<RoundsEdition<Spectators>>>,
    /// When the last edition was made.
    made: Option<Instant>,
    opened: Instant,
    is_due: bool,
}

/// The channels of a shelf: games and rounds.
pub(super) type Channels =
    (watch::Receiver<Current<Spectators>>, watch::Receiver<Arc<RoundsEdition<Spectators>>>);

impl Shelf {
    pub(super) fn open() -> (Shelf, Channels) {
        let (games, read_games) = watch::channel(Current::default());
        let (rounds, read_rounds) = watch::channel(Arc::new(RoundsEdition::of(Rounds::default(), 0)));
        (
            Shelf { games, rounds, made: None, opened: Instant::now(), is_due: false },
            (read_games, read_rounds),
        )
    }

    /// Notes that a document changed.
    pub(super) fn note(&mut self) {
        self.is_due = true;
    }

    /// Makes new editions, if something changed and the last ones are old enough. A first edition without the games of
    /// some table would say that these were deleted, so it waits for all.
    pub(super) async fn print(&mut self, halls: &MergedHalls) {
        let is_early = self.made.is_some_and(|made| made.elapsed() < EDITION_MIN);
        let is_waiting = self.made.is_none() && !halls.has_documents() && self.opened.elapsed() < FIRST_MAX;
        if !self.is_due || is_early || is_waiting {
            return;
        }
        (self.is_due, self.made) = (false, Some(Instant::now()));
        let (texts, before) = (halls.games(), self.games.borrow().edition().cloned().unwrap_or_default());
        let papers: Vec<(Wanted, String)> = halls
            .sheets()
            .into_iter()
            .filter_map(|(name, text)| Some((Wanted::parse(name)?, String::from_utf8(text.to_vec()).ok()?)))
            .collect();
        let [rounds, pairings] =
            [true, false].map(|with_results| String::from_utf8(halls.rounds(with_results)?).ok());
        let made = spawn_blocking(move || {
            let rounds = rounds.zip(pairings).map(|(rounds, pairings)| [rounds, pairings]);
            let nothing = || RoundsEdition::of(Rounds::default(), 0);
            let rounds = rounds.map_or_else(nothing, |all| RoundsEdition::handed(all, papers));
            (Edition::of_texts(texts, &before), rounds)
        });
        if let Ok((games, rounds)) = made.await {
            self.games.send_replace(Current::of(Arc::new(games)));
            self.rounds.send_replace(Arc::new(rounds));
        }
    }
}

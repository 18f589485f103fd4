//! The bulletin of an audience: all its games by round, made anew when somebody asks and something has changed.
//!
//! ```text
//!  editions of games.pgn, rounds, latest state ──▶ desk ──▶ BulletinEdition ──▶ pages, files, pushes
//! ```

pub(crate) mod faces;
pub(crate) mod stream;
pub(crate) mod tree_files;

use super::{
    gazette::{self, Current, Edition},
    live::Live,
    pages,
    round_papers::RoundsEdition,
};
use axum::{
    body::Body,
    http::{HeaderMap, Response, StatusCode},
};
use broadcast::bulletin::{Bulletin, BulletinSources, Seat};
use game::Player;
use relay::{EventView, Onlookers, message::PlayerView};
use shakmaty::ByColor;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::watch,
    task::spawn_blocking,
    time::{Instant, sleep, timeout_at},
};

/// The time after the start in which readers wait for the first bulletin.
const FIRST_MAX: Duration = Duration::from_secs(5);
/// What is said where there is no such round.
pub(crate) const NO_ROUND: &str =
    "There is no such round or board, or the round has not begun; /games.pgn has the games that are on.\n";
/// The least time between two looks whether something has changed, however many ask.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// A bulletin, with the texts that were asked for.
#[derive(Debug, Default)]
pub struct BulletinEdition {
    /// All games by round.
    pub bulletin: Bulletin,
    texts: Mutex<BTreeMap<String, Arc<Edition>>>,
    made_of: Option<MadeOf>,
}

/// The states of what a bulletin was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
struct MadeOf {
    games: String,
    rounds: String,
    event: EventView,
    seats: Vec<Seat>,
}

impl BulletinEdition {
    /// Returns a text under its name, which is written and compressed once.
    pub(crate) fn text(
        &self,
        name: String,
        write: impl FnOnce(&Bulletin) -> Option<String>,
    ) -> Option<Arc<Edition>> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = texts.get(&name) {
            return Some(Arc::clone(known));
        }
        let made = Arc::new(Edition::of_text(&write(&self.bulletin)?));
        texts.insert(name, Arc::clone(&made));
        Some(made)
    }
}

/// Answers with a text that is made of the bulletin. Under its name it is written once, and compressed once for the first who
/// takes it in that form, on a thread that nobody else waits for; without a name it is not kept. Names have to be few: not what
/// strangers wrote, but what it was understood to mean.
pub(crate) async fn answer<A: Onlookers>(
    desk: &BulletinDesk<A>,
    name: Option<String>,
    kind: &'static str,
    asked: &HeaderMap,
    write: impl FnOnce(&Bulletin) -> Option<String> + Send + 'static,
) -> Response<Body> {
    let Some(edition) = desk.first().await else { return gazette::early() };
    let asked = asked.clone();
    let answered = spawn_blocking(move || {
        let text = match name {
            Some(name) => edition.text(name, write),
            None => write(&edition.bulletin).map(|text| Arc::new(Edition::of_text(&text))),
        };
        match text {
            Some(text) => gazette::answer(&text, kind, &asked),
            None => pages::plain(StatusCode::NOT_FOUND, NO_ROUND),
        }
    });
    answered.await.unwrap_or_else(|_| gazette::early())
}

/// Makes the bulletins of an audience.
#[derive(Debug)]
pub struct BulletinDesk<A: Onlookers> {
    games: watch::Receiver<Current<A>>,
    rounds: watch::Receiver<Arc<RoundsEdition<A>>>,
    live: watch::Receiver<Arc<Live<A>>>,
    opened: Instant,
    last: tokio::sync::Mutex<Option<(Instant, Arc<BulletinEdition>)>>,
}

impl<A: Onlookers> BulletinDesk<A> {
    /// Creates the desk of an audience. There is one, which its doors hold: whoever reads the bulletin shares it.
    pub fn new(
        games: watch::Receiver<Current<A>>,
        rounds: watch::Receiver<Arc<RoundsEdition<A>>>,
        live: watch::Receiver<Arc<Live<A>>>,
    ) -> BulletinDesk<A> {
        BulletinDesk { games, rounds, live, opened: Instant::now(), last: tokio::sync::Mutex::default() }
    }

    /// Returns the bulletin as it is now; `None` before the first edition of the games is printed: other programs would take what
    /// is missing for deleted.
    pub async fn now(&self) -> Option<Arc<BulletinEdition>> {
        let mut last = self.last.lock().await;
        if let Some((looked, edition)) = &*last
            && looked.elapsed() < LOOK_EVERY
        {
            return Some(Arc::clone(edition));
        }
        let edition = self.games.borrow().edition().cloned()?;
        let rounds = Arc::clone(&self.rounds.borrow());
        let live = Arc::clone(&self.live.borrow());
        let made_of = MadeOf {
            games: edition.tag(super::gazette::Coding::Identity),
            rounds: rounds.tag().to_owned(),
            event: live.slots().event().clone(),
            seats: live.slots().seats().map(seat).collect(),
        };
        let known =
            last.as_ref().map(|(_, edition)| edition).filter(|it| it.made_of.as_ref() == Some(&made_of));
        let edition = if let Some(known) = known {
            Arc::clone(known)
        } else {
            let made = spawn_blocking(move || {
                let games = edition.text();
                let MadeOf { event, seats, .. } = &made_of;
                let bulletin =
                    Bulletin::of(BulletinSources { games: &games, rounds: rounds.text(), event, seats });
                BulletinEdition { bulletin, texts: Mutex::default(), made_of: Some(made_of) }
            });
            Arc::new(made.await.ok()?)
        };
        *last = Some((Instant::now(), Arc::clone(&edition)));
        Some(edition)
    }

    /// Returns the bulletin; in the first moments of the program it waits for the first one.
    pub async fn first(&self) -> Option<Arc<BulletinEdition>> {
        let mut games = self.games.clone();
        let first = games.wait_for(|current| current.edition().is_some());
        let is_there = timeout_at(self.opened + FIRST_MAX, first).await.is_ok_and(|first| first.is_ok());
        if is_there { self.now().await } else { None }
    }

    /// Waits for a bulletin that is another than this one.
    pub async fn after(&self, known: &Arc<BulletinEdition>) -> Arc<BulletinEdition> {
        loop {
            if let Some(now) = self.now().await
                && !Arc::ptr_eq(&now, known)
            {
                return now;
            }
            sleep(LOOK_EVERY).await;
        }
    }
}

fn seat((table, white, black, start, is_begun): (u16, &PlayerView, &PlayerView, &str, bool)) -> Seat {
    let player = |PlayerView { name, title, elo, federation, team }: &PlayerView| Player {
        name: name.clone(),
        title: title.clone(),
        elo: *elo,
        fide_id: None,
        team: team.clone(),
        federation: federation.clone(),
    };
    Seat {
        table,
        players: ByColor { white: player(white), black: player(black) },
        is_chess: !start.is_empty(),
        start: Some(start).filter(|start| !is_begun && !start.is_empty()).map(str::to_owned),
    }
}

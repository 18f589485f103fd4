//! The gazette: the PGN of all public games, `/games.pgn`. It is printed outside the main loop and sent to everybody
//! who asks for it.
//!
//! ```text
//!  follower: what was released ──▶ Inbox ──▶ printed (at most once a second) ──▶ Edition ──▶ readers
//! ```
//! The follower only hands over the moves of games that changed; it writes no PGN, however many readers there are. An
//! edition is printed once for all its readers. Each page in it is written and compressed once, and shared by the
//! editions in which it does not change.
//!
//! Limits: the inbox holds at most one state of each game, the latest. Printing takes at most a fifth of one core's
//! time.

mod answer;
mod coded;
mod edition;
mod paper;

pub(crate) use answer::answer;
pub use edition::{Coding, Edition};

use crate::public::pages;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use hall::{GamesNews, TableNo};
use paper::Paper;
use relay::Released;
use std::{
    collections::BTreeMap,
    marker::PhantomData,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{Notify, watch},
    task::spawn_blocking,
    time::{Instant, sleep, timeout},
};

/// The least time for which an edition stays the current one.
const EDITION_MIN: Duration = Duration::from_secs(1);
/// The pause after printing, as a multiple of the time that printing took.
const REST: u32 = 4;

/// The inbox of an audience's gazette: the news that is to be printed.
#[derive(Debug)]
pub struct Inbox<A>(Arc<Waiting>, PhantomData<A>);

impl<A> Default for Inbox<A> {
    fn default() -> Inbox<A> {
        Inbox(Arc::default(), PhantomData)
    }
}

impl<A> Clone for Inbox<A> {
    fn clone(&self) -> Inbox<A> {
        Inbox(Arc::clone(&self.0), PhantomData)
    }
}

#[derive(Debug, Default)]
struct Waiting {
    news: Mutex<BTreeMap<TableNo, GamesNews>>,
    /// Set when everything that had been released by the start has been handed over.
    is_complete: AtomicBool,
    bell: Notify,
}

impl<A> Inbox<A> {
    /// Takes the games out of what was released. Never waits for the printing. What was released first holds every
    /// earlier game, so the first edition may be printed then.
    pub(crate) fn put(&self, released: &mut Released<A>) {
        let games = released.take_games();
        if games.is_empty() && self.0.is_complete.load(Ordering::Relaxed) {
            return;
        }
        let mut waiting = self.0.news.lock().unwrap_or_else(PoisonError::into_inner);
        for news in games {
            match waiting.get_mut(&news.table) {
                Some(before) => before.and_then(news),
                None => drop(waiting.insert(news.table, news)),
            }
        }
        drop(waiting);
        self.0.is_complete.store(true, Ordering::Relaxed);
        self.0.bell.notify_one();
    }

    fn take(&self) -> BTreeMap<TableNo, GamesNews> {
        std::mem::take(&mut *self.0.news.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The current edition of an audience; empty before the first is printed.
#[derive(Debug)]
pub struct Current<A>(Option<Arc<Edition>>, PhantomData<A>);

impl<A> Default for Current<A> {
    fn default() -> Current<A> {
        Current(None, PhantomData)
    }
}

impl<A> Current<A> {
    /// Makes an edition the current one.
    pub(crate) fn of(edition: Arc<Edition>) -> Current<A> {
        Current(Some(edition), PhantomData)
    }

    /// Returns the edition; `None` before the first is printed.
    pub(crate) fn edition(&self) -> Option<&Arc<Edition>> {
        self.0.as_ref()
    }
}

/// The type of a text in PGN. Readers take a text without a charset for Latin-1.
pub(crate) const PGN: &str = "application/x-chess-pgn; charset=utf-8";
/// The longest wait of a reader for the first edition.
const FIRST_MAX: Duration = Duration::from_secs(5);

/// Answers a reader with the current edition. At the start of the program a reader waits for the first edition: if an
/// edition came without the earlier games, other programs would think that these were deleted. Without results the games that
/// are over are left out.
pub async fn read<A>(
    editions: &mut watch::Receiver<Current<A>>,
    with_results: bool,
    asked: &HeaderMap,
) -> Response<Body> {
    let first = timeout(FIRST_MAX, editions.wait_for(|current| current.0.is_some())).await;
    let mut edition = first.ok().and_then(|found| found.ok().and_then(|found| found.0.clone()));
    if !with_results && let Some(all) = edition.take() {
        edition = spawn_blocking(move || all.going_on()).await.ok();
    }
    match edition {
        Some(edition) => answer(&edition, PGN, asked),
        None => early(),
    }
}

/// Answers a reader who came before the first edition.
pub(crate) fn early() -> Response<Body> {
    let text = "The games are being put together; ask again in a moment.\n";
    let mut response = pages::plain(StatusCode::SERVICE_UNAVAILABLE, text);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    response
}

/// Prints editions until `stop` is set.
pub async fn run<A>(inbox: Inbox<A>, editions: watch::Sender<Current<A>>, mut stop: watch::Receiver<bool>) {
    tokio::select! {
        () = print(&inbox, &editions) => {}
        // An error means that the sender of `stop` is gone.
        _ = stop.wait_for(|stop| *stop) => {}
    }
}

async fn print<A>(inbox: &Inbox<A>, editions: &watch::Sender<Current<A>>) {
    let mut paper = Paper::default();
    loop {
        inbox.0.bell.notified().await;
        if !inbox.0.is_complete.load(Ordering::Relaxed) {
            continue;
        }
        let (news, began) = (inbox.take(), Instant::now());
        let printed = spawn_blocking(move || {
            let edition = paper.print(news);
            (paper, edition)
        });
        let Ok((again, edition)) = printed.await else {
            tracing::error!(
                "games.pgn is not printed any more for a mistake in this program; start it again and report what the log says"
            );
            return;
        };
        paper = again;
        editions.send_replace(Current::of(Arc::new(edition)));
        sleep(EDITION_MIN.max(began.elapsed() * REST)).await;
    }
}

//! The gazette: the public's PGN of all games, `/games.pgn`, printed beside the main loop and read by whoever likes.
//!
//! ```text
//!  main loop: what changed, safe in the book ──▶ Inbox ──▶ printed (at most once a second) ──▶ Edition ──▶ readers
//! ```
//! The main loop hands over the moves of the games that changed, and nothing else: it writes no text, whoever asks and
//! however often. An edition is printed once whatever the number of its readers, from pages that are written once each and shared
//! between editions; so are the compressed ones.
//!
//! Limits: the inbox holds each game once, the latest; printing takes a fifth of one core's time at most.

mod answer;
mod coded;
mod edition;
mod paper;
mod proofs;

use answer::answer;
pub use edition::{Coding, Edition};
pub(crate) use proofs::Proofs;

use crate::public::pages;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use hall::{GamesNews, TableNo};
use paper::Paper;
use std::{
    collections::BTreeMap,
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

/// An edition stands for so long at least.
const EDITION_MIN: Duration = Duration::from_secs(1);
/// After printing it rests for so many times as long as it took.
const REST: u32 = 4;

/// What is to be printed.
#[derive(Debug, Clone, Default)]
pub struct Inbox(Arc<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    news: Mutex<BTreeMap<TableNo, GamesNews>>,
    /// What the book told at the start has all been handed over.
    is_complete: AtomicBool,
    bell: Notify,
}

impl Inbox {
    /// Hands over what changed; it must be safe in the book. Never waits for anybody who prints.
    pub(crate) fn put(&self, news: GamesNews) {
        let mut waiting = self.0.news.lock().unwrap_or_else(PoisonError::into_inner);
        match waiting.get_mut(&news.table) {
            Some(before) => before.and_then(news),
            None => {
                waiting.insert(news.table, news);
            }
        }
        self.0.bell.notify_one();
    }

    /// Nothing that was told before the start is missing any more: the first edition may be printed.
    pub(crate) fn complete(&self) {
        if !self.0.is_complete.swap(true, Ordering::Relaxed) {
            self.0.bell.notify_one();
        }
    }

    fn take(&self) -> BTreeMap<TableNo, GamesNews> {
        std::mem::take(&mut *self.0.news.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The edition that stands, if there is any yet.
pub type Current = Option<Arc<Edition>>;

/// So long a reader waits for the first edition.
const FIRST_MAX: Duration = Duration::from_secs(5);

/// What a reader gets. At the start he waits for the first edition: one without the games from before would make other
/// programs believe that they are gone.
pub async fn read(editions: &mut watch::Receiver<Current>, asked: &HeaderMap) -> Response<Body> {
    let first = timeout(FIRST_MAX, editions.wait_for(Option::is_some)).await;
    let edition = first.ok().and_then(|found| found.ok().and_then(|found| (*found).clone()));
    match edition {
        Some(edition) => answer(&edition, asked),
        None => {
            let text = "The games are being put together; ask again in a moment.\n";
            let mut response = pages::plain(StatusCode::SERVICE_UNAVAILABLE, text);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
            response
        }
    }
}

/// Prints until told to stop.
pub async fn run(inbox: Inbox, editions: watch::Sender<Current>, mut stop: watch::Receiver<bool>) {
    tokio::select! {
        () = print(&inbox, &editions) => {}
        // An error means that whoever could stop us is gone.
        _ = stop.wait_for(|stop| *stop) => {}
    }
}

async fn print(inbox: &Inbox, editions: &watch::Sender<Current>) {
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
        editions.send_replace(Some(Arc::new(edition)));
        sleep(EDITION_MIN.max(began.elapsed() * REST)).await;
    }
}

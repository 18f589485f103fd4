//! The gazette: the public's PGN of all games, `/games.pgn`, printed beside the main loop for everybody who reads it.
//!
//! ```text
//!  main loop: what changed, safe in the journal ──▶ Inbox ──▶ printed (at most once a second) ──▶ Edition ──▶ readers
//! ```
//! The main loop only hands over the moves of the games that changed; it never writes text, however many readers ask.
//! An edition is printed once whatever the number of its readers. Its pages are written and compressed once each and
//! shared between editions.
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

/// The least time for which an edition remains current.
const EDITION_MIN: Duration = Duration::from_secs(1);
/// The rest after printing, as a multiple of the time that printing took.
const REST: u32 = 4;

/// The news that is to be printed.
#[derive(Debug, Clone, Default)]
pub struct Inbox(Arc<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    news: Mutex<BTreeMap<TableNo, GamesNews>>,
    /// Set when everything read from the journal at the start has been handed over.
    is_complete: AtomicBool,
    bell: Notify,
}

impl Inbox {
    /// Hands over what changed; it must be safe in the journal. It never waits for the printing.
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

    /// Notes that everything from before the start has been handed over: the first edition may be printed.
    pub(crate) fn complete(&self) {
        if !self.0.is_complete.swap(true, Ordering::Relaxed) {
            self.0.bell.notify_one();
        }
    }

    fn take(&self) -> BTreeMap<TableNo, GamesNews> {
        std::mem::take(&mut *self.0.news.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The current edition, once there is one.
pub type Current = Option<Arc<Edition>>;

/// The longest wait of a reader for the first edition.
const FIRST_MAX: Duration = Duration::from_secs(5);

/// Answers a reader. At the start a reader waits for the first edition: in an edition without the earlier games, other
/// programs would take those games for deleted.
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

/// Prints until `stop` is set.
pub async fn run(inbox: Inbox, editions: watch::Sender<Current>, mut stop: watch::Receiver<bool>) {
    tokio::select! {
        () = print(&inbox, &editions) => {}
        // An error means that the sender, who could stop us, is gone.
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

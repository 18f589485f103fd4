//! The gazette: the PGN of all public games, `/games.pgn`. It is printed outside the main loop and sent to everybody
//! who asks for it.
//!
//! ```text
//!  main loop: what changed, safe in the journal ──▶ Inbox ──▶ printed (at most once a second) ──▶ Edition ──▶ readers
//! ```
//! The main loop only hands over the moves of games that changed; it writes no PGN, however many readers there are. An
//! edition is printed once for all its readers. Each page in it is written and compressed once, and shared by the
//! editions in which it does not change.
//!
//! Limits: the inbox holds at most one state of each game, the latest. Printing takes at most a fifth of one core's
//! time.

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

/// The least time for which an edition stays the current one.
const EDITION_MIN: Duration = Duration::from_secs(1);
/// The pause after printing, as a multiple of the time that printing took.
const REST: u32 = 4;

/// The inbox of the gazette: the news that is to be printed.
#[derive(Debug, Clone, Default)]
pub struct Inbox(Arc<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    news: Mutex<BTreeMap<TableNo, GamesNews>>,
    /// Set when everything that the journal held at the start has been handed over.
    is_complete: AtomicBool,
    bell: Notify,
}

impl Inbox {
    /// Hands over the news of a table, which must be safe in the journal. Never waits for the printing.
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

    /// Notes that the news from the journal's earlier records is complete, so the first edition may be printed.
    pub(crate) fn complete(&self) {
        if !self.0.is_complete.swap(true, Ordering::Relaxed) {
            self.0.bell.notify_one();
        }
    }

    fn take(&self) -> BTreeMap<TableNo, GamesNews> {
        std::mem::take(&mut *self.0.news.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The current edition; `None` before the first is printed.
pub type Current = Option<Arc<Edition>>;

/// The longest wait of a reader for the first edition.
const FIRST_MAX: Duration = Duration::from_secs(5);

/// Answers a reader with the current edition. At the start of the program a reader waits for the first edition: if an
/// edition came without the earlier games, other programs would think that these were deleted.
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

/// Prints editions until `stop` is set.
pub async fn run(inbox: Inbox, editions: watch::Sender<Current>, mut stop: watch::Receiver<bool>) {
    tokio::select! {
        () = print(&inbox, &editions) => {}
        // An error means that the sender of `stop` is gone.
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

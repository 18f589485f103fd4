//! The snapshots of protocol 2: written and compressed once for all who ask.

use super::Live;
use crate::{
    mainloop::run_clock::RunClock,
    public::{
        gazette::{self, Edition},
        pages,
    },
};
use axum::{
    body::Body,
    http::{HeaderMap, Response, StatusCode, Uri},
};
use relay::Onlookers;
use std::{sync::Arc, time::Duration};
use tokio::{sync::Mutex, task::spawn_blocking, time::Instant};

/// The time for which a snapshot is given to all who ask, although something changed. Whoever follows the feed from
/// there on gets what is missing.
const FRESH: Duration = Duration::from_secs(1);

/// The last snapshots: with moves and without, each with results and without.
#[derive(Debug, Default)]
pub(crate) struct Snapshots([Mutex<Option<Made>>; 4]);

#[derive(Debug, Clone)]
struct Made {
    seq: u64,
    at: Instant,
    edition: Arc<Edition>,
}

impl Snapshots {
    /// Answers with a snapshot; with `moves=no` of the positions alone, with `results=no` of games that are going on.
    pub(crate) async fn answer<A: Onlookers>(
        &self,
        live: Arc<Live<A>>,
        clock: RunClock,
        uri: &Uri,
        asked: &HeaderMap,
    ) -> Response<Body> {
        let with_moves = !pages::says(uri, "moves=no");
        match self.latest(with_moves, pages::wants_results(uri), live, clock.now_ms()).await {
            Some(edition) => gazette::answer(&edition, "application/json", asked),
            None => pages::plain(
                StatusCode::SERVICE_UNAVAILABLE,
                "The snapshot could not be made; ask for /api/v1/hall/snapshot, and tell the organiser.\n",
            ),
        }
    }

    async fn latest<A: Onlookers>(
        &self,
        with_moves: bool,
        with_results: bool,
        live: Arc<Live<A>>,
        now_ms: u64,
    ) -> Option<Arc<Edition>> {
        // Whoever asks while a snapshot is made waits here, and gets the same.
        let mut last = self.0[2 * usize::from(with_moves) + usize::from(with_results)].lock().await;
        if let Some(made) = last.as_ref().filter(|made| made.seq >= live.seq() || made.at.elapsed() < FRESH) {
            return Some(Arc::clone(&made.edition));
        }
        let seq = live.seq();
        let making =
            spawn_blocking(move || Edition::of_text(&live.slots.snapshot(now_ms, with_moves, with_results)));
        let edition = Arc::new(making.await.ok()?);
        *last = Some(Made { seq, at: Instant::now(), edition: Arc::clone(&edition) });
        Some(edition)
    }
}

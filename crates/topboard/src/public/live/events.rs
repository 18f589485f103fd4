//! Protocol 2 as server-sent events, for whoever cannot open a WebSocket: the same frames, one for each event.

use super::{Live, Place};
use crate::{
    connections::listener::farewell::{Farewell, share},
    mainloop::run_clock::RunClock,
    public::pages,
};
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, Response, StatusCode, Uri},
};
use futures_util::stream;
use relay::{Onlookers, slots::message::Wish};
use std::{convert::Infallible, fmt::Write, pin::Pin, sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, watch};

/// The number of bytes at which events are sent without waiting for more.
const CHUNK: usize = 16 << 10;
/// The first lines: the pause before a client comes back, in milliseconds.
const RETRY: &str = "retry: 2000\n\n";
/// The longest pause that a client is told to make when its events end here. Each is told another.
const PAUSE_MAX: Duration = Duration::from_secs(4);

/// One client, with its seat in the hall.
struct Client<A> {
    place: Place,
    live: watch::Receiver<Arc<Live<A>>>,
    /// What is sent before anything else.
    first: String,
    /// Resolves when the client has to leave.
    leaves: Pin<Box<dyn Future<Output = ()> + Send>>,
    is_over: bool,
    _seat: OwnedSemaphorePermit,
}

/// Answers with events that end with the program, or when the client has to leave.
pub(crate) fn events<A: Onlookers>(
    live: watch::Receiver<Arc<Live<A>>>,
    clock: RunClock,
    (seat, farewell): (OwnedSemaphorePermit, Farewell),
    uri: &Uri,
    asked: &HeaderMap,
) -> Response<Body> {
    let Some(wish) = wish(uri, asked) else {
        return pages::plain(
            StatusCode::BAD_REQUEST,
            "Ask for some tables with ?tables=3,4, without clocks with ?clocks=no, without results with ?results=no.\n",
        );
    };
    let mut place = Place::default();
    place.sent.wish(&wish, &live.borrow().slots);
    let hello = live.borrow().slots.hello(clock.now_ms());
    let first = format!("{RETRY}data: {hello}\n\n");
    let leaves = Box::pin(farewell.turn());
    let client = Client { place, live, first, leaves, is_over: false, _seat: seat };
    let chunks = stream::unfold(client, |mut client| async {
        let chunk = client.chunk().await?;
        Some((Ok::<_, Infallible>(Bytes::from(chunk)), client))
    });
    pages::public("text/event-stream", Body::from_stream(chunks))
}

impl<A: Onlookers> Client<A> {
    /// Waits for something to send and returns it; `None` after the last of it.
    async fn chunk(&mut self) -> Option<String> {
        let first = std::mem::take(&mut self.first);
        if !first.is_empty() {
            return Some(first);
        }
        while !self.is_over {
            let chunk = self.ready();
            if !chunk.is_empty() {
                return Some(chunk);
            }
            tokio::select! {
                changed = self.live.changed() => self.is_over = changed.is_err(),
                () = &mut self.leaves => self.is_over = true,
            }
            if self.is_over {
                return Some(format!("retry: {}\n\n", share(PAUSE_MAX).as_millis()));
            }
        }
        None
    }

    /// Returns the events that can be sent at once. The last of them says where the client is, if it has everything then.
    fn ready(&mut self) -> String {
        let live = self.live.borrow_and_update();
        let (mut chunk, mut is_all) = (String::new(), false);
        while chunk.len() < CHUNK && !is_all {
            match self.place.next(&live) {
                Some(frame) => {
                    let end = if chunk.is_empty() { "" } else { "\n\n" };
                    write!(chunk, "{end}data: {frame}").expect("a text takes all");
                }
                None => is_all = true,
            }
        }
        if !chunk.is_empty() {
            if is_all {
                let (epoch, seq) = (live.slots.epoch(), live.slots.seq());
                write!(chunk, "\nid: {epoch}:{seq}").expect("a text takes all");
            }
            chunk.push_str("\n\n");
        }
        chunk
    }
}

/// Reads what a client wants; `None` if it cannot be understood.
fn wish(uri: &Uri, asked: &HeaderMap) -> Option<Wish> {
    let mut said = serde_json::json!({ "sub": "all" });
    for part in uri.query().unwrap_or_default().split('&').filter(|part| !part.is_empty()) {
        match part.split_once('=') {
            Some(("tables", numbers)) => {
                said["sub"] = tables(numbers)?.into();
            }
            Some(("reveal", numbers)) => said["reveal"] = tables(numbers)?.into(),
            Some((part @ ("clocks" | "results"), "no")) => said[part] = false.into(),
            Some(("since", since)) => said["since"] = since.into(),
            Some(("clocks" | "results", _)) | None => return None,
            Some(_) => {}
        }
    }
    // A browser that comes back says it in a header, whatever was asked for first.
    if let Some(since) = asked.get("last-event-id").and_then(|id| id.to_str().ok()) {
        said["since"] = since.into();
    }
    Wish::parse(&said.to_string())
}

fn tables(numbers: &str) -> Option<Vec<u16>> {
    numbers.split(',').map(str::parse).collect::<Result<_, _>>().ok()
}

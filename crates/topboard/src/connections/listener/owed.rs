//! What a client of HTTP/2 has been given and has not taken.
//!
//! A client says for each stream how much it takes, and may say "nothing" for ever while its connection lives. Bodies are
//! therefore given in pieces, of which each is known until the system has it. A stream whose piece stays for too long ends
//! its connection, as over HTTP/1.1.

use crate::connections::time_limits::Patience;
use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody},
};
use hyper::body::{Frame, SizeHint};
use std::{
    collections::BTreeMap,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};
use tokio::{sync::Notify, time::Instant};

/// The greatest length of a piece, in bytes. The slowest line that is served takes less than [`Patience::stuck`] for it.
const PIECE_MAX: usize = 16 << 10;
const _: () = assert!((PIECE_MAX as u64) < Patience::USUAL.slowest as u64 * Patience::USUAL.stuck.as_secs());
/// The greatest number of requests that a client may give up before they are answered, on one connection.
const GIVEN_UP_MAX: u32 = 100;

/// The streams of one connection.
#[derive(Debug)]
pub(super) struct Streams {
    state: Mutex<State>,
    restless: Notify,
}

#[derive(Debug)]
struct State {
    next: u64,
    open: usize,
    /// The time at which the last stream ended.
    idle: Instant,
    /// For each stream with pieces that were not taken: how many, and since when none of them is.
    owed: BTreeMap<u64, (usize, Instant)>,
    given_up: u32,
}

/// What is to be done about a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing: it does what it is there for.
    Well,
    /// Nothing was asked for too long.
    Idle,
    /// The client does not take what it asked for.
    Stuck,
}

impl Streams {
    pub(super) fn new() -> Arc<Streams> {
        let idle = Instant::now();
        let state = State { next: 0, open: 0, idle, owed: BTreeMap::new(), given_up: 0 };
        Arc::new(Streams { state: Mutex::new(state), restless: Notify::new() })
    }

    /// Counts a new stream.
    pub(super) fn begin(self: &Arc<Streams>) -> Stream {
        let mut state = self.state();
        let number = state.next;
        (state.next, state.open) = (number + 1, state.open + 1);
        drop(state);
        Stream { streams: Arc::clone(self), number, is_answered: false }
    }

    /// Returns what is to be done now.
    pub(super) fn verdict(&self, patience: &Patience) -> Verdict {
        let (state, now) = (self.state(), Instant::now());
        // Streams share the line: each of them may wait for the others.
        let turn = patience.stuck * u32::try_from(state.owed.len()).unwrap_or(u32::MAX);
        if state.owed.values().any(|(_, since)| now >= *since + turn) {
            return Verdict::Stuck;
        }
        if state.open == 0 && now >= state.idle + patience.head { Verdict::Idle } else { Verdict::Well }
    }

    /// Returns whether nothing is asked and nothing is owed.
    pub(super) fn is_idle(&self) -> bool {
        self.state().open == 0
    }

    /// Waits until the client has given up more requests than anybody needs to.
    pub(super) async fn restless(&self) {
        self.restless.notified().await;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // The lock guards only counts and times. They are valid at any time, even after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One request with its answer. It counts as open until the last piece of the answer is taken.
#[derive(Debug)]
pub(super) struct Stream {
    streams: Arc<Streams>,
    number: u64,
    is_answered: bool,
}

impl Stream {
    /// Returns the body of the answer, divided into pieces that are counted.
    pub(super) fn answered(mut self, body: Body) -> Owed {
        self.is_answered = true;
        Owed { body, rest: Bytes::new(), stream: Arc::new(self) }
    }

    fn give(self: &Arc<Stream>, bytes: Bytes) -> Bytes {
        let mut state = self.streams.state();
        let (pieces, _) = state.owed.entry(self.number).or_insert((0, Instant::now()));
        *pieces += 1;
        drop(state);
        Bytes::from_owner(Piece { bytes, stream: Arc::clone(self) })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let mut state = self.streams.state();
        state.open -= 1;
        state.idle = Instant::now();
        if !self.is_answered {
            state.given_up += 1;
            if state.given_up > GIVEN_UP_MAX {
                self.streams.restless.notify_one();
            }
        }
    }
}

/// A piece of an answer, which is dropped once the system has it.
struct Piece {
    bytes: Bytes,
    stream: Arc<Stream>,
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        let mut state = self.stream.streams.state();
        if let Some((pieces, since)) = state.owed.get_mut(&self.stream.number) {
            (*pieces, *since) = (*pieces - 1, Instant::now());
            if *pieces == 0 {
                state.owed.remove(&self.stream.number);
            }
        }
    }
}

/// A body in counted pieces.
pub(super) struct Owed {
    body: Body,
    /// What is left of the last part that the body gave.
    rest: Bytes,
    stream: Arc<Stream>,
}

impl HttpBody for Owed {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        while self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(frame) => return Poll::Ready(Some(Ok(frame))),
                },
                Some(Err(error)) => return Poll::Ready(Some(Err(error.into()))),
                None => return Poll::Ready(None),
            }
        }
        let length = self.rest.len().min(PIECE_MAX);
        let piece = self.rest.split_to(length);
        Poll::Ready(Some(Ok(Frame::data(self.stream.give(piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (left, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(left.lower() + rest);
        if let Some(upper) = left.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

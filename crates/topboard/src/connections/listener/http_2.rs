//! HTTP/2 on one connection, with the limits that HTTP/1.1 has and those that streams need besides.

use super::owed::{Stream, Streams, Verdict};
use crate::connections::{
    guests::{Guests, Loss},
    line::wire::Wire,
    listener::HEAD_MAX,
    time_limits::Patience,
};
use axum::{
    body::Body,
    http::{Request, Response},
};
use hyper::{body::Incoming, server::conn::http2, service::service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::{convert::Infallible, pin::pin, sync::Arc};
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until},
};

/// The greatest number of requests that wait for their answers at once. A browser keeps further ones back.
const STREAMS_MAX: u32 = 32;
/// The greatest number of bytes of bodies that a client may send ahead, of one stream and of all.
const AHEAD_MAX: u32 = 64 << 10;
/// The greatest number of requests that were taken back before anybody looked at them (rapid reset, CVE-2023-44487).
const RESETS_MAX: usize = 20;
/// The greatest number of streams that the program had to reset for a mistake of the client's (CVE-2025-8671).
const MISTAKES_MAX: usize = 32;

/// Answers the requests of a connection.
pub(super) async fn attend<F>(
    wire: Wire,
    patience: Patience,
    guests: Arc<Guests>,
    mut stop: watch::Receiver<bool>,
    answer: impl Fn(Request<Incoming>) -> F + Clone + Send + 'static,
) where
    F: Future<Output = Result<Response<Body>, Infallible>> + Send + 'static,
{
    let streams = Streams::new();
    let service = {
        let streams = Arc::clone(&streams);
        service_fn(move |request| {
            let stream: Stream = streams.begin();
            let answer = answer(request);
            async move { answer.await.map(|answer| answer.map(|body| stream.answered(body))) }
        })
    };
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS_MAX)
        .max_header_list_size(HEAD_MAX as u32)
        .initial_stream_window_size(AHEAD_MAX)
        .initial_connection_window_size(AHEAD_MAX)
        .max_send_buf_size(AHEAD_MAX as usize)
        .max_pending_accept_reset_streams(RESETS_MAX)
        .max_local_error_reset_streams(MISTAKES_MAX)
        .serve_connection(TokioIo::new(wire), service);
    let mut connection = pin!(connection);
    let tick = patience.head.min(patience.stuck) / 2;
    loop {
        tokio::select! {
            ended = connection.as_mut() => return note(ended),
            _ = stop.wait_for(|stop| *stop) => break,
            () = streams.restless() => {
                tracing::debug!("a client gave up too many requests; its connection was ended");
                return;
            }
            () = sleep(tick) => match streams.verdict(&patience) {
                Verdict::Well => {}
                Verdict::Idle => break,
                Verdict::Stuck => return guests.tally().count(Loss::Stuck),
            },
        }
    }
    // What was asked is still answered. A client that only waits may leave at once.
    connection.as_mut().graceful_shutdown();
    let farewell = Instant::now() + patience.farewell;
    loop {
        tokio::select! {
            ended = connection.as_mut() => return note(ended),
            () = sleep_until(farewell), if streams.is_idle() => return,
            () = streams.restless() => return,
            () = sleep(tick) => if streams.verdict(&patience) == Verdict::Stuck {
                return guests.tally().count(Loss::Stuck);
            },
        }
    }
}

fn note(ended: Result<(), hyper::Error>) {
    if let Err(error) = ended {
        tracing::debug!("a connection of HTTP/2 ended ({error})");
    }
}

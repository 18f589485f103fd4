//! The faces to spectators: the pages, the hall feed, the games.

use crate::{failure::Failure, hub::Visit, keeping::Health, mainloop::PublicAsks, pages, socket};
use axum::{
    Router,
    body::Body,
    extract::{State, WebSocketUpgrade, ws::Utf8Bytes},
    http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header},
    routing::get,
    serve::ListenerExt,
};
use std::{net::SocketAddr, sync::Arc};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, mpsc, oneshot, watch},
};

/// The most subscribers at once. At the limit the next one is told to come back later.
pub const SUBSCRIBERS_MAX: usize = 20_000;

/// What the handlers need.
#[derive(Debug, Clone)]
pub struct Doors {
    /// To the hub.
    pub visits: mpsc::Sender<Visit>,
    /// To the main loop, for what the public may ask.
    asks: PublicAsks,
    seats: Arc<Semaphore>,
    /// How the book is kept.
    health: watch::Receiver<Health>,
}

impl Doors {
    /// The ways in.
    pub fn new(visits: mpsc::Sender<Visit>, asks: PublicAsks, health: watch::Receiver<Health>) -> Doors {
        Doors { visits, asks, seats: Arc::new(Semaphore::new(SUBSCRIBERS_MAX)), health }
    }
}

/// Takes the address for the pages.
pub async fn bind(listen: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(listen).await.map_err(|error| {
        Failure::Environment(format!(
            "{listen} cannot be used for the pages ({error}); stop what uses it or set another address in [server]"
        ))
    })
}

/// Serves until told to stop.
pub async fn run(listener: TcpListener, doors: Doors, mut stop: watch::Receiver<bool>) {
    let router = Router::new()
        .route("/ws/hall", get(hall))
        .route("/api/v1/hall/snapshot", get(snapshot))
        .route("/games.pgn", get(games))
        .route("/healthz", get(health))
        .fallback(page)
        .with_state(doors);
    let stopped = async move {
        // An error means that whoever could stop us is gone.
        let _ = stop.wait_for(|stop| *stop).await;
    };
    // A frame is small and the next one may be long in coming: none waits to be sent together with another.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!("a connection gathers its bytes ({error})");
        }
    });
    if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(stopped).await {
        tracing::error!("the pages are not served any more ({error}); start the program again");
    }
}

/// Nothing but the routes above takes anything: whatever else is sent here is sent to no page.
async fn page(method: Method, uri: Uri, asked: HeaderMap) -> Response<Body> {
    match method {
        Method::GET | Method::HEAD => pages::file(uri.path(), &asked),
        _ => pages::missing(),
    }
}

async fn hall(State(doors): State<Doors>, upgrade: WebSocketUpgrade) -> Response<Body> {
    let Ok(seat) = Arc::clone(&doors.seats).try_acquire_owned() else {
        return pages::plain(StatusCode::SERVICE_UNAVAILABLE, "The hall is full; try again in a minute.\n");
    };
    upgrade
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(256 << 10)
        .max_message_size(socket::MESSAGE_MAX)
        .on_upgrade(move |socket| async move {
            socket::serve(socket, doors.visits).await;
            drop(seat);
        })
}

async fn snapshot(State(doors): State<Doors>) -> Response<Body> {
    match whole(&doors).await {
        Some(snapshot) => text("application/json", snapshot.as_str().to_owned()),
        None => ending(),
    }
}

async fn games(State(doors): State<Doors>) -> Response<Body> {
    match doors.asks.games().await {
        Some(games) => text("application/x-chess-pgn; charset=utf-8", games.as_ref().to_owned()),
        None => ending(),
    }
}

async fn health(State(doors): State<Doors>) -> Response<Body> {
    match whole(&doors).await {
        // A program whose disk is full must not be started anew: what it holds in memory would be lost.
        Some(_) => text("text/plain; charset=utf-8", format!("{}\n", *doors.health.borrow())),
        None => ending(),
    }
}

/// A snapshot of the hall; none when the program is ending.
async fn whole(doors: &Doors) -> Option<Utf8Bytes> {
    let (answer, snapshot) = oneshot::channel();
    doors.visits.send(Visit::Snapshot(answer)).await.ok()?;
    snapshot.await.ok()
}

fn ending() -> Response<Body> {
    pages::plain(StatusCode::SERVICE_UNAVAILABLE, "The program is ending.\n")
}

fn text(kind: &'static str, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // The public feed may be shown on any page: there is nothing in it that is not public.
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

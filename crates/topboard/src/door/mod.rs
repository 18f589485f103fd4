//! The arbiter's door: a listener of its own, with what no spectator may see and what only an arbiter may say.
//!
//! ```text
//! printed at the start: http://127.0.0.1:8081/#enter=KEY        good for one use
//!        page ── POST /api/v1/session {"key":KEY} ──▶ cookie, SameSite=Strict, HttpOnly, until the program ends
//!        page ── GET /ws/arbiter ──▶ snapshot, updates         (relay::arbiter)
//!        page ── POST /api/v1/tables/3/commands ──▶ main loop: stamp, append, fold, sync, then the answer
//! ```
//! Invariants:
//! * The address has loopback alone in it unless the configuration says otherwise.
//! * The key stands behind `#`: it is never sent with a request for a page, so no log, referrer or preview has it.
//! * Every request names a host that cannot be rebound: an address, `localhost`, or a name from the configuration.
//! * Whoever changes something or opens the feed comes from the page itself: `Origin` equals the host.
//! * The public listener's parts ([`crate::server::Doors`]) hold nothing of this module, and the pages of this door are
//!   not served there.
//! * Bounded: keys, sessions, subscribers, bodies, and how often each may speak.

mod desk;
mod guard;
mod hub;
mod reports;
mod requests;
mod session;
mod socket;
mod wish;

use crate::{mainloop::Ask, pages};
use axum::{
    Router,
    body::Body,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderValue, Response, StatusCode, Uri, header},
    middleware::{self, Next},
    routing::{get, post},
    serve::ListenerExt,
};
pub use desk::{Desk, Freeze, ReadAs, freeze, known, read_as};
pub use hub::{ArbiterHub, ArbiterRelease, ArbiterVisit, RELEASES_MAX, VISITORS_MAX};
pub use session::Keys;
use std::{net::SocketAddr, path::Path as FilePath, sync::Arc};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, mpsc, watch},
};

/// The most arbiters' pages at once.
const SUBSCRIBERS_MAX: usize = 64;
/// The longest body of a request.
const BODY_MAX: usize = 64 << 10;
/// What a page may load and where it may be shown: nothing from elsewhere, nowhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What the handlers need.
#[derive(Debug, Clone)]
pub struct ArbiterDoor {
    keys: Arc<Keys>,
    visits: mpsc::Sender<ArbiterVisit>,
    asks: mpsc::Sender<Ask>,
    seats: Arc<Semaphore>,
    /// Names by which the door may be called besides addresses and `localhost`.
    hosts: Arc<[String]>,
    address: SocketAddr,
    /// Where the book is, for pages made of it, and whose turn it is to make one.
    journal: Arc<FilePath>,
    reports: Arc<Semaphore>,
}

impl ArbiterDoor {
    /// A door at this address, before the book in this folder.
    pub fn new(
        address: SocketAddr,
        hosts: &[String],
        journal: &FilePath,
        visits: mpsc::Sender<ArbiterVisit>,
        asks: mpsc::Sender<Ask>,
    ) -> ArbiterDoor {
        ArbiterDoor {
            keys: Arc::new(Keys::default()),
            visits,
            asks,
            seats: Arc::new(Semaphore::new(SUBSCRIBERS_MAX)),
            hosts: hosts.into(),
            address,
            journal: journal.into(),
            reports: Arc::new(Semaphore::new(1)),
        }
    }

    /// A link that lets one browser in, once. None when the system has no randomness to make it of.
    pub fn link(&self) -> Option<String> {
        let key = self.keys.issue()?;
        Some(format!("http://{}/#enter={key}", crate::run::shown(self.address)))
    }
}

/// Serves until told to stop.
pub async fn run(listener: TcpListener, door: ArbiterDoor, mut stop: watch::Receiver<bool>) {
    let inside = Router::new()
        .route("/ws/arbiter", get(socket::open))
        .route("/api/v1/arbiter/snapshot", get(requests::snapshot))
        .route("/api/v1/arbiter/round", get(requests::round))
        .route("/api/v1/arbiter/result-sheet", get(reports::result_sheet))
        .route("/api/v1/tables/{table}/games/{game}/case", get(reports::game_case))
        .route("/api/v1/tables/{table}/games/{game}/case/{from_ms}/{to_ms}", get(reports::case))
        .route("/api/v1/links", post(requests::link))
        .route("/api/v1/tables/{table}/commands", post(requests::command))
        .route("/api/v1/tables/{table}/freeze", post(requests::freeze))
        .route("/api/v1/tables/{table}/moves", post(requests::moves))
        .route_layer(middleware::from_fn_with_state(door.clone(), only_arbiters));
    let router = Router::new()
        .route("/api/v1/session", post(requests::enter).delete(requests::leave))
        .merge(inside)
        .fallback(get(page))
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(middleware::from_fn_with_state(door.clone(), guarded))
        .with_state(door);
    let stopped = async move {
        // An error means that whoever could stop us is gone.
        let _ = stop.wait_for(|stop| *stop).await;
    };
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!("a connection gathers its bytes ({error})");
        }
    });
    if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(stopped).await {
        tracing::error!("the arbiter's door is closed ({error}); start the program again");
    }
}

async fn page(uri: Uri, request: Request) -> Response<Body> {
    pages::arbiter_file(uri.path(), request.headers())
}

/// Refuses whoever does not come by the front, and says to browsers what the answer may be used for.
async fn guarded(State(door): State<ArbiterDoor>, request: Request, next: Next) -> Response<Body> {
    let checked = guard::check(request.method(), request.uri().path(), request.headers(), &door.hosts);
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => {
            tracing::warn!("the arbiter's door refused a request: {}", refusal.words());
            requests::refuse(refusal.status(), refusal.words())
        }
    };
    let is_report = response.extensions().get::<reports::SelfContained>().is_some();
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, if is_report { reports::POLICY } else { POLICY }),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Lets in who has a session, as often as a person can want something.
async fn only_arbiters(State(door): State<ArbiterDoor>, request: Request, next: Next) -> Response<Body> {
    match door.keys.admit(request.headers()) {
        session::Admission::Welcome => next.run(request).await,
        session::Admission::Unknown => requests::refuse(
            StatusCode::UNAUTHORIZED,
            "open the arbiter's link first: the program prints it when it starts",
        ),
        session::Admission::TooOften => {
            requests::refuse(StatusCode::TOO_MANY_REQUESTS, "too many requests; wait a second and try again")
        }
    }
}

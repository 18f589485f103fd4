//! The answers of the interface: a WebSocket at any path, as the original's clients expect it, and JSON over HTTP below
//! `/api/v1.0/`.
//!
//! On this computer no token is asked for, and pages of any origin may read, as with the original. Browsers ask people
//! before a page of the Web may reach this computer. They do not where the page's own site has a name that points here (DNS
//! rebinding), so a request has to name this computer itself.

use super::{
    LivechessListeners,
    client::{self, now},
    token::Token,
};
use crate::{
    connections::{
        guests::{Guests, Most},
        handshake,
        listener::{self, Face},
        time_limits::Patience,
    },
    mainloop::run_clock::RunClock,
    public::pages,
    tls::Tls,
};
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header},
};
use broadcast::livechess::{Boards, rest};
use std::{
    net::{Ipv4Addr, Ipv6Addr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::{
    sync::{Semaphore, watch},
    task::JoinHandle,
};

/// The greatest length of a request's body, in bytes. No request here needs a body.
const BODY_MAX: usize = 1 << 10;
/// The greatest number of WebSockets at once. At the limit, further ones are refused.
const CLIENTS_MAX: usize = 32;
/// The greatest number of connections of this computer, and as many of others.
const CONNECTIONS_MAX: Most = Most { all: 64, each: 64 };
/// The page for people.
const PAGE: &str = include_str!("page.html");

/// What a listener needs of the follower.
#[derive(Debug, Clone)]
pub struct Doors {
    boards: watch::Receiver<Arc<Boards>>,
    clock: RunClock,
    seats: Arc<Semaphore>,
    numbers: Arc<AtomicU64>,
}

impl Doors {
    pub(super) fn new(boards: watch::Receiver<Arc<Boards>>, clock: RunClock) -> Doors {
        Doors { boards, clock, seats: Arc::new(Semaphore::new(CLIENTS_MAX)), numbers: Arc::default() }
    }
}

/// What the handlers of one listener share.
#[derive(Debug, Clone)]
struct Door {
    doors: Doors,
    /// The token that a client needs; `None` on this computer.
    token: Option<Token>,
    stop: watch::Receiver<bool>,
}

/// Serves every listener until `stop` is set. Only what other computers read is encrypted: pages of the Web know the
/// interface of this computer as a plain one.
pub fn serve(
    listeners: LivechessListeners,
    doors: &Doors,
    tls: Option<Arc<Tls>>,
    stop: &watch::Receiver<bool>,
) -> Vec<JoinHandle<()>> {
    let local = listeners.local.into_iter().map(|listener| (listener, None, None));
    let beyond = listeners.beyond.into_iter().map(|(listener, token)| (listener, Some(token), tls.clone()));
    let own = Guests::of_programs(CONNECTIONS_MAX);
    let serving = local.chain(beyond).map(|(listener, token, tls)| {
        // Others cannot take the places of this computer.
        let guests = if token.is_some() { Guests::of_programs(CONNECTIONS_MAX) } else { Arc::clone(&own) };
        let door = Door { doors: doors.clone(), token, stop: stop.clone() };
        let router = Router::new().fallback(answer).with_state(door);
        let patience = Patience::USUAL;
        let face = Face { router, body_max: BODY_MAX, streams: &[], refuse: pages::plain, patience, tls };
        tokio::spawn(listener::serve(listener, face, guests, stop.clone()))
    });
    serving.collect()
}

async fn answer(State(door): State<Door>, request: Request) -> Response<Body> {
    let uri = request.uri().clone();
    let path = match door.token {
        Some(token) => token.admit(uri.path(), uri.query()),
        None => is_own_host(request.headers()).then(|| uri.path()),
    };
    let Some(path) = path else {
        let why = if door.token.is_some() {
            "This address wants its token: ?token=… behind it, or the token as the first part of the path.\n"
        } else {
            "These boards are for programs on this computer: ask at 127.0.0.1 or localhost.\n"
        };
        return pages::plain(StatusCode::FORBIDDEN, why);
    };
    if request.headers().contains_key(header::UPGRADE) {
        return attend(door, request);
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return pages::plain(StatusCode::METHOD_NOT_ALLOWED, "Nothing can be changed here; ask with GET.\n");
    }
    match path.strip_prefix("/api/v1.0") {
        Some("" | "/") => attend(door, request),
        Some(below) => {
            let boards = Arc::clone(&door.doors.boards.borrow());
            let found = rest::answer(&boards, below.trim_start_matches('/'), now(door.doors.clock));
            found.map_or_else(missing, |json| of_kind("application/json", json))
        }
        None if is_page(path) => of_kind("text/html; charset=utf-8", PAGE),
        None => missing(),
    }
}

fn is_page(path: &str) -> bool {
    path.trim_end_matches('/').is_empty() || path == "/doc" || path.starts_with("/doc/")
}

fn attend(door: Door, request: Request) -> Response<Body> {
    let Door { doors, stop, .. } = door;
    let Ok(seat) = Arc::clone(&doors.seats).try_acquire_owned() else {
        return pages::plain(StatusCode::SERVICE_UNAVAILABLE, "Too many programs are connected; end one.\n");
    };
    let number = doors.numbers.fetch_add(1, Ordering::Relaxed);
    let accepted = handshake::accept(request, move |socket| async move {
        client::attend(socket, number, doors.boards, doors.clock, stop).await;
        drop(seat);
    });
    accepted.unwrap_or_else(|refusal| refusal.mark(pages::plain(refusal.status(), refusal.words())))
}

/// Returns whether a request names this computer itself. One without a host is from no browser.
fn is_own_host(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<Ipv4Addr>().is_ok_and(|ip| ip.is_loopback())
        || name.parse::<Ipv6Addr>().is_ok_and(|ip| ip.is_loopback())
}

fn missing() -> Response<Body> {
    pages::plain(StatusCode::NOT_FOUND, "There is no such thing here; /doc/index.html says what there is.\n")
}

fn of_kind(kind: &'static str, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Pages read the WebSocket whatever their origin is; they read the same here.
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

#[cfg(test)]
mod tests {
    use super::is_own_host;
    use axum::http::{HeaderMap, HeaderValue, header};

    #[test]
    fn a_name_that_somebody_else_gave_this_computer_is_not_its_own() {
        let is_own = |host: &'static str| {
            is_own_host(&HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]))
        };
        for host in ["localhost", "LocalHost:1982", "127.0.0.1:1982", "127.0.0.1", "[::1]:1982", "[::1]"] {
            assert!(is_own(host), "{host}");
        }
        for host in ["evil.example:1982", "localhost.evil.example", "10.0.0.5:1982", "[2001:db8::1]:1982", ""]
        {
            assert!(!is_own(host), "{host}");
        }
        assert!(is_own_host(&HeaderMap::new()));
    }
}

//! Accepts connections for the public listener and for the arbiter's. It limits the number of connections and their
//! waiting times, and hands on only requests that have arrived whole, but for files that are too long to be held.
//!
//! ```text
//!  connection ──no place──▶ 503, Retry-After, closed
//!      │ a place (guests.rs), a line whose waits are bounded (line.rs)
//!      ▼
//!  handshake, where there is TLS ──too long──▶ closed
//!      │ HTTP/1.1, or HTTP/2 (http_2.rs)          plain, from elsewhere ──▶ https, the root (tls/aside.rs)
//!      ▼
//!  head ──too long in coming──▶ closed          body ──too long in coming, or too large──▶ 408, 413
//!      │ one Host                                 │
//!      └───────────────▶ the listener's own answers ◀┘
//! ```

pub mod farewell;
mod host;
mod http_2;
mod owed;

use crate::{
    connections::{
        descriptors::REFUSALS_MAX,
        guests::{Guests, Loss, Tenure},
        line::{Line, wire::Wire},
        time_limits::Patience,
    },
    terminal::log::{Trouble, report},
    tls::{Came, Tls},
};
use axum::{
    Router,
    body::{Body, HttpBody, to_bytes},
    extract::ConnectInfo,
    http::{Request, Response, StatusCode},
};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{convert::Infallible, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    time::{Instant, sleep, timeout},
};

/// The greatest length of a request's head, in bytes. A longer head is answered with 431.
const HEAD_MAX: usize = 16 << 10;
/// The time that a refused client may take to receive the answer.
const REFUSAL: Duration = Duration::from_secs(1);
/// The least time between two warnings to the operator about refused connections.
const TELL_EVERY: Duration = Duration::from_secs(60);
/// The pause after the system failed to accept a connection: the program may have run out of file descriptors.
const PAUSE: Duration = Duration::from_millis(200);
/// What an operator is told of an address that had to give up a place.
const GAVE_WAY: &str = "it holds connections to the arbiter's listener on which nobody logs in, and others got places of \
    them, for all were taken; see who is there";
/// The answer to a connection for which there is no place.
const NO_PLACE: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n\
    Content-Type: text/plain; charset=utf-8\r\nContent-Length: 65\r\n\r\n\
    Too many connections are open here; try again in some ten seconds";

/// The handlers and limits of a listener.
#[derive(Debug, Clone)]
pub struct Face {
    /// The handlers of the listener's requests.
    pub router: Router,
    /// The greatest length of a request's body, in bytes.
    pub body_max: usize,
    /// The paths whose handlers take the body as it comes, because it is too long to be held. They bound its length and
    /// its time themselves.
    pub streams: &'static [&'static str],
    /// Makes the answer that refuses a request before it reaches a handler.
    pub refuse: fn(StatusCode, String) -> Response<Body>,
    /// The time limits of each connection.
    pub patience: Patience,
    /// What encrypts connections; `None` where all of them are plain.
    pub tls: Option<Arc<Tls>>,
}

/// Serves connections until `stop` is set, then waits until every connection has ended.
pub async fn serve(listener: TcpListener, face: Face, guests: Arc<Guests>, mut stop: watch::Receiver<bool>) {
    let refusals = Arc::new(Semaphore::new(REFUSALS_MAX));
    let mut told = LastWarning::default();
    loop {
        let accepted = tokio::select! {
            // An error means that the sender of `stop` is gone.
            _ = stop.wait_for(|stop| *stop) => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_theirs(&error) => continue,
            Err(error) => {
                told.tell(&Trouble::NoConnection { reason: &error.to_string() });
                sleep(PAUSE).await;
                continue;
            }
        };
        match guests.admit(peer.ip()) {
            Ok(guest) => {
                if let Some(address) = guest.took_from() {
                    told.tell(&Trouble::NoPlace { address, why: GAVE_WAY });
                }
                let tenure = Arc::clone(guest.tenure());
                let line = Line::new(stream, guest, face.patience);
                let guests = Arc::clone(&guests);
                let attended = attend(line, peer, Arc::clone(&tenure), face.clone(), guests, stop.clone());
                tokio::spawn(async move {
                    tokio::select! {
                        () = attended => {}
                        () = tenure.given_up() => {}
                    }
                });
            }
            Err(full) => {
                guests.tally().count(Loss::Refused);
                told.tell(&Trouble::NoPlace { address: peer.ip(), why: &guests.refusal(full) });
                if let Ok(turn) = Arc::clone(&refusals).try_acquire_owned() {
                    tokio::spawn(async move {
                        // A client that does not read the refusal in time is disconnected without it.
                        let _ = timeout(REFUSAL, turn_away(stream)).await;
                        drop(turn);
                    });
                }
            }
        }
    }
    drop(listener);
    guests.all_left().await;
}

/// The time of the last warning to the operator.
#[derive(Debug, Default)]
struct LastWarning(Option<Instant>);

impl LastWarning {
    /// Logs a warning, unless one was logged less than [`TELL_EVERY`] ago.
    fn tell(&mut self, trouble: &Trouble<'_>) {
        if self.0.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
            self.0 = Some(Instant::now());
            report(trouble);
        }
    }
}

/// Returns whether the client caused the error. Other errors come from a shortage on this computer.
fn is_theirs(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Refuses a connection because no place is free. What the client sends is read and dropped: closing with unread bytes
/// would reset the connection before the answer has arrived.
async fn turn_away(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(NO_PLACE).await?;
    stream.shutdown().await?;
    let mut rest = [0; 1024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

/// Answers the requests of one connection, once it is known whether it is encrypted.
async fn attend(
    line: Line,
    peer: SocketAddr,
    tenure: Arc<Tenure>,
    face: Face,
    guests: Arc<Guests>,
    mut stop: watch::Receiver<bool>,
) {
    let Some(tls) = face.tls.clone() else {
        return attend_http_1(Wire::Plain(line), peer, tenure, face, stop).await;
    };
    let opened = tokio::select! {
        // The boxes of rare branches keep the task of a plain connection small.
        opened = Box::pin(timeout(face.patience.head, Wire::open(line, &tls))) => opened,
        _ = stop.wait_for(|stop| *stop) => return,
    };
    match opened {
        Ok(Ok(wire)) if wire.is_http_2() => {
            let (patience, scheme) = (face.patience, wire.scheme());
            let answers = move |request| {
                answer(face.clone(), Came { scheme, from: peer }, Arc::clone(&tenure), request)
            };
            Box::pin(http_2::attend(wire, patience, guests, stop, answers)).await;
        }
        Ok(Ok(wire)) => Box::pin(attend_http_1(wire, peer, tenure, face, stop)).await,
        Ok(Err(error)) => tracing::debug!("a connection of {} made no handshake ({error})", peer.ip()),
        Err(_) => tracing::debug!("a connection of {} took too long over its handshake", peer.ip()),
    }
}

async fn attend_http_1(
    wire: Wire,
    peer: SocketAddr,
    tenure: Arc<Tenure>,
    face: Face,
    mut stop: watch::Receiver<bool>,
) {
    let (head, scheme) = (face.patience.head, wire.scheme());
    let answers = service_fn(move |request| {
        answer(face.clone(), Came { scheme, from: peer }, Arc::clone(&tenure), request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(HEAD_MAX)
        .serve_connection(TokioIo::new(wire), answers)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut done = None;
    tokio::select! {
        ended = connection.as_mut() => done = Some(ended),
        _ = stop.wait_for(|stop| *stop) => connection.as_mut().graceful_shutdown(),
    }
    let done = match done {
        Some(done) => done,
        None => connection.await,
    };
    if let Err(error) = done {
        tracing::debug!("a connection of {} ended ({error})", peer.ip());
    }
}

async fn answer(
    face: Face,
    came: Came,
    tenure: Arc<Tenure>,
    mut request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let refuse = face.refuse;
    if let Err(why) = host::settle(&mut request) {
        return Ok(refuse(StatusCode::BAD_REQUEST, why.to_owned()));
    }
    if let Some(aside) = face.tls.as_ref().and_then(|tls| tls.aside(came, request.uri(), request.headers())) {
        return Ok(aside);
    }
    let request = request.map(Body::new);
    let request =
        if face.streams.contains(&request.uri().path()) { Ok(request) } else { whole(request, &face).await };
    match request {
        Ok(mut request) => {
            request.extensions_mut().insert(ConnectInfo(came.from));
            request.extensions_mut().insert(came.scheme);
            request.extensions_mut().insert(tenure);
            TowerToHyperService::new(face.router).call(request).await
        }
        Err((status, why)) => Ok(refuse(status, why)),
    }
}

/// Reads the body of a request, and returns the request with its whole body.
async fn whole(request: Request<Body>, face: &Face) -> Result<Request<Body>, (StatusCode, String)> {
    let too_large = || {
        let why = format!("A body has at most {} bytes here; send less at once.\n", face.body_max);
        (StatusCode::PAYLOAD_TOO_LARGE, why)
    };
    if request.body().is_end_stream() {
        return Ok(request);
    }
    if request.body().size_hint().lower() > face.body_max as u64 {
        return Err(too_large());
    }
    let (head, body) = request.into_parts();
    match timeout(face.patience.body, to_bytes(body, face.body_max)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, Body::from(bytes))),
        // The connection may also have broken; then nobody receives the answer.
        Ok(Err(_)) => Err(too_large()),
        Err(_) => {
            Err((StatusCode::REQUEST_TIMEOUT, "The body did not come in time; send it again.\n".to_owned()))
        }
    }
}

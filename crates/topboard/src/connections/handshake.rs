//! The handshake that turns a request into a WebSocket (RFC 6455, 4.2), or refuses it with a reason.

use crate::{connections::websocket::Socket, people::logins::Until};
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Version, header},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// The only version of the WebSocket protocol that is supported.
const VERSION: HeaderValue = HeaderValue::from_static("13");
const WEBSOCKET: HeaderValue = HeaderValue::from_static("websocket");
const UPGRADE: HeaderValue = HeaderValue::from_static("upgrade");

/// The reason why a request cannot become a WebSocket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The request does not ask for a WebSocket.
    NotAsked,
    /// The request asks for another version of the WebSocket protocol.
    OtherVersion,
    /// The header `Sec-WebSocket-Key` is missing or malformed.
    BadKey,
}

impl Refusal {
    /// Returns the reason as a sentence for people.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Refusal::NotAsked => {
                "This address speaks WebSocket; ask for that upgrade with GET and HTTP/1.1.\n"
            }
            Refusal::OtherVersion => "This address speaks version 13 of WebSocket.\n",
            Refusal::BadKey => "Sec-WebSocket-Key is 16 bytes in base64.\n",
        }
    }

    /// Adds to `answer` the headers that tell a program why it was refused; the body has the reason for people.
    pub(crate) fn mark(self, mut answer: Response<Body>) -> Response<Body> {
        let headers = answer.headers_mut();
        if self != Refusal::BadKey {
            headers.insert(header::SEC_WEBSOCKET_VERSION, VERSION);
            headers.insert(header::UPGRADE, WEBSOCKET);
            headers.insert(header::CONNECTION, UPGRADE);
        }
        answer
    }

    /// Returns the HTTP status of the refusal.
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Refusal::NotAsked | Refusal::OtherVersion => StatusCode::UPGRADE_REQUIRED,
            Refusal::BadKey => StatusCode::BAD_REQUEST,
        }
    }
}

/// Answers the request. Once the client has the answer, `then` is called with the connection.
pub(crate) fn accept<F>(
    mut request: Request<Body>,
    then: impl FnOnce(Box<Socket>) -> F + Send + 'static,
) -> Result<Response<Body>, Refusal>
where
    F: Future<Output = ()> + Send + 'static,
{
    let accepted = check(&request)?;
    let upgrade = hyper::upgrade::on(&mut request);
    let until = request.extensions().get::<Until>().cloned();
    tokio::spawn(async move {
        // A client that leaves before the upgrade needs no connection.
        if let Ok(upgraded) = upgrade.await
            && let Some(socket) = Socket::new(upgraded)
        {
            match until {
                // A login that ends takes its sockets with it.
                Some(until) => tokio::select! {
                    () = then(socket) => {}
                    () = until.over() => {}
                },
                None => then(socket).await,
            }
        }
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::UPGRADE, WEBSOCKET);
    headers.insert(header::CONNECTION, UPGRADE);
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accepted);
    Ok(response)
}

/// Checks the request. Returns the value of `Sec-WebSocket-Accept`, which proves that the request was understood.
fn check(request: &Request<Body>) -> Result<HeaderValue, Refusal> {
    let headers = request.headers();
    let is_asked = request.method() == Method::GET
        && request.version() == Version::HTTP_11
        && has_word(headers, header::UPGRADE, "websocket")
        && has_word(headers, header::CONNECTION, "upgrade");
    if !is_asked {
        return Err(Refusal::NotAsked);
    }
    if headers.get(header::SEC_WEBSOCKET_VERSION) != Some(&VERSION) {
        return Err(Refusal::OtherVersion);
    }
    let key = headers.get(header::SEC_WEBSOCKET_KEY).ok_or(Refusal::BadKey)?;
    let is_key = STANDARD.decode(key).is_ok_and(|bytes| bytes.len() == 16);
    let accepted = HeaderValue::try_from(derive_accept_key(key.as_bytes()));
    accepted.ok().filter(|_| is_key).ok_or(Refusal::BadKey)
}

/// Returns whether the list in a header, which may occur several times, contains this word.
fn has_word(headers: &HeaderMap, name: header::HeaderName, word: &str) -> bool {
    let lists = headers.get_all(name).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|known| known.trim().eq_ignore_ascii_case(word))
}

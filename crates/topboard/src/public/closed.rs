//! The door of a closed event: whoever has no login of a spectator gets a page that says so, at every address of the public
//! listener, and with it the forms of the way in. A socket and a stream of events end with their login.

use super::{bulletin::stream::Endless, pages, server::PublicState};
use crate::people::{
    caller::Caller,
    logins::{Admission, Guest},
    passwords::refused::Refused,
    visitors::Visitors,
};
use axum::{
    body::Body,
    extract::{Form, Request, State, rejection::FormRejection},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
    middleware::Next,
};
use futures_util::StreamExt;
use relay::Onlookers;
use std::{collections::BTreeMap, sync::Arc};

/// The address of the way in.
const ENTER: &str = "/enter";
/// What the page at the door needs.
const FILES: [&str; 4] = ["/closed/closed.js", "/closed/closed.css", "/shared/base.css", "/shared/icon.svg"];
/// The content security policy of the page at the door: its forms may be sent here.
const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const WORDS: &str = "This event is closed: open the link that you were given, or log in at /.\n";

/// Lets requests of spectators pass.
pub(crate) async fn admit(
    State(visitors): State<Arc<Visitors>>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let path = request.uri().path();
    if path == ENTER || FILES.contains(&path) {
        return next.run(request).await;
    }
    match visitors.admit(request.headers(), Caller::of(request.extensions())) {
        Admission::Welcome(guest) => {
            request.extensions_mut().insert(guest.until());
            private(next.run(request).await, &guest)
        }
        Admission::TooOften => {
            let mut late = pages::plain(
                StatusCode::TOO_MANY_REQUESTS,
                "Too many requests; wait a second and try again.\n",
            );
            late.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            late
        }
        Admission::Unknown => shut(&request),
    }
}

/// Keeps an answer from whoever else asks, and ends it with the login if it has no end of its own.
fn private(response: Response<Body>, guest: &Guest) -> Response<Body> {
    let (mut head, body) = response.into_parts();
    head.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    head.headers.remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
    let is_events = head.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
    let is_endless = is_events || head.extensions.get::<Endless>().is_some();
    let body = if is_endless {
        Body::from_stream(body.into_data_stream().take_until(guest.until().over()))
    } else {
        body
    };
    Response::from_parts(head, body)
}

/// Returns the page at the door; a program gets its sentence alone.
fn shut(request: &Request) -> Response<Body> {
    let accepts = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let is_browser = accepts.is_some_and(|accept| accept.contains("text/html"));
    let mut response =
        if is_browser { pages::closed() } else { pages::plain(StatusCode::UNAUTHORIZED, WORDS) };
    *response.status_mut() = StatusCode::UNAUTHORIZED;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.remove(header::ETAG);
    // Some programs give the secret in their address only when they are asked for it.
    if request.uri().path().ends_with(".pgn") {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Basic realm=\"Topboard\""));
    }
    response
}

/// Lets in whoever sends the key of a link, or a name and a password, and leads them to the boards.
pub(crate) async fn enter<A: Onlookers>(
    State(state): State<PublicState<A>>,
    caller: Caller,
    headers: HeaderMap,
    form: Result<Form<BTreeMap<String, String>>, FormRejection>,
) -> Response<Body> {
    if is_foreign(&headers) {
        return pages::plain(StatusCode::FORBIDDEN, "This form comes from another page; open / itself.\n");
    }
    let mut form = form.map(|Form(form)| form).unwrap_or_default();
    let mut part = |name: &str| form.remove(name).filter(|text| !text.trim().is_empty());
    // An open event lets in everybody.
    let entered = match (state.visitors(), part("key"), part("name"), part("password")) {
        (None, ..) => Ok(Vec::new()),
        (Some(visitors), Some(key), ..) => visitors.by_key(key.trim(), caller, &headers).await,
        (Some(visitors), None, Some(name), Some(password)) => {
            visitors.by_password(&name, password, caller, &headers).await
        }
        _ => Err(Refused::UNREAD),
    };
    match entered {
        Ok(cookies) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::SEE_OTHER;
            response.headers_mut().insert(header::LOCATION, HeaderValue::from_static("/"));
            for cookie in cookies {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(refused) => refused.page(),
    }
}

/// Returns whether a browser says that the form comes from another page.
fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    headers.contains_key(header::ORIGIN)
        && text(header::ORIGIN).and_then(|origin| origin.split_once("://")).map(|(_, host)| host)
            != text(header::HOST)
}

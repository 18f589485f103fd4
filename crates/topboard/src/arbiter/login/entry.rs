//! Logging in and out: exchanging a link's key for a login, listing and ending logins, making a link for another
//! browser.

use super::{password, rights};
use crate::{
    arbiter::{
        ArbiterState,
        bodies::{EnterBody, LinkBody},
        requests::{answer, parse_body, refuse},
    },
    people::{
        caller::Caller,
        device::device,
        logins::{AGE_MAX, Guest, IDLE_MAX, Known, Listed, wall_ms},
        person::{Person, Role},
        tries::place,
        visitors::Choice,
    },
};
use axum::{
    Extension,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use serde_json::{Value, json};
use std::{
    net::{IpAddr, SocketAddr},
    sync::PoisonError,
    time::Instant,
};

/// What is said of a login that is not in the list.
pub(crate) const NO_SUCH_LOGIN: &str = "there is no such login any more";

/// Exchanges the key of a link, or a name and a password, for a login.
pub(crate) async fn enter(
    State(state): State<ArbiterState>,
    caller: Caller,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    match parse_body(&body) {
        Ok(EnterBody::Key { key }) => match state.keys.take(&key) {
            Some(person) => begun(&state, person, "link", caller, &headers).await,
            None => wrong_key(&state, caller.address),
        },
        Ok(EnterBody::Password(form)) => match password::person(&state, form, caller.address).await {
            Ok(person) => begun(&state, person, "password", caller, &headers).await,
            Err(refused) => password::refusal(&refused),
        },
        Err(unread) => unread.answer(),
    }
}

/// Begins a login of this person, who came in by a link or by a password, and gives its cookie.
pub(super) async fn begun(
    state: &ArbiterState,
    person: Person,
    by: &str,
    caller: Caller,
    headers: &HeaderMap,
) -> Response<Body> {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let device = device(agent);
    let (told, address) = (person.told(), caller.address);
    tracing::info!(event = "login", person = told, %address, "the {by} of {told} was used from {address} ({device})");
    // A browser that logs in again leaves its old login behind.
    state.logins.leave(state.cookie.secrets(headers, caller.scheme));
    match state.logins.begin(person, device, caller.address, wall_ms()) {
        Some(secret) => with_cookies(json!({ "entered": true }), state.cookie.given(&secret, caller.scheme)),
        None => no_randomness(),
    }
}

fn wrong_key(state: &ArbiterState, address: IpAddr) -> Response<Body> {
    // No code panics while it holds the lock. Even if it did, the table of tries would be whole.
    let is_bearable =
        state.tries.lock().unwrap_or_else(PoisonError::into_inner).spend(place(address), Instant::now());
    if !is_bearable {
        let mut response = refuse(
            StatusCode::TOO_MANY_REQUESTS,
            "too many wrong keys came from your address; take a new link (`topboard link`), the right one opens at once",
        );
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
        return response;
    }
    tracing::warn!(event = "login-refused", %address, "a key that is not good was tried at the arbiter's listener from {address}");
    refuse(
        StatusCode::UNAUTHORIZED,
        "this link was used already, or belongs to an earlier start; take a new one: `topboard link` on the computer \
         of the hall prints it",
    )
}

/// Ends the login that the request belongs to.
pub(crate) async fn leave(
    State(state): State<ArbiterState>,
    caller: Caller,
    headers: HeaderMap,
) -> Response<Body> {
    if let Some(Known { id, person, .. }) = state.logins.leave(state.cookie.secrets(&headers, caller.scheme))
    {
        let person = person.told();
        tracing::info!(event = "logout", person, login = %id, "{person} logged out (login {id})");
        // If the list cannot be written, the keeper logs that.
        let _ = state.logins.are_written().await;
    }
    with_cookies(json!({ "entered": false }), state.cookie.taken(caller.scheme))
}

/// Says whom this login belongs to and what they may do.
pub(crate) async fn whose(Extension(Guest { login, person, .. }): Extension<Guest>) -> Response<Body> {
    let may = rights::names(person.role);
    answer(
        StatusCode::OK,
        &json!({ "login": login, "name": person.name, "role": person.role.name(), "may": may }),
    )
}

/// Returns the first frame of the feed: whose it is, and what they may do.
pub(crate) fn hello(Guest { person, .. }: &Guest) -> Value {
    let may = rights::names(person.role);
    json!({ "kind": "hello", "name": person.name, "role": person.role.name(), "may": may })
}

/// Lists every login, the oldest first.
pub(crate) async fn list(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
) -> Response<Body> {
    answer(StatusCode::OK, &listed(&state, Some(&guest.login)))
}

/// Returns the list of logins, in which one may be that of whoever asks.
pub(crate) fn listed(state: &ArbiterState, mine: Option<&str>) -> Value {
    let shown = |Listed { known, open }: Listed| {
        let is_mine = mine == Some(&known.id);
        json!({
            "login": known.id, "name": known.person.name, "role": known.person.role.name(), "device": known.device,
            "address": known.address, "began_ms": known.began_ms, "used_ms": known.used_ms, "open": open,
            "mine": is_mine,
        })
    };
    let of_spectators = state.visitors.as_ref().map(|visitors| (visitors.list(), visitors.links()));
    let (spectators, links) = of_spectators.unwrap_or_default();
    let logins: Vec<Value> = state.logins.list().into_iter().chain(spectators).map(shown).collect();
    let limits = (IDLE_MAX.as_secs(), AGE_MAX.as_secs());
    json!({ "logins": logins, "links": links, "now_ms": wall_ms(), "idle_max_s": limits.0, "age_max_s": limits.1 })
}

/// Ends the login with this name.
pub(crate) async fn end(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    Path(login): Path<String>,
) -> Response<Body> {
    match ended(&state, &login, &guest.person.told()).await {
        Some(outcome) => answer(StatusCode::OK, &outcome),
        None => refuse(StatusCode::NOT_FOUND, NO_SUCH_LOGIN),
    }
}

/// Ends the login with this name, and with it the unused links that it made. Returns whether the disk knows of it;
/// `None` if there is no such login.
pub(crate) async fn ended(state: &ArbiterState, login: &str, by: &str) -> Option<Value> {
    let person = match (state.logins.end(login), &state.visitors) {
        (Some(Known { person, .. }), _) => person,
        (None, Some(visitors)) => visitors.end(login).await?,
        (None, None) => return None,
    };
    state.keys.forget(login);
    let person = person.told();
    tracing::info!(event = "login-ended", person, login, "the login {login} of {person} was ended by {by}");
    let is_written = state.logins.are_written().await;
    Some(json!({ "ended": true, "written": is_written }))
}

/// Makes a new link, with which another browser can log in: another device of whoever asks, or somebody else.
pub(crate) async fn link(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let wanted: LinkBody = match parse_body(&body) {
        Ok(parsed) => parsed,
        Err(unread) => return unread.answer(),
    };
    let person = match invited(&wanted) {
        Ok(None) => guest.person.clone(),
        Ok(Some(person)) => {
            if let Err(refusal) = rights::may_invite(guest.person.role, person.role) {
                return answer(StatusCode::FORBIDDEN, &refusal);
            }
            person
        }
        Err(why) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, &why),
    };
    let told = guest.person.told();
    tracing::info!(event = "link-made", person = told, "{told} made a link for {}", person.told());
    if person.role == Role::Spectator {
        return match of_spectators(&state, &person, wanted.choice()).await {
            Ok(links) => answer(
                StatusCode::OK,
                &json!({ "link": links.first(), "links": links, "this_computer_only": false }),
            ),
            Err(why) => refuse(StatusCode::CONFLICT, &why),
        };
    }
    let Some(mut links) = state.links(person, Some(&guest.login)) else { return no_randomness() };
    // The next browser most likely uses the requester's host name. A loopback name works on this computer alone.
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let came_by = links
        .iter()
        .position(|link| link.split("://").nth(1).is_some_and(|link| link.starts_with(&format!("{host}/"))));
    if let Some(index) = came_by.filter(|_| !is_loopback(host)) {
        links[..=index].rotate_right(1);
    }
    let is_local = state.address.ip().is_loopback();
    answer(StatusCode::OK, &json!({ "link": links.first(), "links": links, "this_computer_only": is_local }))
}

/// Makes a link for spectators of a closed event. `Err` says why there is none.
pub(crate) async fn of_spectators(
    state: &ArbiterState,
    person: &Person,
    choice: Choice,
) -> Result<Vec<String>, String> {
    let Some(visitors) = &state.visitors else {
        return Err("the event is open to everybody; `closed = true` under [server] closes it".to_owned());
    };
    visitors.invite(person.name.as_deref().unwrap_or_default(), choice).await
}

/// Returns the person whom a link is to let in; `None` if nobody is named. `Err` says what is wrong with the person.
pub(crate) fn invited(LinkBody { name, role, .. }: &LinkBody) -> Result<Option<Person>, String> {
    match (name, role) {
        (Some(name), role) => Person::read(name, role.as_deref()).map(Some),
        (None, None) => Ok(None),
        (None, Some(_)) => Err("a role is somebody's: give a name, too".to_owned()),
    }
}

fn is_loopback(host: &str) -> bool {
    host.parse::<SocketAddr>().is_ok_and(|address| address.ip().is_loopback())
}

/// Returns the answer to a request without a login.
pub(crate) fn no_login() -> Response<Body> {
    refuse(
        StatusCode::UNAUTHORIZED,
        "open the arbiter's link first: the program prints it when it starts, and `topboard link` prints a new one",
    )
}

/// Returns the answer to a request whose login ended while the request was being handled.
pub(crate) fn login_ended() -> Response<Body> {
    refuse(StatusCode::UNAUTHORIZED, "this login was ended")
}

fn no_randomness() -> Response<Body> {
    refuse(StatusCode::SERVICE_UNAVAILABLE, "the system gives no random numbers; try again")
}

fn with_cookies(body: Value, cookies: Vec<HeaderValue>) -> Response<Body> {
    let mut response = answer(StatusCode::OK, &body);
    for cookie in cookies {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

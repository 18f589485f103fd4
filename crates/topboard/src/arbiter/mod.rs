//! The arbiter's listener: serves what no spectator may see, and accepts what only an arbiter may order.
//!
//! ```text
//! printed at the start, and by `topboard link`: http://127.0.0.1:8081/#enter=KEY        usable once
//!        page ── POST /api/v1/session {"key":KEY} ──▶ login, in a cookie: SameSite=Strict, HttpOnly
//!        page ── GET /ws/arbiter ──▶ hello, snapshot, updates  (relay::arbiter, or relay::operator by the login's role)
//!        page ── POST /api/v1/tables/3/commands ──▶ main loop: stamp, append, fold, sync, then the answer
//! ```
//! Invariants:
//! * The listener is at a loopback address unless the configuration says otherwise.
//! * The key is in the fragment of the link, behind `#`, which is never sent with a request for a page. No log,
//!   referrer or preview has it.
//! * Every request names a host that cannot be rebound: an address, `localhost`, or a name from the configuration.
//! * Every request that changes something or opens the feed comes from the page itself: `Origin` equals the host.
//! * The public listener's parts ([`crate::public::server::PublicState`]) hold nothing of this module, and the arbiter's
//!   pages are not served there.
//! * Every socket and every request belongs to a login and ends with it (people/logins/mod.rs).
//! * Every request that is not the way in or out needs a right, which the login's role has or has not (login/rights.rs).
//! * An order is signed with the person of the login (login/signature.rs).
//! * A command is answered within two seconds, if only with "not yet safe", and never carried out twice (errands.rs).
//! * A name and a password cost as much to compare whether they are right or wrong (people/passwords/doorkeeper.rs).
//! * Everything has a limit: keys, wrong keys, passwords, logins, subscribers, bodies, and the rate of requests.

mod bodies;
mod errands;
mod event;
pub mod hatch;
mod hub;
mod login;
mod operators;
mod outbox;
mod refusal;
mod reports;
mod requests;
mod socket;

use crate::{
    broadcast::{destinations::Destinations, rehearsal::Rehearsal},
    connections::{
        addresses, descriptors,
        guests::{Guests, ServedAudience, Tenure},
        listener::{self, Face},
        time_limits::Patience,
    },
    displays::Registry,
    mainloop::Ask,
    people::{
        caller::Caller,
        cookie::Cookie,
        keys::Keys,
        logins::{self, Admission, Keeper, Logins},
        passwords::doorkeeper::Doorkeeper,
        person::Person,
        tries::{TRIES, Tries},
        visitors::Visitors,
    },
    public::pages,
    tls::Tls,
};
use axum::{
    Router,
    body::Body,
    extract::{DefaultBodyLimit, MatchedPath, Request, State},
    http::{HeaderValue, Method, Response, StatusCode, Uri, header},
    middleware::{self, Next},
    routing::{delete, get, post},
};
use errands::Errands;
pub use hub::{ArbiterRelease, ArbiterVisit, VISITORS_MAX};
pub use login::signature::Signature;
use login::{entry, guard, password, rights};
pub use operators::{OperatorRelease, OperatorVisit};
pub use outbox::{Freeze, Outbox, ReadAs, StaffHubs, freeze, kept_up, known, read_as};
use serde_json::{Value, json};
use std::{
    net::{IpAddr, SocketAddr},
    path::Path as FilePath,
    sync::{Arc, Mutex},
    time::Instant,
};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, mpsc, watch},
};

/// The greatest number of arbiters' pages that may be open at once.
const SUBSCRIBERS_MAX: usize = 64;
/// The greatest length of a request's body, in bytes.
const BODY_MAX: usize = 64 << 10;
/// The greatest length of a file to be imported, and of an order about the event, in bytes.
const FILE_MAX: usize = 512 << 10;
/// The content security policy of pages: they load nothing from elsewhere and cannot be embedded in another page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The channels to the hubs of the staff. Which of them a login reaches is decided by its role (login/rights.rs).
#[derive(Debug, Clone)]
pub struct Visits {
    /// The hub of arbiters.
    pub arbiters: mpsc::Sender<ArbiterVisit>,
    /// The hub of operators and organisers.
    pub operators: mpsc::Sender<OperatorVisit>,
}

/// The state that the handlers share.
#[derive(Debug, Clone)]
pub struct ArbiterState {
    keys: Arc<Keys>,
    tries: Arc<Mutex<Tries<IpAddr>>>,
    doorkeeper: Arc<Doorkeeper>,
    /// The spectators of a closed event.
    visitors: Option<Arc<Visitors>>,
    logins: Arc<Logins>,
    cookie: Arc<Cookie>,
    errands: Arc<Errands>,
    hubs: Visits,
    asks: mpsc::Sender<Ask>,
    seats: Arc<Semaphore>,
    /// The host names that requests may use besides addresses and `localhost`.
    hosts: Arc<[String]>,
    address: SocketAddr,
    /// The journal's folder, from which reports are made. `reports` holds the permit to make one report at a time.
    journal: Arc<FilePath>,
    reports: Arc<Semaphore>,
    /// Holds the permit to read one rating list at a time.
    lists: Arc<Semaphore>,
    /// What encrypts connections.
    tls: Option<Arc<Tls>>,
    /// What goes to others.
    destinations: Destinations,
    /// What is looked at before a round.
    rehearsal: Arc<Rehearsal>,
    /// The displays in the hall; `None` if there is no listener for them.
    displays: Option<Arc<Registry>>,
    /// Those who are served by this program, by name.
    audiences: Vec<(&'static str, ServedAudience)>,
}

impl ArbiterState {
    /// Creates the state of an arbiter's listener at this address, over the journal in this folder, and the keeper of
    /// its logins, which the caller has to run.
    pub fn new(
        address: SocketAddr,
        hosts: &[String],
        journal: &FilePath,
        (doorkeeper, visitors): (Arc<Doorkeeper>, Option<Arc<Visitors>>),
        hubs: Visits,
        (asks, rehearsal): (mpsc::Sender<Ask>, Arc<Rehearsal>),
    ) -> (ArbiterState, Keeper) {
        let (logins, keeper) = Logins::of_folder(journal, &logins::STAFF, logins::wall_ms());
        let state = ArbiterState {
            keys: Arc::new(Keys::default()),
            tries: Arc::new(Mutex::new(Tries::at(TRIES))),
            doorkeeper,
            visitors,
            logins,
            cookie: Arc::new(Cookie::of_port(address.port())),
            errands: Arc::new(Errands::default()),
            hubs,
            asks,
            seats: Arc::new(Semaphore::new(SUBSCRIBERS_MAX)),
            hosts: hosts.into(),
            address,
            journal: journal.into(),
            reports: Arc::new(Semaphore::new(1)),
            lists: Arc::new(Semaphore::new(1)),
            tls: None,
            destinations: Destinations::default(),
            rehearsal,
            displays: None,
            audiences: Vec::new(),
        };
        (state, keeper)
    }

    /// Encrypts the connections of the listener.
    pub fn encrypted(self, tls: Option<Arc<Tls>>) -> ArbiterState {
        ArbiterState { tls, ..self }
    }

    /// Lets the staff see how what goes to others arrives there.
    pub fn broadcasting(self, destinations: Destinations) -> ArbiterState {
        ArbiterState { destinations, ..self }
    }

    /// Lets operators set up the displays in the hall.
    pub fn showing(self, displays: Option<Arc<Registry>>) -> ArbiterState {
        ArbiterState { displays, ..self }
    }

    /// Lets the staff see how many look on.
    pub fn serving(self, audiences: Vec<(&'static str, ServedAudience)>) -> ArbiterState {
        ArbiterState { audiences, ..self }
    }

    /// Returns the login links of nobody by name, who may do everything.
    pub fn first_links(&self) -> Option<Vec<String>> {
        self.links(Person::UNNAMED, None)
    }

    /// Writes into the journal who looked at what, or whose password was set.
    async fn note(&self, access: &Value) {
        // A program that ends writes nothing more.
        let _ = self.asks.send(Ask::Access(access.to_string())).await;
    }

    /// Returns login links for this person, one for each address that reaches the listener; `by` is the login that makes
    /// them. Once one link is used, none of them works any more. Returns `None` if the system has no randomness for a key.
    fn links(&self, person: Person, by: Option<&str>) -> Option<Vec<String>> {
        let key = self.keys.issue(person, by)?;
        let links = addresses::links(self.address, self.tls.as_deref());
        Some(links.into_iter().map(|link| format!("{link}#enter={key}")).collect())
    }
}

/// Serves the arbiter's pages and requests until `stop` is set.
pub async fn run(listener: TcpListener, state: ArbiterState, stop: watch::Receiver<bool>) {
    let tls = state.tls.clone();
    let inside = Router::new()
        .route("/api/v1/logins/mine", get(entry::whose))
        .route("/ws/arbiter", get(socket::open))
        .route("/api/v1/arbiter/snapshot", get(requests::snapshot))
        .route("/api/v1/arbiter/round", get(requests::round))
        .route("/api/v1/arbiter/result-sheet", get(reports::result_sheet))
        .route("/api/v1/tables/{table}/games/{game}/case", get(reports::game_case))
        .route("/api/v1/tables/{table}/games/{game}/case/{from_ms}/{to_ms}", get(reports::case))
        .route("/api/v1/tables/{table}/games/{game}/review", get(reports::review))
        .route("/api/v1/event/{key}/rounds/{round}/sheet", get(reports::round_sheet))
        .route("/api/v1/event/{key}/trf", get(event::trf))
        .route("/api/v1/event/import", post(event::import).layer(DefaultBodyLimit::max(FILE_MAX)))
        .route("/api/v1/event/round-robin", post(event::round_robin).layer(DefaultBodyLimit::max(FILE_MAX)))
        .route("/api/v1/event/ratings", post(event::ratings::compare))
        .route("/api/v1/event", get(event::state).post(event::order).layer(DefaultBodyLimit::max(FILE_MAX)))
        .route("/api/v1/event/ready", get(event::ready::answer))
        .route("/api/v1/broadcast", get(event::broadcast::answer))
        .route("/api/v1/broadcast/check", get(event::rehearsal::answer))
        .route("/api/v1/displays", get(event::screens::list))
        .route("/api/v1/displays/{display}", post(event::screens::order))
        .route("/api/v1/links", post(entry::link))
        .route("/api/v1/logins", get(entry::list))
        .route("/api/v1/logins/{login}", delete(entry::end))
        .route("/api/v1/errands/{errand}", get(requests::errand))
        .route("/api/v1/tables/{table}/commands", post(requests::command))
        .route("/api/v1/tables/{table}/freeze", post(requests::freeze))
        .route("/api/v1/tables/{table}/moves", post(requests::moves))
        .route_layer(middleware::from_fn_with_state(state.clone(), only_arbiters));
    let router = Router::new()
        .route("/api/v1/session", post(entry::enter).delete(entry::leave))
        .route("/enter", post(password::form))
        .merge(inside)
        .fallback(get(page))
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(middleware::from_fn_with_state(state.clone(), guarded))
        .with_state(state);
    let face = Face {
        router,
        body_max: FILE_MAX,
        streams: &[event::ratings::PATH],
        refuse: |status, why| requests::refuse(status, why.trim_end()),
        patience: Patience::USUAL,
        tls,
    };
    listener::serve(listener, face, Guests::of_staff(descriptors::ARBITER), stop).await;
}

async fn page(uri: Uri, request: Request) -> Response<Body> {
    pages::arbiter_file(uri.path(), request.headers())
}

/// Refuses requests that fail the guard's check, and adds headers that restrict what browsers do with the answer.
async fn guarded(State(state): State<ArbiterState>, request: Request, next: Next) -> Response<Body> {
    let scheme = Caller::of(request.extensions()).scheme;
    let (method, path) = (request.method(), request.uri().path());
    let checked = guard::check(method, path, request.headers(), &state.hosts, scheme);
    let is_socket = request.uri().path().starts_with("/ws/");
    let mut response = match checked {
        Ok(()) => refusal::in_words(next.run(request).await, is_socket),
        Err(refusal) => {
            tracing::warn!(
                event = "request-refused",
                "the arbiter's listener refused a request: {}",
                refusal.words()
            );
            requests::refuse(refusal.status(), refusal.words())
        }
    };
    let is_report = response.extensions().get::<reports::SelfContained>().is_some();
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, if is_report { reports::POLICY } else { POLICY }),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Lets in requests with a login whose role has the right, at the rate a person needs, and for as long as the login lasts.
async fn only_arbiters(
    State(state): State<ArbiterState>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let caller = Caller::of(request.extensions());
    let secrets = state.cookie.secrets(request.headers(), caller.scheme);
    let guest = match state.logins.admit(secrets, caller.address, logins::wall_ms(), Instant::now()) {
        Admission::Welcome(guest) => guest,
        Admission::Unknown => return entry::no_login(),
        Admission::TooOften => {
            return requests::refuse(
                StatusCode::TOO_MANY_REQUESTS,
                "too many requests; wait a second and try again",
            );
        }
    };
    if let Some(tenure) = request.extensions().get::<Arc<Tenure>>() {
        tenure.keep();
    }
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let Some(right) = rights::of_route(request.method().as_str(), route) else { return wrong_method(route) };
    if let Err(refusal) = rights::check(guest.person.role, right) {
        return requests::answer(StatusCode::FORBIDDEN, &refusal);
    }
    // A request that ends the login it came with still gets its answer.
    let is_end = *request.method() == Method::DELETE;
    let path = request.uri().path().to_owned();
    request.extensions_mut().insert(guest.clone());
    let response = tokio::select! {
        biased;
        response = next.run(request) => response,
        () = guest.until().over(), if !is_end => entry::login_ended(),
    };
    if right.is_looking() && response.status().is_success() {
        let (person, login) = (guest.person.told(), &guest.login);
        tracing::info!(event = "looked", person, %login, "{person} looked at {path} (login {login})");
        let (by, role) = (&guest.person.name, guest.person.role.name());
        state
            .note(&json!({ "did": "looked", "at": path, "by": by, "role": role, "login": guest.login }))
            .await;
    }
    response
}

/// Returns the refusal of a method that this route does not take.
fn wrong_method(route: &str) -> Response<Body> {
    let mut refused = Response::new(Body::empty());
    *refused.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    let allow = HeaderValue::try_from(rights::methods(route));
    refused.headers_mut().extend(allow.map(|known| (header::ALLOW, known)));
    refused
}

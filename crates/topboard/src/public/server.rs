//! The listener of an audience: it serves the pages, the hall feed and the games.

use crate::{
    connections::{
        addresses,
        guests::{Guests, ServedAudience},
        handshake, hub,
        listener::{self, Face, farewell::Farewell},
        socket,
        time_limits::Patience,
        websocket::Closing,
    },
    journal_files::disk_health::Health,
    people::visitors::Visitors,
    public::{
        audience::Doors,
        bulletin::{faces, stream, tree_files},
        closed, gazette,
        hub::Visit,
        live::{self, Crowd, Snapshots},
        pages,
        round_papers::{self, Wanted},
    },
    terminal::failure::Failure,
    tls::Tls,
};
use axum::{
    Router,
    body::Body,
    extract::{Path, Request, State},
    http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header},
    middleware,
    routing::{get, post},
};
use board::Millis;
use relay::Onlookers;
use report::standings::RoundPaper;
use std::{net::SocketAddr, sync::Arc};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, watch},
};
use tournament::RoundNo;

/// The greatest length of a request's body, in bytes. No request here needs a body.
const BODY_MAX: usize = 1 << 10;
/// The greatest number of subscribers at once. At the limit, further ones are told to come back later.
pub const SUBSCRIBERS_MAX: usize = 20_000;

/// The state that the handlers share.
#[derive(Debug)]
pub struct PublicState<A: Onlookers> {
    /// The channels of the audience.
    doors: Doors<A>,
    seats: Arc<Semaphore>,
    /// The channel of the disk's health.
    health: watch::Receiver<Health>,
    /// The connections of the public, counted by address.
    guests: Arc<Guests>,
    /// The snapshots of protocol 2.
    snapshots: Arc<Snapshots>,
    /// Those who may look on; `None` if everybody may.
    visitors: Option<Arc<Visitors>>,
    /// What encrypts connections.
    tls: Option<Arc<Tls>>,
    /// The clients of protocol 2 on WebSockets.
    crowd: Arc<Crowd<A>>,
    /// When the clients leave.
    farewell: Farewell,
}

impl<A: Onlookers> Clone for PublicState<A> {
    fn clone(&self) -> PublicState<A> {
        let PublicState { doors, seats, health, guests, snapshots, visitors, tls, crowd, farewell } = self;
        PublicState {
            doors: doors.clone(),
            seats: Arc::clone(seats),
            health: health.clone(),
            guests: Arc::clone(guests),
            snapshots: Arc::clone(snapshots),
            visitors: visitors.clone(),
            tls: tls.clone(),
            crowd: Arc::clone(crowd),
            farewell: farewell.clone(),
        }
    }
}

impl<A: Onlookers> PublicState<A> {
    /// Creates the state for the handlers, and starts the sweeps. Must be called within a Tokio runtime.
    pub fn new(doors: Doors<A>, health: watch::Receiver<Health>, guests: Arc<Guests>) -> PublicState<A> {
        let seats = Arc::new(Semaphore::new(SUBSCRIBERS_MAX));
        let crowd = Crowd::gather(doors.live.clone());
        let snapshots = Arc::default();
        let (visitors, tls, farewell) = (None, None, Farewell::default());
        PublicState { doors, seats, health, guests, snapshots, visitors, tls, crowd, farewell }
    }

    /// Closes the listener to everybody but these, if there are any.
    pub fn closed_to(self, visitors: Option<Arc<Visitors>>) -> PublicState<A> {
        PublicState { visitors, ..self }
    }

    /// Encrypts the connections of the listener.
    pub fn encrypted(self, tls: Option<Arc<Tls>>) -> PublicState<A> {
        PublicState { tls, ..self }
    }

    /// Lets the clients leave one after the other. Must be called within a Tokio runtime.
    pub fn leaving(self, farewell: Farewell) -> PublicState<A> {
        tokio::spawn(Arc::clone(&self.crowd).dismiss(farewell.clone()));
        PublicState { farewell, ..self }
    }

    /// Returns those who may look on; `None` if everybody may.
    pub(crate) fn visitors(&self) -> Option<&Visitors> {
        self.visitors.as_deref()
    }

    /// Returns the number of viewers who follow the feed.
    pub fn viewers(&self) -> usize {
        self.served().viewers()
    }

    /// Returns what counts the viewers, also for whoever has no way to what they see.
    pub fn served(&self) -> ServedAudience {
        ServedAudience { delay_ms: self.delay_ms(), seats: (Arc::clone(&self.seats), SUBSCRIBERS_MAX) }
    }

    /// Returns the connections of the listener.
    pub fn guests(&self) -> &Guests {
        &self.guests
    }

    /// Returns how far the audience is behind the boards, in milliseconds.
    pub fn delay_ms(&self) -> Millis {
        self.doors.delay_ms
    }
}

/// Binds the address at which the public pages are served.
pub async fn bind(listen: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(listen)
        .await
        .map_err(|error| addresses::unbound(listen, "the pages", "[server]", &error))
}

/// Serves the public until `stop` is set.
pub async fn run<A: Onlookers>(
    listener: TcpListener,
    state: PublicState<A>,
    patience: Patience,
    stop: watch::Receiver<bool>,
) {
    serve(listener, state, Router::new(), patience, stop).await;
}

/// Serves an audience, with the routes that it alone has.
pub(crate) async fn serve<A: Onlookers>(
    listener: TcpListener,
    state: PublicState<A>,
    more: Router,
    patience: Patience,
    stop: watch::Receiver<bool>,
) {
    let (guests, tls) = (Arc::clone(&state.guests), state.tls.clone());
    let visitors = state.visitors.clone();
    let router = Router::new()
        .route("/ws/hall", get(hall::<A>))
        .route("/api/v1/hall/snapshot", get(snapshot::<A>))
        .route("/ws/v2", get(hall_2::<A>))
        .route("/api/v2/hall", get(snapshot_2::<A>))
        .route("/api/v2/events", get(events_2::<A>))
        .route("/live/plain", get(plain_page::<A>))
        .route("/text", get(tables_as_text::<A>))
        .route("/text/{table}", get(table_as_text::<A>))
        .route("/all-games.pgn", get(games::<A>))
        .route("/api/stream/broadcast/round/{id}", get(game_stream::<A>))
        .route("/api/v1/rounds", get(rounds::<A>))
        .route("/api/v1/tournaments/{key}/rounds/{round}/standings", get(standings::<A>))
        .route("/api/v1/tournaments/{key}/rounds/{round}/standings.csv", get(standings_csv::<A>))
        .route("/api/v1/tournaments/{key}/rounds/{round}/crosstable.csv", get(crosstable_csv::<A>))
        .route("/api/v1/tournaments/{key}/rounds/{round}/results.csv", get(results_csv::<A>))
        .route("/healthz", get(health::<A>))
        .route("/enter", post(closed::enter::<A>))
        .fallback(page::<A>)
        .with_state(state)
        .merge(more);
    let router = match visitors {
        Some(visitors) => router.layer(middleware::from_fn_with_state(visitors, closed::admit)),
        None => router,
    };
    let face = Face { router, body_max: BODY_MAX, streams: &[], refuse: pages::plain, patience, tls };
    listener::serve(listener, face, guests, stop).await;
}

/// Serves games by round, files of the tree, or a page. A request that is not a mere read is refused, unless a route of
/// [`run`] takes it.
async fn page<A: Onlookers>(
    State(state): State<PublicState<A>>,
    method: Method,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    if !matches!(method, Method::GET | Method::HEAD) {
        let is_made = faces::is_games(uri.path()) || tree_files::is_file(uri.path());
        return if is_made { pages::readable() } else { pages::not_taken(&uri) };
    }
    let games = faces::answer(&state.doors.desk, &uri, &asked).await;
    let made =
        if games.is_some() { games } else { tree_files::answer(&state.doors.desk, &uri, &asked).await };
    made.unwrap_or_else(|| pages::file(&uri, &asked))
}

async fn hall<A: Onlookers>(State(state): State<PublicState<A>>, request: Request) -> Response<Body> {
    let Ok(seat) = Arc::clone(&state.seats).try_acquire_owned() else { return full() };
    let accepted = handshake::accept(request, move |socket| async move {
        let leaves = Box::pin(async {
            state.farewell.turn().await;
            Closing::Ending
        });
        socket::follow(socket, state.doors.visits, leaves).await;
        drop(seat);
    });
    accepted.unwrap_or_else(|refusal| refusal.mark(pages::plain(refusal.status(), refusal.words())))
}

async fn hall_2<A: Onlookers>(State(state): State<PublicState<A>>, request: Request) -> Response<Body> {
    let Ok(seat) = Arc::clone(&state.seats).try_acquire_owned() else { return full() };
    let (crowd, clock) = (state.crowd, state.doors.clock);
    let accepted = handshake::accept(request, move |socket| async move {
        live::follow(socket, crowd, clock).await;
        drop(seat);
    });
    accepted.unwrap_or_else(|refusal| refusal.mark(pages::plain(refusal.status(), refusal.words())))
}

async fn snapshot_2<A: Onlookers>(
    State(state): State<PublicState<A>>,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    let live = Arc::clone(&state.doors.live.borrow());
    state.snapshots.answer(live, state.doors.clock, &uri, &asked).await
}

async fn events_2<A: Onlookers>(
    State(state): State<PublicState<A>>,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    let Ok(seat) = Arc::clone(&state.seats).try_acquire_owned() else { return full() };
    live::events(state.doors.live, state.doors.clock, (seat, state.farewell), &uri, &asked)
}

async fn plain_page<A: Onlookers>(
    State(state): State<PublicState<A>>,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    live::plain(&state.doors.live.borrow(), state.doors.clock.now_ms(), &uri, &asked)
}

async fn tables_as_text<A: Onlookers>(
    State(state): State<PublicState<A>>,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    live::text(&state.doors.live.borrow(), state.doors.clock.now_ms(), None, &uri, &asked)
}

async fn table_as_text<A: Onlookers>(
    State(state): State<PublicState<A>>,
    Path(table): Path<String>,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    live::text(&state.doors.live.borrow(), state.doors.clock.now_ms(), Some(&table), &uri, &asked)
}

fn full() -> Response<Body> {
    let words = "The hall is full; try again in a minute.\n";
    let mut full = pages::plain(StatusCode::SERVICE_UNAVAILABLE, words);
    full.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
    full
}

async fn snapshot<A: Onlookers>(State(state): State<PublicState<A>>) -> Response<Body> {
    match hub::ask(&state.doors.visits, Visit::Snapshot).await {
        Some(snapshot) => pages::shared(&snapshot),
        None => ending(),
    }
}

async fn games<A: Onlookers>(
    State(mut state): State<PublicState<A>>,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    gazette::read(&mut state.doors.games, pages::wants_results(&uri), &asked).await
}

async fn game_stream<A: Onlookers>(
    State(state): State<PublicState<A>>,
    Path(round): Path<String>,
    uri: Uri,
) -> Response<Body> {
    let Some(id) = round.strip_suffix(".pgn") else { return pages::missing() };
    let Ok(seat) = Arc::clone(&state.seats).try_acquire_owned() else { return full() };
    let (doors, results) = (state.doors, pages::wants_results(&uri));
    stream::answer(doors.desk, doors.live, (seat, state.farewell), id, results).await
}

async fn rounds<A: Onlookers>(
    State(state): State<PublicState<A>>,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    state.doors.rounds.borrow().rounds(pages::wants_results(&uri), &asked)
}

/// The key of a tournament and the number of a round in an address.
type RoundPath = Path<(String, RoundNo)>;

async fn standings<A: Onlookers>(
    State(state): State<PublicState<A>>,
    path: RoundPath,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    of_round(&state, path, None, &uri, &asked).await
}

async fn standings_csv<A: Onlookers>(
    State(state): State<PublicState<A>>,
    path: RoundPath,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    of_round(&state, path, Some(RoundPaper::Standings), &uri, &asked).await
}

async fn crosstable_csv<A: Onlookers>(
    State(state): State<PublicState<A>>,
    path: RoundPath,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    of_round(&state, path, Some(RoundPaper::Crosstable), &uri, &asked).await
}

async fn results_csv<A: Onlookers>(
    State(state): State<PublicState<A>>,
    path: RoundPath,
    uri: Uri,
    asked: HeaderMap,
) -> Response<Body> {
    of_round(&state, path, Some(RoundPaper::Results), &uri, &asked).await
}

/// Answers with a paper of a round: as it was signed, or with `corrected=true` as it is now.
async fn of_round<A: Onlookers>(
    state: &PublicState<A>,
    Path((key, round)): RoundPath,
    paper: Option<RoundPaper>,
    uri: &Uri,
    asked: &HeaderMap,
) -> Response<Body> {
    let (corrected, edition) = (pages::says(uri, "corrected=true"), Arc::clone(&state.doors.rounds.borrow()));
    round_papers::answer(edition, Wanted { key, round, paper, corrected }, asked).await
}

async fn health<A: Onlookers>(State(state): State<PublicState<A>>) -> Response<Body> {
    match hub::ask(&state.doors.visits, Visit::Snapshot).await {
        // The status stays "success" even while the disk is full: if a supervisor restarted the program, what it holds
        // in memory would be lost.
        Some(_) => {
            // How much waits for the disk says how much is going on now. Who is behind may not know.
            let health = match &*state.health.borrow() {
                Health::Well => Health::Well.to_string(),
                health if state.delay_ms() == 0 => health.to_string(),
                _ => "nothing new can be shown: the journal's disk takes nothing".to_owned(),
            };
            let told = format!("{health}\n{}", state.guests.tally());
            pages::public("text/plain; charset=utf-8", Body::from(told))
        }
        None => ending(),
    }
}

fn ending() -> Response<Body> {
    pages::plain(StatusCode::SERVICE_UNAVAILABLE, "The program is ending.\n")
}

//! The listener for monitors: figures for Prometheus, whether the program lives, and whether it can serve.
//!
//! The figures say what goes on now. So they have a listener of their own, which spectators do not reach: from the number of
//! records in the journal one could count moves that the delay still holds.

mod outward;

use crate::{
    broadcast::destinations::Destinations,
    connections::{
        guests::{Guests, Loss, Most},
        listener::{self, Face},
        time_limits::Patience,
    },
    journal_files::disk_health::Health,
    mainloop::{Ask, request::Figures},
    public::{pages, server::PublicState},
    tls::Tls,
    tree::trunk::TrunkState,
};
use axum::{
    Router,
    body::Body,
    extract::State,
    http::{HeaderValue, Response, StatusCode, header},
    routing::get,
};
use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge, info::Info},
    registry::{Registry, Unit},
};
use relay::{Onlookers, Screens, Spectators};
use std::{fs, sync::Arc, time::Duration};
use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot, watch},
    time::timeout,
};

/// The longest wait for the main loop's answer. One that takes longer cannot serve.
const ANSWER_MAX: Duration = Duration::from_secs(2);
/// The greatest number of connections of monitors.
const MONITORS_MAX: Most = Most { all: 32, each: 32 };
/// The media type of the figures.
const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Where the figures come from.
#[derive(Debug, Clone)]
pub struct Sources {
    /// The channel to the main loop.
    pub asks: mpsc::Sender<Ask>,
    /// The health of the disk under the journal.
    pub health: watch::Receiver<Health>,
    /// The listener of the spectators.
    pub spectators: PublicState<Spectators>,
    /// The listener of the screens in the hall; `None` if they use that of the spectators.
    pub screens: Option<PublicState<Screens>>,
    /// The line to the broker; `None` if there is none.
    pub broker: Option<watch::Receiver<TrunkState>>,
    /// What goes to others.
    pub destinations: Destinations,
    /// Says whether the program ends.
    pub leaving: watch::Receiver<bool>,
    /// What encrypts connections.
    pub tls: Option<Arc<Tls>>,
}

/// A label of a figure.
pub(crate) type Label = [(&'static str, &'static str); 1];

/// Serves monitors until `stop` is set.
pub async fn run(listener: TcpListener, sources: Sources, stop: watch::Receiver<bool>) {
    let tls = sources.tls.clone();
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/livez", get(async || pages::plain(StatusCode::OK, "ok\n")))
        .route("/readyz", get(readiness))
        .route("/openapi.json", get(pages::for_monitors))
        .fallback(pages::nothing_for_monitors)
        .with_state(Arc::new(sources));
    serve(listener, router, tls, stop).await;
}

/// Serves these routes to monitors until `stop` is set.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    tls: Option<Arc<Tls>>,
    stop: watch::Receiver<bool>,
) {
    let face =
        Face { router, body_max: 0, streams: &[], refuse: pages::plain, patience: Patience::USUAL, tls };
    listener::serve(listener, face, Guests::of_programs(MONITORS_MAX), stop).await;
}

async fn metrics(State(sources): State<Arc<Sources>>) -> Response<Body> {
    let Some(figures) = sources.figures().await else { return silent() };
    page(&sources.registry(figures))
}

/// Returns these figures as text.
pub(crate) fn page(figures: &Registry) -> Response<Body> {
    let mut text = String::new();
    if encode(&mut text, figures).is_err() {
        return pages::plain(StatusCode::INTERNAL_SERVER_ERROR, "The figures could not be written.\n");
    }
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(KIND));
    response
}

/// Says whether the program can do its work: the main loop answers, and boards are read.
async fn readiness(State(sources): State<Arc<Sources>>) -> Response<Body> {
    if *sources.leaving.borrow() {
        return pages::plain(StatusCode::SERVICE_UNAVAILABLE, "The program ends.\n");
    }
    if sources.figures().await.is_none() {
        return silent();
    }
    match &*sources.health.borrow() {
        Health::Well => pages::plain(StatusCode::OK, "ok\n"),
        health => pages::plain(StatusCode::SERVICE_UNAVAILABLE, format!("{health}\n")),
    }
}

fn silent() -> Response<Body> {
    let words = "The main loop has not answered for two seconds; look at the log, and at the load of this computer.\n";
    pages::plain(StatusCode::SERVICE_UNAVAILABLE, words)
}

impl Sources {
    async fn figures(&self) -> Option<Figures> {
        let (to, answer) = oneshot::channel();
        let asked = async {
            self.asks.send(Ask::Figures(to)).await.ok()?;
            answer.await.ok()
        };
        timeout(ANSWER_MAX, asked).await.ok().flatten()
    }

    fn registry(&self, figures: Figures) -> Registry {
        let mut all = Registry::with_prefix("topboard");
        all.register("build", "The program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        let Figures { now_ms, appended, safe, waiting_bytes, live, lost, absent } = figures;
        count(&mut all, "journal_records", "Records appended to the journal", appended);
        count(&mut all, "journal_safe_records", "Records that the disk has confirmed", safe);
        let seconds = gauge(now_ms / 1000);
        all.register_with_unit("journal_time", "Journal time", Unit::Seconds, seconds);
        let waiting = gauge(waiting_bytes);
        all.register_with_unit("journal_waiting", "Bytes that wait for the disk", Unit::Bytes, waiting);
        let is_held = gauge(u64::from(*self.health.borrow() != Health::Well));
        all.register("journal_held", "1 while the disk takes nothing and nothing new is published", is_held);
        let tables = Family::<Label, Gauge>::default();
        for (link, count) in [("live", live), ("lost", lost), ("absent", absent)] {
            tables.get_or_create(&[("link", link)]).set(whole(count));
        }
        all.register("tables", "Tables by the link to their board", tables);
        if let Some(bytes) = resident_bytes() {
            all.register_with_unit("memory_resident", "Memory of the program", Unit::Bytes, gauge(bytes));
        }
        if let Some(broker) = &self.broker {
            let TrunkState { is_connected, messages, told } = broker.borrow().clone();
            let is_there = gauge(u64::from(is_connected));
            all.register("broker_connected", "1 while the broker takes what spectators are told", is_there);
            count(&mut all, "broker_messages", "Messages that the broker has confirmed", messages);
            if let Some(told) = told {
                let age = gauge(told.elapsed().as_secs());
                all.register_with_unit("broker_told_age", "Time since the last of them", Unit::Seconds, age);
            }
        }
        outward::register(&self.destinations, &mut all);
        let onlookers = Audiences::default();
        onlookers.note("spectators", &self.spectators);
        if let Some(screens) = &self.screens {
            onlookers.note("screens", screens);
        }
        onlookers.register(&mut all);
        all
    }
}

/// The figures of the listeners of spectators and screens.
#[derive(Default)]
pub(crate) struct Audiences {
    delay: Family<Label, Gauge>,
    viewers: Family<Label, Gauge>,
    connections: Family<Label, Gauge>,
    refused: Family<Label, Counter>,
    lost: Family<Label, Counter>,
}

impl Audiences {
    pub(crate) fn note<A: Onlookers>(&self, name: &'static str, state: &PublicState<A>) {
        let label = [("audience", name)];
        let (guests, tally) = (state.guests(), state.guests().tally());
        self.delay.get_or_create(&label).set(i64::try_from(state.delay_ms() / 1000).unwrap_or(i64::MAX));
        self.viewers.get_or_create(&label).set(whole(state.viewers()));
        self.connections.get_or_create(&label).set(whole(guests.count()));
        self.refused.get_or_create(&label).inc_by(tally.number(Loss::Refused));
        let let_go = [Loss::Stuck, Loss::Slow, Loss::Broken].map(|loss| tally.number(loss)).iter().sum();
        self.lost.get_or_create(&label).inc_by(let_go);
    }

    pub(crate) fn register(self, all: &mut Registry) {
        all.register_with_unit(
            "audience_delay",
            "How far behind the boards it is",
            Unit::Seconds,
            self.delay,
        );
        all.register("audience_viewers", "Viewers who follow the feed", self.viewers);
        all.register("audience_connections", "Open connections", self.connections);
        all.register("audience_refused", "Connections for which there was no place", self.refused);
        all.register("audience_let_go", "Viewers who took too little, and broken connections", self.lost);
    }
}

pub(crate) fn count(all: &mut Registry, name: &str, help: &str, value: u64) {
    let counter: Counter = Counter::default();
    counter.inc_by(value);
    all.register(name, help, counter);
}

pub(crate) fn gauge(value: u64) -> Gauge {
    let gauge: Gauge = Gauge::default();
    gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
    gauge
}

pub(crate) fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Returns the memory that the program holds, as Linux says it.
pub(crate) fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

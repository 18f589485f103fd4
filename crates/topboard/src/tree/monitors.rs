//! The listener of a node for monitors: figures for Prometheus, whether the node lives, and whether it is current.

use super::node::NodeState;
use crate::{
    metrics::{self, Audiences, Label, count, gauge, resident_bytes},
    public::{pages, server::PublicState},
    tls::Tls,
};
use axum::{
    Router,
    body::Body,
    extract::State,
    http::{Response, StatusCode},
    routing::get,
};
use prometheus_client::{
    metrics::{family::Family, gauge::Gauge, info::Info},
    registry::{Registry, Unit},
};
use relay::{Spectators, tree};
use std::{sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::watch};

/// The time after which a node that lost the broker is behind others, which may still have it.
const AWAY_MAX: Duration = Duration::from_secs(30);

/// Where the figures come from.
#[derive(Debug, Clone)]
pub struct Sources {
    /// What the node knows of itself.
    pub state: watch::Receiver<NodeState>,
    /// The listener of the spectators.
    pub spectators: PublicState<Spectators>,
    /// Says whether the node leaves.
    pub leaving: watch::Receiver<bool>,
    /// What encrypts the listener.
    pub tls: Option<Arc<Tls>>,
}

/// Serves monitors until `stop` is set.
pub async fn run(listener: TcpListener, sources: Sources, stop: watch::Receiver<bool>) {
    let tls = sources.tls.clone();
    let router = Router::new()
        .route("/metrics", get(figures))
        .route("/livez", get(async || pages::plain(StatusCode::OK, "ok\n")))
        .route("/readyz", get(readiness))
        .route("/openapi.json", get(pages::for_monitors))
        .fallback(pages::nothing_for_monitors)
        .with_state(Arc::new(sources));
    metrics::serve(listener, router, tls, stop).await;
}

async fn readiness(State(sources): State<Arc<Sources>>) -> Response<Body> {
    if *sources.leaving.borrow() {
        return pages::plain(StatusCode::SERVICE_UNAVAILABLE, "This node ends; its viewers go to others.\n");
    }
    let state = sources.state.borrow().clone();
    let is_away = state.away_since.is_some_and(|since| since.elapsed() > AWAY_MAX);
    match (state.is_current, is_away) {
        (true, false) => pages::plain(StatusCode::OK, "ok\n"),
        (false, _) => pages::plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "This node has not heard yet what the broker has.\n",
        ),
        (true, true) => {
            pages::plain(StatusCode::SERVICE_UNAVAILABLE, "The broker is away; what is shown is old.\n")
        }
    }
}

async fn figures(State(sources): State<Arc<Sources>>) -> Response<Body> {
    metrics::page(&sources.registry())
}

impl Sources {
    fn registry(&self) -> Registry {
        let mut all = Registry::with_prefix("topboard");
        all.register("build", "The program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        let NodeState { away_since, cursor, gaps, unusable, halls, .. } = self.state.borrow().clone();
        let is_there = gauge(u64::from(away_since.is_none()));
        all.register("node_broker", "1 while the broker answers", is_there);
        all.register("node_cursor", "Number of the last message from the broker", gauge(cursor));
        count(&mut all, "node_gaps", "How often something was missing and everything was read anew", gaps);
        count(&mut all, "node_unusable_messages", "Messages that could not be understood", unusable);
        let states = Family::<Label, Gauge>::default();
        for (name, wanted) in [
            ("alive", tree::HallState::Alive),
            ("silent", tree::HallState::Silent),
            ("unknown", tree::HallState::Unknown),
        ] {
            let number = halls.iter().filter(|(_, state)| *state == wanted).count();
            states.get_or_create(&[("state", name)]).set(i64::try_from(number).unwrap_or(i64::MAX));
        }
        all.register("node_halls", "Halls by what is heard of them", states);
        if let Some(bytes) = resident_bytes() {
            all.register_with_unit("memory_resident", "Memory of the program", Unit::Bytes, gauge(bytes));
        }
        let onlookers = Audiences::default();
        onlookers.note("spectators", &self.spectators);
        onlookers.register(&mut all);
        all
    }
}

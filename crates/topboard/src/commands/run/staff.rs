//! The people of the hall: who may look on at a closed event, and the listener of arbiters, operators and organisers.

use crate::{
    arbiter::{self, ArbiterRelease, ArbiterState, OperatorRelease, Visits},
    broadcast::{destinations::Destinations, rehearsal::Rehearsal},
    config::Config,
    connections::{guests::ServedAudience, hub::Hub},
    displays::Registry,
    journal_files::disk_health::Health,
    mainloop::{Ask, run_clock::RunClock},
    people::{
        passwords::{Passwords, doorkeeper::Doorkeeper},
        visitors::Visitors,
    },
    terminal::failure::Failure,
    tls::Tls,
};
use relay::{
    ArbiterFeed, OperatorFeed, arbiter::message::RulesView, message::EventView,
    operator::message::OperatorRules,
};
use std::{net::SocketAddr, sync::Arc};
use tokio::{
    net::TcpListener,
    sync::{mpsc, watch},
    task::JoinHandle,
};

/// Who is known at the doors.
pub(super) struct People {
    doorkeeper: Arc<Doorkeeper>,
    /// The spectators of a closed event; `None` if the event is open.
    pub(super) visitors: Option<Arc<Visitors>>,
}

impl People {
    /// Reads who is known in the data folder, for a public listener at this address.
    pub(super) fn of(config: &Config, public: SocketAddr, tls: Option<Arc<Tls>>) -> People {
        let doorkeeper = Arc::new(Doorkeeper::of(Passwords::of_folder(&config.folder)));
        let visitors = config.is_closed.then(|| {
            let (visitors, keeper) = Visitors::at(public, tls, &config.folder, Arc::clone(&doorkeeper));
            tokio::spawn(keeper.run());
            visitors
        });
        People { doorkeeper, visitors }
    }
}

/// The feeds of the staff, with what they are told.
pub(super) struct Staff {
    pub(super) arbiters: ArbiterFeed,
    pub(super) operators: OperatorFeed,
    pub(super) for_arbiters: mpsc::Receiver<ArbiterRelease>,
    pub(super) for_operators: mpsc::Receiver<OperatorRelease>,
    pub(super) clock: RunClock,
    pub(super) health: watch::Receiver<Health>,
    pub(super) asks: mpsc::Sender<Ask>,
    pub(super) tls: Option<Arc<Tls>>,
    pub(super) destinations: Destinations,
    pub(super) rehearsal: Arc<Rehearsal>,
    /// The displays in the hall; `None` if there is no listener for them.
    pub(super) displays: Option<Arc<Registry>>,
    /// Those who are served by this program, by name.
    pub(super) audiences: Vec<(&'static str, ServedAudience)>,
}

impl Staff {
    /// Serves the staff at this listener. Returns the first links, and the task that serves.
    pub(super) fn open(
        self,
        listener: TcpListener,
        config: &Config,
        people: People,
        stopped: watch::Receiver<bool>,
    ) -> Result<(Vec<String>, JoinHandle<()>), Failure> {
        let Staff {
            arbiters,
            operators,
            for_arbiters,
            for_operators,
            clock,
            health,
            asks,
            tls,
            destinations,
            rehearsal,
            displays,
            audiences,
        } = self;
        let (to_arbiters, visited) = mpsc::channel(arbiter::VISITORS_MAX);
        tokio::spawn(Hub::new(arbiters, clock).run(for_arbiters, visited, health.clone()));
        let (to_operators, visited) = mpsc::channel(arbiter::VISITORS_MAX);
        tokio::spawn(Hub::new(operators, clock).run(for_operators, visited, health));
        let visits = Visits { arbiters: to_arbiters, operators: to_operators };
        let (address, hosts) = (super::address_of(&listener)?, &config.arbiter.hosts);
        let People { doorkeeper, visitors } = people;
        let known = (doorkeeper, visitors);
        let (state, keeper) =
            ArbiterState::new(address, hosts, &config.folder, known, visits, (asks, rehearsal));
        let state = state.encrypted(tls).broadcasting(destinations).showing(displays).serving(audiences);
        let links = state.first_links().unwrap_or_default();
        tokio::spawn(keeper.run());
        match arbiter::hatch::open(&config.folder) {
            Ok(hatch) => drop(tokio::spawn(arbiter::hatch::run(hatch, state.clone(), stopped.clone()))),
            Err(error) => tracing::warn!(
                "`topboard link` will not work ({error}); keep the data folder on a disk that knows sockets, under a \
                 short path"
            ),
        }
        Ok((links, tokio::spawn(arbiter::run(listener, state, stopped))))
    }
}

/// Returns the operator's feed before anything is told.
pub(super) fn operators(config: &Config) -> OperatorFeed {
    let profile = &config.setup.profile;
    let rules = OperatorRules {
        edition: profile.edition.name(),
        discipline: profile.discipline.name(),
        language: config.arbiter.language.code(),
    };
    OperatorFeed::new("", EventView::of(&config.setup), rules)
}

/// Returns the rules as arbiters are told them.
pub(super) fn rules(config: &Config) -> RulesView {
    let profile = &config.setup.profile;
    // A time control that cannot be parsed was reported as a mistake in the configuration.
    let control = laws::TimeControl::parse(&config.setup.time_control).ok().flatten();
    RulesView {
        edition: profile.edition.name(),
        discipline: profile.discipline.name(),
        supervised: profile.supervised,
        notes: relay::arbiter::by_language(&profile.notes(control.as_ref())),
        language: config.arbiter.language.code(),
        names: relay::arbiter::rule_names(),
    }
}

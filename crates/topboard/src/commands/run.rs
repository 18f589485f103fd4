//! `topboard run`: puts the parts of a hall together, starts them and stops them. `demo`, tests and measurements use
//! this file, too.

mod listeners;
mod livechess;
mod outward;
mod screens;
mod staff;
mod told;

pub use listeners::{Listeners, bind_arbiter};

use crate::terminal::stdout::put;
use crate::{
    arbiter::{self, StaffHubs},
    broadcast::{alerts::HallInView, rehearsal::Rehearsal},
    cli::RunOptions,
    commands::erase,
    config::{self, Config, complaint},
    connections::{descriptors::Descriptors, guests::Guests, hub::RELEASES_MAX, time_limits::Patience},
    devices::{pins, ports, ports_runtime::PortsRuntime},
    event::import_folder,
    journal_files::{
        disk_health::Health,
        signing::{signing_key::Key, trust::Guard},
        writer::{Care, JournalWriter, Opened, draw_epoch},
    },
    mainloop::{self, Ask, MainLoop, Parts, run_clock::RunClock, wall_clock::WallSource},
    metrics::{self, Sources},
    public::{
        audience,
        follower::Recall,
        hub::Probe,
        server::{self, PublicState},
    },
    terminal::{
        failure::{Failure, Outcome},
        shutdown::Orders,
    },
    tls::{self, Tls},
    tree::trunk,
};
use hall::Body;
use relay::{ArbiterFeed, DelayedHall, EventView, operator::OperatorNews};
use screens::{Displays, console_of};
use staff::{People, Staff};
use std::{
    fs, io,
    net::SocketAddr,
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};
use tokio::{
    net::TcpListener,
    sync::{mpsc, watch},
    task::JoinHandle,
    time::timeout,
};

/// The longest time for which open connections may delay the end of the program, once the journal is safe. Whoever keeps up
/// with what is sent needs less; nobody stands in for a hall, so nobody is asked to wait.
const FAREWELL: Duration = Duration::from_secs(4);

/// A running hall.
#[derive(Debug)]
pub struct Running {
    /// The address of the public pages.
    pub address: SocketAddr,
    /// The address of the screens in the hall; `None` if they use the public pages.
    pub screens: Option<SocketAddr>,
    /// The address for monitors; `None` if there is none.
    pub monitors: Option<SocketAddr>,
    /// The addresses for programs that know LiveChess.
    pub livechess: Vec<SocketAddr>,
    /// What encrypts connections.
    tls: Option<Arc<Tls>>,
    /// How far behind the boards the public pages are.
    delay: Duration,
    /// The login links for the arbiter, one for each address of the listener; empty if there is no arbiter's listener.
    /// Once one of the links is used, none of them works any more.
    pub arbiter: Vec<String>,
    /// The channel for requests to the main loop.
    pub asks: mpsc::Sender<Ask>,
    stop: watch::Sender<bool>,
    /// Ends the listener for monitors, who read until then that the hall is not ready.
    last: watch::Sender<bool>,
    ended: tokio::sync::oneshot::Receiver<Outcome>,
    servers: Vec<JoinHandle<()>>,
    /// Runs the drivers.
    ports: PortsRuntime,
}

/// The circumstances of a start that are not part of the configuration.
#[derive(Debug)]
pub struct Start {
    /// The source of the time of day.
    pub wall: WallSource,
    /// The name of the person who accepts a journal that its signatures do not bear out; `None` if nobody does.
    pub accepted_by: Option<String>,
    /// Set when the program is ordered to end while it still reads the journal.
    pub stop: Arc<AtomicBool>,
}

impl Default for Start {
    fn default() -> Start {
        Start { wall: WallSource::system(), accepted_by: None, stop: Arc::default() }
    }
}

/// Runs the hall until an order to end comes.
pub async fn command(options: &RunOptions) -> Outcome {
    if options.print_config {
        put!("{}", config::DEFAULT_TEXT);
        return Ok(());
    }
    let config = load(options.config.as_deref())?;
    let mut orders = Orders::listen()?;
    let listeners = Listeners::bind(&config).await?;
    let start =
        Start { accepted_by: options.accept_altered_book.clone(), stop: orders.flag(), ..Start::default() };
    let mut running = Running::start_as(&start, &config, listeners, Care::Synced, None)?;
    running.say_addresses(options.qr);
    tokio::select! {
        outcome = running.ended() => outcome,
        () = orders.given() => {
            tracing::info!(event = "stopping", "stopping: the journal is being finished");
            running.stop().await
        }
    }
}

/// Loads the configuration: from this file, else from `topboard.toml` if there is one, else the defaults.
pub(crate) fn load(path: Option<&Path>) -> Result<Config, Failure> {
    let file = path.unwrap_or(Path::new("topboard.toml"));
    let name = file.display().to_string();
    match fs::read_to_string(file) {
        Ok(text) => {
            let config =
                Config::parse(&name, &text).map_err(|complaint| Failure::Input(complaint.to_string()))?;
            pins::check(&config.devices.ports)?;
            Ok(config)
        }
        Err(error) if path.is_none() && error.kind() == io::ErrorKind::NotFound => {
            tracing::info!("there is no topboard.toml here; the defaults are used");
            Ok(Config::default())
        }
        Err(error) => Err(Failure::Input(complaint::unread(&name, &error, "topboard run"))),
    }
}

impl Running {
    /// Opens the journal and starts every part. Must be called within a Tokio runtime.
    pub fn start(
        config: &Config,
        listeners: Listeners,
        care: Care,
        probe: Option<Probe>,
    ) -> Result<Running, Failure> {
        Running::start_as(&Start::default(), config, listeners, care, probe)
    }

    /// Starts like [`Running::start`], with other circumstances than the usual ones.
    pub fn start_as(
        start: &Start,
        config: &Config,
        listeners: Listeners,
        care: Care,
        probe: Option<Probe>,
    ) -> Result<Running, Failure> {
        let address = address_of(&listeners.pages)?;
        let tls = Tls::open(&config.tls, &config.folder)?;
        let spectators = DelayedHall::new(config.delay_ms);
        let spectators = Recall::begin(if config.results_at_once {
            spectators.with_results_at_once()
        } else {
            spectators
        });
        let screens = listeners.screens.is_some().then(|| Recall::begin(DelayedHall::at_once()));
        let livechess = listeners.livechess.map(livechess::Reading::begin);
        let mut operators = staff::operators(config);
        let mut key_before = None;
        let known = Key::find(&config.folder)?;
        let guard = Guard {
            key: known.as_ref().map(Key::public),
            accepted_by: start.accepted_by.as_deref(),
            stop: &start.stop,
        };
        let opened = JournalWriter::open_guarded(&config.folder, care, guard, |seq, body| {
            spectators.take(seq, body);
            let for_programs = livechess.as_ref().map(|livechess| &livechess.recall);
            screens.iter().chain(for_programs).for_each(|undelayed| undelayed.take(seq, body));
            if let Body::Published { publication, .. } = body {
                operators.recall(OperatorNews::published((**publication).clone()));
            }
            if let Body::Erased { tombstone, .. } = body {
                tracing::info!("{}", erase::told(tombstone));
            }
            if let Body::Key { key, .. } = body {
                key_before = Some(*key);
            }
        })?;
        let Opened { journal, mut folded, path, cut_bytes, accepted, kept } = opened;
        if let Some(bytes) = cut_bytes {
            tracing::warn!("{}: the last line was torn; its {bytes} bytes were cut off", path.display());
        }
        let had_key = known.is_some();
        let key = known.map_or_else(|| Key::of_folder(&config.folder), Ok)?;
        told::warn_if_open(&config.folder);
        let lacking = (had_key && journal.appended_seq() > 1).then(|| told::lacking_head(kept)).flatten();
        told::say_who_signs(key.public(), key_before, accepted.as_ref(), lacking);
        let wall = start.wall.clone();
        let clock = RunClock::after(folded.last_t_ms, folded.wall, wall.now());
        // Update numbers of the feeds begin again with each run, so each run is an epoch of its own. Its name does not say
        // how much happened before, which an audience that is behind may not know.
        let of_journal = folded.epoch.take().unwrap_or_default();
        let epoch = format!("{of_journal}-{}", draw_epoch());
        let known = arbiter::known(&mut folded);
        // Divergences arise when another version of the program wrote the journal. They have not been logged yet; the
        // main loop reports them first.
        folded.announce_divergences();
        let mut arbiters = ArbiterFeed::new(&epoch, EventView::of(&config.setup), staff::rules(config));
        arbiters.update(known, &[], clock.now_ms());
        arbiter::kept_up(&folded.hall).into_iter().for_each(|news| operators.recall(news));
        operators.begin(&epoch, folded.hall.tables().map(hall::Table::number));
        let (inputs, from_devices) = mpsc::channel(mainloop::INPUTS_MAX);
        let (asks, asked) = mpsc::channel(mainloop::ASKS_MAX);
        let (stop, stopped) = watch::channel(false);
        let (last, is_last) = watch::channel(false);
        if let Some(tls) = &tls {
            tokio::spawn(tls::keep(Arc::clone(tls), stopped.clone()));
        }
        let (health, well) = watch::channel(Health::Well);
        let (reader, doors) = audience::open(
            spectators.end(&epoch, &config.setup),
            clock,
            probe,
            well.clone(),
            stopped.clone(),
        );
        let mut destinations = outward::start(config, &doors, &stopped);
        let broker = config.broker.clone();
        let broker = broker.map(|broker| trunk::start(broker, doors.clone(), stopped.clone()));
        let screens = screens.map(|screens| {
            audience::open(screens.end(&epoch, &config.setup), clock, None, well.clone(), stopped.clone())
        });
        let (screen_reader, screen_doors) = screens.unzip();
        let livechess = livechess
            .map(|it| it.serve(&of_journal, &config.setup, clock, tls.clone(), &stopped))
            .unwrap_or_default();
        let readers = [Some(reader), screen_reader, livechess.reader].into_iter().flatten().collect();
        let (arbiter_releases, for_arbiters) = mpsc::channel(RELEASES_MAX);
        let (operator_releases, for_operators) = mpsc::channel(RELEASES_MAX);
        let watched = HallInView { feed: operators.clone(), clock, health: well.clone() };
        let for_operators = outward::watch_over(config, watched, for_operators, &mut destinations);
        let has_arbiter = listeners.arbiter.is_some();
        let parts = Parts {
            hall: folded.hall,
            journal,
            clock,
            readers,
            delay_ms: config.delay_ms,
            staff: has_arbiter
                .then_some(StaffHubs { arbiters: arbiter_releases, operators: operator_releases }),
            inputs: from_devices,
            asks: asked,
            sync_delay: Duration::from_millis(config.sync_delay_ms),
            health,
            key,
            accepted,
            wall,
        };
        let ended = start_loop(MainLoop::new(parts, &config.setup), stopped.clone());
        let ports = PortsRuntime::start()?;
        ports.spawn(ports::run(config.devices.clone(), inputs));
        let descriptors = Descriptors::raise();
        let (all, each) = (config.connections, config.connections_each);
        let most = descriptors.public(all, each, config.setup.tables.len());
        descriptors.tell(most);
        let people = People::of(config, address, tls.clone());
        let public = PublicState::new(doors, well.clone(), Guests::new(most))
            .closed_to(people.visitors.clone())
            .encrypted(tls.clone());
        let spectators = public.clone();
        let serving = server::run(listeners.pages, public, Patience::USUAL, stopped.clone());
        let mut servers = livechess.servers;
        servers.push(tokio::spawn(serving));
        let console = console_of(listeners.arbiter.as_ref(), tls.as_deref())?;
        let mut displays = Displays::default();
        if let Some((listener, doors)) = listeners.screens.zip(screen_doors) {
            let state = PublicState::new(doors, well.clone(), Guests::new(most)).encrypted(tls.clone());
            displays = Displays::serve(listener, state, config, console, &stopped)?;
            servers.extend(displays.serving());
        }
        let audiences = [("spectators", Some(spectators.served()))].into_iter();
        let audiences = audiences.chain([("screens", displays.state.as_ref().map(PublicState::served))]);
        let audiences = audiences.filter_map(|(name, served)| Some((name, served?))).collect();
        let mut monitors = None;
        if let Some(listener) = listeners.metrics {
            monitors = Some(address_of(&listener)?);
            let (asks, health) = (asks.clone(), well.clone());
            let (screens, tls, leaving) = (displays.state, tls.clone(), stopped.clone());
            let destinations = destinations.clone();
            let sources = Sources { asks, health, spectators, screens, broker, destinations, leaving, tls };
            tokio::spawn(metrics::run(listener, sources, is_last));
        }
        let mut arbiter = Vec::new();
        if let Some(listener) = listeners.arbiter {
            let staff = Staff {
                arbiters,
                operators,
                for_arbiters,
                for_operators,
                clock,
                health: well,
                asks: asks.clone(),
                tls: tls.clone(),
                destinations,
                rehearsal: Arc::new(Rehearsal::of(config, address)),
                displays: displays.registry,
                audiences,
            };
            let (links, serving) = staff.open(listener, config, people, stopped)?;
            arbiter = links;
            servers.push(serving);
        }
        tokio::spawn(import_folder::run(import_folder::path(&config.folder), asks.clone(), stop.subscribe()));
        tracing::info!(event = "started", "the journal is {}", path.display());
        let delay = Duration::from_millis(config.delay_ms);
        let livechess = livechess.addresses;
        Ok(Running {
            address,
            screens: displays.address,
            monitors,
            livechess,
            tls,
            delay,
            arbiter,
            asks,
            stop,
            last,
            ended,
            servers,
            ports,
        })
    }

    /// Waits for the main loop to end by itself, which happens only after a grave failure.
    pub async fn ended(&mut self) -> Outcome {
        let ended = &mut self.ended;
        ended.await.unwrap_or_else(|_| {
            Err(Failure::Environment(
                "the main loop stopped for a mistake in this program; start it again and report what the log says"
                    .to_owned(),
            ))
        })
    }

    /// Stops every part. The journal is written to its end and synced. Returns the outcome of the main loop.
    pub async fn stop(mut self) -> Outcome {
        self.stop.send_replace(true);
        let outcome = self.ended().await;
        // Everything that must be kept is in the journal now. What was asked before is still answered, within limits.
        let all_left = async {
            for server in self.servers {
                let _ = server.await;
            }
        };
        let _ = timeout(FAREWELL, all_left).await;
        self.last.send_replace(true);
        // The drivers ended with the main loop, and had the time until now to close their ports.
        drop(self.ports);
        outcome
    }
}

/// Starts the main loop on a thread of its own: folding takes processor time, and neither the loop nor the pages may
/// hold up the other.
fn start_loop(main_loop: MainLoop, stop: watch::Receiver<bool>) -> tokio::sync::oneshot::Receiver<Outcome> {
    let (end, ended) = tokio::sync::oneshot::channel();
    let runtime = tokio::runtime::Handle::current();
    std::thread::Builder::new()
        .name("hall".to_owned())
        .spawn(move || {
            // In a test, the receiver may be gone.
            let _ = end.send(runtime.block_on(main_loop.run(stop)));
        })
        .expect("the system gives a thread at the start of the program");
    ended
}

fn address_of(listener: &TcpListener) -> Result<SocketAddr, Failure> {
    listener.local_addr().map_err(|error| {
        Failure::Environment(format!("the network does not say its address ({error}); try another port"))
    })
}

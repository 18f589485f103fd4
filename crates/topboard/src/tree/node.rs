//! A node: it takes what halls tell from the broker and serves it, with the listener and the pages of a hall. It has no
//! journal, no devices and no arbiter; what it does not know it can ask the broker for again.
//!
//! ```text
//!  broker ──▶ Intake ──▶ MergedHalls ──▶ Released<Spectators> ──▶ Hub: HallFeed, Live ──▶ viewers
//!                              └───────▶ Shelf: games.pgn, rounds ──────────────────────▶ readers
//! ```

use super::{
    intake::{Heard, Intake},
    shelf::Shelf,
};
use crate::{
    config::node::NodeConfig,
    connections::{
        descriptors::Descriptors,
        guests::Guests,
        hub::{Hub, RELEASES_MAX},
        listener::farewell::Farewell,
        time_limits::Patience,
    },
    journal_files::{disk_health::Health, writer::draw_epoch},
    mainloop::run_clock::RunClock,
    public::{
        audience::Doors,
        bulletin::BulletinDesk,
        hub::{Public, Release, VISITORS_MAX},
        server::{self, PublicState},
    },
    tls::Tls,
};
use board::Millis;
use relay::{
    EventView, HallFeed, Spectators,
    tree::{HallState, MergedHalls, Taken},
};
use std::{sync::Arc, time::Duration};
use tokio::{
    net::TcpListener,
    sync::{Notify, mpsc, watch},
    task::JoinHandle,
    time::{Instant, MissedTickBehavior, interval, timeout},
};

/// Where a node's clock begins: so long ago may be what halls tell of, in milliseconds. Ten days.
const BEGINNING_MS: Millis = 10 * 24 * 3_600_000;
/// The most messages that wait to be taken in.
const MESSAGES_MAX: usize = 1024;
/// The most messages that are taken in before viewers are told.
const TURN_MAX: usize = 256;
/// How often the node looks which halls are silent.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// The longest time for which viewers wait for a node that has just begun.
const FIRST_MAX: Duration = Duration::from_secs(3);

/// What a node knows of itself.
#[derive(Debug, Clone, Default)]
pub struct NodeState {
    /// When the broker was last lost; `None` while it answers.
    pub away_since: Option<Instant>,
    /// True once everything was heard that the broker had.
    pub is_current: bool,
    /// The number of the last message.
    pub cursor: u64,
    /// How often something was missing.
    pub gaps: u64,
    /// How many messages could not be used.
    pub unusable: u64,
    /// The halls.
    pub halls: Vec<(String, HallState)>,
}

/// A node that runs.
#[derive(Debug)]
pub struct RelayNode {
    /// The listener of the spectators.
    pub spectators: PublicState<Spectators>,
    /// What the node knows of itself.
    pub state: watch::Receiver<NodeState>,
    server: JoinHandle<()>,
}

impl RelayNode {
    /// Starts every part. Once `leave` is set nobody is let in, and the viewers leave one after the other; what they see
    /// is current until `stop` is set. Must be called within a Tokio runtime.
    pub fn start(
        config: &NodeConfig,
        tls: Option<Arc<Tls>>,
        listener: TcpListener,
        leave: &watch::Receiver<bool>,
        stop: &watch::Receiver<bool>,
    ) -> RelayNode {
        let clock = RunClock::after(BEGINNING_MS, None, None);
        let public = Public::new(HallFeed::new(draw_epoch(), EventView::default()), None);
        let live = public.live();
        let (hub, released) = mpsc::channel(RELEASES_MAX);
        let (visits, visited) = mpsc::channel(VISITORS_MAX);
        // A node has no disk that could fail.
        let (_, well) = watch::channel(Health::Well);
        tokio::spawn(Hub::new(public, clock).run(released, visited, well.clone()));
        let (shelf, (games, rounds)) = Shelf::open();
        let desk = Arc::new(BulletinDesk::new(games.clone(), rounds.clone(), live.clone()));
        let doors = Doors { delay_ms: 0, visits, games, rounds, live, desk, clock };
        let (heard, hears) = mpsc::channel(MESSAGES_MAX);
        let gap = Arc::new(Notify::new());
        tokio::spawn(Intake::new(config.broker.clone(), heard, Arc::clone(&gap)).run());
        let halls = MergedHalls::new(config.halls.clone());
        let (to_state, state) = watch::channel(NodeState::default());
        let known = NodeState { away_since: Some(Instant::now()), ..NodeState::default() };
        let core = Core { halls, shelf, hub, clock, gap, state: to_state, known };
        tokio::spawn(core.run(hears, stop.clone()));
        let descriptors = Descriptors::raise();
        let most = descriptors.public(config.connections, config.connections_each, 0);
        descriptors.tell(most);
        let farewell = Farewell::new(leave.clone(), config.farewell);
        let spectators = PublicState::new(doors, well, Guests::new(most)).encrypted(tls).leaving(farewell);
        let (served, mut first, leave) = (spectators.clone(), state.clone(), leave.clone());
        let server = tokio::spawn(async move {
            // Whoever comes meanwhile is not shown an empty hall.
            let _ = timeout(FIRST_MAX, first.wait_for(|state| state.is_current)).await;
            server::run(listener, served, Patience::USUAL, leave).await;
        });
        RelayNode { spectators, state, server }
    }

    /// Waits until every viewer has left, which they do once the node leaves.
    pub async fn ended(self) {
        let _ = self.server.await;
    }
}

/// The part that knows the halls.
#[derive(Debug)]
struct Core {
    halls: MergedHalls,
    shelf: Shelf,
    hub: mpsc::Sender<Release<Spectators>>,
    clock: RunClock,
    gap: Arc<Notify>,
    state: watch::Sender<NodeState>,
    known: NodeState,
}

impl Core {
    async fn run(mut self, mut hears: mpsc::Receiver<Heard>, mut stop: watch::Receiver<bool>) {
        let mut look = interval(LOOK_EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut turn = Vec::with_capacity(TURN_MAX);
        let mut hidden = 0;
        loop {
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                count = hears.recv_many(&mut turn, TURN_MAX) => {
                    if count == 0 {
                        return;
                    }
                }
                _ = look.tick() => self.halls.look(self.clock.now_ms()),
            }
            turn.drain(..).for_each(|heard| self.take(heard));
            let released = self.halls.news();
            if !released.is_empty() && self.hub.send(Release { released, read_at: None }).await.is_err() {
                return;
            }
            self.shelf.print(&self.halls).await;
            self.known.halls = self.halls.states().map(|(name, state)| (name.to_owned(), state)).collect();
            self.state.send_replace(self.known.clone());
            if std::mem::replace(&mut hidden, self.halls.hidden()) < self.halls.hidden() {
                tracing::warn!(
                    "{} tables are not shown, because tables of halls before theirs have their numbers; change add in [[hall]]",
                    self.halls.hidden()
                );
            }
        }
    }

    fn take(&mut self, heard: Heard) {
        match heard {
            Heard::Begun => {
                self.halls.begin();
                self.known.away_since = None;
            }
            Heard::Away => self.known.away_since = self.known.away_since.or(Some(Instant::now())),
            Heard::Current => {
                self.known.is_current = true;
                self.shelf.note();
            }
            Heard::Message { subject, body, is_last, number } => {
                self.known.cursor = number;
                match self.halls.take(&subject, &body, is_last, self.clock.now_ms()) {
                    Taken::Passed | Taken::News => {}
                    Taken::Document => self.shelf.note(),
                    Taken::Gap => {
                        self.known.gaps += 1;
                        self.gap.notify_one();
                    }
                    taken @ (Taken::Foreign | Taken::Unreadable) => self.pass_over(&subject, taken),
                }
            }
        }
    }

    fn pass_over(&mut self, subject: &str, taken: Taken) {
        self.known.unusable += 1;
        // One line is enough until somebody has looked.
        if self.known.unusable == 1 {
            let why = if taken == Taken::Foreign {
                "is of another version of the program"
            } else {
                "cannot be read"
            };
            tracing::warn!(
                "the message {subject} {why}, and so may others; run one version in halls and nodes"
            );
        }
    }
}

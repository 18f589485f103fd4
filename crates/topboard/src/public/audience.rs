//! The parts that serve one audience, and the channels between them. One function wires them, so none can be wired to a
//! part of another audience.

use crate::{
    connections::hub::{Hub, RELEASES_MAX},
    journal_files::disk_health::Health,
    mainloop::{
        readers::{Appended, BATCHES_MAX},
        run_clock::RunClock,
    },
    public::{
        bulletin::BulletinDesk,
        follower::Follower,
        gazette::{self, Current, Inbox},
        hub::{Probe, Public, VISITORS_MAX, Visit},
        live::Live,
        round_papers::RoundsEdition,
    },
};
use board::Millis;
use relay::{DelayedHall, HallFeed, Onlookers, Rounds};
use std::sync::Arc;
use tokio::sync::{mpsc, watch};

/// The channels through which a listener reaches an audience's parts.
#[derive(Debug)]
pub struct Doors<A: Onlookers> {
    /// How far the audience is behind the boards, in milliseconds.
    pub delay_ms: Millis,
    /// The channel to the hub.
    pub visits: mpsc::Sender<Visit<A>>,
    /// The channel of the current edition, which holds every game as PGN.
    pub games: watch::Receiver<Current<A>>,
    /// The channel of the rounds.
    pub rounds: watch::Receiver<Arc<RoundsEdition<A>>>,
    /// The channel of the latest state, for protocol 2.
    pub live: watch::Receiver<Arc<Live<A>>>,
    /// The games by round.
    pub desk: Arc<BulletinDesk<A>>,
    /// The clock of the audience, which is as far behind as what it sees.
    pub clock: RunClock,
}

impl<A: Onlookers> Clone for Doors<A> {
    fn clone(&self) -> Doors<A> {
        let Doors { delay_ms, visits, games, rounds, live, desk, clock } = self;
        let (visits, games, rounds) = (visits.clone(), games.clone(), rounds.clone());
        let (live, desk) = (live.clone(), Arc::clone(desk));
        Doors { delay_ms: *delay_ms, visits, games, rounds, live, desk, clock: *clock }
    }
}

/// Starts the follower, the hub and the gazette of an audience. Returns the channel for the journal's records, and the
/// channels for a listener.
pub fn open<A: Onlookers>(
    (hall, feed): (DelayedHall<A>, HallFeed<A>),
    clock: RunClock,
    probe: Option<Probe>,
    health: watch::Receiver<Health>,
    stop: watch::Receiver<bool>,
) -> (mpsc::Sender<Arc<[Appended]>>, Doors<A>) {
    let (records, read) = mpsc::channel(BATCHES_MAX);
    let (hub, released) = mpsc::channel(RELEASES_MAX);
    let (visits, visited) = mpsc::channel(VISITORS_MAX);
    let (editions, games) = watch::channel(Current::default());
    let delay_ms = hall.delay_ms();
    let (to_rounds, rounds) = watch::channel(Arc::new(RoundsEdition::of(Rounds::default(), delay_ms)));
    let gazette = Inbox::default();
    let behind = clock.behind(delay_ms);
    let public = Public::new(feed, probe);
    let live = public.live();
    tokio::spawn(Hub::new(public, behind).run(released, visited, health));
    tokio::spawn(gazette::run(gazette.clone(), editions, stop));
    tokio::spawn(Follower { hall, clock, hub, gazette, rounds: to_rounds }.run(read));
    let desk = Arc::new(BulletinDesk::new(games.clone(), rounds.clone(), live.clone()));
    (records, Doors { delay_ms, visits, games, rounds, live, desk, clock: behind })
}

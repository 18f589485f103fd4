//! The bench for devices, used in tests: a session, a simulated device, the two directions of the cable between them,
//! and time, all in memory. The program itself does not use it.
//!
//! Both ends of every cable are in this crate, so the cable is here as well, and all tests of sessions, also those of
//! other crates, use its loop. Each thing on the bench is a [`Node`] of a ring: the messages that leave one node enter
//! the next. A fault of the cable is a [`Weather`] on one of its [`Way`]s.

mod ends;
mod weather;

pub use ends::{BoardEnd, HostEnd};
pub use weather::{Damage, Dice, Way, Weather};

use crate::{BoardEvent, Contents, LinkState, Millis, Reading};
use shakmaty::{Piece, Square};

/// A thing on the bench, with messages of type `P` coming in and going out.
pub trait Node<P = Vec<u8>> {
    /// Acts on everything that is due up to `t`, takes in `input` if there is one, and returns a message if the node
    /// has one to send. The caller repeats the call, without input, until it returns `None`.
    fn process(&mut self, t: Millis, input: Option<P>) -> Option<P>;

    /// Returns the next instant at which the node acts unasked, if there is one.
    fn due(&self) -> Option<Millis> {
        None
    }
}

/// Carries messages round the ring until every node is silent.
pub fn settle<P>(t: Millis, ring: &mut [&mut dyn Node<P>]) {
    let (mut message, mut silent, mut at) = (None, 0, 0);
    while silent < ring.len() {
        message = ring[at].process(t, message);
        silent = if message.is_some() { 0 } else { silent + 1 };
        at = (at + 1) % ring.len();
    }
}

/// Advances the time `t` to `until`, from one deadline of a node to the next, and carries the messages of each instant.
pub fn run<P>(t: &mut Millis, until: Millis, ring: &mut [&mut dyn Node<P>]) {
    loop {
        settle(*t, ring);
        let due = ring.iter().filter_map(|node| node.due()).min();
        if *t >= until && due.is_none_or(|due| due > until) {
            return;
        }
        *t = due.unwrap_or(until).min(until).max(*t);
    }
}

/// The events that a session has reported about one board, and the squares that follow from them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// The events, with their instants.
    pub events: Vec<(Millis, BoardEvent)>,
    /// The reading of the board that follows from the events alone.
    pub believed: Reading,
}

impl Default for Heard {
    fn default() -> Heard {
        Heard { events: Vec::new(), believed: Reading::empty() }
    }
}

impl Heard {
    /// Adds one event, reported at the instant `t`.
    pub fn push(&mut self, t: Millis, event: BoardEvent) {
        match &event {
            BoardEvent::Reading(reading) => self.believed.clone_from(reading),
            BoardEvent::Square { square, contents } => self.believed.set(*square, *contents),
            _ => {}
        }
        self.events.push((t, event));
    }

    /// Returns the events from event number `count` on.
    pub fn since(&self, count: usize) -> Vec<BoardEvent> {
        self.events[count..].iter().map(|(_, event)| event.clone()).collect()
    }

    /// Panics unless the link is live and both the session's reading and the reading that follows from its events equal
    /// `truth`.
    #[track_caller]
    pub fn check(&self, state: LinkState, reading: Option<Reading>, truth: &Reading, what: &str) {
        assert_eq!(state, LinkState::Live, "the link lives: {what}");
        assert_eq!(reading.as_ref(), Some(truth), "the session is right: {what}");
        assert_eq!(&self.believed, truth, "whoever follows the events is right: {what}");
        assert!(self.events.is_sorted_by_key(|(t, _)| *t), "time does not go back: {what}");
    }
}

/// A session (or the master of a bus) and a device on one cable.
#[derive(Debug)]
pub struct Bench<S: HostEnd, D> {
    /// The present instant.
    pub t: Millis,
    /// The program's end of the cable.
    pub session: S,
    /// The direction from the session to the device.
    pub down: Way,
    /// The maker's end of the cable.
    pub device: D,
    /// The direction from the device to the session.
    pub up: Way,
    /// The events that the session reported.
    pub heard: S::Heard,
}

impl<S: HostEnd, D: BoardEnd> Bench<S, D> {
    /// Creates a bench whose cable is not plugged in yet.
    pub fn of(session: S, mut device: D) -> Bench<S, D> {
        device.attach(false);
        Bench { t: 0, session, down: Way::default(), device, up: Way::default(), heard: Default::default() }
    }

    /// Plugs in the cable, which opens the port.
    pub fn plug(&mut self) {
        self.attach(true);
        self.session.open(self.t);
        self.settle();
    }

    /// Pulls the cable.
    pub fn unplug(&mut self) {
        self.attach(false);
        self.session.lost(self.t);
        self.settle();
    }

    fn attach(&mut self, is_attached: bool) {
        (self.down.is_plugged, self.up.is_plugged) = (is_attached, is_attached);
        self.device.attach(is_attached);
    }

    /// Lets `for_ms` milliseconds pass.
    pub fn run(&mut self, for_ms: Millis) {
        let until = self.t + for_ms;
        run(&mut self.t, until, &mut [&mut self.session, &mut self.down, &mut self.device, &mut self.up]);
        self.session.tell(&mut self.heard);
    }

    /// Carries the bytes that wait at either end.
    pub fn settle(&mut self) {
        settle(self.t, &mut [&mut self.session, &mut self.down, &mut self.device, &mut self.up]);
        self.session.tell(&mut self.heard);
    }

    /// Puts a piece on a square, or takes the piece on the square away.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.device.set(self.t, square, piece.map_or(Contents::Empty, Contents::Piece));
        self.settle();
    }
}

impl<S: HostEnd<Heard = Heard>, D> Bench<S, D> {
    /// Returns the events from event number `count` on.
    pub fn since(&self, count: usize) -> Vec<BoardEvent> {
        self.heard.since(count)
    }
}

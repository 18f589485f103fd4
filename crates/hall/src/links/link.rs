//! One link: the session with a device, the port it is on, the table it serves.

use crate::links::stream::Stream;
use crate::notice::panic_text;
use crate::{LinkNo, TableNo};
use board::dgt::{ClockAnswer, ClockOrder, ClockOrders, ClockRefusal};
use board::{
    Ailment, BoardEvent, ClockReading, Contents, Identity, LinkState, Maker, Millis, Reading, Session,
};
use shakmaty::Board;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One link. It keeps running without a table: the board is identified and followed, and can be seated later.
#[derive(Debug)]
pub struct Link {
    no: LinkNo,
    port: String,
    voice: Voice,
    open: bool,
    /// Counts openings in the hall: the order in which ports are seated.
    pub(crate) opening: u64,
    pub(crate) table: Option<TableNo>,
    /// The table it served last.
    pub(crate) home: Option<TableNo>,
    /// Since when the board is known well enough to be seated anywhere.
    pub(crate) ready_ms: Option<Millis>,
    /// The table of another board that this one answered for, once reported.
    pub(crate) refused: Option<TableNo>,
    /// The serial numbers the board answered with since the port was opened: some have a short and a long one.
    serials: Vec<String>,
    reading: Option<Reading>,
    clock: Option<ClockReading>,
    /// What it said last, where it says the same over and over.
    stream: Stream,
    /// The session's next deadline: asked far more often than it changes.
    due_ms: Option<Millis>,
    not_before: Millis,
    /// The operator was told that the board is too large for chess.
    is_told_large: bool,
    /// What the operator was told is wrong with it.
    ailment: Option<Ailment>,
    /// Its lamps may show what stands wrong.
    has_leave: bool,
}

/// Who speaks for a board.
#[derive(Debug)]
enum Voice {
    /// A session with the one board on its port.
    Own {
        session: Box<Session>,
        /// What its clock is ordered to do.
        orders: ClockOrders,
    },
    /// The master of the cable it shares with others; what it said last of this board.
    Cable {
        /// The cable's number.
        cable: LinkNo,
        /// The board's address on it.
        address: u16,
        identity: Identity,
        state: LinkState,
    },
}

impl Voice {
    fn of(session: Session) -> Voice {
        Voice::Own { session: Box::new(session), orders: ClockOrders::default() }
    }
}

/// How many different serial numbers of one board are kept.
const SERIALS_MAX: usize = 4;

/// What a session has to say after it was given something.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) events: Vec<(Millis, BoardEvent)>,
    /// Bytes for the board, and whether they do what a person ordered.
    pub(crate) transmits: Vec<(Vec<u8>, bool)>,
    /// What became of orders for its clock.
    pub(crate) answers: Vec<(ClockOrder, ClockAnswer)>,
    pub(crate) fault: Option<String>,
}

impl Link {
    /// Its number.
    pub fn no(&self) -> LinkNo {
        self.no
    }

    /// The port it was last opened on.
    pub fn port(&self) -> &str {
        &self.port
    }

    /// Whose protocol the board speaks.
    pub fn maker(&self) -> Maker {
        match &self.voice {
            Voice::Own { session, .. } => session.maker(),
            Voice::Cable { .. } => Maker::DgtBus,
        }
    }

    /// Whether the port is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Who the board says it is, so far.
    pub fn identity(&self) -> &Identity {
        match &self.voice {
            Voice::Own { session, .. } => session.identity(),
            Voice::Cable { identity, .. } => identity,
        }
    }

    /// Where the session stands.
    pub fn state(&self) -> LinkState {
        match &self.voice {
            Voice::Own { session, .. } => session.state(),
            Voice::Cable { state, .. } => *state,
        }
    }

    /// The cable it shares with other boards, and its address there.
    pub fn cable(&self) -> Option<(LinkNo, u16)> {
        match self.voice {
            Voice::Own { .. } => None,
            Voice::Cable { cable, address, .. } => Some((cable, address)),
        }
    }

    /// The table it serves.
    pub fn table(&self) -> Option<TableNo> {
        self.table
    }

    /// The board as last read.
    pub fn reading(&self) -> Option<&Reading> {
        self.reading.as_ref()
    }

    /// The clock as last read.
    pub fn clock(&self) -> Option<ClockReading> {
        self.clock
    }

    /// A board on a port of its own; none where a port has many.
    pub(crate) fn new(no: LinkNo, maker: Maker) -> Option<Link> {
        Some(Link::with_voice(no, String::new(), Voice::of(Session::new(maker)?)))
    }

    /// A board on a cable that it shares.
    pub(crate) fn on_cable(no: LinkNo, cable: LinkNo, address: u16, path: String) -> Link {
        let voice = Voice::Cable { cable, address, identity: Identity::default(), state: LinkState::Down };
        Link::with_voice(no, path, voice)
    }

    fn with_voice(no: LinkNo, port: String, voice: Voice) -> Link {
        Link {
            no,
            port,
            voice,
            open: false,
            opening: 0,
            table: None,
            home: None,
            ready_ms: None,
            refused: None,
            serials: Vec::new(),
            reading: None,
            clock: None,
            stream: Stream::default(),
            due_ms: None,
            not_before: 0,
            is_told_large: false,
            ailment: None,
            has_leave: false,
        }
    }

    /// The port was opened. A board of another maker than before is another board: its session begins from nothing.
    pub(crate) fn handle_open(&mut self, t_ms: Millis, port: &str, maker: Maker, opening: u64) -> Heard {
        if self.maker() != maker
            && let Some(session) = Session::new(maker)
        {
            self.voice = Voice::of(session);
            self.has_leave = false;
        }
        self.port = port.to_owned();
        self.open = true;
        self.opening = opening;
        self.is_told_large = false;
        self.ailment = None;
        self.stream = Stream::default();
        self.work(t_ms, |session, _| session.handle_open(t_ms))
    }

    pub(crate) fn handle_lost(&mut self, t_ms: Millis) -> Heard {
        self.open = false;
        self.ready_ms = None;
        self.refused = None;
        if self.cable().is_some() {
            // A board on a bus keeps what it has not told: what was known of it stays true until it tells on.
            return Heard::default();
        }
        self.serials.clear();
        self.reading = None;
        self.clock = None;
        self.work(t_ms, |session, _| session.handle_lost(t_ms))
    }

    /// A board on a cable answers, for the first time or again.
    pub(crate) fn reopen(&mut self, opening: u64) {
        self.open = true;
        self.opening = opening;
    }

    pub(crate) fn handle_bytes(&mut self, t_ms: Millis, bytes: &[u8]) -> Heard {
        if self.maker().repeats() {
            self.stream.push(bytes);
        }
        self.work(t_ms, |session, _| session.handle_bytes(t_ms, bytes))
    }

    /// How far back these bytes stand in what the link said last.
    pub(crate) fn find(&mut self, bytes: &[u8]) -> Option<usize> {
        self.stream.find(bytes)
    }

    /// So many bytes from that far back; none where nothing is known of them.
    pub(crate) fn read_back(&self, length: usize, back: usize) -> Option<Vec<u8>> {
        self.stream.read(length, back)
    }

    /// What it said last is not known any more.
    pub(crate) fn forget_stream(&mut self) {
        self.stream = Stream::default();
    }

    pub(crate) fn expect(&mut self, t_ms: Millis, placement: &Board) -> Heard {
        self.work(t_ms, |session, _| session.expect(placement))
    }

    pub(crate) fn advance(&mut self, t_ms: Millis) -> Heard {
        self.not_before = t_ms + 1;
        self.work(t_ms, |session, _| session.advance(t_ms))
    }

    /// Takes an order for the board's clock.
    pub(crate) fn order_clock(&mut self, t_ms: Millis, order: ClockOrder) -> Result<Heard, ClockRefusal> {
        let mut answer = Err(ClockRefusal::NoWay);
        let heard = self.work(t_ms, |session, orders| answer = session.order_clock(t_ms, orders, order));
        answer.map(|()| heard)
    }

    /// Whether its lamps may show what stands wrong.
    pub(crate) fn has_leave(&self) -> bool {
        self.has_leave
    }

    /// Gives its lamps leave, or takes it away.
    pub(crate) fn allow_lamps(&mut self, t_ms: Millis, is_allowed: bool) -> Heard {
        self.has_leave = is_allowed;
        self.work(t_ms, |session, _| session.allow_lamps(t_ms, is_allowed))
    }

    /// When `advance` wants to be called next; later than the last instant it was called for, whatever the session
    /// says, so that no mistake of a session stops the hall.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        self.due_ms.map(|at| at.max(self.not_before))
    }

    /// Keeps what the board shows, for the table that gets it later. Says whether it tells who
    /// the board is, or that it can be trusted now.
    pub(crate) fn note(&mut self, t_ms: Millis, event: &BoardEvent) -> bool {
        if let (Voice::Cable { state, .. }, BoardEvent::Link(now)) = (&mut self.voice, event) {
            *state = *now;
        }
        let known = match event {
            BoardEvent::Reading(reading) => {
                self.reading = Some(reading.clone());
                false
            }
            BoardEvent::Square { square, contents } => {
                if let Some(reading) = &mut self.reading {
                    reading.set(*square, *contents);
                }
                false
            }
            BoardEvent::ResultPiece { square, .. } => {
                if let Some(reading) = &mut self.reading {
                    reading.set(*square, Contents::Occupied);
                }
                false
            }
            BoardEvent::Clock(clock) => {
                self.clock = Some(*clock);
                false
            }
            BoardEvent::Identity(identity) => {
                if let Voice::Cable { identity: known, .. } = &mut self.voice {
                    known.clone_from(identity);
                }
                if let Some(serial) = &identity.serial
                    && self.serials.len() < SERIALS_MAX
                    && !self.serials.contains(serial)
                {
                    self.serials.push(serial.clone());
                }
                identity.serial.is_some()
            }
            BoardEvent::Link(LinkState::Live) => true,
            BoardEvent::Link(LinkState::Down | LinkState::Waking | LinkState::Doubtful)
            | BoardEvent::Press(_)
            | BoardEvent::Flag(_)
            | BoardEvent::Gap { .. }
            | BoardEvent::Turned(_)
            | BoardEvent::SidesUnknown
            | BoardEvent::Unknown { .. } => false,
        };
        if known && self.open && self.ready_ms.is_none() {
            self.ready_ms = Some(t_ms);
        }
        known
    }

    /// Whether this event tells for the first time since the port was opened that the board is too large for chess.
    pub(crate) fn is_found_large(&mut self, event: &BoardEvent) -> bool {
        let is_large = matches!(event, BoardEvent::Identity(identity) if identity.is_large);
        is_large && !std::mem::replace(&mut self.is_told_large, true)
    }

    /// What is wrong with the board or its cable now, if that is not what the operator was told last, and what that was.
    pub(crate) fn ailment_news(&mut self) -> Option<(Option<Ailment>, Option<Ailment>)> {
        let Voice::Own { session, .. } = &self.voice else { return None };
        let now = session.ailment();
        let before = std::mem::replace(&mut self.ailment, now);
        (before != now).then_some((before, now))
    }

    /// Whether the board answers with this serial number. Leading zeros do not count: labels and answers differ in
    /// them.
    pub(crate) fn answers_to(&self, serial: &str) -> bool {
        let bare = |serial: &str| serial.trim().trim_start_matches('0').to_ascii_lowercase();
        let wanted = bare(serial);
        !wanted.is_empty() && self.serials.iter().any(|own| bare(own) == wanted)
    }

    /// The serial number to know the board again by.
    pub(crate) fn serial(&self) -> Option<&str> {
        self.serials.last().map(String::as_str)
    }

    /// Does something with the session and takes what it says. A panic costs the session: a new one begins.
    fn work(&mut self, t_ms: Millis, act: impl FnOnce(&mut Session, &mut ClockOrders)) -> Heard {
        let Voice::Own { session, orders } = &mut self.voice else { return Heard::default() };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            act(session, orders);
            session.settle_clock(t_ms, orders);
            let transmits: Vec<Vec<u8>> = std::iter::from_fn(|| session.poll_transmit()).collect();
            let with_source = |bytes: Vec<u8>| {
                let is_ordered = session.is_for_clock(&bytes);
                (bytes, is_ordered)
            };
            Heard {
                transmits: transmits.into_iter().map(with_source).collect(),
                events: std::iter::from_fn(|| session.poll_event()).collect(),
                answers: std::iter::from_fn(|| orders.poll_answer()).collect(),
                fault: None,
            }
        }));
        let heard = outcome.unwrap_or_else(|panic| {
            if let Some(fresh) = Session::new(session.maker()) {
                **session = fresh;
                self.has_leave = false;
            }
            if self.open {
                session.handle_open(t_ms);
            }
            orders.abandon();
            let answers = std::iter::from_fn(|| orders.poll_answer()).collect();
            Heard { fault: Some(panic_text(panic.as_ref())), answers, ..Heard::default() }
        });
        self.due_ms = session.next_deadline();
        heard
    }
}

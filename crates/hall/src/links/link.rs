//! A link: the session with a device, the port it is on, and the table it serves.

use super::condition::Noted;
use crate::notice::panic_text;
use crate::{LinkNo, TableNo};
use board::dgt::{ClockAnswer, ClockOrder, ClockOrders, ClockRefusal};
use board::{
    Ailment, BoardEvent, ClockReading, Contents, Identity, LinkState, Maker, Millis, Orientation, Reading,
    SensorHealth, Session,
};
use shakmaty::Board;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A link. It also works without a table: the board is identified and read, and can be given a table later.
#[derive(Debug)]
pub struct Link {
    no: LinkNo,
    port: String,
    pub(super) voice: Voice,
    open: bool,
    /// The value of the hall's counter of port openings when the link's port was last opened. Boards are seated in the
    /// order of these values.
    pub(crate) opening: u64,
    pub(crate) table: Option<TableNo>,
    /// The table that the link served last; `None` if it has served none.
    pub(crate) home: Option<TableNo>,
    /// The journal time since which the board is known well enough to be given to any table.
    pub(crate) ready_ms: Option<Millis>,
    /// A table that this board claims but another board already serves. It is set once the operator was notified.
    pub(crate) refused: Option<TableNo>,
    /// The serial numbers that the board has reported since the port was opened. Some boards have a short and a long
    /// serial number.
    serials: Vec<String>,
    reading: Option<Reading>,
    /// What the board read when the link was lost, with the changes that it remembers, until it is read anew.
    left: Option<Reading>,
    clock: Option<ClockReading>,
    /// The session's next deadline. It is stored because it is read far more often than it changes.
    due_ms: Option<Millis>,
    not_before: Millis,
    /// Says whether the operator was notified that the board is too large for chess.
    is_told_large: bool,
    /// The ailment last reported to the operator.
    pub(super) ailment: Option<Ailment>,
    /// How the board was when that was looked at last.
    pub(super) noted: Noted,
    /// Says whether the board may use its lamps to show misplaced pieces.
    has_leave: bool,
    pub(super) given_orientation: Option<Orientation>,
}

/// The state machine that speaks with a board.
#[derive(Debug)]
pub(super) enum Voice {
    /// A session with a board that has the port to itself.
    Own {
        session: Box<Session>,
        /// The orders for the board's clock.
        orders: ClockOrders,
    },
    /// A board on a cable that several boards share, with the last news of the board from the cable's master.
    Cable {
        /// The cable's number.
        cable: LinkNo,
        /// The board's address on the cable.
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

/// The greatest number of different serial numbers that are kept for one board.
const SERIALS_MAX: usize = 4;

/// The output of a session after one input.
#[derive(Debug, Default)]
pub(crate) struct LinkOutput {
    pub(crate) events: Vec<(Millis, BoardEvent)>,
    /// Bytes for the board, each with a flag that says whether they carry out a person's order.
    pub(crate) transmits: Vec<(Vec<u8>, bool)>,
    /// The results of orders for the board's clock.
    pub(crate) answers: Vec<(ClockOrder, ClockAnswer)>,
    pub(crate) fault: Option<String>,
}

impl Link {
    /// Returns the number of the link.
    pub fn no(&self) -> LinkNo {
        self.no
    }

    /// Returns the port on which the link was last opened.
    pub fn port(&self) -> &str {
        &self.port
    }

    /// Returns the maker whose protocol the board speaks.
    pub fn maker(&self) -> Maker {
        match &self.voice {
            Voice::Own { session, .. } => session.maker(),
            Voice::Cable { .. } => Maker::DgtBus,
        }
    }

    /// Returns whether the port is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Returns what the board has reported about itself so far, such as its serial number.
    pub fn identity(&self) -> &Identity {
        match &self.voice {
            Voice::Own { session, .. } => session.identity(),
            Voice::Cable { identity, .. } => identity,
        }
    }

    /// Returns the state of the session.
    pub fn state(&self) -> LinkState {
        match &self.voice {
            Voice::Own { session, .. } => session.state(),
            Voice::Cable { state, .. } => *state,
        }
    }

    /// Returns the cable that the board shares with others, and the board's address on it; `None` for a board on its
    /// own port.
    pub fn cable(&self) -> Option<(LinkNo, u16)> {
        match self.voice {
            Voice::Own { .. } => None,
            Voice::Cable { cable, address, .. } => Some((cable, address)),
        }
    }

    /// Returns the table that the link serves; `None` if it serves none.
    pub fn table(&self) -> Option<TableNo> {
        self.table
    }

    /// Returns the latest reading of the board; `None` if nothing was read yet.
    pub fn reading(&self) -> Option<&Reading> {
        self.reading.as_ref()
    }

    /// Returns what is wrong with the board or its cable, as its bytes reveal; `None` if nothing is.
    pub fn ailment(&self) -> Option<Ailment> {
        match &self.voice {
            Voice::Own { session, .. } => session.ailment(),
            Voice::Cable { .. } => None,
        }
    }

    /// Returns what the board last said about its sensors; `None` if it says nothing of them.
    pub fn sensor_health(&self) -> Option<SensorHealth> {
        match &self.voice {
            Voice::Own { session, .. } => session.sensor_health(),
            Voice::Cable { .. } => None,
        }
    }

    /// Returns the latest reading of the clock; `None` if no clock was read yet.
    pub fn clock(&self) -> Option<ClockReading> {
        self.clock
    }

    /// Creates the link of a board on a port of its own; `None` for a port that several boards share.
    pub(crate) fn new(no: LinkNo, maker: Maker) -> Option<Link> {
        Some(Link::with_voice(no, String::new(), Voice::of(Session::new(maker)?)))
    }

    /// Creates the link of a board on a shared cable.
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
            left: None,
            clock: None,
            due_ms: None,
            not_before: 0,
            is_told_large: false,
            ailment: None,
            noted: Noted::default(),
            has_leave: false,
            given_orientation: None,
        }
    }

    /// Handles the opening of the port. A new maker means a different board, so a new session begins.
    pub(crate) fn handle_open(&mut self, t_ms: Millis, port: &str, maker: Maker, opening: u64) -> LinkOutput {
        if self.maker() != maker
            && let Some(session) = Session::standing(maker, self.given_orientation)
        {
            self.voice = Voice::of(session);
            self.has_leave = false;
        }
        self.port = port.to_owned();
        self.open = true;
        self.opening = opening;
        self.is_told_large = false;
        self.ailment = None;
        self.work(t_ms, |session, _| session.handle_open(t_ms))
    }

    pub(crate) fn handle_lost(&mut self, t_ms: Millis) -> LinkOutput {
        self.open = false;
        self.ready_ms = None;
        self.refused = None;
        if self.cable().is_some() {
            // A board on a bus keeps changes that it has not reported yet. Until it reports them, what is known of the
            // board stays valid.
            return LinkOutput::default();
        }
        self.serials.clear();
        self.left = self.reading.take().or(self.left.take());
        self.clock = None;
        self.noted.is_press_heard = false;
        self.work(t_ms, |session, _| session.handle_lost(t_ms))
    }

    /// Handles the return of a board on a shared cable: it has answered for the first time, or again after silence.
    pub(crate) fn reopen(&mut self, opening: u64) {
        self.open = true;
        self.opening = opening;
    }

    pub(crate) fn handle_bytes(&mut self, t_ms: Millis, bytes: &[u8]) -> LinkOutput {
        self.noted.heard_ms = Some(t_ms);
        self.work(t_ms, |session, _| session.handle_bytes(t_ms, bytes))
    }

    pub(crate) fn expect(&mut self, t_ms: Millis, placement: &Board) -> LinkOutput {
        self.work(t_ms, |session, _| session.expect(placement))
    }

    pub(crate) fn advance(&mut self, t_ms: Millis) -> LinkOutput {
        self.not_before = t_ms + 1;
        self.work(t_ms, |session, _| session.advance(t_ms))
    }

    /// Gives the session an order for the board's clock.
    pub(crate) fn order_clock(
        &mut self,
        t_ms: Millis,
        order: ClockOrder,
    ) -> Result<LinkOutput, ClockRefusal> {
        let mut answer = Err(ClockRefusal::NoWay);
        let heard = self.work(t_ms, |session, orders| answer = session.order_clock(t_ms, orders, order));
        answer.map(|()| heard)
    }

    /// Returns whether the board may use its lamps to show misplaced pieces.
    pub(crate) fn has_leave(&self) -> bool {
        self.has_leave
    }

    /// Allows or forbids the board to use its lamps to show misplaced pieces.
    pub(crate) fn allow_lamps(&mut self, t_ms: Millis, is_allowed: bool) -> LinkOutput {
        self.has_leave = is_allowed;
        self.work(t_ms, |session, _| session.allow_lamps(t_ms, is_allowed))
    }

    /// Returns the instant at which `advance` is to be called next. It is always later than the last such call, so
    /// that a mistake in a session cannot keep the hall busy forever.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        self.due_ms.map(|at| at.max(self.not_before))
    }

    /// Keeps what the board shows, for a table that gets the board later. Returns whether the event identifies the
    /// board, or makes it ready to be seated.
    pub(crate) fn note(&mut self, t_ms: Millis, event: &BoardEvent) -> bool {
        if let (Voice::Cable { state, .. }, BoardEvent::Link(now)) = (&mut self.voice, event) {
            *state = *now;
        }
        self.noted.is_press_heard |= matches!(event, BoardEvent::Press(_));
        let known = match event {
            BoardEvent::Reading(reading) => {
                (self.reading, self.left) = (Some(reading.clone()), None);
                false
            }
            BoardEvent::Square { square, contents } => {
                if let Some(reading) = self.reading.as_mut().or(self.left.as_mut()) {
                    reading.set(*square, *contents);
                }
                false
            }
            BoardEvent::ResultPiece { square, .. } => {
                if let Some(reading) = self.reading.as_mut().or(self.left.as_mut()) {
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
            _ => false,
        };
        if known && self.open && self.ready_ms.is_none() {
            self.ready_ms = Some(t_ms);
        }
        known
    }

    /// Takes what the board read before the link was lost for its reading, because the board is back and remembered all
    /// that has changed. Returns whether it has a reading now that it had not.
    pub(crate) fn take_up_left(&mut self) -> bool {
        let is_back = self.reading.is_none() && self.left.is_some();
        self.reading = self.reading.take().or(self.left.take());
        is_back
    }

    /// Returns whether this event is the first since the port was opened to show that the board is too large for
    /// chess.
    pub(crate) fn is_found_large(&mut self, event: &BoardEvent) -> bool {
        let is_large = matches!(event, BoardEvent::Identity(identity) if identity.is_large);
        is_large && !std::mem::replace(&mut self.is_told_large, true)
    }

    /// Returns whether the board has this serial number. Leading zeros are ignored: the number on the label may have
    /// them when the reported one does not, or the reverse.
    pub(crate) fn answers_to(&self, serial: &str) -> bool {
        let bare = |serial: &str| serial.trim().trim_start_matches('0').to_ascii_lowercase();
        let wanted = bare(serial);
        !wanted.is_empty() && self.serials.iter().any(|own| bare(own) == wanted)
    }

    /// Returns the serial number by which the board is recognised when it comes back; `None` if it has reported none.
    pub fn serial(&self) -> Option<&str> {
        self.serials.last().map(String::as_str)
    }

    /// Runs `act` on the session and returns its output. If `act` panics, a new session takes the place of the old.
    pub(super) fn work(
        &mut self,
        t_ms: Millis,
        act: impl FnOnce(&mut Session, &mut ClockOrders),
    ) -> LinkOutput {
        let Voice::Own { session, orders } = &mut self.voice else { return LinkOutput::default() };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            act(session, orders);
            session.settle_clock(t_ms, orders);
            let transmits: Vec<Vec<u8>> = std::iter::from_fn(|| session.poll_transmit()).collect();
            let is_ordered = transmits.iter().map(|bytes| session.is_for_clock(bytes)).collect::<Vec<_>>();
            LinkOutput {
                transmits: transmits.into_iter().zip(is_ordered).collect(),
                events: std::iter::from_fn(|| session.poll_event()).collect(),
                answers: std::iter::from_fn(|| orders.poll_answer()).collect(),
                fault: None,
            }
        }));
        let heard = outcome.unwrap_or_else(|panic| {
            if let Some(fresh) = Session::standing(session.maker(), self.given_orientation) {
                **session = fresh;
                self.has_leave = false;
            }
            if self.open {
                session.handle_open(t_ms);
            }
            orders.abandon();
            let answers = std::iter::from_fn(|| orders.poll_answer()).collect();
            LinkOutput { fault: Some(panic_text(panic.as_ref())), answers, ..LinkOutput::default() }
        });
        self.due_ms = session.next_deadline();
        heard
    }
}

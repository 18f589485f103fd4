//! The session with one home-made board: it asks the board for its identity, resumes where the link was lost, and
//! acknowledges states.
//!
//! ```text
//!  Down ──open──▶ Waking ──Identity, Resume, newest state──▶ Live ◀──likewise── Doubtful
//!                 ▲                                            └──3 s without a word──▶ ┘ │  lost: Down, from anywhere
//!                 └──────────────────────── 3 s more ─────────────────────────────────────┘
//! ```
//! Every state of the board has a number. States from the time when no host listened come first, each with its age, and
//! are reported with their own times. The newest state follows, and the link is live. The board is asked again for a
//! missing state; a state that it no longer has leaves a gap.
//!
//! Raw scans are settled in this program (`settling`). So the journal holds what the pins read, and the settled squares
//! can be computed again from it.
//!
//! Invariants:
//! * Before the board has identified itself, only the question for its identity is sent.
//! * The times of events never go back. The past states of a board that was never seen before are ignored, because they
//!   may belong to any game.
//! * After a time in which the board was not seen, events come in the order `Gap` if anything was lost, squares of the
//!   past, `Turned` if the board was turned, `Reading`, `Link(Live)`.
//!
//! Limit: the board is asked at most `ASKED_MAX` times for a missing state.

use super::settling::Settling;
use crate::session::{BoardSession, own_session_methods};
use crate::squares::sight::Sight;
use crate::{
    Ailment, BoardEvent, Identity, LinkState, Millis, Orientation, Reading, Sensing, SensorHealth,
    makers::dgt3000,
};
use sensor::{Deframer, Health, Occupancy, Refusal, Report, Request, State, message::VERSION};
use shakmaty::{Bitboard, Board, Color};
use std::collections::VecDeque;

/// The interval at which a board is asked for its identity until it answers, in milliseconds.
const ASK_MS: Millis = 1_000;
/// The silence after which a fault is suspected, in milliseconds: a board reports its squares every second.
const SILENCE_MS: Millis = 3_000;

/// The number of successive identities, with no other report between them, after which a board counts as deaf.
const GREETINGS_MAX: u32 = 8;
/// The time to wait for a missing state before it is asked for again, in milliseconds.
const PATIENCE_MS: Millis = 300;
/// The interval at which a live board is asked for its health, in milliseconds.
const HEALTH_MS: Millis = 60_000;
/// The greatest number of requests for one missing state.
const ASKED_MAX: u32 = 8;

/// The session with one home-made board.
#[derive(Debug)]
pub struct Session {
    pub(super) now: Millis,
    open: bool,
    state: LinkState,
    deframer: Deframer,
    pub(super) board: Option<sensor::Identity>,
    identity: Identity,
    sight: Sight,
    /// The settle rule for the squares of a board that sends raw scans; `None` for other boards.
    settling: Option<Settling>,
    /// True if the last state is the board's newest, false if it is from the time when no host listened.
    is_current: bool,
    /// The last state that was reported.
    last_state: Option<LastState>,
    /// The number of identities since the last other report: the board repeats its identity while it receives nothing.
    greetings: u32,
    /// True if the board sends reports but answers no question.
    is_deaf: bool,
    /// What the board last said about its health; `None` if it has said nothing since its port was opened.
    health: Option<Health>,
    /// The instant of the last question for its health; `None` if it was not asked yet.
    health_asked_ms: Option<Millis>,
    /// The instant of the last request for the missing state, and the number of requests for it.
    asked: Option<(Millis, u32)>,
    /// The time of the last event.
    pub(super) event_ms: Millis,
    ask_due: Option<Millis>,
    silence_due: Option<Millis>,
    transmits: VecDeque<Vec<u8>>,
    /// The session with the clock on the board's own bus.
    pub(super) clock: Option<dgt3000::Session>,
}

/// A reported state. `unit` identifies the board, `boot` its start, and `seq` the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LastState {
    unit: [u8; 8],
    boot: u32,
    seq: u32,
    lost: u32,
    lever: bool,
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Session {
    /// Makes a session without a port.
    pub fn new() -> Session {
        Session {
            now: 0,
            open: false,
            state: LinkState::Down,
            deframer: Deframer::new(),
            board: None,
            identity: Identity::default(),
            sight: Sight::new(Sensing::Occupancy),
            settling: None,
            is_current: false,
            last_state: None,
            greetings: 0,
            is_deaf: false,
            health: None,
            health_asked_ms: None,
            asked: None,
            event_ms: 0,
            ask_due: None,
            silence_due: None,
            transmits: VecDeque::new(),
            clock: None,
        }
    }

    /// Notes that the port was opened.
    pub fn handle_open(&mut self, t: Millis) {
        self.handle_lost(t);
        self.open = true;
        self.deframer.clear();
        // A different board may be connected now; it will identify itself.
        self.identity = Identity::default();
        (self.greetings, self.is_deaf) = (0, false);
        (self.health, self.health_asked_ms) = (None, None);
        self.enter(LinkState::Waking);
        self.ask();
    }

    /// Notes that the port was lost. The board's past states may fill the gap later.
    pub fn handle_lost(&mut self, t: Millis) {
        self.advance(t);
        if !self.open {
            return;
        }
        self.open = false;
        self.board = None;
        self.is_current = false;
        self.clock = None;
        self.transmits.clear();
        (self.ask_due, self.silence_due) = (None, None);
        self.enter(LinkState::Down);
    }

    /// Takes bytes from the board.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        let mut newest = None;
        for &byte in bytes {
            let Some(body) = self.deframer.push(byte) else { continue };
            let report = Report::parse(body);
            let (id, data) = (body[0], body[1..].to_vec());
            if !matches!(report, Some(Report::Identity(_))) {
                (self.greetings, self.is_deaf) = (0, false);
                self.note_heard();
            }
            match report {
                Some(report) => newest = self.take(report).or(newest),
                None => self.report(self.now, BoardEvent::Unknown { id, data }),
            }
        }
        if let Some(seq) = newest.filter(|_| self.open) {
            self.say(Request::Ack { seq });
        }
    }

    /// Takes the placement that the game expects; the orientation is judged against it.
    pub fn expect(&mut self, placement: &Board) {
        self.sight.expect(self.event_ms.max(self.now), placement);
    }

    /// Acts on every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while let Some(due) = self.next_deadline().filter(|&due| due <= t) {
            self.now = self.now.max(due);
            if self.settle_due().is_some_and(|at| at <= due) {
                self.settle();
            } else if self.clock_due().is_some_and(|at| at <= due) {
                self.advance_clock();
            } else if self.silence_due.is_some_and(|at| at <= due) {
                self.doubt();
            } else {
                self.ask();
            }
        }
        self.now = self.now.max(t);
    }

    /// Returns the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.ask_due
            .into_iter()
            .chain(self.silence_due)
            .chain(self.settle_due())
            .chain(self.clock_due())
            .min()
    }

    /// Returns the instant at which the raw squares will have stayed the same long enough. `None` while past states are
    /// being reported, because only the next state says how long the last one lasted.
    fn settle_due(&self) -> Option<Millis> {
        self.settling.as_ref().filter(|_| self.is_current).and_then(Settling::next_deadline)
    }

    /// Returns the next bytes for the board, if any are waiting.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.transmits.pop_front()
    }

    /// Returns the next event with the instant at which it happened, which may be long before the board reported it.
    pub fn poll_event(&mut self) -> Option<(Millis, BoardEvent)> {
        self.sight.poll_event()
    }

    /// Returns what the board has said about itself so far.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the state of the link.
    pub fn state(&self) -> LinkState {
        self.state
    }

    /// Returns the fault of the board or its cable, if any. A deaf board keeps all changes and reports them later.
    pub fn ailment(&self) -> Option<Ailment> {
        self.is_deaf.then_some(Ailment::Deaf { is_followed: false })
    }

    /// Returns the board's orientation.
    pub fn orientation(&self) -> Orientation {
        self.sight.orientation()
    }

    /// Returns the orientation if something has established it.
    pub fn told_orientation(&self) -> Option<Orientation> {
        self.sight.told_orientation()
    }

    /// Returns the reading of the board; `None` while the board cannot be seen.
    pub fn reading(&self) -> Option<Reading> {
        self.sight.reading().filter(|_| self.state == LinkState::Live)
    }

    /// Returns the number of bytes that belonged to no report.
    pub fn noise(&self) -> u64 {
        u64::from(self.deframer.noise())
    }

    /// Sends the board a person's question, such as for its health or the levels of its sensors. Returns false if no
    /// board has identified itself.
    pub fn request(&mut self, t: Millis, request: Request) -> bool {
        self.advance(t);
        if self.board.is_some() {
            self.say(request);
        }
        self.board.is_some()
    }

    fn ask(&mut self) {
        self.say(Request::AskIdentity);
        self.ask_due = Some(self.now + ASK_MS);
    }

    pub(super) fn say(&mut self, request: Request) {
        self.transmits.push_back(request.emit().bytes().to_vec());
    }

    fn doubt(&mut self) {
        let next = match self.state {
            LinkState::Live => LinkState::Doubtful,
            LinkState::Doubtful | LinkState::Waking | LinkState::Down => LinkState::Waking,
        };
        self.is_deaf |= self.greetings >= GREETINGS_MAX;
        self.board = None;
        self.is_current = false;
        self.silence_due = (next == LinkState::Doubtful).then_some(self.now + SILENCE_MS);
        self.enter(next);
        self.ask();
    }

    fn note_heard(&mut self) {
        if self.open && self.board.is_some() {
            self.silence_due = Some(self.now + SILENCE_MS);
        }
    }

    /// Handles a report. If it is a state that must be acknowledged, the state's number is returned.
    fn take(&mut self, report: Report) -> Option<u32> {
        match report {
            Report::Identity(board) => {
                self.greet(board);
                None
            }
            Report::State(state) => self.take_state(state),
            Report::Refused { request: 0x11, reason: Refusal::Version } => {
                // The board does not speak this program's version of the protocol. It is asked again, but not followed.
                self.board = None;
                self.silence_due = None;
                self.ask_due = Some(self.now + SILENCE_MS);
                None
            }
            Report::Health(health) => {
                self.health = Some(health);
                None
            }
            // Answers to a person's questions; they are read from the recorded bytes.
            Report::Levels { .. } | Report::Done { .. } | Report::Refused { .. } => None,
            Report::Clock(frame) => {
                self.hear_clock(&frame);
                None
            }
        }
    }

    fn greet(&mut self, board: sensor::Identity) {
        self.ask_due = None;
        let [major, minor, _] = board.firmware;
        let identity = Identity {
            serial: Some(board.unit.iter().map(|byte| format!("{byte:02X}")).collect()),
            version: Some((major, minor)),
            trademark: Some("Topboard sensor board".to_owned()),
            battery_percent: None,
            is_large: false,
        };
        if self.last_state.is_some_and(|told| told.unit != board.unit) {
            self.lose(self.now);
        }
        if identity != self.identity {
            self.identity = identity.clone();
            self.report(self.now, BoardEvent::Identity(identity));
        }
        self.settling = match (self.settling.take(), board.is_raw) {
            (_, false) => None,
            (Some(settling), true) if settling.settle_ms() == board.settle_ms => Some(settling),
            (_, true) => Some(Settling::new(board.settle_ms)),
        };
        self.greet_clock(board.has_clock);
        self.board = Some(board);
        self.asked = None;
        self.resume();
        self.greetings += 1;
        if self.silence_due.is_none() {
            // The board has sent no state yet, so the silence is measured from its identity.
            self.note_heard();
        }
    }

    fn resume(&mut self) {
        let (boot, seq) = self.last_state.map_or((0, 0), |told| (told.boot, told.seq));
        self.say(Request::Resume { version: VERSION, boot, seq });
    }

    fn take_state(&mut self, state: State) -> Option<u32> {
        let Some(board) = self.board else {
            // The board has not identified itself: it still takes an earlier program for its host.
            if self.open && self.ask_due.is_none() {
                self.ask();
            }
            return None;
        };
        let told = self.last_state.filter(|told| told.boot == board.boot);
        let ahead = told.map(|told| state.seq.wrapping_sub(told.seq));
        match ahead {
            // The board repeated this state before the acknowledgement arrived.
            Some(old) if old > u32::MAX / 2 => return None,
            Some(0) => {}
            Some(1) => self.tell(board, state),
            // The board dropped nothing, so the missing state was damaged on its way and is asked for. The board will
            // then send the states after it again.
            Some(_) if told.is_some_and(|told| told.lost == state.lost) && self.ask_again() => return None,
            Some(_) => {
                self.lose(self.event_ms);
                self.tell(board, state);
            }
            None if state.is_past && self.last_state.is_none() => return Some(state.seq),
            None => {
                self.lose(self.heard_before());
                self.tell(board, state);
            }
        }
        self.asked = None;
        self.is_current = !state.is_past;
        self.go_live();
        self.ask_health();
        Some(state.seq)
    }

    /// Makes the link live once the newest squares of the board are known; those of a raw board must have settled.
    fn go_live(&mut self) {
        let may_go = self.is_current && self.open && self.state != LinkState::Live;
        if let Some(reading) = self.sight.reading().filter(|_| may_go) {
            self.report(self.event_ms, BoardEvent::Reading(reading));
            self.enter(LinkState::Live);
        }
    }

    /// Asks a live board for its health now and then. It answers at once; a sensor may die at any time.
    fn ask_health(&mut self) {
        let is_due = self.health_asked_ms.is_none_or(|asked_ms| self.now >= asked_ms + HEALTH_MS);
        if is_due && self.state == LinkState::Live {
            self.health_asked_ms = Some(self.now);
            self.say(Request::AskHealth);
        }
    }

    /// Asks for the missing state, or goes on waiting for it. Returns false if `ASKED_MAX` requests have been in vain.
    fn ask_again(&mut self) -> bool {
        match self.asked {
            Some((at, _)) if self.now < at + PATIENCE_MS => true,
            Some((_, times)) if times >= ASKED_MAX => false,
            asked => {
                self.asked = Some((self.now, asked.map_or(1, |(_, times)| times + 1)));
                self.resume();
                true
            }
        }
    }

    /// Returns the latest instant at which the squares were known to be those reported last.
    fn heard_before(&self) -> Millis {
        self.event_ms.min(self.now)
    }

    /// Notes that states were lost and that nothing is known of the board from `since` on.
    fn lose(&mut self, since: Millis) {
        self.last_state = None;
        self.settling = self.settling.take().map(|settling| Settling::new(settling.settle_ms()));
        self.sight.go_blind(since);
    }

    fn tell(&mut self, board: sensor::Identity, state: State) {
        let happened_ms = self.now.saturating_sub(Millis::from(state.age_ms));
        match self.settling.as_mut() {
            None => self.see(happened_ms, state.occupied),
            Some(settling) => {
                let settled = settling.handle(happened_ms, state.occupied);
                settled.into_iter().for_each(|(since, occupied)| self.see(since, occupied));
            }
        }
        let before = self.last_state.replace(LastState {
            unit: board.unit,
            boot: board.boot,
            seq: state.seq,
            lost: state.lost,
            lever: state.lever,
        });
        if board.has_lever && before.is_some_and(|before| before.lever != state.lever) {
            let color = Color::from_white(state.lever);
            let by = self.orientation().player(color);
            self.event_ms = self.event_ms.max(happened_ms);
            self.report(self.event_ms, BoardEvent::Press(by));
        }
    }

    /// Reports the squares of a raw board whose readings have stayed the same long enough.
    fn settle(&mut self) {
        let settled = self.settling.as_mut().map(|settling| settling.advance(self.now));
        settled.into_iter().flatten().for_each(|(since, occupied)| self.see(since, occupied));
        self.go_live();
    }

    /// Handles squares that have been valid since the instant `since`.
    fn see(&mut self, since: Millis, occupied: Occupancy) {
        self.event_ms = self.event_ms.max(since);
        let raw = Reading::from_occupied(Bitboard(occupied.0));
        if !self.sight.handle_reading(self.event_ms, &raw) {
            // A checksum protects the squares, so they are accepted however many changed at once.
            self.sight.handle_reading(self.event_ms, &raw);
        }
    }

    pub(super) fn report(&mut self, t: Millis, event: BoardEvent) {
        self.sight.report(t, event);
    }

    fn enter(&mut self, state: LinkState) {
        if self.state != state {
            self.state = state;
            self.report(self.now, BoardEvent::Link(state));
        }
    }
}

impl BoardSession for Session {
    own_session_methods!();

    fn give_orientation(&mut self, orientation: Option<Orientation>) {
        self.sight.give_orientation(self.event_ms.max(self.now), orientation);
    }

    fn sensor_health(&self) -> Option<SensorHealth> {
        let named = |squares: Occupancy| {
            let own = Bitboard(squares.0).into_iter();
            own.map(|square| self.orientation().apply(square)).collect::<Bitboard>()
        };
        self.health.map(|health| SensorHealth {
            dead: named(health.dead),
            stuck: named(health.stuck),
            is_wiring_faulty: health.is_wiring_faulty,
        })
    }
}

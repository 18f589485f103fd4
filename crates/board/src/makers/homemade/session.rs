//! The session with one home-made board: asks who it is, goes on where the link was lost, acknowledges what arrives.
//!
//! ```text
//!  Down ──open──▶ Waking ──Identity, Resume, newest state──▶ Live ◀──the same── Doubtful
//!                 ▲                                            └──3 s without a word──▶ ┘ │   lost: Down, from anywhere
//!                 └──────────────────────── 3 s more ─────────────────────────────────────┘
//! ```
//! Every state has a number. What happened while nobody listened comes first, each state with the age it has, and is
//! told with its own time; then the newest, and the link is live. A number that is missing is asked for once; what the
//! board does not have any more is a gap.
//!
//! A board that says its squares raw, as each scan read them, is settled here (`settling`): so the book holds what
//! the pins did, and what was made of it can be made anew.
//!
//! Invariants:
//! * Nothing is said before the board has said who it is, but the question itself.
//! * Times never go back. What came before the link of a board that was never seen is not believed: nobody can say
//!   which game it was.
//! * After blindness the order of events is `Gap` if anything was lost, squares of the past, `Turned` if so, `Reading`,
//!   `Link(Live)`.
//!
//! Limit: what is missing is asked for `ASKED_MAX` times.

use super::settling::Settling;
use crate::squares::sight::Sight;
use crate::{
    Ailment, BoardEvent, Identity, LinkState, Millis, Orientation, Reading, Sensing, makers::dgt3000,
};
use sensor::{Deframer, Occupancy, Refusal, Report, Request, State, message::VERSION};
use shakmaty::{Bitboard, Board, Color};
use std::collections::VecDeque;

/// How often a board that does not say who it is, is asked.
const ASK_MS: Millis = 1_000;
/// A board says its squares each second; after so long without a word something is wrong.
const SILENCE_MS: Millis = 3_000;

/// One that says so often who it is, and nothing else, does not hear.
const GREETINGS_MAX: u32 = 8;
/// How long the answer may take that tells a missing state …
const PATIENCE_MS: Millis = 300;
/// … and how often it is asked for.
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
    /// Where the squares of a raw board settle.
    settling: Option<Settling>,
    /// The last state that came is how the board is now, and not the past.
    is_current: bool,
    /// The last state that was told.
    told: Option<Told>,
    /// How often it said who it is since it said anything else: it does so while it hears nobody.
    greetings: u32,
    /// It talks and answers nothing.
    is_deaf: bool,
    /// When a missing state was asked for last, and how often.
    asked: Option<(Millis, u32)>,
    /// The time of the last event.
    pub(super) event_ms: Millis,
    ask_due: Option<Millis>,
    silence_due: Option<Millis>,
    transmits: VecDeque<Vec<u8>>,
    /// The session with the clock on the board's own bus.
    pub(super) clock: Option<dgt3000::Session>,
}

/// A state that was told, and of which start of which board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Told {
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
    /// A session with nobody yet.
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
            told: None,
            greetings: 0,
            is_deaf: false,
            asked: None,
            event_ms: 0,
            ask_due: None,
            silence_due: None,
            transmits: VecDeque::new(),
            clock: None,
        }
    }

    /// The port was opened.
    pub fn handle_open(&mut self, t: Millis) {
        self.handle_lost(t);
        self.open = true;
        self.deframer.clear();
        // Another board may be here now; whoever it is says so anew.
        self.identity = Identity::default();
        (self.greetings, self.is_deaf) = (0, false);
        self.enter(LinkState::Waking);
        self.ask();
    }

    /// The port was lost. What the board tells later may close the gap.
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

    /// Bytes came.
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

    /// The placement the game believes in: the orientation is judged against it.
    pub fn expect(&mut self, placement: &Board) {
        self.sight.expect(self.event_ms.max(self.now), placement);
    }

    /// Fires every deadline up to `t`, each at its own instant.
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

    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.ask_due
            .into_iter()
            .chain(self.silence_due)
            .chain(self.settle_due())
            .chain(self.clock_due())
            .min()
    }

    /// When squares have stood long enough. While the past is being told, only its next state says what came after.
    fn settle_due(&self) -> Option<Millis> {
        self.settling.as_ref().filter(|_| self.is_current).and_then(Settling::next_deadline)
    }

    /// Bytes for the board.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.transmits.pop_front()
    }

    /// What the board reported, with the instant it happened; that may be long before it was learnt.
    pub fn poll_event(&mut self) -> Option<(Millis, BoardEvent)> {
        self.sight.poll_event()
    }

    /// Who the board says it is so far.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Where the link stands.
    pub fn state(&self) -> LinkState {
        self.state
    }

    /// What is wrong with it, if anything is. While it hears nobody it keeps what happens, and tells it later.
    pub fn ailment(&self) -> Option<Ailment> {
        self.is_deaf.then_some(Ailment::Deaf { is_followed: false })
    }

    /// Which way round the board stands.
    pub fn orientation(&self) -> Orientation {
        self.sight.orientation()
    }

    /// The same, where something told it.
    pub fn told_orientation(&self) -> Option<Orientation> {
        self.sight.told_orientation()
    }

    /// What stands on the board; none while it cannot be seen.
    pub fn reading(&self) -> Option<Reading> {
        self.sight.reading().filter(|_| self.state == LinkState::Live)
    }

    /// How many bytes belonged to no report.
    pub fn noise(&self) -> u64 {
        u64::from(self.deframer.noise())
    }

    /// A question for the board, of a person: how it is, what its sensors measure. False when nobody is there.
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

    /// Takes a report. The number of a state that has arrived comes back, to be acknowledged.
    fn take(&mut self, report: Report) -> Option<u32> {
        match report {
            Report::Identity(board) => {
                self.greet(board);
                None
            }
            Report::State(state) => self.take_state(state),
            Report::Refused { request: 0x11, reason: Refusal::Version } => {
                // A board of the future: it is asked again, but never trusted.
                self.board = None;
                self.silence_due = None;
                self.ask_due = Some(self.now + SILENCE_MS);
                None
            }
            // Answers to questions of persons; whoever asked listens to the bytes himself.
            Report::Health(_) | Report::Levels { .. } | Report::Done { .. } | Report::Refused { .. } => None,
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
        if self.told.is_some_and(|told| told.unit != board.unit) {
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
            // Until it tells a state it has told nothing.
            self.note_heard();
        }
    }

    fn resume(&mut self) {
        let (boot, seq) = self.told.map_or((0, 0), |told| (told.boot, told.seq));
        self.say(Request::Resume { version: VERSION, boot, seq });
    }

    fn take_state(&mut self, state: State) -> Option<u32> {
        let Some(board) = self.board else {
            // It still listens to somebody who was here before.
            if self.open && self.ask_due.is_none() {
                self.ask();
            }
            return None;
        };
        let told = self.told.filter(|told| told.boot == board.boot);
        let ahead = told.map(|told| state.seq.wrapping_sub(told.seq));
        match ahead {
            // Said before, and not yet acknowledged when it was said again.
            Some(old) if old > u32::MAX / 2 => return None,
            Some(0) => {}
            Some(1) => self.tell(board, state),
            // Nothing was dropped, so it was damaged on its way: it is asked for. What comes meanwhile is said again.
            Some(_) if told.is_some_and(|told| told.lost == state.lost) && self.ask_again() => return None,
            Some(_) => {
                self.lose(self.event_ms);
                self.tell(board, state);
            }
            None if state.is_past && self.told.is_none() => return Some(state.seq),
            None => {
                self.lose(self.heard_before());
                self.tell(board, state);
            }
        }
        self.asked = None;
        self.is_current = !state.is_past;
        self.go_live();
        Some(state.seq)
    }

    /// The board is known as it is now; a raw one only when it has settled.
    fn go_live(&mut self) {
        let may_go = self.is_current && self.open && self.state != LinkState::Live;
        if let Some(reading) = self.sight.reading().filter(|_| may_go) {
            self.report(self.event_ms, BoardEvent::Reading(reading));
            self.enter(LinkState::Live);
        }
    }

    /// Asks for a missing state, or waits for one that was asked for. False when that has been done in vain.
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

    /// When the board was last known to be as it was told.
    fn heard_before(&self) -> Millis {
        self.event_ms.min(self.now)
    }

    /// States between the last one and the next are gone.
    fn lose(&mut self, since: Millis) {
        self.told = None;
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
        let before = self.told.replace(Told {
            unit: board.unit,
            boot: board.boot,
            seq: state.seq,
            lost: state.lost,
            lever: state.lever,
        });
        if board.has_lever && before.is_some_and(|before| before.lever != state.lever) {
            let color = Color::from_white(state.lever);
            let by = match self.orientation() {
                Orientation::Normal => color,
                Orientation::Rotated => !color,
            };
            self.event_ms = self.event_ms.max(happened_ms);
            self.report(self.event_ms, BoardEvent::Press(by));
        }
    }

    /// The squares of a raw board have stood long enough.
    fn settle(&mut self) {
        let settled = self.settling.as_mut().map(|settling| settling.advance(self.now));
        settled.into_iter().flatten().for_each(|(since, occupied)| self.see(since, occupied));
        self.go_live();
    }

    /// The squares were so from that instant on.
    fn see(&mut self, since: Millis, occupied: Occupancy) {
        self.event_ms = self.event_ms.max(since);
        let raw = Reading::from_occupied(Bitboard(occupied.0));
        if !self.sight.handle_reading(self.event_ms, &raw) {
            // A checksum vouches for it: however much changed at once, so it stands.
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

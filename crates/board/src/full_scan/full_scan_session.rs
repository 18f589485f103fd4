//! The full-scan session: the session with a board that reports all its squares at once. It greets the board, listens,
//! asks when the board is silent, and starts over as often as needed. A [`Dialect`] holds what differs between the
//! makers.
//!
//! The session also serves boards that report single squares; it asks them for all squares. A board that reports moves
//! never reports pieces: its dialect keeps the placement, returns it as a reading when the board answers, and changes
//! it move by move.
//!
//! ```text
//!  Down ──open──▶ Waking ──first reading──▶ Live ◀──reading── Doubtful
//!                   ▲                         └──silence────────▶ ┘ │        lost: Down, from anywhere
//!                   └──────────────── still silence ────────────────┘
//! ```
//! Invariants:
//! * Two messages to the board are at least the board's pace apart.
//! * A question is asked only when the board has been silent; a board that keeps reporting unasked is never disturbed.
//! * A message that stops before its end is dropped, so that the next message is received whole.
//! * A board that reports single squares but answers no question counts as deaf. It is followed from the squares
//!   known before.

mod hearing;

use crate::squares::sight::Sight;
use crate::{Ailment, BoardEvent, Contents, Identity, LinkState, Maker, Millis, Orientation, Reading};
use shakmaty::{Board, Square};
use std::collections::VecDeque;
use std::fmt::Debug;

/// The part of a session that differs between makers: how bytes become words, and what is sent to the board.
pub trait Dialect: Debug + Default + Send {
    /// The maker of the boards that speak this dialect.
    const MAKER: Maker;
    /// The times for which the session waits, in milliseconds.
    const HABITS: Habits;

    /// Handles one byte from the board. Returns the words that the byte completes.
    fn push(&mut self, byte: u8) -> Vec<Word>;

    /// Drops an incomplete message, if there is one.
    fn abandon(&mut self);

    /// Returns whether a message is incomplete.
    fn is_inside(&self) -> bool;

    /// Returns the messages that begin a link or renew it, each with the time for which nothing is sent afterwards.
    fn greeting(&mut self) -> Vec<(Vec<u8>, Millis)>;

    /// Returns the question to ask after a silence; `None` for boards that always report unasked.
    fn question(&mut self) -> Option<Vec<u8>>;

    /// Returns the fault that the board's bytes reveal, if there is one.
    fn ailment(&self) -> Option<Ailment> {
        None
    }

    /// Receives the placement that the game expects: some boards report moves, or chips whose pieces must be learnt.
    /// Returns the words that follow from it; they are dropped unless the link is live. The caller passes the placement
    /// again after reported moves and after corrections, and possibly before the port is open.
    fn expect(&mut self, _placement: &Board) -> Vec<Word> {
        Vec::new()
    }
}

/// The waiting times of a session, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habits {
    /// The time for which nothing is sent after the port was opened.
    pub settle_ms: Millis,
    /// The shortest time between two messages to the board.
    pub pace_ms: Millis,
    /// The silence after which the session asks the board a question.
    pub ask_ms: Millis,
    /// The silence after which the link becomes doubtful. After twice this silence the session starts over with the
    /// greeting.
    pub doubt_ms: Millis,
    /// The longest pause inside a message. After a longer pause the message is dropped.
    pub stuck_ms: Millis,
}

/// One statement of a board, with chess squares in place of the maker's numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// A reading of all squares.
    Reading(Reading),
    /// The contents of one square.
    Square(Square, Contents),
    /// The firmware version: major, minor.
    Version(u8, u8),
    /// The name by which the board identifies itself.
    Name(String),
    /// The battery charge in percent.
    Battery(u8),
    /// A sign of life that contains nothing else.
    Here,
    /// A request that the session send these lines, each with the time for which nothing is sent afterwards.
    Reply(Vec<(Vec<u8>, Millis)>),
    /// A sign that the board is another maker's, so that nothing more is sent to it.
    Foreign,
    /// A message that the program does not understand.
    Unknown {
        /// The first byte of the message.
        id: u8,
        /// The other bytes of the message.
        data: Vec<u8>,
    },
}

/// The kinds of deadlines of a session, in the order in which they are handled if they fall due together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Alarm {
    Stuck,
    Say,
    Ask,
    Doubt,
    Unheard,
}

const ALARMS: [Alarm; 5] = [Alarm::Stuck, Alarm::Say, Alarm::Ask, Alarm::Doubt, Alarm::Unheard];

/// The session with one board.
#[derive(Debug)]
pub struct FullScanSession<D> {
    dialect: D,
    pub(crate) now: Millis,
    open: bool,
    state: LinkState,
    pub(crate) sight: Sight,
    identity: Identity,
    /// The lines of the greeting and of replies that are still to be sent.
    unsaid: VecDeque<(Vec<u8>, Millis)>,
    /// The instant of the last message to the board.
    said_ms: Option<Millis>,
    alarms: [Option<Millis>; ALARMS.len()],
    heard_ms: Millis,
    /// True if another maker's board answered: nothing is sent until the port is opened anew.
    is_foreign: bool,
    /// The instant of the first question that has not been answered, and the number of questions asked since then.
    asked: Option<(Millis, u32)>,
    /// True if the board sends reports but answers no question.
    is_deaf: bool,
    transmits: VecDeque<Vec<u8>>,
}

impl<D: Dialect> Default for FullScanSession<D> {
    fn default() -> FullScanSession<D> {
        FullScanSession {
            dialect: D::default(),
            now: 0,
            open: false,
            state: LinkState::Down,
            sight: Sight::new(D::MAKER.sensing()),
            identity: Identity::default(),
            unsaid: VecDeque::new(),
            said_ms: None,
            alarms: [None; ALARMS.len()],
            heard_ms: 0,
            is_foreign: false,
            asked: None,
            is_deaf: false,
            transmits: VecDeque::new(),
        }
    }
}

impl<D: Dialect> FullScanSession<D> {
    /// Creates a session without a port.
    pub fn new() -> FullScanSession<D> {
        FullScanSession::default()
    }

    /// Notes that the port was opened.
    pub fn handle_open(&mut self, t: Millis) {
        self.handle_lost(t);
        self.open = true;
        self.is_foreign = false;
        self.is_deaf = false;
        self.asked = None;
        self.identity = Identity::default();
        self.enter(LinkState::Waking);
        self.greet(D::HABITS.settle_ms);
    }

    /// Notes that the port was lost.
    pub fn handle_lost(&mut self, t: Millis) {
        self.advance(t);
        if !self.open {
            return;
        }
        self.open = false;
        self.dialect.abandon();
        self.sight.go_blind(self.now);
        self.sight.forget();
        self.alarms = [None; ALARMS.len()];
        self.transmits.clear();
        self.enter(LinkState::Down);
    }

    /// Handles bytes from the board.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        for &byte in bytes {
            for word in self.dialect.push(byte) {
                self.take(word);
            }
        }
        let is_inside = self.open && self.dialect.is_inside();
        self.set(Alarm::Stuck, is_inside.then_some(self.now + D::HABITS.stuck_ms));
    }

    /// Receives the placement of the pieces that the game expects.
    pub fn expect(&mut self, placement: &Board) {
        self.sight.expect(self.now, placement);
        let words = self.dialect.expect(placement);
        if self.open && self.state == LinkState::Live {
            words.into_iter().for_each(|word| self.take(word));
        }
    }

    /// Acts on every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while let Some((due, alarm)) = self.next().filter(|&(due, _)| due <= t) {
            self.now = self.now.max(due);
            self.set(alarm, None);
            self.ring(alarm);
        }
        self.now = self.now.max(t);
    }

    /// Returns the instant of the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.next().map(|(due, _)| due)
    }

    /// Returns the next bytes to send to the board, if there are any.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.transmits.pop_front()
    }

    /// Returns the next event, with the instant at which the session learnt of it.
    pub fn poll_event(&mut self) -> Option<(Millis, BoardEvent)> {
        self.sight.poll_event()
    }

    /// Returns what the board has said about itself so far: serial number, version and so on.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the state of the link.
    pub fn state(&self) -> LinkState {
        self.state
    }

    /// Returns the fault of the board or its cable, if there is one.
    pub fn ailment(&self) -> Option<Ailment> {
        let deaf = Ailment::Deaf { is_followed: self.state == LinkState::Live };
        self.is_deaf.then_some(deaf).or_else(|| self.dialect.ailment())
    }

    /// Returns the board's orientation.
    pub fn orientation(&self) -> Orientation {
        self.sight.orientation()
    }

    /// Returns the orientation if something has established it.
    pub fn told_orientation(&self) -> Option<Orientation> {
        self.sight.told_orientation()
    }

    /// Returns the reading of the board; `None` while it cannot be seen.
    pub fn reading(&self) -> Option<Reading> {
        self.sight.reading()
    }

    fn next(&self) -> Option<(Millis, Alarm)> {
        ALARMS.into_iter().filter_map(|alarm| Some((self.alarms[alarm as usize]?, alarm))).min()
    }

    fn set(&mut self, alarm: Alarm, due: Option<Millis>) {
        self.alarms[alarm as usize] = due;
    }

    fn ring(&mut self, alarm: Alarm) {
        let free_ms = self.said_ms.map_or(0, |said| said + D::HABITS.pace_ms);
        match alarm {
            Alarm::Stuck => self.dialect.abandon(),
            Alarm::Say | Alarm::Ask if self.now < free_ms => self.set(alarm, Some(free_ms)),
            Alarm::Say => self.say_next(),
            Alarm::Ask => {
                if let Some(question) = self.dialect.question() {
                    self.ask(question);
                    self.set(Alarm::Ask, Some(self.now + D::HABITS.ask_ms));
                }
            }
            Alarm::Doubt => {
                if self.state == LinkState::Live {
                    self.sight.go_blind(self.heard_ms);
                    self.enter(LinkState::Doubtful);
                } else {
                    self.enter(LinkState::Waking);
                }
                self.dialect.abandon();
                self.greet(0);
            }
            Alarm::Unheard => self.turn_deaf(),
        }
    }

    /// Starts the greeting after `after_ms` milliseconds.
    fn greet(&mut self, after_ms: Millis) {
        self.unsaid = self.dialect.greeting().into();
        self.set(Alarm::Ask, None);
        self.set(Alarm::Say, Some(self.now + after_ms));
        self.set(Alarm::Doubt, Some(self.now + after_ms + D::HABITS.doubt_ms));
    }

    /// Adds lines to those that wait to be sent. A line that is already waiting is not added again.
    fn reply(&mut self, lines: Vec<(Vec<u8>, Millis)>) {
        if !self.open {
            return;
        }
        for line in lines {
            if !self.unsaid.contains(&line) {
                self.unsaid.push_back(line);
            }
        }
        if self.alarms[Alarm::Say as usize].is_none() {
            self.set(Alarm::Ask, None);
            self.set(Alarm::Say, Some(self.now + D::HABITS.pace_ms));
        }
    }

    fn say_next(&mut self) {
        match self.unsaid.pop_front() {
            Some((bytes, pace_ms)) => {
                self.ask(bytes);
                self.set(Alarm::Say, Some(self.now + pace_ms));
                self.set(Alarm::Doubt, Some(self.now + pace_ms + D::HABITS.doubt_ms));
            }
            None => self.set(Alarm::Ask, Some(self.now + D::HABITS.ask_ms)),
        }
    }

    fn take(&mut self, word: Word) {
        if self.is_foreign {
            return;
        }
        self.heard_ms = self.now;
        if self.open && self.unsaid.is_empty() {
            self.set(Alarm::Doubt, Some(self.now + D::HABITS.doubt_ms));
            if self.alarms[Alarm::Say as usize].is_none() {
                self.set(Alarm::Ask, Some(self.now + D::HABITS.ask_ms));
            }
        }
        self.judge_hearing(&word);
        match word {
            Word::Reading(raw) => self.take_reading(&raw),
            Word::Square(square, contents) => self.sight.handle_square(self.now, square, contents),
            Word::Version(major, minor) => self.learn(|identity| identity.version = Some((major, minor))),
            Word::Name(name) => self.learn(|identity| identity.trademark = Some(name)),
            Word::Battery(percent) => self.learn(|identity| identity.battery_percent = Some(percent)),
            Word::Here => {}
            Word::Reply(lines) => self.reply(lines),
            Word::Foreign => {
                self.is_foreign = true;
                self.unsaid.clear();
                self.transmits.clear();
                self.alarms = [None; ALARMS.len()];
                self.sight.go_blind(self.now);
                self.enter(LinkState::Waking);
            }
            Word::Unknown { id, data } => self.sight.report(self.now, BoardEvent::Unknown { id, data }),
        }
    }

    fn take_reading(&mut self, raw: &Reading) {
        if !self.sight.handle_reading(self.now, raw) {
            // Another reading must confirm this one, so the board is asked for it at once.
            self.set(Alarm::Ask, Some(self.now));
        } else if self.open {
            self.enter(LinkState::Live);
        }
    }

    fn learn(&mut self, change: impl FnOnce(&mut Identity)) {
        let before = self.identity.clone();
        change(&mut self.identity);
        if self.identity != before {
            self.sight.report(self.now, BoardEvent::Identity(self.identity.clone()));
        }
    }

    fn enter(&mut self, state: LinkState) {
        if self.state != state {
            self.state = state;
            self.sight.report(self.now, BoardEvent::Link(state));
        }
    }
}

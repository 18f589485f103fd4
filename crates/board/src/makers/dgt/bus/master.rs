//! The master of a bus: it finds the boards, asks them in turn, and keeps the events of each board apart.
//!
//! ```text
//!  settle ─▶ find: { 8a to each found · 87 to all · listen } until no new board ─▶ ask in turn ─▶ find again later
//! ```
//! Time needed at 9600 baud: a question for changes and its answer take 10 ms plus the delay of the adapter, a clock
//! reading 18 ms, a dump of all squares 77 ms. The board whose turn is longest overdue is asked first, so twenty boards
//! share the line fairly: each is asked for changes two or three times a second, and for its clock once a second.
//!
//! Invariants:
//! * The master asks one question at a time, and sends only bus commands, because any other byte takes every board out
//!   of bus mode. A board that has left bus mode returns to it at the first question and answers the second. So every
//!   question is asked up to `TRIES_MAX` times.
//! * When an answer to a question for changes may have been lost, the master asks for its repetition before it asks for
//!   new changes.
//!
//! Limit: a cable has at most [`BOARDS_MAX`] boards; further boards are ignored.

use super::frame::{Ask, Deframer, Reply};
use super::member::Member;
use super::slave::PING_MS;
use crate::{BoardEvent, Identity, LinkState, Millis, Orientation, Reading};
use shakmaty::Board;
use std::collections::{BTreeMap, VecDeque};

/// The greatest number of boards on one cable.
pub const BOARDS_MAX: usize = 64;
/// The greatest number of times that a question is asked before the board counts as silent.
const TRIES_MAX: u32 = 3;
/// The time for which nothing is sent after the port was opened, in milliseconds.
const SETTLE_MS: Millis = 500;
/// The longest time until an answer begins, in milliseconds: the maker's header file advises 80, and an adapter adds
/// its own delay.
const ANSWER_MS: Millis = 110;
/// The longest pause between two bytes of one answer, in milliseconds.
const BETWEEN_MS: Millis = 40;
/// The number of successive rounds, without a new board and without noise, after which a search ends. In each round all
/// boards are pinged once.
const QUIET_ROUNDS: u32 = 2;
/// The greatest number of rounds in one search.
const ROUNDS_MAX: u32 = 16;
/// The time from one search to the next, in milliseconds.
const SEARCH_MS: Millis = 300_000;
/// The time from one search to the next while a known board does not answer, in milliseconds.
const SEARCH_MISSING_MS: Millis = 30_000;

/// The session with all boards on one cable.
#[derive(Debug, Default)]
pub struct Master {
    now: Millis,
    open: bool,
    deframer: Deframer,
    /// The number of noise bytes when the last ping to all boards was sent.
    noise: u64,
    boards: BTreeMap<u16, Member>,
    phase: Phase,
    pending: Option<Pending>,
    /// The instant of the next action; `None` while the master waits for an answer.
    due: Option<Millis>,
    search_due: Millis,
    transmits: VecDeque<Vec<u8>>,
}

/// The current activity of the master.
#[derive(Debug, Default)]
enum Phase {
    /// The port is not open, or was opened less than `SETTLE_MS` ago.
    #[default]
    Settling,
    /// The master searches for boards.
    Finding(Search),
    /// The master asks the boards in turn.
    Asking,
}

#[derive(Debug, Default)]
struct Search {
    /// The addresses of the known boards that must still be told to ignore the ping.
    hush: VecDeque<u16>,
    /// True after the ping to all boards, while answers may arrive.
    listens: bool,
    rounds: u32,
    quiet_rounds: u32,
    found: u32,
}

#[derive(Debug, Clone, Copy)]
struct Pending {
    address: u16,
    ask: Ask,
    tries: u32,
    due: Millis,
}

impl Master {
    /// Creates a master without a port.
    pub fn new() -> Master {
        Master::default()
    }

    /// Notes that the port was opened.
    pub fn handle_open(&mut self, t: Millis) {
        self.handle_lost(t);
        self.open = true;
        self.phase = Phase::Settling;
        self.due = Some(self.now + SETTLE_MS);
    }

    /// Notes that the port was lost.
    pub fn handle_lost(&mut self, t: Millis) {
        self.advance(t);
        if !self.open {
            return;
        }
        self.open = false;
        self.deframer.abandon();
        self.pending = None;
        self.due = None;
        self.transmits.clear();
        self.boards.values_mut().for_each(|member| member.handle_lost(t));
    }

    /// Handles bytes from the cable.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        for &byte in bytes {
            let reply = self.deframer.push(byte);
            if let Some(pending) = &mut self.pending {
                pending.due = pending.due.max(self.now + BETWEEN_MS);
            }
            if let Some(reply) = reply.filter(|_| self.open) {
                self.handle_reply(&reply);
            }
        }
        self.pump();
    }

    /// Receives the orientation that a person has given for one board; `None` if it is to be found out.
    pub fn give_orientation(&mut self, address: u16, orientation: Option<Orientation>) {
        if let Some(member) = self.boards.get_mut(&address) {
            member.interpreter.give_orientation(orientation);
        }
    }

    /// Receives the placement that the game on one board expects.
    pub fn expect(&mut self, address: u16, placement: &Board) {
        if let Some(member) = self.boards.get_mut(&address) {
            member.interpreter.expect(placement);
        }
    }

    /// Acts on every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while let Some(due) = self.next_deadline().filter(|&due| due <= t) {
            self.now = self.now.max(due);
            if self.pending.is_some_and(|pending| pending.due <= self.now) {
                self.handle_overdue();
            }
            if self.due.is_some_and(|at| at <= self.now) {
                self.due = None;
            }
            self.pump();
        }
        self.now = self.now.max(t);
    }

    /// Returns the instant of the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.pending.map(|pending| pending.due).into_iter().chain(self.due).min()
    }

    /// Returns the next bytes to send on the cable, if there are any.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.transmits.pop_front()
    }

    /// Returns the next event: the board's address, the instant at which the master learnt of the event, and the event
    /// itself.
    pub fn poll_event(&mut self) -> Option<(u16, Millis, BoardEvent)> {
        self.boards.iter_mut().find_map(|(address, member)| {
            member.interpreter.poll_event().map(|(t, event)| (*address, t, event))
        })
    }

    /// Returns the addresses of the boards found so far.
    pub fn addresses(&self) -> impl Iterator<Item = u16> {
        self.boards.keys().copied()
    }

    /// Returns a board's identity, as far as it is known.
    pub fn identity(&self, address: u16) -> Option<&Identity> {
        self.boards.get(&address).map(|member| member.interpreter.identity())
    }

    /// Returns the state of the link with a board.
    pub fn state(&self, address: u16) -> LinkState {
        self.boards.get(&address).map_or(LinkState::Down, |member| member.state)
    }

    /// Returns a board's orientation if something has established it.
    pub fn told_orientation(&self, address: u16) -> Option<Orientation> {
        self.boards.get(&address).and_then(|member| member.interpreter.told_orientation())
    }

    /// Returns the reading of a board; `None` while it cannot be seen.
    pub fn reading(&self, address: u16) -> Option<Reading> {
        self.boards.get(&address).and_then(|member| member.interpreter.reading())
    }

    /// Returns the number of bytes that belonged to no answer.
    pub fn noise(&self) -> u64 {
        self.deframer.noise()
    }

    fn handle_reply(&mut self, reply: &Reply) {
        let t = self.now;
        if let Phase::Finding(search) = &mut self.phase
            && reply.id == Ask::Ping.answers()[0]
        {
            if !self.boards.contains_key(&reply.address)
                && self.boards.len() < BOARDS_MAX
                && reply.address != 0
            {
                self.boards.insert(reply.address, Member::new(reply.address, t));
                search.found += 1;
            }
            if let Some(member) = self.boards.get_mut(&reply.address) {
                member.note_heard(t);
            }
        }
        let Some(pending) = self.pending else { return };
        let is_answer = reply.address == pending.address && pending.ask.answers().contains(&reply.id);
        if !is_answer {
            return;
        }
        self.pending = None;
        if let Some(member) = self.boards.get_mut(&reply.address) {
            member.handle_reply(t, pending.ask, reply);
        }
    }

    /// Handles an answer that did not arrive, or arrived damaged.
    fn handle_overdue(&mut self) {
        let Some(pending) = self.pending.take() else { return };
        self.deframer.abandon();
        if pending.tries < TRIES_MAX {
            // The board may have sent an answer that was lost. It must repeat that answer: an answer with new changes
            // would leave out the changes in the lost one.
            let ask = if pending.ask == Ask::Changes { Ask::Repeat } else { pending.ask };
            self.send(pending.address, ask, pending.tries + 1);
        } else if let Some(member) = self.boards.get_mut(&pending.address) {
            member.note_silence(self.now);
        }
    }

    /// Starts the next action that is due, if none is under way.
    fn pump(&mut self) {
        while self.open && self.pending.is_none() && self.due.is_none_or(|due| due <= self.now) {
            self.due = None;
            let is_done = match std::mem::take(&mut self.phase) {
                Phase::Settling => {
                    self.phase = Phase::Finding(Search::default());
                    false
                }
                Phase::Finding(search) => self.find(search),
                Phase::Asking => {
                    self.phase = Phase::Asking;
                    self.ask_next()
                }
            };
            if is_done {
                return;
            }
        }
    }

    /// Takes one step of a search. Returns true if the master must wait before the next step.
    fn find(&mut self, mut search: Search) -> bool {
        if let Some(address) = search.hush.pop_front() {
            self.phase = Phase::Finding(search);
            self.send(address, Ask::IgnoreNextPing, 1);
            return true;
        }
        if !search.listens {
            search.listens = true;
            self.noise = self.deframer.noise();
            self.phase = Phase::Finding(search);
            self.transmits.push_back(Ask::Ping.emit(0));
            self.due = Some(self.now + PING_MS + ANSWER_MS);
            return true;
        }
        let was_quiet = search.found == 0 && self.deframer.noise() == self.noise;
        search.rounds += 1;
        search.quiet_rounds = if was_quiet { search.quiet_rounds + 1 } else { 0 };
        if search.quiet_rounds >= QUIET_ROUNDS || search.rounds >= ROUNDS_MAX {
            let is_missing = self.boards.is_empty()
                || self
                    .boards
                    .values()
                    .any(|member| matches!(member.state, LinkState::Down | LinkState::Doubtful));
            self.search_due = self.now + if is_missing { SEARCH_MISSING_MS } else { SEARCH_MS };
            self.phase = Phase::Asking;
            return false;
        }
        search.listens = false;
        search.found = 0;
        search.hush = self.present().collect();
        self.phase = Phase::Finding(search);
        false
    }

    /// Returns the addresses of the boards that are answering at present.
    fn present(&self) -> impl Iterator<Item = u16> {
        let here = |member: &&Member| matches!(member.state, LinkState::Waking | LinkState::Live);
        self.boards.values().filter(here).map(|member| member.address)
    }

    /// Asks the board whose turn is longest overdue. Returns true if a question was sent or none is due yet.
    fn ask_next(&mut self) -> bool {
        if self.now >= self.search_due {
            self.phase = Phase::Finding(Search { hush: self.present().collect(), ..Search::default() });
            return false;
        }
        let next = self
            .boards
            .values()
            .map(|member| (member.next_ask(), member.address))
            .min_by_key(|((due, _), address)| (*due, *address));
        match next {
            Some(((due, ask), address)) if due <= self.now => {
                self.send(address, ask, 1);
                true
            }
            next => {
                let due = next.map_or(self.search_due, |((due, _), _)| due.min(self.search_due));
                self.due = Some(due.max(self.now + 1));
                true
            }
        }
    }

    fn send(&mut self, address: u16, ask: Ask, tries: u32) {
        if let Some(member) = self.boards.get_mut(&address) {
            member.note_asked(self.now, ask);
        }
        self.transmits.push_back(ask.emit(address));
        self.pending = Some(Pending { address, ask, tries, due: self.now + ANSWER_MS });
    }
}

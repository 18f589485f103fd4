//! The master of a bus: finds the boards, asks them in turn, and keeps each one's events apart.
//!
//! ```text
//!  settle ─▶ find: { 8a to each found · 87 to all · listen } until nobody new ─▶ ask in turn ─▶ find again now and then
//! ```
//! Budget at 9600 baud: a question for changes and its answer take 10 ms and what the adapter adds, a clock 18 ms, a
//! dump 77 ms. Whose turn is longest overdue is asked first, so twenty boards share the line fairly: each is asked for
//! changes some two or three times a second and for its clock once.
//!
//! Invariants:
//! * One question at a time, and no byte but bus commands: any other takes every board out of the bus mode. A board that
//!   was taken out comes back at the first question and answers the second; so every question is asked up to
//!   `TRIES_MAX` times.
//! * An answer to changes that may have been given is never asked for anew, but for a repetition.
//!
//! Limit: [`BOARDS_MAX`] boards on one cable; more are passed over.

use super::frame::{Ask, Deframer, Reply};
use super::member::Member;
use super::slave::PING_MS;
use crate::{BoardEvent, Identity, LinkState, Millis, Orientation, Reading};
use shakmaty::Board;
use std::collections::{BTreeMap, VecDeque};

/// The most boards on one cable.
pub const BOARDS_MAX: usize = 64;
/// How often a question is asked before the board counts as silent.
const TRIES_MAX: u32 = 3;
/// The adapter is left alone for so long after it was opened.
const SETTLE_MS: Millis = 500;
/// How long an answer may take to begin: the header's advice is 80 ms, an adapter adds its own.
const ANSWER_MS: Millis = 110;
/// Between two bytes of one answer.
const BETWEEN_MS: Millis = 40;
/// Rounds of finding that brought nobody new and no noise, before it ends.
const QUIET_ROUNDS: u32 = 2;
/// Rounds of finding at most.
const ROUNDS_MAX: u32 = 16;
/// From one search to the next: sooner while somebody is missing.
const SEARCH_MS: Millis = 300_000;
const SEARCH_MISSING_MS: Millis = 30_000;

/// The session with all boards on one cable.
#[derive(Debug, Default)]
pub struct Master {
    now: Millis,
    open: bool,
    deframer: Deframer,
    /// The noise when the last ping to all went out.
    noise: u64,
    boards: BTreeMap<u16, Member>,
    phase: Phase,
    pending: Option<Pending>,
    /// When the next thing is to be done; none while an answer is waited for.
    due: Option<Millis>,
    search_due: Millis,
    transmits: VecDeque<Vec<u8>>,
}

/// What the master is doing.
#[derive(Debug, Default)]
enum Phase {
    /// The port is not open, or was opened a moment ago.
    #[default]
    Settling,
    /// Boards are looked for.
    Finding(Search),
    /// Boards are asked in turn.
    Asking,
}

#[derive(Debug, Default)]
struct Search {
    /// Who is still to be told not to answer.
    hush: VecDeque<u16>,
    /// The ping to all is out, and answers may come.
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
    /// A master of nobody yet.
    pub fn new() -> Master {
        Master::default()
    }

    /// The port was opened.
    pub fn handle_open(&mut self, t: Millis) {
        self.handle_lost(t);
        self.open = true;
        self.phase = Phase::Settling;
        self.due = Some(self.now + SETTLE_MS);
    }

    /// The port was lost.
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

    /// Bytes came.
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

    /// The placement the game at one board believes in.
    pub fn expect(&mut self, address: u16, placement: &Board) {
        if let Some(member) = self.boards.get_mut(&address) {
            member.interpreter.expect(placement);
        }
    }

    /// Fires every deadline up to `t`, each at its own instant.
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

    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.pending.map(|pending| pending.due).into_iter().chain(self.due).min()
    }

    /// Bytes for the cable.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.transmits.pop_front()
    }

    /// What a board reported: its address, and the instant it was learnt.
    pub fn poll_event(&mut self) -> Option<(u16, Millis, BoardEvent)> {
        self.boards.iter_mut().find_map(|(address, member)| {
            member.interpreter.poll_event().map(|(t, event)| (*address, t, event))
        })
    }

    /// The boards found so far, by their addresses.
    pub fn addresses(&self) -> impl Iterator<Item = u16> {
        self.boards.keys().copied()
    }

    /// Who a board says it is.
    pub fn identity(&self, address: u16) -> Option<&Identity> {
        self.boards.get(&address).map(|member| member.interpreter.identity())
    }

    /// Where the link with a board stands.
    pub fn state(&self, address: u16) -> LinkState {
        self.boards.get(&address).map_or(LinkState::Down, |member| member.state)
    }

    /// Which way round a board stands, where something told it.
    pub fn told_orientation(&self, address: u16) -> Option<Orientation> {
        self.boards.get(&address).and_then(|member| member.interpreter.told_orientation())
    }

    /// What stands on a board; none while it cannot be seen.
    pub fn reading(&self, address: u16) -> Option<Reading> {
        self.boards.get(&address).and_then(|member| member.interpreter.reading())
    }

    /// How many bytes belonged to no answer.
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

    /// The answer did not come, or came garbled.
    fn handle_overdue(&mut self) {
        let Some(pending) = self.pending.take() else { return };
        self.deframer.abandon();
        if pending.tries < TRIES_MAX {
            // What may have been told once must be told again, not anew.
            let ask = if pending.ask == Ask::Changes { Ask::Repeat } else { pending.ask };
            self.send(pending.address, ask, pending.tries + 1);
        } else if let Some(member) = self.boards.get_mut(&pending.address) {
            member.note_silence(self.now);
        }
    }

    /// Does the next thing, if nothing is under way.
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

    /// One step of a search. True when something is under way then.
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

    /// The boards that answer now.
    fn present(&self) -> impl Iterator<Item = u16> {
        let here = |member: &&Member| matches!(member.state, LinkState::Waking | LinkState::Live);
        self.boards.values().filter(here).map(|member| member.address)
    }

    /// Asks whose turn is longest overdue. True when something is under way, or nothing is due yet.
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

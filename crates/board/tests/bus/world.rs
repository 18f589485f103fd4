//! A master and boards on one cable, in memory. The cable can be made faulty.

use board::dgt::ClockState;
use board::dgt::bus::{Master, Slave, Strand};
use board::{BoardEvent, Contents, LinkState, Millis, Reading};
use shakmaty::{Board, ByColor, Color, Piece, Square};
use std::collections::BTreeMap;

pub(crate) struct World {
    pub(crate) t: Millis,
    pub(crate) master: Master,
    pub(crate) strand: Strand,
    pub(crate) plugged: bool,
    /// One in this many messages to the host is lost.
    pub(crate) lose_every: u64,
    /// One in this many messages to the host has a changed byte.
    pub(crate) flip_every: u64,
    /// One in this many questions is lost.
    pub(crate) lose_asks_every: u64,
    dice: u64,
    pub(crate) bytes: usize,
    pub(crate) events: BTreeMap<u16, Vec<(Millis, BoardEvent)>>,
    pub(crate) believed: BTreeMap<u16, Reading>,
}

impl World {
    pub(crate) fn new(addresses: impl IntoIterator<Item = u16>) -> World {
        let boards = addresses.into_iter().map(|address| Slave::new(address, &Board::new())).collect();
        World::of(Strand::new(boards))
    }

    pub(crate) fn of(strand: Strand) -> World {
        World {
            t: 0,
            master: Master::new(),
            strand,
            plugged: false,
            lose_every: u64::MAX,
            flip_every: u64::MAX,
            lose_asks_every: u64::MAX,
            dice: 0x9e37_79b9_7f4a_7c15,
            bytes: 0,
            events: BTreeMap::new(),
            believed: BTreeMap::new(),
        }
    }

    pub(crate) fn plug(&mut self) {
        self.plugged = true;
        self.master.handle_open(self.t);
        self.settle();
    }

    pub(crate) fn unplug(&mut self) {
        self.plugged = false;
        self.master.handle_lost(self.t);
        self.settle();
    }

    pub(crate) fn run(&mut self, ms: Millis) {
        let until = self.t + ms;
        loop {
            let deadlines = [self.master.next_deadline(), self.strand.next_deadline()];
            let next = deadlines.into_iter().flatten().min().unwrap_or(until).clamp(self.t, until);
            self.t = next;
            self.strand.advance(next);
            self.master.advance(next);
            self.settle();
            let due = [self.master.next_deadline(), self.strand.next_deadline()];
            if next == until && due.into_iter().flatten().all(|due| due > until) {
                return;
            }
        }
    }

    fn settle(&mut self) {
        loop {
            let mut moved = false;
            while let Some(bytes) = self.master.poll_transmit() {
                moved = true;
                self.bytes += bytes.len();
                let is_lost = self.one_in(self.lose_asks_every);
                if self.plugged && !is_lost {
                    self.strand.handle_bytes(self.t, &bytes);
                }
            }
            while let Some(mut bytes) = self.strand.poll_transmit() {
                moved = true;
                self.bytes += bytes.len();
                let is_lost = self.one_in(self.lose_every);
                if !self.plugged || is_lost {
                    continue;
                }
                if self.one_in(self.flip_every) {
                    let at = self.dice as usize % bytes.len();
                    bytes[at] ^= 0x08;
                }
                self.master.handle_bytes(self.t, &bytes);
            }
            if !moved {
                break;
            }
        }
        while let Some((address, t, event)) = self.master.poll_event() {
            let believed = self.believed.entry(address).or_insert_with(Reading::empty);
            match &event {
                BoardEvent::Reading(reading) => believed.clone_from(reading),
                BoardEvent::Square { square, contents } => believed.set(*square, *contents),
                _ => {}
            }
            self.events.entry(address).or_default().push((t, event));
        }
    }

    /// Returns true one time in `every`, by dice that are identical in each run.
    fn one_in(&mut self, every: u64) -> bool {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        every != u64::MAX && (self.dice >> 33).is_multiple_of(every)
    }

    pub(crate) fn put(&mut self, address: u16, square: Square, piece: Option<Piece>) {
        let t = self.t;
        let contents = piece.map_or(Contents::Empty, Contents::Piece);
        self.strand.board(address).expect("it is there").set_square(t, square, contents);
        self.settle();
    }

    pub(crate) fn clock(&mut self, address: u16, white_s: u32, black_s: u32, running: Color) {
        let left_ms = ByColor { white: white_s * 1000, black: black_s * 1000 };
        let state = ClockState { left_ms, running: Some(running), lever: running };
        let t = self.t;
        self.strand.board(address).expect("it is there").set_clock(t, state);
    }

    pub(crate) fn presses(&self, address: u16) -> Vec<Color> {
        let events = self.events.get(&address).map(Vec::as_slice).unwrap_or_default();
        events
            .iter()
            .filter_map(|(_, event)| match event {
                BoardEvent::Press(color) => Some(*color),
                _ => None,
            })
            .collect()
    }

    /// The squares and presses told since event number `from`.
    pub(crate) fn told(&self, address: u16, from: usize) -> Vec<BoardEvent> {
        let events = self.events.get(&address).map(Vec::as_slice).unwrap_or_default();
        let telling = |event: &BoardEvent| matches!(event, BoardEvent::Square { .. } | BoardEvent::Press(_));
        events.iter().skip(from).map(|(_, event)| event.clone()).filter(telling).collect()
    }

    pub(crate) fn count(&self, address: u16) -> usize {
        self.events.get(&address).map_or(0, Vec::len)
    }

    pub(crate) fn check_truth(&mut self, address: u16, what: &str) {
        let truth = self.strand.board(address).expect("it is there").truth();
        assert_eq!(self.master.state(address), LinkState::Live, "{address}: the link lives: {what}");
        assert_eq!(
            self.master.reading(address),
            Some(truth.clone()),
            "{address}: the master is right: {what}"
        );
        assert_eq!(self.believed.get(&address), Some(&truth), "{address}: whoever follows is right: {what}");
    }
}

//! The session with a DGT3000 clock. The session only listens at first. If it hears nothing, it wakes the clock and
//! asks for its times.
//!
//! ```text
//!  Listening ──3 s of silence──▶ Waking ──hello, or 3 tries──▶ Claiming ──yes──▶ Choosing ──yes──▶ Telling
//!   ▲    any time sent ──▶ Telling                  └──no: it runs in a mode of its own ─▶ Listening, 10 s
//!   └───── 5 s of silence ─────┘
//! ```
//! Invariants:
//! * A clock that reports its times gets no orders, so starting the program does not disturb a running game.
//! * A clock that refuses the host's orders is not put into another mode, because that would clear its times.
//!
//! Limit: each order is tried three times; then the session goes back to listening.

use super::frame::{Message, Order, is_yes};
use crate::Millis;
use crate::makers::dgt::clock::Side;
use std::collections::VecDeque;

/// The time for which the session only listens before it wakes the clock, in milliseconds.
const LISTEN_MS: Millis = 3_000;
/// The time for which a clock that refused an order is left alone, in milliseconds.
const REFUSED_MS: Millis = 10_000;
/// The silence after which a clock counts as gone, in milliseconds: a clock reports its times at least once a second.
const SILENCE_MS: Millis = 5_000;
/// The longest time that an answer may take, in milliseconds: the clock takes up to 10 ms on its bus, and the rest is
/// for the way between the program and the bus.
const ANSWER_MS: Millis = 200;
const TRIES_MAX: u32 = 3;
/// The time after which a clock whose times do not change counts as stopped, in milliseconds.
const STANDS_MS: Millis = 2_500;

/// A report from the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockNews {
    /// This side pressed the clock.
    Press(Side),
    /// Times that the clock shows, in seconds.
    Time {
        /// The left side's time, in seconds.
        left_s: u32,
        /// The right side's time, in seconds.
        right_s: u32,
        /// The side whose time is running; `None` while both are stopped.
        running: Option<Side>,
        /// The side whose end of the lever is up: its time would run if the clock were started.
        up: Option<Side>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Listening,
    /// An order has been sent and is not answered yet. The number counts the tries.
    Ordering(Order, u32),
    Telling,
}

/// The session with one clock.
#[derive(Debug)]
pub struct Session {
    state: State,
    due: Option<Millis>,
    down: Option<Side>,
    shown: Option<Shown>,
    transmits: VecDeque<Vec<u8>>,
    news: VecDeque<(Millis, ClockNews)>,
}

/// The times that the clock reported last.
#[derive(Debug, Clone, Copy)]
struct Shown {
    left_s: u32,
    right_s: u32,
    running: Option<Side>,
    /// The instant of the last change of either time.
    changed_ms: Millis,
}

impl Session {
    /// Creates a session that begins to listen at `t`.
    pub fn new(t: Millis) -> Session {
        Session {
            state: State::Listening,
            due: Some(t + LISTEN_MS),
            down: None,
            shown: None,
            transmits: VecDeque::new(),
            news: VecDeque::new(),
        }
    }

    /// Handles a frame from the clock.
    pub fn handle_frame(&mut self, t: Millis, frame: &[u8]) {
        self.advance(t);
        match Message::parse(frame) {
            Some(Message::Time { left_s, right_s, down }) => {
                (self.state, self.due) = (State::Telling, Some(t + SILENCE_MS));
                self.turn(t, down);
                self.show(t, left_s, right_s);
            }
            Some(Message::Buttons { down }) => self.turn(t, down),
            Some(Message::Hello) if matches!(self.state, State::Ordering(Order::Wake, _)) => {
                self.order(t, Order::Obey, 1);
            }
            Some(Message::Ack { command, code }) => self.answered(t, command, code),
            Some(Message::Hello | Message::Other(_)) | None => {}
        }
    }

    /// Acts on every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while let Some(due) = self.due.filter(|&due| due <= t) {
            match self.state {
                State::Listening => self.order(due, Order::Wake, 1),
                State::Telling => self.listen(due, LISTEN_MS),
                State::Ordering(order, tries) if tries < TRIES_MAX => self.order(due, order, tries + 1),
                // A clock that is already awake sends no hello.
                State::Ordering(Order::Wake, _) => self.order(due, Order::Obey, 1),
                State::Ordering(Order::Obey | Order::Mode25, _) => self.listen(due, LISTEN_MS),
            }
        }
    }

    /// Returns the instant of the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.due
    }

    /// Returns the next frame to send to the clock, if there is one.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.transmits.pop_front()
    }

    /// Returns the next report from the clock, with its instant.
    pub fn poll_news(&mut self) -> Option<(Millis, ClockNews)> {
        self.news.pop_front()
    }

    fn listen(&mut self, t: Millis, for_ms: Millis) {
        (self.state, self.due, self.shown) = (State::Listening, Some(t + for_ms), None);
    }

    fn order(&mut self, t: Millis, order: Order, tries: u32) {
        (self.state, self.due) = (State::Ordering(order, tries), Some(t + ANSWER_MS));
        self.transmits.push_back(order.emit());
    }

    fn answered(&mut self, t: Millis, command: u8, code: u8) {
        let State::Ordering(order, _) = self.state else { return };
        if order.command() != command {
            return;
        }
        match (order, is_yes(code)) {
            (Order::Wake, _) => {}
            (Order::Obey, true) => self.order(t, Order::Mode25, 1),
            (Order::Mode25, true) => (self.state, self.due) = (State::Telling, Some(t + SILENCE_MS)),
            (Order::Obey | Order::Mode25, false) => self.listen(t, REFUSED_MS),
        }
    }

    fn turn(&mut self, t: Millis, down: Side) {
        // The first report of the lever shows only its position, not that somebody pressed.
        if self.down.replace(down).is_some_and(|before| before != down) {
            self.news.push_back((t, ClockNews::Press(down)));
        }
    }

    fn show(&mut self, t: Millis, left_s: u32, right_s: u32) {
        let before = self.shown;
        let has_changed = before.is_some_and(|before| (before.left_s, before.right_s) != (left_s, right_s));
        let changed_ms = before.filter(|_| !has_changed).map_or(t, |before| before.changed_ms);
        // The clock does not say whether it is running. If a time has just changed, it is: the side whose end of the
        // lever is up is running.
        let runs = match before {
            None => false,
            Some(_) if has_changed => true,
            Some(before) => before.running.is_some() && t < changed_ms + STANDS_MS,
        };
        let up = self.down.map(Side::other);
        let running = up.filter(|_| runs);
        self.shown = Some(Shown { left_s, right_s, running, changed_ms });
        if has_changed || before.is_none_or(|before| before.running != running) {
            self.news.push_back((t, ClockNews::Time { left_s, right_s, running, up }));
        }
    }
}

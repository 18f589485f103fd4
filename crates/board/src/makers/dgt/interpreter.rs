//! Turns a board's bytes into board events, and sends nothing. It is used to read a log of received bytes, and the
//! session passes it all bytes that it receives.
//!
//! Invariants:
//! * Inside this module, squares are those of the board's own numbering. The orientation is applied when an event is
//!   reported. No event about squares or sides is reported while the stance is held, which means that the orientation
//!   is unknown.
//! * The events do not depend on how the bytes are split into calls.
//! * A press is reported before the clock reading of its message.
//! * `Turned` is followed by a full reading, and by a clock reading if there was one, because turning the board
//!   changes the meaning of both.
//!
//! Limit: at most [`EVENTS_MAX`] events wait to be taken; if there are more, the oldest are dropped.

mod clocks;
mod sides;

use super::account::{Account, Learnt};
use super::clock::{Bwtime, ClockReport};
use super::code::{self, Code};
use super::frame::Deframer;
use super::message::Message;
use crate::{BoardEvent, Contents, Identity, Millis, Reading, Sensing, Stance};
use shakmaty::{Bitboard, Color, Rank, Square};
use std::collections::VecDeque;

/// The greatest number of events that may wait to be taken.
pub const EVENTS_MAX: usize = 65_536;

/// Interprets what one DGT board sends.
#[derive(Debug, Clone)]
pub struct Interpreter {
    deframer: Deframer,
    /// The squares by the board's own numbers.
    raw: Raw,
    stance: Stance,
    /// The clock reading that was received last.
    clock: Option<Bwtime>,
    account: Account,
    /// True if no squares are reported until the next dump, because the known squares cannot be trusted.
    blind: bool,
    /// The latest instant that has been passed to the interpreter.
    now: Millis,
    invalid_readings: u64,
    events: VecDeque<(Millis, BoardEvent)>,
}

/// The effect of a message, as far as it concerns the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// The message contains nothing that concerns the session.
    Nothing,
    /// The message reports squares.
    Squares,
    /// A different board answers at this port.
    AnotherBoard,
}

/// What was known before the link was lost, with squares in the board's own numbering.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) reading: Reading,
    clock: Option<Bwtime>,
}

/// The squares as they were reported last.
#[derive(Debug, Clone)]
struct Raw {
    reading: Reading,
    markers: Bitboard,
    /// The squares for which any report has been received.
    heard: Bitboard,
    /// True once a dump has been accepted.
    whole: bool,
}

impl Default for Raw {
    fn default() -> Raw {
        Raw { reading: Reading::empty(), markers: Bitboard::EMPTY, heard: Bitboard::EMPTY, whole: false }
    }
}

impl Default for Interpreter {
    fn default() -> Interpreter {
        Interpreter {
            deframer: Deframer::default(),
            raw: Raw::default(),
            stance: Stance::new(Sensing::Piece),
            clock: None,
            account: Account::default(),
            blind: false,
            now: 0,
            invalid_readings: 0,
            events: VecDeque::new(),
        }
    }
}

impl Interpreter {
    /// Creates an interpreter that has heard nothing.
    pub fn new() -> Interpreter {
        Interpreter::default()
    }

    /// Handles bytes from the board.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.note_time(t);
        let mut rest = bytes;
        while !rest.is_empty() {
            let (taken, message) = self.push_some(rest);
            rest = &rest[taken..];
            if let Some(message) = message {
                self.handle_message(t, message);
            }
        }
    }

    /// Reports a gap of `gap_ms` milliseconds before `t`. The next dump is then reported even if nothing has changed.
    pub fn handle_gap(&mut self, t: Millis, gap_ms: Millis) {
        self.report(t, BoardEvent::Gap { gap_ms });
        self.forget_link();
        self.blind = false;
    }

    /// Returns the next event, with its instant.
    pub fn poll_event(&mut self) -> Option<(Millis, BoardEvent)> {
        self.events.pop_front()
    }

    /// Returns the reading according to the reports so far; `None` before the first dump.
    pub fn reading(&self) -> Option<Reading> {
        self.raw.whole.then(|| self.orientation().apply_reading(&self.raw.reading))
    }

    /// Returns the board's identity, as far as it is known.
    pub fn identity(&self) -> &Identity {
        self.account.identity()
    }

    /// Returns the number of bytes that belonged to no message.
    pub fn noise(&self) -> u64 {
        self.deframer.noise()
    }

    /// Returns the number of clock readings that were ignored because no clock could show them.
    pub fn invalid_readings(&self) -> u64 {
        self.invalid_readings
    }

    /// Notes that the present time is `t` or later.
    pub(super) fn note_time(&mut self, t: Millis) {
        self.now = self.now.max(t);
    }

    /// Returns whether the board has a long serial number.
    pub(super) fn has_long_serial(&self) -> bool {
        self.account.has_long_serial()
    }

    /// Handles bytes up to the end of the first message that they complete. Returns the number of bytes handled, and
    /// the message if there is one; the caller must still pass it to `handle_message`.
    pub(super) fn push_some(&mut self, bytes: &[u8]) -> (usize, Option<Message>) {
        let (taken, frame) = self.deframer.push_some(bytes);
        (taken, frame.map(Message::parse))
    }

    /// Drops an incomplete message.
    pub(super) fn abandon_partial(&mut self) {
        self.deframer.abandon();
    }

    /// Returns whether a message is incomplete.
    pub(super) fn is_inside_message(&self) -> bool {
        self.deframer.is_inside()
    }

    /// Returns whether the clock was running at its last report.
    pub(super) fn is_clock_running(&self) -> bool {
        self.clock.is_some_and(|last| last.running)
    }

    /// Returns the number of squares on which a dump differs from the known squares; `None` if no squares are known.
    pub(super) fn difference(&self, codes: &[Code; 64]) -> Option<usize> {
        self.raw.whole.then(|| differing(&self.raw.reading, &reading_of(codes)))
    }

    /// Forgets what was received over the link: the next dump is reported even if nothing has changed, and the lever's
    /// next position is no press.
    pub(super) fn forget_link(&mut self) {
        self.deframer.abandon();
        self.raw.whole = false;
        self.raw.heard = Bitboard::EMPTY;
        self.clock = None;
        self.blind = true;
    }

    /// Returns the known squares and clock reading, to which the later events from the board's memory can be applied;
    /// `None` if no squares are known.
    pub(super) fn known(&self) -> Option<Known> {
        self.raw.whole.then(|| Known { reading: self.raw.reading.clone(), clock: self.clock })
    }

    /// Restores the squares and the clock reading that were known before. Later events from the board's memory follow.
    pub(super) fn resume(&mut self, known: &Known) {
        self.raw.reading = known.reading.clone();
        self.raw.heard = Bitboard::FULL;
        self.raw.whole = true;
        self.blind = false;
        self.clock = known.clock;
    }

    /// Returns whether the squares reported since the last dump was forgotten suffice to know the whole board. They do
    /// if all squares were reported, or if the home ranks were reported with all thirty-two pieces on them, which
    /// leaves no piece for any other square.
    pub(super) fn is_told(&self) -> bool {
        let home = [Rank::First, Rank::Second, Rank::Seventh, Rank::Eighth];
        let home = home.into_iter().fold(Bitboard::EMPTY, |all, rank| all | Bitboard::from_rank(rank));
        let men = self.raw.reading.known();
        let has_all = |color| {
            (men.by_color(color) & home).count() == 16 && (men.kings() & men.by_color(color)).count() == 1
        };
        let is_array = self.raw.heard & home == home && Color::ALL.into_iter().all(has_all);
        self.raw.heard == Bitboard::FULL || is_array
    }

    /// Presumes, without a dump, that the squares are those known before with the changes reported since. If `keeps` is
    /// false, only the reported squares count, and all others are taken to be empty.
    pub(super) fn presume(&mut self, t: Millis, keeps: bool) {
        if !keeps {
            for square in !self.raw.heard {
                self.raw.reading.set(square, Contents::Empty);
            }
        }
        self.raw.heard = Bitboard::FULL;
        self.raw.whole = true;
        self.blind = false;
        if self.look(t) {
            return;
        }
        self.report_reading(t);
        if let Some(time) = self.clock {
            self.report_clock(t, &time);
        }
    }

    /// Returns the clock reading that was received last, whether or not it was reported.
    pub(super) fn clock(&self) -> Option<Bwtime> {
        self.clock
    }

    /// Forgets the board's identity, because a different board may be connected from now on.
    pub(super) fn forget_identity(&mut self) {
        self.account = Account::default();
    }

    /// Queues an event of the session.
    pub(super) fn report(&mut self, t: Millis, event: BoardEvent) {
        if self.events.len() == EVENTS_MAX {
            self.events.pop_front();
        }
        self.events.push_back((t, event));
    }

    fn report_reading(&mut self, t: Millis) {
        self.report(t, BoardEvent::Reading(self.orientation().apply_reading(&self.raw.reading)));
    }

    /// Handles a message. Returns its effect, as far as it concerns the session.
    pub(super) fn handle_message(&mut self, t: Millis, message: Message) -> Effect {
        self.note_time(t);
        match message {
            Message::Dump(codes) => return self.handle_dump(t, &codes),
            Message::Field { square, code } => return self.handle_field(t, square, code),
            Message::Clock(ClockReport::Time(time)) => self.handle_clock(t, time),
            Message::Clock(ClockReport::Absent) => self.clock = None,
            Message::Clock(ClockReport::Ack(_))
            | Message::BusAddress(_)
            | Message::HardwareVersion { .. } => {}
            Message::Serial(_)
            | Message::LongSerial(_)
            | Message::Trademark(_)
            | Message::Version { .. }
            | Message::LargeDump(_)
            | Message::Battery(_) => {
                let learnt = self.account.learn(&message);
                if learnt != Learnt::Nothing {
                    self.report(t, BoardEvent::Identity(self.account.identity().clone()));
                }
                if learnt == Learnt::AnotherBoard {
                    self.stance.forget();
                    return Effect::AnotherBoard;
                }
            }
            Message::EeLog(_) | Message::HalfDump { .. } | Message::ClockI2c(_) => {
                let frame = message.emit();
                self.report(t, BoardEvent::Unknown { id: frame.id, data: frame.data });
            }
            Message::Unknown { id, data } => {
                self.invalid_readings += u64::from(id == 0x8d);
                self.report(t, BoardEvent::Unknown { id, data });
            }
        }
        Effect::Nothing
    }

    fn handle_dump(&mut self, t: Millis, codes: &[Code; 64]) -> Effect {
        let reading = reading_of(codes);
        self.look_before_change(t);
        let is_news = !self.raw.whole || reading != self.raw.reading;
        let known_markers = self.raw.markers;
        self.raw = Raw { reading, markers: Bitboard::EMPTY, heard: Bitboard::FULL, whole: true };
        let was_blind = std::mem::take(&mut self.blind);
        if !self.look(t) && is_news {
            self.report_reading(t);
            if let Some(time) = self.clock.filter(|_| was_blind) {
                self.report_clock(t, &time);
            }
        }
        for (number, code) in (0..).zip(codes) {
            let Some(square) = code::square(number) else { continue };
            self.note_marker(t, square, *code, known_markers.contains(square));
        }
        if is_news { Effect::Squares } else { Effect::Nothing }
    }

    fn handle_field(&mut self, t: Millis, square: Square, code: Code) -> Effect {
        let contents = code.contents();
        let was_marker = self.raw.markers.contains(square);
        if self.raw.heard.contains(square) && self.raw.reading.at(square) == contents && !was_marker {
            return Effect::Nothing;
        }
        self.look_before_change(t);
        self.raw.reading.set(square, contents);
        self.raw.heard.add(square);
        if self.blind {
            return Effect::Squares;
        }
        // Once the stance is established, only a dump can change it.
        if self.stance.told().is_none() && self.look(t) {
            return Effect::Squares;
        }
        self.report(t, BoardEvent::Square { square: self.orientation().apply(square), contents });
        self.note_marker(t, square, code, false);
        Effect::Squares
    }

    fn note_marker(&mut self, t: Millis, square: Square, code: Code, known: bool) {
        let Code::Marker(outcome) = code else {
            self.raw.markers.discard(square);
            return;
        };
        self.raw.markers.add(square);
        if !known && !self.stance.is_held() {
            self.report(t, BoardEvent::ResultPiece { square: self.orientation().apply(square), outcome });
        }
    }
}

pub(super) fn reading_of(codes: &[Code; 64]) -> Reading {
    Reading::from_fn(|square| codes[usize::from(code::number(square))].contents())
}

fn differing(a: &Reading, b: &Reading) -> usize {
    Square::ALL.into_iter().filter(|&square| a.at(square) != b.at(square)).count()
}

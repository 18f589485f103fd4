//! One board as the master of its bus knows it: its squares, and the next question for it.
//!
//! After a lost answer the master asks with [`Ask::Repeat`], not with a new [`Ask::Changes`], which would lose the
//! changes in the lost answer. Some boards use two numbers for their answers in turn, so the number shows whether a
//! repeated answer is already known. From other boards, an answer with identical bytes is not accepted twice, and a
//! dump of all squares shows whether that was right.

use super::frame::{Ask, CHANGES_ODD, Reply};
use crate::makers::dgt::clock::{Bwtime, ClockReport};
use crate::makers::dgt::interpreter::{Effect, Interpreter};
use crate::makers::dgt::memory::Memory;
use crate::makers::dgt::message::Message;
use crate::{BoardEvent, LinkState, Millis};

/// The interval at which a board is asked for changes, in milliseconds; a board scans its squares once in this time.
const POLL_MS: Millis = 200;
/// The interval at which a board is asked for its clock, in milliseconds.
const CLOCK_MS: Millis = 1000;
/// The time from the last change to the dump that confirms it, in milliseconds.
const QUIET_MS: Millis = 1500;
/// The time from one dump to the next if nothing requires one earlier, in milliseconds.
const AUDIT_MS: Millis = 30_000;
/// The interval at which a silent board is asked, in milliseconds.
const SILENT_POLL_MS: Millis = 1000;
/// The silence after which the link with a board becomes doubtful, in milliseconds.
const DOUBT_MS: Millis = 1500;
/// The silence after which a board counts as gone, in milliseconds.
const LEFT_MS: Millis = 10_000;

/// One board on the bus.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) address: u16,
    pub(super) interpreter: Interpreter,
    pub(super) state: LinkState,
    heard_ms: Millis,
    polled_ms: Millis,
    clock_ms: Option<Millis>,
    dump_due: Option<Millis>,
    knows_version: bool,
    /// True while an answer to a question for changes may have been lost.
    repeat: bool,
    last_id: Option<u8>,
    alternates: bool,
    last_changes: Vec<u8>,
    /// True once the changes from before the session have been fetched and dropped.
    has_drained: bool,
    /// True if the board has reported a power failure that is not yet dealt with.
    has_rebooted: bool,
    surprise: bool,
    /// True if the last answer was to a question for new changes, and no dump has come since.
    is_fresh: bool,
    /// A clock reading with a turned lever. It is held back until the changes of squares that preceded it are reported.
    held_clock: Option<Bwtime>,
}

impl Member {
    pub(super) fn new(address: u16, t: Millis) -> Member {
        let mut member = Member {
            address,
            interpreter: Interpreter::new(),
            state: LinkState::Down,
            heard_ms: t,
            polled_ms: 0,
            clock_ms: None,
            dump_due: None,
            knows_version: false,
            repeat: false,
            last_id: None,
            alternates: false,
            last_changes: Vec::new(),
            has_drained: false,
            has_rebooted: false,
            surprise: false,
            is_fresh: false,
            held_clock: None,
        };
        member.enter(t, LinkState::Waking);
        // The address serves as the serial number.
        member.take(t, Message::Serial(format!("{address:05}")));
        member
    }

    /// Returns the next question for the board, and the instant at which to ask it.
    pub(super) fn next_ask(&self) -> (Millis, Ask) {
        if self.state == LinkState::Doubtful || self.state == LinkState::Down {
            return (self.polled_ms + SILENT_POLL_MS, if self.repeat { Ask::Repeat } else { Ask::Changes });
        }
        let now = self.polled_ms;
        if self.repeat {
            (now, Ask::Repeat)
        } else if !self.has_drained {
            (now, Ask::Changes)
        } else if !self.knows_version {
            (now, Ask::Version)
        } else if self.interpreter.reading().is_none() {
            (now, Ask::Board)
        } else {
            let clock = (self.clock_ms.map_or(0, |asked| asked + CLOCK_MS), Ask::Clock);
            // The board is asked for changes before it is asked for the dump, so that changes are reported square by
            // square and in order.
            let dump =
                (self.dump_due.unwrap_or(Millis::MAX), if self.is_fresh { Ask::Board } else { Ask::Changes });
            let poll = (self.polled_ms + POLL_MS, Ask::Changes);
            [poll, clock, dump].into_iter().min_by_key(|(due, _)| *due).unwrap_or(poll)
        }
    }

    /// Notes that the board is being asked.
    pub(super) fn note_asked(&mut self, t: Millis, ask: Ask) {
        match ask {
            Ask::Clock => self.clock_ms = Some(t),
            Ask::Changes => {
                self.polled_ms = t;
                // Until an answer arrives, the board may have sent one that was lost.
                self.repeat = true;
            }
            Ask::Repeat => self.polled_ms = t,
            // The version is asked for only once, because old boards may not know the question.
            Ask::Version => self.knows_version = true,
            Ask::Board => {
                self.dump_due = Some(t + AUDIT_MS);
                self.is_fresh = false;
            }
            Ask::StartTag | Ask::SinceStart | Ask::Ping | Ask::IgnoreNextPing => {}
        }
    }

    /// Notes that the board did not answer, however often it was asked.
    pub(super) fn note_silence(&mut self, t: Millis) {
        self.polled_ms = t;
        let silent_ms = t.saturating_sub(self.heard_ms);
        if silent_ms >= LEFT_MS {
            self.enter(t, LinkState::Down);
        } else if silent_ms >= DOUBT_MS && self.state == LinkState::Live {
            self.enter(t, LinkState::Doubtful);
        }
    }

    /// Notes that the port was lost.
    pub(super) fn handle_lost(&mut self, t: Millis) {
        self.enter(t, LinkState::Down);
    }

    /// Notes that the board is connected, because its address was heard.
    pub(super) fn note_heard(&mut self, t: Millis) {
        self.heard_ms = t;
        if self.state == LinkState::Doubtful || self.state == LinkState::Down {
            self.enter(t, LinkState::Waking);
            // All changes that the board still remembers can be fetched. A dump shows whether any are missing.
            self.dump_due = Some(t);
        }
    }

    /// Handles the board's answer.
    pub(super) fn handle_reply(&mut self, t: Millis, ask: Ask, reply: &Reply) {
        self.note_heard(t);
        match ask {
            Ask::Changes | Ask::Repeat => self.handle_changes(t, ask, reply),
            Ask::Board => self.handle_dump(t, reply),
            Ask::Clock => {
                if let Some(report) = ClockReport::parse(&reply.data) {
                    self.handle_clock(t, report);
                }
            }
            Ask::Version => {
                if let &[major, minor, ..] = &reply.data[..] {
                    self.take(t, Message::Version { major, minor });
                }
            }
            Ask::StartTag | Ask::SinceStart | Ask::Ping | Ask::IgnoreNextPing => {}
        }
        let is_seen = self.interpreter.reading().is_some();
        if self.state == LinkState::Waking && is_seen && matches!(ask, Ask::Board) && !self.surprise {
            self.enter(t, LinkState::Live);
        }
    }

    fn handle_changes(&mut self, t: Millis, ask: Ask, reply: &Reply) {
        self.repeat = false;
        self.is_fresh = ask == Ask::Changes;
        self.alternates |= reply.id == CHANGES_ODD;
        let is_same_id = self.last_id.replace(reply.id) == Some(reply.id);
        if self.alternates && is_same_id {
            // If a repetition has the number of the last answer, it repeats that answer: the question was lost, not an
            // answer. If the answer to a new question has this number, an answer in between was lost.
            if ask == Ask::Changes {
                self.dump_due = Some(t);
            } else {
                return;
            }
        } else if ask == Ask::Repeat && reply.data == self.last_changes {
            if !reply.data.is_empty() {
                self.dump_due = Some(t);
            }
            return;
        }
        self.last_changes.clone_from(&reply.data);
        if !std::mem::replace(&mut self.has_drained, true) {
            return;
        }
        self.remember(t, &reply.data);
        if let Some(time) = self.held_clock.take() {
            self.take(t, Message::Clock(ClockReport::Time(time)));
        }
    }

    /// Handles a clock reading. A turned lever is reported only after the changes of squares that preceded it. The
    /// board is asked for these changes first.
    fn handle_clock(&mut self, t: Millis, report: ClockReport) {
        if let ClockReport::Time(time) = report
            && self.interpreter.clock().is_some_and(|known| known.active != time.active)
        {
            self.held_clock = Some(time);
            self.polled_ms = 0;
            return;
        }
        self.take(t, Message::Clock(report));
    }

    /// Handles changes from the board's memory, in order.
    fn remember(&mut self, t: Millis, data: &[u8]) {
        for event in Memory::parse(data) {
            match event {
                Memory::Field { square, code, .. } => {
                    self.take(t, Message::Field { square, code });
                    self.dump_due = Some(t + QUIET_MS);
                }
                Memory::Lever { halted, left_s } => self.interpreter.turn_lever(t, halted, left_s),
                Memory::PowerUp => {
                    self.has_rebooted = true;
                    self.dump_due = Some(t);
                }
                Memory::End | Memory::Mark(_) => {}
            }
        }
    }

    fn handle_dump(&mut self, t: Millis, reply: &Reply) {
        let frame = crate::makers::dgt::frame::Frame { id: 0x86, data: reply.data.clone() };
        let message = Message::parse(frame);
        let Message::Dump(codes) = &message else { return };
        let differs = self.interpreter.difference(codes).is_some_and(|squares| squares > 0);
        if differs && !std::mem::replace(&mut self.surprise, true) {
            // Either a square has just changed and the next answer will contain the change, or the dump was damaged.
            // The next dump decides.
            self.dump_due = Some(t);
            return;
        }
        self.surprise = false;
        if std::mem::take(&mut self.has_rebooted) && self.interpreter.difference(codes).is_some_and(|n| n > 0)
        {
            // Pieces were moved during the power failure, and the moves were not recorded.
            self.interpreter.handle_gap(t, QUIET_MS);
        }
        if self.take(t, message) == Effect::Squares {
            self.dump_due = Some(t + QUIET_MS);
        }
    }

    fn take(&mut self, t: Millis, message: Message) -> Effect {
        self.interpreter.handle_message(t, message)
    }

    fn enter(&mut self, t: Millis, state: LinkState) {
        if self.state != state {
            self.state = state;
            self.interpreter.report(t, BoardEvent::Link(state));
        }
    }
}

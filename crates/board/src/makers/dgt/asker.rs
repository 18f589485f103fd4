//! Asks a board questions in order, one at a time. Each question is repeated until it is answered or given up.
//!
//! Limit: a question waits at most once, so the plan is never longer than the number of kinds of questions.

use super::message::Message;
use super::request::{Request, wake_plan};
use super::timers::{Timer, Timers};
use crate::Millis;
use std::collections::VecDeque;

/// The first guess of how long an answer may take, in milliseconds. Slower answers raise the guess.
const PATIENCE_MS: Millis = 1000;
/// The longest time to wait for an answer, in milliseconds.
const PATIENCE_MAX_MS: Millis = 8000;
/// The time allowed for the board's memory, in milliseconds: sending it takes 8.3 seconds at 9600 baud.
const LOG_MS: Millis = 12_000;
/// The greatest number of times that an optional question is asked before it is given up.
const OPTIONAL_TRIES: u32 = 2;
/// The greatest number of times that a required question is asked before the link becomes doubtful.
const REQUIRED_TRIES: u32 = 3;

/// The plan of questions, and the question that waits for its answer.
#[derive(Debug, Default)]
pub(super) struct Asker {
    plan: VecDeque<Request>,
    pending: Option<Pending>,
    transmits: VecDeque<Vec<u8>>,
    /// The number of times that the first question was asked without an answer.
    round: u32,
    /// The longest time that an answer has taken so far, in milliseconds.
    slowest_ms: Millis,
    /// True once the session uses the mode UPDATE, because the board may not know UPDATE_NICE.
    full_mode: bool,
}

#[derive(Debug, Clone, Copy)]
struct Pending {
    request: Request,
    tries: u32,
    first_ms: Millis,
}

/// The consequence of an overdue answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overdue {
    /// The question was asked again, or is given up.
    Borne,
    /// The first question was not answered: the whole plan begins again.
    Nobody,
    /// The board does not send its memory.
    NoLog,
    /// The link cannot be trusted without this answer.
    Doubt,
    /// The link cannot be trusted without this answer, although the board has sent other reports meanwhile.
    Unheard {
        /// The instant of the first try.
        since_ms: Millis,
    },
}

impl Asker {
    /// Forgets how fast the board answers, because another device may be there.
    pub(super) fn forget(&mut self) {
        *self = Asker::default();
    }

    /// Plans all questions from the beginning.
    pub(super) fn wake(&mut self, flush: bool, timers: &mut Timers) {
        self.stop(timers);
        self.plan = wake_plan(flush, self.full_mode);
    }

    /// Drops all questions.
    pub(super) fn stop(&mut self, timers: &mut Timers) {
        self.plan.clear();
        self.pending = None;
        timers.clear(Timer::Answer);
    }

    /// Drops the bytes that were not sent yet.
    pub(super) fn clear_transmits(&mut self) {
        self.transmits.clear();
    }

    /// Puts a question at the end of the plan, unless it is planned or waits for its answer.
    pub(super) fn ask(&mut self, request: Request) {
        let is_pending = self.pending.is_some_and(|pending| pending.request == request);
        if !is_pending && !self.plan.contains(&request) {
            self.plan.push_back(request);
        }
    }

    /// Puts a question at the front of the plan.
    pub(super) fn ask_first(&mut self, request: Request) {
        self.plan.retain(|other| *other != request);
        self.plan.push_front(request);
    }

    /// Plans to set the mode in which changes are reported.
    pub(super) fn ask_mode(&mut self) {
        self.ask(Request::Mode { full: self.full_mode });
    }

    /// Makes UPDATE the mode from now on.
    pub(super) fn use_full_mode(&mut self) {
        self.full_mode = true;
    }

    /// Returns whether the first question went unanswered. The question is then asked more and more slowly.
    pub(super) fn is_discouraged(&self) -> bool {
        self.round > 0
    }

    /// Returns to the initial pace of asking, because the board is sending reports.
    pub(super) fn take_heart(&mut self) {
        self.round = 0;
    }

    /// Returns whether no question is planned or waits for its answer.
    pub(super) fn is_idle(&self) -> bool {
        self.pending.is_none() && self.plan.is_empty()
    }

    /// Handles a message. Returns whether the message may be the answer.
    pub(super) fn handle_message(&mut self, t: Millis, message: &Message, timers: &mut Timers) -> bool {
        let is_answered = self.pending.is_some_and(|pending| pending.request.is_answered_by(message));
        if let Some(pending) = self.pending.filter(|pending| pending.request.is_answered_by(message)) {
            self.pending = None;
            timers.clear(Timer::Answer);
            self.round = 0;
            if pending.request != Request::Log {
                self.slowest_ms = self.slowest_ms.max(t - pending.first_ms);
            }
        }
        is_answered
    }

    /// Handles an overdue answer. `heard_ms` is the instant when anything was last heard.
    pub(super) fn handle_overdue(&mut self, t: Millis, heard_ms: Millis, timers: &mut Timers) -> Overdue {
        let Some(pending) = self.pending.take() else { return Overdue::Borne };
        let limit = match pending.request {
            // The log is long, and a board that did not send it once never will.
            Request::Log => 1,
            request if request.is_required() => REQUIRED_TRIES,
            _ => OPTIONAL_TRIES,
        };
        if pending.request == Request::Version && heard_ms <= pending.first_ms {
            self.round += 1;
            return Overdue::Nobody;
        }
        if pending.tries < limit {
            self.send(t, Pending { tries: pending.tries + 1, ..pending }, timers);
            return Overdue::Borne;
        }
        match pending.request {
            Request::Dump if heard_ms > pending.first_ms => {
                return Overdue::Unheard { since_ms: pending.first_ms };
            }
            Request::Dump | Request::Watch { .. } => return Overdue::Doubt,
            Request::Clock if !self.full_mode => {
                self.full_mode = true;
                self.plan.push_front(Request::Mode { full: true });
            }
            Request::Clock
            | Request::Flush
            | Request::Version
            | Request::LongSerial
            | Request::ShortSerial
            | Request::Trademark
            | Request::Mode { .. }
            | Request::Battery => {}
            Request::Log => return Overdue::NoLog,
        }
        Overdue::Borne
    }

    /// Sends the next question if the board can take one. Returns true when the board can take a question but none is
    /// left.
    pub(super) fn pump(&mut self, t: Millis, timers: &mut Timers) -> bool {
        if self.pending.is_some() || timers.is_set(Timer::Pace) || timers.is_set(Timer::Settle) {
            return false;
        }
        let Some(request) = self.plan.pop_front() else { return true };
        self.send(t, Pending { request, tries: 1, first_ms: t }, timers);
        false
    }

    /// Sends bytes that need no answer, and then sends nothing for `pace_ms` milliseconds.
    pub(super) fn say(&mut self, t: Millis, bytes: Vec<u8>, pace_ms: Millis, timers: &mut Timers) {
        self.transmits.push_back(bytes);
        timers.set(Timer::Pace, t + pace_ms);
    }

    /// Returns the next bytes to send to the board, if there are any.
    pub(super) fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.transmits.pop_front()
    }

    fn send(&mut self, t: Millis, pending: Pending, timers: &mut Timers) {
        let bytes = pending.request.emit();
        match pending.request.pace_ms() {
            Some(pace_ms) => self.say(t, bytes, pace_ms, timers),
            None => {
                self.transmits.push_back(bytes);
                self.pending = Some(pending);
                let patience_ms = match pending.request {
                    Request::Log => LOG_MS,
                    _ => self.patience_ms(),
                };
                timers.set(Timer::Answer, t + patience_ms);
            }
        }
    }

    /// Returns the time allowed for an answer. The time is longer for a slow board, and doubles with each first
    /// question that stays unanswered.
    fn patience_ms(&self) -> Millis {
        let learnt = PATIENCE_MS.max(self.slowest_ms + self.slowest_ms / 2);
        (learnt << self.round.min(3)).min(PATIENCE_MAX_MS)
    }
}

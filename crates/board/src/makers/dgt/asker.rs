//! Asks a board questions in order, one at a time. Each question is repeated until it is answered, or until it has been
//! asked often enough.
//!
//! Limit: each kind of question is in the plan at most once, so the plan is never longer than the number of kinds.

use super::message::Message;
use super::request::{Request, wake_plan};
use super::timers::{Timer, Timers};
use crate::Millis;
use std::collections::VecDeque;

/// The time, in milliseconds, that an answer is first assumed to take at most. Slower answers raise it.
const PATIENCE_MS: Millis = 1000;
/// The longest time to wait for an answer, in milliseconds.
const PATIENCE_MAX_MS: Millis = 8000;
/// The longest time to wait for the board's memory, in milliseconds: sending it takes 8.3 seconds at 9600 baud.
const LOG_MS: Millis = 12_000;
/// The greatest number of times that an optional question is asked.
const OPTIONAL_TRIES: u32 = 2;
/// The greatest number of times that a required question is asked before the link becomes doubtful.
const REQUIRED_TRIES: u32 = 3;

/// The plan of questions, and the question that is waiting for its answer.
#[derive(Debug, Default)]
pub(super) struct Asker {
    plan: VecDeque<Request>,
    pending: Option<Pending>,
    transmits: VecDeque<Vec<u8>>,
    /// The number of times that the plan's first question was asked without an answer.
    round: u32,
    /// The longest time that an answer has taken so far, in milliseconds.
    slowest_ms: Millis,
    /// True once the session uses the mode UPDATE, because the board may not know the mode UPDATE_NICE.
    full_mode: bool,
}

#[derive(Debug, Clone, Copy)]
struct Pending {
    request: Request,
    tries: u32,
    first_ms: Millis,
    is_out_of_reach: bool,
}

/// The consequence of an overdue answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overdue {
    /// The question was asked again, or dropped because it is optional.
    Borne,
    /// The plan's first question was not answered, so the whole plan begins again.
    Nobody,
    /// The board did not send its memory.
    NoLog,
    /// The link cannot be trusted without the missing answer.
    Doubt,
    /// The link cannot be trusted without the missing answer, although the board has sent other reports meanwhile.
    Unheard {
        /// The instant at which the question was first asked.
        since_ms: Millis,
    },
}

impl Asker {
    /// Forgets how fast the board answers, because a different device may be connected.
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

    /// Drops the bytes that have not been sent yet.
    pub(super) fn clear_transmits(&mut self) {
        self.transmits.clear();
    }

    /// Puts a question at the end of the plan, unless it is in the plan or waiting for its answer.
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

    /// Uses the mode UPDATE from now on.
    pub(super) fn use_full_mode(&mut self) {
        self.full_mode = true;
    }

    /// Returns whether the plan's first question went unanswered. It is then asked at longer and longer intervals.
    pub(super) fn is_discouraged(&self) -> bool {
        self.round > 0
    }

    /// Returns to the initial interval of asking, because the board is sending reports.
    pub(super) fn take_heart(&mut self) {
        self.round = 0;
    }

    /// Returns whether no question is in the plan or waiting for its answer.
    pub(super) fn is_idle(&self) -> bool {
        self.pending.is_none() && self.plan.is_empty()
    }

    /// Notes that a board that is known was silent for `silent_ms` milliseconds. It may have been out of reach, so how long it takes to answer
    /// what waits now tells nothing.
    pub(super) fn note_silence(&mut self, silent_ms: Millis) {
        if let Some(pending) = &mut self.pending {
            pending.is_out_of_reach |= silent_ms > PATIENCE_MS;
        }
    }

    /// Handles a message. Returns whether the message may be the answer to the question.
    pub(super) fn handle_message(&mut self, t: Millis, message: &Message, timers: &mut Timers) -> bool {
        let is_answered = self.pending.is_some_and(|pending| pending.request.is_answered_by(message));
        if let Some(pending) = self.pending.filter(|pending| pending.request.is_answered_by(message)) {
            self.pending = None;
            timers.clear(Timer::Answer);
            self.round = 0;
            if pending.request != Request::Log && !pending.is_out_of_reach {
                self.slowest_ms = self.slowest_ms.max(t - pending.first_ms);
            }
        }
        is_answered
    }

    /// Handles an overdue answer, and returns the consequence. `heard_ms` is when the board last sent anything.
    pub(super) fn handle_overdue(&mut self, t: Millis, heard_ms: Millis, timers: &mut Timers) -> Overdue {
        let Some(pending) = self.pending.take() else { return Overdue::Borne };
        let limit = match pending.request {
            // The log is long, and a board that failed to send it once never will.
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

    /// Sends the next question if the board is ready for one. Returns true if the board is ready but no question is
    /// left.
    pub(super) fn pump(&mut self, t: Millis, timers: &mut Timers) -> bool {
        if self.pending.is_some() || timers.is_set(Timer::Pace) || timers.is_set(Timer::Settle) {
            return false;
        }
        let Some(request) = self.plan.pop_front() else { return true };
        self.send(t, Pending { request, tries: 1, first_ms: t, is_out_of_reach: false }, timers);
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

    /// Returns the longest time to wait for an answer. It is longer for a slow board, and doubles each time that the
    /// plan's first question stays unanswered.
    fn patience_ms(&self) -> Millis {
        let learnt = PATIENCE_MS.max(self.slowest_ms + self.slowest_ms / 2);
        (learnt << self.round.min(3)).min(PATIENCE_MAX_MS)
    }
}

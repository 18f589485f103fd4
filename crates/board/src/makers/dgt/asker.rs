//! The asker: questions to a board in their order, one at a time, each again until it is answered or done without.
//!
//! Limits: a question waits at most once, so the plan is never longer than there are kinds of questions.

use super::message::Message;
use super::request::{Request, wake_plan};
use super::timers::{Timer, Timers};
use crate::Millis;
use std::collections::VecDeque;

/// A first guess of how long an answer may take. Slower boards teach better.
const PATIENCE_MS: Millis = 1000;
/// The longest time an answer is waited for.
const PATIENCE_MAX_MS: Millis = 8000;
/// The log of a board takes 8.3 seconds at 9600 baud.
const LOG_MS: Millis = 12_000;
/// How often something is asked before its answer is done without, or the link is doubted.
const OPTIONAL_TRIES: u32 = 2;
const REQUIRED_TRIES: u32 = 3;

/// Questions and the one that waits for its answer.
#[derive(Debug, Default)]
pub(super) struct Asker {
    plan: VecDeque<Request>,
    pending: Option<Pending>,
    transmits: VecDeque<Vec<u8>>,
    /// How often the first question was asked in vain.
    round: u32,
    /// The slowest answer so far.
    slowest_ms: Millis,
    /// The board gets UPDATE because it may not know UPDATE_NICE.
    full_mode: bool,
}

#[derive(Debug, Clone, Copy)]
struct Pending {
    request: Request,
    tries: u32,
    first_ms: Millis,
}

/// What follows from an answer that did not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overdue {
    /// It was asked again, or is done without.
    Borne,
    /// Nobody answered the first question: all begins again.
    Nobody,
    /// The board does not tell what it remembers.
    NoLog,
    /// The link cannot be trusted without this answer.
    Doubt,
    /// The same, but the board talked meanwhile.
    Unheard {
        /// When it was asked first.
        since_ms: Millis,
    },
}

impl Asker {
    /// Another device may be there: nothing is known of its pace.
    pub(super) fn forget(&mut self) {
        *self = Asker::default();
    }

    /// Asks everything from the beginning.
    pub(super) fn wake(&mut self, flush: bool, timers: &mut Timers) {
        self.stop(timers);
        self.plan = wake_plan(flush, self.full_mode);
    }

    /// Asks nothing any more.
    pub(super) fn stop(&mut self, timers: &mut Timers) {
        self.plan.clear();
        self.pending = None;
        timers.clear(Timer::Answer);
    }

    /// Takes back what was not sent yet.
    pub(super) fn clear_transmits(&mut self) {
        self.transmits.clear();
    }

    /// Puts a question at the end of the plan, unless it is on its way.
    pub(super) fn ask(&mut self, request: Request) {
        let is_pending = self.pending.is_some_and(|pending| pending.request == request);
        if !is_pending && !self.plan.contains(&request) {
            self.plan.push_back(request);
        }
    }

    /// Puts a question before all others.
    pub(super) fn ask_first(&mut self, request: Request) {
        self.plan.retain(|other| *other != request);
        self.plan.push_front(request);
    }

    /// Sets the mode in which changes are reported.
    pub(super) fn ask_mode(&mut self) {
        self.ask(Request::Mode { full: self.full_mode });
    }

    /// From now on the mode is UPDATE.
    pub(super) fn use_full_mode(&mut self) {
        self.full_mode = true;
    }

    /// Whether the first question was asked in vain, so that it is asked ever more slowly.
    pub(super) fn is_discouraged(&self) -> bool {
        self.round > 0
    }

    /// Somebody talks: the first question is asked as at the beginning.
    pub(super) fn take_heart(&mut self) {
        self.round = 0;
    }

    /// Whether nothing is asked and nothing waits.
    pub(super) fn is_idle(&self) -> bool {
        self.pending.is_none() && self.plan.is_empty()
    }

    /// A message came: perhaps it is the answer. Whether it may be.
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

    /// The answer did not come. `heard_ms` is when anything came last.
    pub(super) fn handle_overdue(&mut self, t: Millis, heard_ms: Millis, timers: &mut Timers) -> Overdue {
        let Some(pending) = self.pending.take() else { return Overdue::Borne };
        let limit = match pending.request {
            // It is long; whoever did not tell it once will not.
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

    /// Says the next thing if the board can take it. True when there is nothing to say and the board could.
    pub(super) fn pump(&mut self, t: Millis, timers: &mut Timers) -> bool {
        if self.pending.is_some() || timers.is_set(Timer::Pace) || timers.is_set(Timer::Settle) {
            return false;
        }
        let Some(request) = self.plan.pop_front() else { return true };
        self.send(t, Pending { request, tries: 1, first_ms: t }, timers);
        false
    }

    /// Says something that is no question, and leaves the board alone for a while.
    pub(super) fn say(&mut self, t: Millis, bytes: Vec<u8>, pace_ms: Millis, timers: &mut Timers) {
        self.transmits.push_back(bytes);
        timers.set(Timer::Pace, t + pace_ms);
    }

    /// Bytes for the board.
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

    /// How long an answer may take: longer for a slow board, and longer each time nobody is there at all.
    fn patience_ms(&self) -> Millis {
        let learnt = PATIENCE_MS.max(self.slowest_ms + self.slowest_ms / 2);
        (learnt << self.round.min(3)).min(PATIENCE_MAX_MS)
    }
}

//! A board that talks and answers nothing: it does not hear, its cable is broken one way.
//!
//! It is followed from what was known, as long as what it tells can be read, and asked for a dump from time to time, in
//! vain or not. Silent, it is lost as any other. When it talks again it goes on from there, behind a gap: nothing proves
//! that nothing was missed. Of one that gave no dump since its port was opened nothing is known; it is followed once its
//! updates alone tell all that stands there, as when the pieces of a game are put up.

use super::super::timers::Timer;
use super::{AUDIT_MS, Recall, Session, WATCHDOG_MS};
use crate::{Ailment, BoardEvent, LinkState, Millis};

/// A board that talks should have answered something after so long: longer than the slowest takes that was ever met.
const UNHEARD_MS: Millis = 5000;

impl Session {
    /// What is wrong with its cable, if anything is.
    pub fn ailment(&self) -> Option<Ailment> {
        self.is_deaf.then_some(Ailment::Deaf { is_followed: self.is_unbroken })
    }

    /// It said something: what it was asked for, or what it says by itself. One that talks though nobody knows what stands
    /// on it should answer soon.
    pub(super) fn judge_hearing(&mut self, is_answer: bool) {
        if is_answer {
            self.is_deaf = false;
            self.timers.clear(Timer::Unheard);
        } else if !self.open || self.state == LinkState::Live {
            // Questions tell.
        } else if self.is_deaf && self.is_unbroken {
            self.presume();
        } else if !self.is_deaf && !self.timers.is_set(Timer::Unheard) {
            self.timers.set(Timer::Unheard, self.now + UNHEARD_MS);
            if self.asker.is_discouraged() {
                self.asker.take_heart();
                self.wake();
            }
        }
    }

    /// It talked for so long and answered nothing; unless what it answered may be what was damaged.
    pub(super) fn conclude_deaf(&mut self) {
        if self.damaged_ms + UNHEARD_MS < self.now {
            self.turn_deaf();
        }
    }

    /// It does not hear.
    pub(super) fn turn_deaf(&mut self) {
        self.is_deaf = true;
        if self.state == LinkState::Live {
            self.timers.set(Timer::Audit, self.now + AUDIT_MS);
        } else if self.is_unbroken {
            self.presume();
        }
    }

    /// A board that does not hear and gave no dump may have told enough by itself.
    pub(super) fn follow_told(&mut self) {
        if self.is_deaf && self.state != LinkState::Live && self.interpreter.is_told() {
            self.presume();
        }
    }

    /// What was known and what it told since is what stands there, as far as anybody can say.
    fn presume(&mut self) {
        if let Some(since) = self.blind_since.take() {
            self.interpreter.report(self.now, BoardEvent::Gap { gap_ms: self.now - since });
        }
        self.interpreter.presume(self.now, self.is_unbroken);
        (self.before, self.recall, self.is_recalled) = (None, Recall::Idle, false);
        (self.has_seen, self.is_unbroken) = (true, true);
        self.asker.stop(&mut self.timers);
        self.enter(LinkState::Live);
        self.timers.set(Timer::Watchdog, self.now + WATCHDOG_MS);
        self.timers.set(Timer::Audit, self.now + AUDIT_MS);
    }
}

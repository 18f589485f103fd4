//! A board that talks and answers nothing: it does not hear, because its cable is broken in one direction.
//!
//! It is followed from what was known, as long as its reports can be read, and is still asked for a dump from
//! time to time. When it falls silent, it is lost like any board. When it talks again, it is followed from there,
//! after a gap: nothing proves that nothing was missed. If it gave no dump since its port was opened, nothing is
//! known of it. It is then followed once its updates alone tell everything that stands there, as when the pieces
//! are put up for a game.

use super::super::timers::Timer;
use super::{AUDIT_MS, Recall, Session, WATCHDOG_MS};
use crate::{Ailment, BoardEvent, LinkState, Millis};

/// The time after which a board that talks should have answered something: longer than the slowest board known
/// takes.
const UNHEARD_MS: Millis = 5000;

impl Session {
    /// The fault of the cable, if any.
    pub fn ailment(&self) -> Option<Ailment> {
        self.is_deaf.then_some(Ailment::Deaf { is_followed: self.is_unbroken })
    }

    /// Takes note of a message: an answer, or something the board reports by itself. A board that talks while its
    /// squares are unknown should answer soon.
    pub(super) fn judge_hearing(&mut self, is_answer: bool) {
        if is_answer {
            self.is_deaf = false;
            self.timers.clear(Timer::Unheard);
        } else if !self.open || self.state == LinkState::Live {
            // Questions asked while live tell whether it hears.
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

    /// Concludes that the board is deaf: it talked for `UNHEARD_MS` and answered nothing, unless the damaged
    /// bytes were the answer.
    pub(super) fn conclude_deaf(&mut self) {
        if self.damaged_ms + UNHEARD_MS < self.now {
            self.turn_deaf();
        }
    }

    /// Treats the board as deaf.
    pub(super) fn turn_deaf(&mut self) {
        self.is_deaf = true;
        if self.state == LinkState::Live {
            self.timers.set(Timer::Audit, self.now + AUDIT_MS);
        } else if self.is_unbroken {
            self.presume();
        }
    }

    /// Follows a deaf board that gave no dump, once it has told enough by itself.
    pub(super) fn follow_told(&mut self) {
        if self.is_deaf && self.state != LinkState::Live && self.interpreter.is_told() {
            self.presume();
        }
    }

    /// Presumes that what was known and what it told since is what stands there, as far as anybody can say.
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

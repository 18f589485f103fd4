//! A deaf board: it sends reports but answers no question, because its cable is broken in one direction.
//!
//! As long as its reports can be read, a deaf board is followed from the squares that were known, and is still asked
//! for a dump from time to time. When it falls silent, its link is lost like that of any board. When its reports
//! resume, it is followed from the squares known before, after a gap, because changes may have been missed. If it has
//! sent no dump since its port was opened, its squares are unknown. It is then followed once its updates alone describe
//! the whole board, as when the pieces are set up for a game.

use super::super::timers::Timer;
use super::{AUDIT_MS, Recall, Session, WATCHDOG_MS};
use crate::{Ailment, BoardEvent, LinkState, Millis};

/// The time within which a board that sends reports should have answered a question, in milliseconds. It is longer than
/// the slowest known board takes.
const UNHEARD_MS: Millis = 5000;

impl Session {
    /// Returns the fault of the board or its cable, if there is one.
    pub fn ailment(&self) -> Option<Ailment> {
        self.is_deaf.then_some(Ailment::Deaf { is_followed: self.is_unbroken })
    }

    /// Judges by a message whether the board hears. `is_answer` is false for a report that the board sends by itself. A
    /// board that sends reports while its squares are unknown should answer soon.
    pub(super) fn judge_hearing(&mut self, is_answer: bool) {
        if is_answer {
            self.is_deaf = false;
            self.timers.clear(Timer::Unheard);
        } else if !self.open || self.state == LinkState::Live {
            // While the link is live, the questions that are asked from time to time show whether the board hears.
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

    /// Treats the board as deaf if it has sent reports for `UNHEARD_MS` and answered no question. If damaged bytes were
    /// received in that time, they may have been an answer, and the board is not treated as deaf.
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

    /// Follows a deaf board that has sent no dump, once its updates have described the whole board.
    pub(super) fn follow_told(&mut self) {
        if self.is_deaf && self.state != LinkState::Live && self.interpreter.is_told() {
            self.presume();
        }
    }

    /// Presumes that the squares are those known before, with the changes that the board has reported since.
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

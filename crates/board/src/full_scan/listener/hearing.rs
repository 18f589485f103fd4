//! A board that talks and answers nothing, and therefore does not hear.
//!
//! A board that tells all its squares unasked is followed like any other. A board that tells them one by one is
//! followed, after a gap, from what was known when it fell silent; where nothing was known, its squares are not
//! used.

use super::{Alarm, Dialect, Listener, Word};
use crate::{LinkState, Millis};

/// The time after which a board that tells squares should have answered something.
const UNHEARD_MS: Millis = 5000;
/// The number of unanswered questions that make a board deaf: a single answer may be lost.
const UNHEARD_MIN: u32 = 3;

impl<D: Dialect> Listener<D> {
    /// Asks a question.
    pub(super) fn ask(&mut self, question: Vec<u8>) {
        let (since_ms, times) = self.asked.unwrap_or((self.now, 0));
        self.asked = Some((since_ms, times + 1));
        self.said_ms = Some(self.now);
        self.transmits.push_back(question);
    }

    /// Takes any word but a single square for a sign of hearing: a board says the rest when asked, or says it
    /// over and over.
    pub(super) fn judge_hearing(&mut self, word: &Word) {
        let is_square = match word {
            Word::Square(..) => true,
            Word::Unknown { .. } => return,
            Word::Reading(_)
            | Word::Version(..)
            | Word::Name(_)
            | Word::Battery(_)
            | Word::Here
            | Word::Reply(_)
            | Word::Foreign => false,
        };
        if !is_square {
            (self.asked, self.is_deaf) = (None, false);
            self.set(Alarm::Unheard, None);
        } else if let Some((since_ms, UNHEARD_MIN..)) = self.asked.filter(|_| self.open) {
            match since_ms + UNHEARD_MS {
                due if due <= self.now => self.turn_deaf(),
                due => self.set(Alarm::Unheard, Some(due)),
            }
        }
    }

    /// Treats the board as deaf. What was known and what it told since is what stands there, as far as anybody
    /// can say.
    pub(super) fn turn_deaf(&mut self) {
        self.is_deaf = true;
        if self.state != LinkState::Live && self.sight.presume(self.now) {
            self.unsaid.clear();
            self.set(Alarm::Say, None);
            self.set(Alarm::Ask, Some(self.now + D::HABITS.ask_ms));
            self.set(Alarm::Doubt, Some(self.now + D::HABITS.doubt_ms));
            self.enter(LinkState::Live);
        }
    }
}

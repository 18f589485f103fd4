//! A board that talks and answers nothing: it does not hear.
//!
//! One that tells all its squares by itself is followed as any other. One that tells them one by one goes on from what was
//! known when it fell silent, behind a gap; where nothing was known nothing is made of them.

use super::{Alarm, Dialect, Listener, Word};
use crate::{LinkState, Millis};

/// A board that tells squares should have answered something after so long …
const UNHEARD_MS: Millis = 5000;
/// … and so many questions: an answer may be lost.
const UNHEARD_MIN: u32 = 3;

impl<D: Dialect> Listener<D> {
    /// Asks a question.
    pub(super) fn ask(&mut self, question: Vec<u8>) {
        let (since_ms, times) = self.asked.unwrap_or((self.now, 0));
        self.asked = Some((since_ms, times + 1));
        self.said_ms = Some(self.now);
        self.transmits.push_back(question);
    }

    /// Whatever it says but single squares it says because it was asked, or says over and over.
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

    /// It does not hear. What was known and what it told since is what stands there, as far as anybody can say.
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

//! A deaf board: it sends reports but answers no question, so it seems to receive nothing.
//!
//! A deaf board that reports all its squares unasked is followed like any other board. A deaf board that reports single
//! squares is followed, after a gap, from the squares that were known before it stopped answering. If none were known,
//! its reports are not used.

use super::{Alarm, Dialect, FullScanSession, Word};
use crate::{LinkState, Millis};

/// The time within which a board that reports squares should have answered a question, in milliseconds.
const UNHEARD_MS: Millis = 5000;
/// The number of unanswered questions after which a board counts as deaf: a single answer may be lost.
const UNHEARD_MIN: u32 = 3;

impl<D: Dialect> FullScanSession<D> {
    /// Asks the board a question.
    pub(super) fn ask(&mut self, question: Vec<u8>) {
        let (since_ms, times) = self.asked.unwrap_or((self.now, 0));
        self.asked = Some((since_ms, times + 1));
        self.said_ms = Some(self.now);
        self.transmits.push_back(question);
    }

    /// Judges by a word whether the board hears. Every word except a single square proves that it does, because boards
    /// send such words in answer to a question, or all the time.
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

    /// Treats the board as deaf. Its squares are presumed to be those known before, with the changes that it has
    /// reported since.
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

//! The board's memory of a time when nobody heard it. If the squares have changed after the link was lost, the board is asked for
//! its memory (eight seconds at 9600 baud). All events after the known reading are reported in order, with the times of the
//! presses, and there is no gap unless the board was without power meanwhile. The board is asked once for each loss; if it
//! remembers nothing, a gap is reported.

use super::super::clock::ClockReport;
use super::super::code::Code;
use super::super::interpreter::{Known, reading_of};
use super::super::memory::{self, Memory, Recalled};
use super::super::message::Message;
use super::super::request::Request;
use super::Session;
use crate::BoardEvent;

/// The progress of reading the board's memory back after the link was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Recall {
    /// Nothing was lost, or the board has not been asked yet.
    #[default]
    Idle,
    /// The board has been asked for its memory.
    Asked,
    /// The board has sent its memory, or cannot send it. The board is asked once for each loss.
    Done,
}

impl Session {
    /// Returns whether the board must be asked for its memory of the time in which the squares could not be seen.
    pub(super) fn must_recall(&self, codes: &[Code; 64]) -> bool {
        let changed = |known: &Known| known.reading != reading_of(codes);
        self.open
            && self.blind_since.is_some()
            && self.recall == Recall::Idle
            && self.before.as_ref().is_some_and(changed)
    }

    /// Handles the contents of the board's memory. Reports its new events in order, timed by the clock's presses, and
    /// asks for a dump, which shows whether any event is missing. If something changed while the board had no power, a gap is
    /// reported there.
    pub(super) fn recall_from(&mut self, data: &[u8]) {
        self.recall = Recall::Done;
        self.asker.ask_first(Request::Dump);
        let Some(before) = &self.before else { return };
        let Some(recalled) = memory::since(data, &before.reading) else { return };
        let clock = self.interpreter.clock();
        self.interpreter.resume(before);
        for event in recalled {
            match event {
                Recalled::Event(Memory::Field { square, code, .. }) => {
                    self.interpreter.handle_message(self.now, Message::Field { square, code });
                }
                Recalled::Event(Memory::Lever { halted, left_s }) => {
                    self.interpreter.turn_lever(self.now, halted, left_s);
                }
                Recalled::Pieces(codes) if self.interpreter.difference(&codes) != Some(0) => {
                    if let Some(since) = self.blind_since {
                        self.interpreter.report(self.now, BoardEvent::Gap { gap_ms: self.now - since });
                    }
                    self.interpreter.handle_message(self.now, Message::Dump(codes));
                }
                Recalled::Event(Memory::PowerUp | Memory::End | Memory::Mark(_)) | Recalled::Pieces(_) => {}
            }
        }
        if let Some(time) = clock {
            self.interpreter.handle_message(self.now, Message::Clock(ClockReport::Time(time)));
        }
        self.is_recalled = true;
    }

    /// Notes that the squares can be seen again. Reports a gap unless the board's memory contained every change.
    pub(super) fn end_blindness(&mut self, codes: &[Code; 64]) {
        self.before = None;
        self.recall = Recall::Idle;
        let Some(since) = self.blind_since.take() else { return };
        let is_whole = std::mem::take(&mut self.is_recalled) && self.interpreter.difference(codes) == Some(0);
        if !is_whole {
            self.interpreter.report(self.now, BoardEvent::Gap { gap_ms: self.now - since });
        }
    }
}

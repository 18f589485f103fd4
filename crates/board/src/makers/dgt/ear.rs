//! Recognises a DGT board on a port, by its version or, if it is deaf, by the reports that it sends unasked.

use super::clock::ClockReport;
use super::command::Command;
use super::frame::Deframer;
use super::message::Message;
use crate::inquiry::Question;

/// The least number of successive changes and clock readings, without a stray byte among them, that identify a DGT
/// board.
const TALK_HEARD_MIN: u32 = 3;
/// The number of resets that end any clock message that another program began and did not finish.
const FLUSH_LEN: usize = 128;

/// The question for the version, which no board mistakes for an order.
pub(crate) const VERSION: Question = Question {
    turn: 3,
    from_round: 0,
    says: |_| vec![Command::SendVersion.emit()],
    patience_ms: 1000,
    patience_max_ms: 4000,
};
/// The question for the version on a serial line. Resets are sent first, but only in every second round, because they
/// take long and are rarely needed.
pub(super) const VERSION_AFTER_FLUSH: Question = Question {
    says: |round| {
        let flush = (round % 2 == 1).then(|| vec![0x40; FLUSH_LEN]);
        flush.into_iter().chain([Command::SendVersion.emit()]).collect()
    },
    ..VERSION
};

/// A listener that recognises DGT boards.
#[derive(Debug, Default)]
pub(crate) struct Ear {
    deframer: Deframer,
    /// The number of successive changes and clock readings without a stray byte.
    talk: u32,
    /// The number of stray bytes before the last byte.
    noise: u64,
}

impl crate::inquiry::Ear for Ear {
    fn hear(&mut self, byte: u8) -> bool {
        let message = self.deframer.push(byte).map(Message::parse);
        if std::mem::replace(&mut self.noise, self.deframer.noise()) != self.deframer.noise() {
            self.talk = 0;
        }
        let is_talk = matches!(message, Some(Message::Field { .. } | Message::Clock(ClockReport::Time(_))));
        self.talk += u32::from(is_talk);
        matches!(message, Some(Message::Version { .. })) || self.talk >= TALK_HEARD_MIN
    }
}

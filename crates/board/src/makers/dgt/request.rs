//! A session's requests to a board, and the messages that count as their answers.

use super::command::Command;
use super::message::Message;
use crate::Millis;
use std::collections::VecDeque;

/// The number of resets that complete any clock message that another program began: no value of the message's size byte
/// demands more bytes.
const FLUSH_LEN: usize = 128;

/// One request to a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Request {
    /// Ends a clock message that another program began and did not finish.
    Flush,
    /// Asks for the version. This question is a safe beginning, and it takes the board out of bus mode.
    Version,
    /// Asks for the long serial number.
    LongSerial,
    /// Asks for the short serial number.
    ShortSerial,
    /// Asks for the trademark.
    Trademark,
    /// Sets the mode in which the board reports changes: the full mode if the clock must be reported every second.
    Mode {
        /// True for UPDATE, false for UPDATE_NICE.
        full: bool,
    },
    /// Asks for a reading of the clock.
    Clock,
    /// Asks for a dump of all squares.
    Dump,
    /// Asks for the state of the battery.
    Battery,
    /// Asks for the board's whole memory, which takes eight seconds at 9600 baud. Only a board that has reported its
    /// version is asked, because other makers' boards may take the byte for a different command.
    Log,
    /// Asks for a sign of life. The question is one for a serial number, because a changed number shows that a
    /// different board was connected.
    Watch {
        /// True for the long serial number, false for the short one.
        long: bool,
    },
}

impl Request {
    pub(super) fn emit(self) -> Vec<u8> {
        let command = match self {
            Request::Flush => return vec![0x40; FLUSH_LEN],
            Request::Version => Command::SendVersion,
            Request::LongSerial | Request::Watch { long: true } => Command::SendLongSerial,
            Request::ShortSerial | Request::Watch { long: false } => Command::SendSerial,
            Request::Trademark => Command::SendTrademark,
            Request::Mode { full: true } => Command::Update,
            Request::Mode { full: false } => Command::UpdateNice,
            Request::Clock => Command::SendClock,
            Request::Dump => Command::SendBoard,
            Request::Battery => Command::SendBattery,
            Request::Log => Command::SendEeLog,
        };
        command.emit()
    }

    /// Returns the time, in milliseconds, for which nothing is sent after a request that has no answer; `None` for a
    /// request that has an answer.
    pub(super) fn pace_ms(self) -> Option<Millis> {
        match self {
            // At 9600 baud the resets take 133 ms.
            Request::Flush => Some(200),
            Request::Mode { .. } => Some(30),
            Request::Version
            | Request::LongSerial
            | Request::ShortSerial
            | Request::Trademark
            | Request::Clock
            | Request::Dump
            | Request::Battery
            | Request::Log
            | Request::Watch { .. } => None,
        }
    }

    pub(super) fn is_answered_by(self, message: &Message) -> bool {
        match self {
            Request::Flush | Request::Mode { .. } => false,
            Request::Version => matches!(message, Message::Version { .. }),
            Request::LongSerial => matches!(message, Message::LongSerial(_)),
            Request::ShortSerial => matches!(message, Message::Serial(_)),
            Request::Trademark => matches!(message, Message::Trademark(_)),
            Request::Clock => matches!(message, Message::Clock(_)),
            // A draughts board answers with a message of its own, by which it is recognised. Its link never becomes
            // live.
            Request::Dump => matches!(message, Message::Dump(_) | Message::LargeDump(_)),
            Request::Battery => matches!(message, Message::Battery(_)),
            Request::Log => matches!(message, Message::EeLog(_)),
            // Any message proves that the board is connected.
            Request::Watch { .. } => true,
        }
    }

    /// Returns whether the link cannot be trusted without an answer. Old boards answer no question for a long serial
    /// number or a battery.
    pub(super) fn is_required(self) -> bool {
        match self {
            Request::Version | Request::Dump | Request::Watch { .. } => true,
            Request::Flush
            | Request::LongSerial
            | Request::ShortSerial
            | Request::Trademark
            | Request::Mode { .. }
            | Request::Clock
            | Request::Battery
            | Request::Log => false,
        }
    }
}

/// Returns the requests that begin a link. The mode is set before the dump is requested, so that no change in between
/// is missed.
pub(super) fn wake_plan(flush: bool, full: bool) -> VecDeque<Request> {
    let greeting = flush.then_some(Request::Flush);
    greeting
        .into_iter()
        .chain([
            Request::Version,
            Request::LongSerial,
            Request::ShortSerial,
            Request::Trademark,
            Request::Mode { full },
            Request::Clock,
            Request::Dump,
            Request::Battery,
        ])
        .collect()
}

//! What a session asks a board, and what counts as the answer.

use super::command::Command;
use super::message::Message;
use crate::Millis;
use std::collections::VecDeque;

/// So many resets end any clock message that was begun before we came: its size byte cannot ask for more.
const FLUSH_LEN: usize = 128;

/// One thing to say to a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Request {
    /// Ends a half-open clock message.
    Flush,
    /// The version: the safe first question, it wakes a board from the bus mode.
    Version,
    /// The long serial number.
    LongSerial,
    /// The short serial number.
    ShortSerial,
    /// The trademark.
    Trademark,
    /// To the mode in which changes are reported, the full one where the clock must be heard every second.
    Mode {
        /// UPDATE instead of UPDATE_NICE.
        full: bool,
    },
    /// The clock.
    Clock,
    /// The dump.
    Dump,
    /// The battery.
    Battery,
    /// All that the board remembers: eight seconds of bytes at 9600 baud. Asked only of a board that has given its
    /// version: to other makers' boards the byte may mean anything.
    Log,
    /// Are you there: a serial number, because a changed one tells that another board was plugged in.
    Watch {
        /// The long one.
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

    /// How long the board is left alone after a request without an answer; none for one that has an answer.
    pub(super) fn pace_ms(self) -> Option<Millis> {
        match self {
            // At 9600 baud they take 133 ms.
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
            // A draughts board answers in its own way; it is never live, and is told apart by that.
            Request::Dump => matches!(message, Message::Dump(_) | Message::LargeDump(_)),
            Request::Battery => matches!(message, Message::Battery(_)),
            Request::Log => matches!(message, Message::EeLog(_)),
            // Whatever it says, it is there.
            Request::Watch { .. } => true,
        }
    }

    /// Whether the link cannot be trusted without the answer. Old boards know neither long serials nor batteries.
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

/// Everything a board is asked when the link begins. The mode comes before the dump, so that no change can fall
/// between the two unseen.
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

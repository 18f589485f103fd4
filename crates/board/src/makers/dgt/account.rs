//! The account of a board: the facts that it has reported about itself.
//!
//! Invariant: a known fact changes only when the board has reported the new value twice in succession. So one damaged
//! byte in a serial number does not make the board look like a different board.

use super::message::Message;
use crate::Identity;

/// The trademark that is reported for a board on which chess cannot be played.
const LARGE: &str = "draughts board of 10 by 10 squares";

/// All facts known about one board.
#[derive(Debug, Clone, Default)]
pub(crate) struct Account {
    short_serial: Fact<String>,
    long_serial: Fact<String>,
    trademark: Fact<String>,
    version: Fact<(u8, u8)>,
    battery_percent: Option<u8>,
    /// True for a board of ten by ten squares.
    is_large: bool,
    identity: Identity,
}

/// The effect of a message on the facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Learnt {
    /// The message contained nothing new.
    Nothing,
    /// The message changed the identity.
    News,
    /// A different board has answered: everything known about the old board is forgotten.
    AnotherBoard,
}

impl Account {
    /// Returns the facts in the form that the rest of the program uses.
    pub(crate) fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns whether the board has a long serial number.
    pub(crate) fn has_long_serial(&self) -> bool {
        self.long_serial.believed.is_some()
    }

    /// Notes the facts about the board that a message contains.
    pub(crate) fn learn(&mut self, message: &Message) -> Learnt {
        match message {
            Message::Serial(text) => {
                let is_another = self.short_serial.is_replaced_by(text);
                if is_another {
                    *self = Account::default();
                }
                self.short_serial.learn(text.clone());
                if is_another {
                    self.summarise();
                    return Learnt::AnotherBoard;
                }
            }
            Message::LongSerial(text) => self.long_serial.learn(text.clone()),
            Message::Trademark(text) => self.trademark.learn(text.trim().to_owned()),
            Message::Version { major, minor } => self.version.learn((*major, *minor)),
            Message::Battery(battery) => self.battery_percent = Some(battery.percent),
            Message::LargeDump(_) => self.is_large = true,
            Message::Dump(_)
            | Message::Clock(_)
            | Message::Field { .. }
            | Message::EeLog(_)
            | Message::BusAddress(_)
            | Message::HalfDump { .. }
            | Message::HardwareVersion { .. }
            | Message::ClockI2c(_)
            | Message::Unknown { .. } => return Learnt::Nothing,
        }
        if self.summarise() { Learnt::News } else { Learnt::Nothing }
    }

    /// Brings the identity up to date. Returns whether it changed.
    fn summarise(&mut self) -> bool {
        let identity = Identity {
            serial: self.long_serial.believed.clone().or_else(|| self.short_serial.believed.clone()),
            version: self.version.believed,
            trademark: match (&self.trademark.believed, self.is_large) {
                (Some(text), true) => Some(format!("{LARGE}: {text}")),
                (None, true) => Some(LARGE.to_owned()),
                (text, false) => text.clone(),
            },
            battery_percent: self.battery_percent,
            is_large: self.is_large,
        };
        let changed = identity != self.identity;
        self.identity = identity;
        changed
    }
}

/// A known fact, and a different value that was reported once and may replace it.
#[derive(Debug, Clone)]
struct Fact<T> {
    believed: Option<T>,
    candidate: Option<T>,
}

impl<T> Default for Fact<T> {
    fn default() -> Fact<T> {
        Fact { believed: None, candidate: None }
    }
}

impl<T: PartialEq> Fact<T> {
    /// Returns whether this value has been reported twice in succession and differs from the known value.
    fn is_replaced_by(&self, value: &T) -> bool {
        self.believed.is_some()
            && self.believed.as_ref() != Some(value)
            && self.candidate.as_ref() == Some(value)
    }

    fn learn(&mut self, value: T) {
        if self.believed.as_ref() == Some(&value) {
            self.candidate = None;
        } else if self.believed.is_none() || self.is_replaced_by(&value) {
            self.believed = Some(value);
            self.candidate = None;
        } else {
            self.candidate = Some(value);
        }
    }
}

//! How a board is, beside what stands on it: whether it is heard, its battery, its sensors and its cable. It is for the
//! people who look after boards; no game depends on it.

use super::link::Link;
use board::{Ailment, LinkState, Millis, SensorHealth};

/// How a board is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BoardCondition {
    /// The journal time at which the board was heard last, if it is silent for longer than it should be; `None` while it is
    /// heard, and of a board that never was.
    pub silent_since_ms: Option<Millis>,
    /// The battery charge in percent; `None` if the board says nothing of it.
    pub battery_percent: Option<u8>,
    /// What is wrong with the board or its cable, as its bytes reveal; `None` if nothing is.
    pub ailment: Option<Ailment>,
    /// What the board last said about its sensors; `None` if it says nothing of them.
    pub sensors: Option<SensorHealth>,
}

/// The condition of a board as it was noted last.
#[derive(Debug, Default)]
pub(super) struct Noted {
    condition: BoardCondition,
    is_heard: bool,
    /// The journal time of the last bytes from a board on a port of its own.
    pub(super) heard_ms: Option<Millis>,
    /// True once the clock was heard to be pressed, until the link is lost.
    pub(super) is_press_heard: bool,
}

impl Link {
    /// Returns how the board is.
    pub fn condition(&self) -> BoardCondition {
        self.noted.condition
    }

    /// Returns whether a press of the clock was heard since the port was opened. Of a clock that tells no times nothing
    /// else can be heard.
    pub(crate) fn is_press_heard(&self) -> bool {
        self.noted.is_press_heard
    }

    /// Returns the ailment last reported to the operator and the present ailment, if they differ; otherwise `None`.
    pub(crate) fn ailment_news(&mut self) -> Option<(Option<Ailment>, Option<Ailment>)> {
        let now = self.ailment();
        let before = std::mem::replace(&mut self.ailment, now);
        (before != now).then_some((before, now))
    }

    /// Notes how the board is now. Returns whether that is news. The time of the last bytes is noted once, when the silence
    /// begins, so that a line that only hums makes no news.
    pub(crate) fn note_condition(&mut self, now_ms: Millis) -> bool {
        let before = self.noted.condition;
        let is_heard = self.is_open() && self.state() == LinkState::Live;
        let silent_since_ms = if is_heard {
            None
        } else if self.noted.is_heard {
            // Of a board on a shared cable only the cable's master knows when it was heard.
            Some(self.noted.heard_ms.unwrap_or(now_ms))
        } else {
            before.silent_since_ms
        };
        let condition = BoardCondition {
            silent_since_ms,
            battery_percent: self.identity().battery_percent,
            ailment: self.ailment(),
            sensors: self.sensor_health(),
        };
        (self.noted.condition, self.noted.is_heard) = (condition, is_heard);
        condition != before
    }
}

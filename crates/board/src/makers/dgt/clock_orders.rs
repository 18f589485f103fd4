//! An arbiter's orders to a clock. Each is carried out by messages, and each message is answered before the next is
//! sent.
//!
//! ```text
//!  set       ─▶ set and run ─▶ back to the times
//!  text      ─▶ version, unless it is known ─▶ segments (XL) or letters (DGT 3000)
//!  times, version ─▶ the message of that name
//! ```
//! Invariant: a clock gets no message that nobody ordered. An order is not repeated after its link was lost: it ends
//! unanswered, and the person who gave it decides what to do.
//!
//! Limit: at most [`ORDERS_MAX`] orders wait; further orders are refused.

use super::clock::AckKind;
use super::clock_command::{CLOCK_MESSAGE, ClockCommand};
use super::clock_commands::ClockOutcome;
use super::segments;
use super::session::Session;
use crate::session::{BoardSession, own_session_methods};
use crate::{LinkState, Millis, Orientation};
use shakmaty::{ByColor, Color};
use std::collections::VecDeque;

/// The greatest number of orders that wait.
pub const ORDERS_MAX: usize = 4;
/// The longest time that a clock can show, in milliseconds: 9:59:59.
pub const TIME_MAX_MS: u32 = (9 * 3600 + 59 * 60 + 59) * 1000;
/// The greatest number of characters that any clock behind a board shows.
pub const TEXT_MAX: usize = 8;
/// The greatest number of characters that an XL shows.
const XL_MAX: usize = 6;
/// The major part of an XL's version.
const XL_MAJOR: u8 = 1;
/// The flag, in a message that sets the times, that makes the clock switch sides when its lever is turned.
const SWAP_AT_LEVER: u8 = 0x08;
const PAUSE: u8 = 0x04;
const RIGHT_RUNS: u8 = 0x02;
const LEFT_RUNS: u8 = 0x01;

/// An order to a clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClockOrder {
    /// Show these times, and run one side's time or neither.
    Set {
        /// The times for both sides, in milliseconds, rounded up to whole seconds.
        left_ms: ByColor<u32>,
        /// The side whose time is to run; `None` for neither.
        running: Option<Color>,
    },
    /// Show a text.
    Text(String),
    /// Show the times again.
    Times,
    /// Report the clock's version.
    Version,
}

/// The result of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockAnswer {
    /// The clock carried the order out.
    Done,
    /// The clock reported its version: major part 1 is an XL, 2 a DGT 3000.
    Version {
        /// The major part of the version.
        major: u8,
        /// The minor part of the version.
        minor: u8,
    },
    /// The clock refused: it is not in the mode in which it obeys the board.
    Refused,
    /// The text is longer than this clock can show.
    TooLong {
        /// The number of characters that the clock can show.
        characters: usize,
    },
    /// No answer came from the clock.
    Silent,
}

/// A reason why an order is not even tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockRefusal {
    /// Boards of this maker cannot pass orders on to a clock.
    NoWay,
    /// The board is not answering at present.
    NotLive,
    /// Too many orders are waiting.
    TooMany,
    /// A time is longer than any clock can show.
    Time,
    /// The text cannot be shown by any clock.
    Text,
}

/// The orders for one clock, and their results.
#[derive(Debug, Default)]
pub struct ClockOrders {
    waiting: VecDeque<ClockOrder>,
    /// The order being carried out, and its message that is waiting for an acknowledgement.
    current: Option<(ClockOrder, ClockCommand)>,
    answers: VecDeque<(ClockOrder, ClockAnswer)>,
}

impl ClockOrders {
    /// Handles an order for the clock of this session's board. `Err` says why the order cannot be tried.
    pub fn order(&mut self, t: Millis, session: &mut Session, order: ClockOrder) -> Result<(), ClockRefusal> {
        match &order {
            ClockOrder::Set { left_ms, .. } if left_ms.iter().any(|ms| *ms > TIME_MAX_MS) => {
                return Err(ClockRefusal::Time);
            }
            ClockOrder::Text(text) if !is_text(text) => return Err(ClockRefusal::Text),
            ClockOrder::Set { .. } | ClockOrder::Text(_) | ClockOrder::Times | ClockOrder::Version => {}
        }
        if session.state() != LinkState::Live {
            return Err(ClockRefusal::NotLive);
        }
        if self.waiting.len() == ORDERS_MAX {
            return Err(ClockRefusal::TooMany);
        }
        self.waiting.push_back(order);
        self.settle(t, session);
        Ok(())
    }

    /// Carries on with the orders, according to the results of their messages. The caller must call this after every
    /// input to the session.
    pub fn settle(&mut self, t: Millis, session: &mut Session) {
        while let Some((command, outcome)) = session.poll_clock_outcome() {
            if let Some((order, _)) = self.current.take_if(|(_, waited)| *waited == command) {
                self.take(t, session, order, command, outcome);
            }
        }
        while self.current.is_none()
            && let Some(order) = self.waiting.pop_front()
        {
            let first = match &order {
                ClockOrder::Set { left_ms, running } => {
                    set_and_run(session.orientation(), *left_ms, *running)
                }
                // To show a text, the kind of clock must be known, and a different clock may have been connected.
                ClockOrder::Text(_) | ClockOrder::Version => ClockCommand::Version,
                ClockOrder::Times => ClockCommand::End,
            };
            self.say(t, session, order, first);
        }
    }

    /// Ends all orders unanswered, because the session has ended.
    pub fn abandon(&mut self) {
        let open = self.current.take().map(|(order, _)| order);
        for order in open.into_iter().chain(std::mem::take(&mut self.waiting)) {
            self.answers.push_back((order, ClockAnswer::Silent));
        }
    }

    /// Returns the next result with its order, in the order in which they were finished.
    pub fn poll_answer(&mut self) -> Option<(ClockOrder, ClockAnswer)> {
        self.answers.pop_front()
    }

    fn take(
        &mut self,
        t: Millis,
        session: &mut Session,
        order: ClockOrder,
        command: ClockCommand,
        outcome: ClockOutcome,
    ) {
        let is_last = matches!(command, ClockCommand::End);
        let version = match outcome {
            ClockOutcome::Done(ack) => match ack.kind() {
                AckKind::Version { major, minor } => Some((major, minor)),
                _ => None,
            },
            // The times have been set. Some clocks then show them without a further message.
            ClockOutcome::Refused(_) | ClockOutcome::GaveUp
                if is_last && matches!(order, ClockOrder::Set { .. }) =>
            {
                None
            }
            ClockOutcome::Refused(_) => return self.answer(order, ClockAnswer::Refused),
            ClockOutcome::GaveUp => return self.answer(order, ClockAnswer::Silent),
        };
        match (&order, version) {
            (ClockOrder::Version, Some((major, minor))) => {
                self.answer(order, ClockAnswer::Version { major, minor });
            }
            (ClockOrder::Set { .. }, _) if !is_last => self.say(t, session, order, ClockCommand::End),
            (ClockOrder::Text(text), Some((major, _))) => match show(text, major) {
                Some(command) => self.say(t, session, order, command),
                None => self.answer(order, ClockAnswer::TooLong { characters: XL_MAX }),
            },
            (ClockOrder::Set { .. } | ClockOrder::Text(_) | ClockOrder::Times | ClockOrder::Version, _) => {
                self.answer(order, ClockAnswer::Done);
            }
        }
    }

    fn say(&mut self, t: Millis, session: &mut Session, order: ClockOrder, command: ClockCommand) {
        if session.clock_command(t, command) {
            self.current = Some((order, command));
        } else {
            self.answer(order, ClockAnswer::Silent);
        }
    }

    fn answer(&mut self, order: ClockOrder, answer: ClockAnswer) {
        self.answers.push_back((order, answer));
    }
}

fn is_text(text: &str) -> bool {
    (1..=TEXT_MAX).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Returns the message that sets a clock behind a board of this orientation.
fn set_and_run(orientation: Orientation, left_ms: ByColor<u32>, running: Option<Color>) -> ClockCommand {
    let left = orientation.player(Color::White);
    let shown = |color: Color| {
        let seconds = left_ms.get(color).div_ceil(1000);
        [seconds / 3600, seconds / 60 % 60, seconds % 60].map(|part| part as u8)
    };
    let runs = match running {
        None => PAUSE,
        Some(color) if color == left => LEFT_RUNS,
        Some(_) => RIGHT_RUNS,
    };
    ClockCommand::SetAndRun { left: shown(left), right: shown(!left), flags: runs | SWAP_AT_LEVER }
}

/// Returns the message that shows a text on a clock of this kind; `None` if the text does not fit.
fn show(text: &str, major: u8) -> Option<ClockCommand> {
    if major != XL_MAJOR {
        let mut letters = [b' '; TEXT_MAX];
        letters.iter_mut().zip(text.bytes()).for_each(|(place, byte)| *place = byte);
        return Some(ClockCommand::Ascii { text: letters, beep: 0 });
    }
    if text.len() > XL_MAX {
        return None;
    }
    let mut shown = [0; XL_MAX];
    shown.iter_mut().zip(text.bytes()).for_each(|(place, byte)| *place = segments::of(byte));
    Some(ClockCommand::Display { segments: shown, marks: 0, beep: false })
}

impl BoardSession for Session {
    own_session_methods!();

    fn give_orientation(&mut self, orientation: Option<Orientation>) {
        self.give_orientation(orientation);
    }

    fn order_clock(
        &mut self,
        t: Millis,
        orders: &mut ClockOrders,
        order: ClockOrder,
    ) -> Result<(), ClockRefusal> {
        orders.order(t, self, order)
    }

    fn settle_clock(&mut self, t: Millis, orders: &mut ClockOrders) {
        orders.settle(t, self);
    }

    fn is_for_clock(&self, bytes: &[u8]) -> bool {
        bytes.first() == Some(&CLOCK_MESSAGE)
    }

    fn allow_lamps(&mut self, t: Millis, is_allowed: bool) {
        self.allow_lamps(t, is_allowed);
    }
}

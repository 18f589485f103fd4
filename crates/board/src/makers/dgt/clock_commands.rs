//! The queue of messages to the clock. One message is sent at a time, and the next one only after its acknowledgement.
//!
//! A message is sent again if no acknowledgement has come for two seconds, at most three times in all. Six seconds
//! after it was first sent it is given up, and the next message is sent. A message that sets the times is sent only
//! once: a repetition two seconds later would give two extra seconds to the player whose time is running.
//! Acknowledgements of other messages are ignored, because clocks behind Bluetooth boards repeat themselves and some
//! clocks answer late.
//!
//! Limits: at most [`QUEUE_MAX`] messages wait, and as many results wait to be read. Further messages are refused; the
//! oldest results are dropped.

use super::clock::Ack;
use super::clock_command::ClockCommand;
use crate::Millis;
use std::collections::VecDeque;

/// The greatest number of messages that wait to be sent.
pub const QUEUE_MAX: usize = 16;
/// The longest time to wait for an acknowledgement before the message is sent again, in milliseconds.
pub const ACK_WAIT_MS: Millis = 2000;
/// The greatest number of times that a message is sent.
pub const TRIES_MAX: u32 = 3;

/// The result of a message to the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockOutcome {
    /// The clock obeyed and answered.
    Done(Ack),
    /// The clock refused, for instance because it is not in its board mode.
    Refused(Ack),
    /// No acknowledgement came.
    GaveUp,
}

/// Messages to the clock and their results.
#[derive(Debug, Clone, Default)]
pub struct ClockCommands {
    waiting: VecDeque<ClockCommand>,
    sent: Option<Sent>,
    results: VecDeque<(ClockCommand, ClockOutcome)>,
}

#[derive(Debug, Clone, Copy)]
struct Sent {
    command: ClockCommand,
    tries: u32,
    /// The instant at which the message is sent again or given up.
    due: Millis,
    /// True if the message is to be returned by the next call of `poll_transmit`.
    ready: bool,
}

impl ClockCommands {
    /// Creates an empty queue.
    pub fn new() -> ClockCommands {
        ClockCommands::default()
    }

    /// Puts a message at the end of the queue. Returns false, and does nothing, if the queue is full.
    pub fn queue(&mut self, command: ClockCommand) -> bool {
        let has_room = self.waiting.len() < QUEUE_MAX;
        if has_room {
            self.waiting.push_back(command);
        }
        has_room
    }

    /// Handles an acknowledgement from the clock.
    pub fn handle_ack(&mut self, ack: Ack) {
        let Some(sent) = self.sent else { return };
        if sent.tries == 0 || ack.number() != sent.command.number() {
            return;
        }
        let outcome = if ack.is_refused() { ClockOutcome::Refused(ack) } else { ClockOutcome::Done(ack) };
        self.finish(sent.command, outcome);
    }

    /// If the acknowledgement is overdue, makes the message ready to be sent again, or gives it up.
    pub fn advance(&mut self, t: Millis) {
        let Some(sent) = &mut self.sent else { return };
        if sent.ready || sent.due > t {
            return;
        }
        if sent.tries < tries_max(sent.command) {
            sent.ready = true;
        } else {
            let command = sent.command;
            self.finish(command, ClockOutcome::GaveUp);
        }
    }

    /// Returns the instant of the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.sent.filter(|sent| !sent.ready).map(|sent| sent.due)
    }

    /// Returns the next message to send, if one is ready. The message counts as sent from now on.
    pub fn poll_transmit(&mut self, t: Millis) -> Option<ClockCommand> {
        if self.sent.is_none() {
            let command = self.waiting.pop_front()?;
            self.sent = Some(Sent { command, tries: 0, due: t, ready: true });
        }
        let sent = self.sent.as_mut().filter(|sent| sent.ready)?;
        sent.ready = false;
        sent.tries += 1;
        sent.due = t + ACK_WAIT_MS * Millis::from(TRIES_MAX / tries_max(sent.command));
        Some(sent.command)
    }

    /// Returns the next result with its message, in the order in which the messages were finished.
    pub fn poll_outcome(&mut self) -> Option<(ClockCommand, ClockOutcome)> {
        self.results.pop_front()
    }

    /// Gives up every message, because the clock or the board is no longer connected.
    pub fn clear(&mut self) {
        let open = self.sent.take().map(|sent| sent.command);
        for command in open.into_iter().chain(std::mem::take(&mut self.waiting)) {
            self.finish(command, ClockOutcome::GaveUp);
        }
    }

    fn finish(&mut self, command: ClockCommand, outcome: ClockOutcome) {
        self.sent = None;
        if self.results.len() == QUEUE_MAX {
            self.results.pop_front();
        }
        self.results.push_back((command, outcome));
    }
}

/// Returns the greatest number of times that this message is sent.
fn tries_max(command: ClockCommand) -> u32 {
    match command {
        ClockCommand::SetAndRun { .. } => 1,
        ClockCommand::Display { .. }
        | ClockCommand::Icons { .. }
        | ClockCommand::End
        | ClockCommand::Button
        | ClockCommand::Version
        | ClockCommand::Beep(_)
        | ClockCommand::Ascii { .. }
        | ClockCommand::LongAscii { .. } => TRIES_MAX,
    }
}

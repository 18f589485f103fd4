//! The desk for messages to the clock: one at a time, each waits for its acknowledgement.
//!
//! A message is sent again when nothing came for two seconds, three times in all; six seconds after the first it is
//! given up and the next one has its turn. What sets the times is sent once: said again two seconds later it would give
//! the player whose time runs two seconds. An acknowledgement of another message is ignored: clocks behind Bluetooth
//! boards repeat themselves, and some answer late.
//!
//! Limits: [`QUEUE_MAX`] waiting messages and as many unread results; more messages are turned away, older results
//! are dropped.

use super::clock::Ack;
use super::clock_command::ClockCommand;
use crate::Millis;
use std::collections::VecDeque;

/// How many messages may wait.
pub const QUEUE_MAX: usize = 16;
/// How long an acknowledgement may take before the message is sent again.
pub const ACK_WAIT_MS: Millis = 2000;
/// How often a message is sent at most.
pub const TRIES_MAX: u32 = 3;

/// How a message to the clock ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockOutcome {
    /// The clock did it and answered this.
    Done(Ack),
    /// The clock refused, for instance because it is not in its board mode.
    Refused(Ack),
    /// Nothing came back.
    GaveUp,
}

/// Messages to the clock and what became of them.
#[derive(Debug, Clone, Default)]
pub struct ClockDesk {
    waiting: VecDeque<ClockCommand>,
    sent: Option<Sent>,
    results: VecDeque<(ClockCommand, ClockOutcome)>,
}

#[derive(Debug, Clone, Copy)]
struct Sent {
    command: ClockCommand,
    tries: u32,
    /// When it is sent again, or given up.
    due: Millis,
    /// It is to be handed out at the next chance.
    ready: bool,
}

impl ClockDesk {
    /// An empty desk.
    pub fn new() -> ClockDesk {
        ClockDesk::default()
    }

    /// Puts a message at the end of the queue. False when the queue is full: then nothing is done.
    pub fn queue(&mut self, command: ClockCommand) -> bool {
        let has_room = self.waiting.len() < QUEUE_MAX;
        if has_room {
            self.waiting.push_back(command);
        }
        has_room
    }

    /// The clock answered.
    pub fn handle_ack(&mut self, ack: Ack) {
        let Some(sent) = self.sent else { return };
        if sent.tries == 0 || ack.number() != sent.command.number() {
            return;
        }
        let outcome = if ack.is_refused() { ClockOutcome::Refused(ack) } else { ClockOutcome::Done(ack) };
        self.finish(sent.command, outcome);
    }

    /// Fires the wait for an acknowledgement if it has run out.
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

    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.sent.filter(|sent| !sent.ready).map(|sent| sent.due)
    }

    /// The message whose turn it is, if the one before is done. It counts as sent now.
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

    /// What became of a message, in the order of their ends.
    pub fn poll_outcome(&mut self) -> Option<(ClockCommand, ClockOutcome)> {
        self.results.pop_front()
    }

    /// The clock or the board is gone: everything is given up.
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

/// How often this message is sent at most.
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

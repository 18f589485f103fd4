//! Requests to the main loop, and the answers that wait until their records are safe.
//!
//! The public cannot send requests: an [`Ask`] comes from the arbiter's listener, or from the simulated arbiter of
//! `demo`.

use crate::arbiter::{Freeze, ReadAs};
use game::CommandJson;
use hall::{Refusal, TableNo};
use relay::rounds::EventState;
use tokio::sync::oneshot;
use tournament::{Event, EventCommandJson};

/// The outcome of a command: the refusal, or success, with a sentence if there is something to say.
pub type Done = Result<Option<String>, Refusal>;

/// A request from outside the main loop.
#[derive(Debug)]
pub enum Ask {
    /// A person's command for a table.
    Command {
        /// The number of the table.
        table: TableNo,
        /// The command.
        command: Box<CommandJson>,
        /// The channel for the outcome. It is sent when the command is safe in the journal; for a clock order, only
        /// after the clock has answered, too.
        answer: oneshot::Sender<Done>,
    },
    /// A person's order about the event.
    Event {
        /// The order.
        command: Box<EventCommandJson>,
        /// The channel for the outcome, which is sent when the order is safe in the journal.
        answer: oneshot::Sender<Done>,
    },
    /// A request for the event as it is now.
    EventState(oneshot::Sender<Box<EventState>>),
    /// A request for a copy of the event.
    WholeEvent(oneshot::Sender<Box<Event>>),
    /// An arbiter's request to record the state of a table.
    Freeze(Freeze),
    /// An arbiter's request to parse moves.
    Read(ReadAs),
}

/// An answer that waits for the disk.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The number of the record that must be safe before the answer is given.
    pub(crate) seq: u64,
    /// The answer.
    pub(crate) word: AnswerWord,
}

/// An answer, with the channel to its asker.
#[derive(Debug)]
pub(crate) enum AnswerWord {
    /// The outcome of a command.
    Command(oneshot::Sender<Done>, Done),
    /// The outcome of a request to record the state of a table.
    Freeze(oneshot::Sender<Result<String, Refusal>>, Result<String, Refusal>),
}

impl AnswerWord {
    /// Gives the answer. If the asker has gone, the answer is dropped.
    pub(crate) fn give(self) {
        match self {
            AnswerWord::Command(to, done) => drop(to.send(done)),
            AnswerWord::Freeze(to, done) => drop(to.send(done)),
        }
    }
}

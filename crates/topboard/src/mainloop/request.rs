//! What people ask of the main loop, and the answers that wait until their records are safe.
//!
//! The public has no way in: an [`Ask`] is sent by the arbiter's door, and by the simulated arbiter of `demo`.

use crate::arbiter::{Freeze, ReadAs};
use game::Command;
use hall::TableNo;
use tokio::sync::oneshot;

/// What came of a command: that it was done, with a sentence where there is something to say, or why not.
pub type Done = Result<Option<String>, String>;

/// A question or an order from outside.
#[derive(Debug)]
pub enum Ask {
    /// A person's word about a table.
    Command {
        /// The table.
        table: TableNo,
        /// What.
        command: Box<Command>,
        /// Whether it could be done; answered when it is safe in the book, for a clock also when that has answered.
        answer: oneshot::Sender<Done>,
    },
    /// An arbiter wants it noted how a table stands.
    Freeze(Freeze),
    /// An arbiter wants moves read.
    Read(ReadAs),
}

/// An answer that waits for the disk.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The record that must be safe before it is given.
    pub(crate) seq: u64,
    /// What it is.
    pub(crate) word: AnswerWord,
}

/// What is answered, and to whom.
#[derive(Debug)]
pub(crate) enum AnswerWord {
    /// Whether a command could be done.
    Command(oneshot::Sender<Done>, Done),
    /// The record of a table.
    Freeze(oneshot::Sender<Result<String, String>>, Result<String, String>),
}

impl AnswerWord {
    /// Gives it. An asker may have gone; then nobody misses the answer.
    pub(crate) fn give(self) {
        match self {
            AnswerWord::Command(to, done) => drop(to.send(done)),
            AnswerWord::Freeze(to, done) => drop(to.send(done)),
        }
    }
}

//! Requests to the main loop, and the answers that wait until their records are safe.
//!
//! The public cannot send requests: an [`Ask`] comes from the arbiter's listener, or from the simulated arbiter of
//! `demo`.

use crate::{
    arbiter::{Freeze, ReadAs},
    journal_files::disk_health::Health,
};
use board::Millis;
use game::CommandJson;
use hall::{Refusal, TableNo};
use relay::{readiness::ReadyItem, rounds::EventState};
use tokio::sync::oneshot;
use tournament::{Event, EventCommandJson, EventOrderJson, PairingNo, RoundNo};

/// What there is to say of an order that was carried out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CarriedOut {
    /// The answer of a clock, if it was asked something.
    pub text: Option<String>,
    /// The number under which the order can be taken back, if it can be.
    pub order: Option<u32>,
    /// The pairings that keep another result than the one a list brought that was taken back: it was decided since.
    pub kept: Vec<PairingNo>,
}

/// The outcome of a command: the refusal, or what there is to say.
pub type Done = Result<CarriedOut, Refusal>;

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
    /// A question whether an order about the event would be taken. Nothing changes.
    WouldTake {
        /// The order.
        order: Box<EventOrderJson>,
        /// The channel for the answer: `Err` has the refusal that the order would get.
        answer: oneshot::Sender<Result<(), Refusal>>,
    },
    /// A request for the event as it is now.
    EventState(oneshot::Sender<Box<EventState>>),
    /// A request for a copy of the event.
    WholeEvent(oneshot::Sender<Box<Event>>),
    /// A question what is missing before a round.
    Ready {
        /// The round.
        round: RoundChoice,
        /// The channel for the list.
        answer: oneshot::Sender<Result<Lacks, Refusal>>,
    },
    /// A question whether the moves of a table's game, or of an earlier one, are a matter of transmission alone.
    IsPlain {
        /// The number of the table.
        table: TableNo,
        /// The number of the game; `None` for the game on the board.
        game: Option<u32>,
        /// The channel for the answer.
        answer: oneshot::Sender<bool>,
    },
    /// A note for the journal of who looked at what, or of whose password was set: the value of `access`, as JSON.
    Access(String),
    /// A question how the journal and the boards are.
    Figures(oneshot::Sender<Figures>),
    /// An arbiter's request to record the state of a table.
    Freeze(Freeze),
    /// An arbiter's request to parse moves.
    Read(ReadAs),
}

/// The round before which somebody asks what is missing. What is left out is the tournament if there is only one, and
/// the round that begins next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoundChoice {
    /// The key of the tournament.
    pub tournament: Option<String>,
    /// The round.
    pub round: Option<RoundNo>,
}

/// What the main loop knows of what is missing before a round.
#[derive(Debug)]
pub struct Lacks {
    /// The rounds that were looked at.
    pub rounds: Vec<(String, RoundNo)>,
    /// What the event and the boards lack.
    pub items: Vec<ReadyItem>,
    /// The health of the disk under the journal.
    pub health: Health,
    /// Says whether a reference keeps the time of day.
    pub is_time_kept: bool,
    /// How far spectators are behind the boards, in milliseconds.
    pub delay_ms: Millis,
    /// How far they are to be behind, in minutes.
    pub wanted_delay_minutes: u8,
}

/// The journal and the boards in numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// The journal time, in milliseconds.
    pub now_ms: Millis,
    /// The number of the last record.
    pub appended: u64,
    /// The number of the last record that is safe.
    pub safe: u64,
    /// The bytes that wait for the disk.
    pub waiting_bytes: u64,
    /// The tables whose board is being read.
    pub live: usize,
    /// The tables whose board was lost.
    pub lost: usize,
    /// The tables at which no board was seen.
    pub absent: usize,
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

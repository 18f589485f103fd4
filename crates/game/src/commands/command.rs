//! What a person can tell the table (docs/formats/commands.md): the same JSON in the journal, in sensor logs and on
//! the wire. A boundary file: deriving serde here is a promise.

use serde::{Deserialize, Serialize};

/// A command, with its author where it came from a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// What is to be done.
    #[serde(flatten)]
    pub order: Order,
    /// Which game of the table it is about, by the number it was published with; without it the one on the board. Of a game
    /// that is not on the board any more `result`, `correct`, `choose` and `promote` can still be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// Who says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "kebab-case")]
pub enum Order {
    /// A game starts: names, and a position when it is not the normal array.
    Start {
        /// White's name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white: Option<String>,
        /// Black's name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<String>,
        /// Where it starts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
    },
    /// The result, confirmed.
    Result {
        /// `1-0`, `0-1`, `1/2-1/2`; `0-0`, `1/2-0`, `0-1/2`; `+/-`, `-/+`, `-/-` for a game that was not played; `*` to
        /// take one back.
        result: String,
    },
    /// The plies from `from_ply` on (the first is 1) are replaced by these, in UCI.
    Correct {
        /// The first ply to replace.
        from_ply: usize,
        /// What was played instead.
        moves: Vec<String>,
    },
    /// Answers an asked point.
    Choose {
        /// The ply that was asked about.
        ply: usize,
        /// The move, in UCI.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Tells what a pawn became.
    Promote {
        /// The promoting ply.
        ply: usize,
        /// `Q`, `R`, `B` or `N`.
        piece: String,
    },
    /// A player claims.
    Claim {
        /// `white` or `black`.
        by: String,
        /// What is claimed.
        kind: Claim,
        /// The announced move, in SAN.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        mv: Option<String>,
    },
    /// The arbiter rules on an incident.
    Rule {
        /// The incident's number.
        incident: u64,
        /// What he says.
        decision: Decision,
    },
    /// Back to the position before this ply.
    Restore {
        /// The ply.
        ply: usize,
    },
    /// A draw was offered.
    DrawOffer {
        /// `white` or `black`.
        by: String,
    },
    /// The game is adjourned.
    Adjourn,
    /// Something only a person can know: colours reversed, help by an assistant, a player's late arrival.
    Report {
        /// Which rule it falls under, by its name in the Laws crate: `colours-reversed`.
        rule: String,
        /// `white` or `black`, where it is about one of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// In words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// The clock of the table is to do something: for restarts and penalties.
    Clock(ClockWish),
    /// A note for the record.
    Note {
        /// The note.
        text: String,
    },
}

impl Order {
    /// Whether it says what was played or how it ended: of a game that is not on the board any more too.
    pub fn is_of_the_record(&self) -> bool {
        match self {
            Order::Result { .. } | Order::Correct { .. } | Order::Choose { .. } | Order::Promote { .. } => {
                true
            }
            Order::Start { .. }
            | Order::Claim { .. }
            | Order::Rule { .. }
            | Order::Restore { .. }
            | Order::DrawOffer { .. }
            | Order::Adjourn
            | Order::Report { .. }
            | Order::Clock(_)
            | Order::Note { .. } => false,
        }
    }
}

/// What a clock is to do, where the board can pass it on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum ClockWish {
    /// It shows these times, and one of them runs, or none.
    Set {
        /// White's time in milliseconds; a part of a second counts as a whole one.
        white_ms: u32,
        /// Black's.
        black_ms: u32,
        /// `white` or `black`; without it both stand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        running: Option<String>,
    },
    /// It shows a text of at most eight characters.
    Text {
        /// The text.
        text: String,
    },
    /// It shows the times again.
    Times,
    /// It says what it is.
    Version,
}

/// What a player can claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// An illegal move by the opponent.
    Illegal,
    /// Threefold repetition.
    Threefold,
    /// Fifty moves.
    Fifty,
    /// The opponent's flag.
    Time,
    /// Touch-move.
    Touch,
    /// A draw in a quickplay finish.
    QuickplayDraw,
    /// An increment in a quickplay finish.
    QuickplayIncrement,
}

/// What an arbiter says of an incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// It was so.
    Confirm,
    /// It was not so, or does not matter.
    Dismiss,
    /// It was so, and stands.
    Stands,
}

//! Commands as they are written (docs/formats/commands.md): one JSON form for the journal, sensor logs and the network.
//! Serde is derived here for a documented format: changing a type changes the format.
//!
//! Any text of this form can be read. [`crate::Command::read`] checks whether it is a meaningful command.

use serde::{Deserialize, Serialize};

/// The JSON form of a command, with its author if it came from a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandJson {
    /// The order to be carried out.
    #[serde(flatten)]
    pub order: OrderJson,
    /// The published number of the game that the command is about. If it is missing, the command is about the game on
    /// the board. A game that is no longer on the board still accepts `result`, `correct`, `choose` and `promote`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The person who gave the command, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The login by which they gave it, if it was theirs by name. It is for the record; no game depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login: Option<String>,
    /// The number of the prepared decision that the command is about: `prepare` changes that decision, `drop` drops it, and any
    /// other order announces it, that is, carries it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staged: Option<u32>,
}

/// The JSON form of an order to the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "kebab-case")]
pub enum OrderJson {
    /// Starts a game, optionally with new names, and from a position other than the agreed start.
    Start {
        /// White's new name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white: Option<String>,
        /// Black's new name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<String>,
        /// The FEN of the position from which the game starts. If it is missing, the game starts from the agreed start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
    },
    /// Confirms the result.
    Result {
        /// The result: `1-0`, `0-1`, `1/2-1/2`; `0-0`, `1/2-0`, `0-1/2`; `+/-`, `-/+`, `-/-` for a game that was not
        /// played; `*` to take the confirmed result back.
        result: String,
    },
    /// Replaces the plies from `from_ply` on (the first ply of a game is 1) by moves in UCI.
    Correct {
        /// The number of the first ply to replace.
        from_ply: usize,
        /// The moves played instead.
        moves: Vec<String>,
    },
    /// Answers a question about a ply that the program could not decide.
    Choose {
        /// The number of the ply that was asked about.
        ply: usize,
        /// The chosen move, in UCI.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Names the piece that a pawn became.
    Promote {
        /// The number of the promoting ply.
        ply: usize,
        /// The piece that the pawn became: `Q`, `R`, `B` or `N`.
        piece: String,
    },
    /// Enters a player's claim.
    Claim {
        /// The player who claims: `white` or `black`.
        by: String,
        /// The kind of claim.
        kind: Claim,
        /// The move announced with the claim, in SAN.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        mv: Option<String>,
    },
    /// Enters the arbiter's ruling on an incident.
    Rule {
        /// The incident's number.
        incident: u64,
        /// The arbiter's decision.
        decision: Decision,
    },
    /// Goes back to the position before a ply.
    Restore {
        /// The number of the ply whose preceding position is restored, counted from 1.
        ply: usize,
    },
    /// Enters a draw offer.
    DrawOffer {
        /// The player who offers: `white` or `black`.
        by: String,
    },
    /// Adjourns the game.
    Adjourn,
    /// Reports something that only a person can know: colours reversed, help by an assistant, a player's late arrival.
    Report {
        /// The rule that the report falls under, by its name in the `laws` crate, such as `colours-reversed`.
        rule: String,
        /// The player whom the report is about, `white` or `black`; missing if it is not about one player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// A description in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Gives an order to the table's clock, for restarts and penalties.
    Clock(ClockJson),
    /// Adds a note to the record.
    Note {
        /// The text of the note.
        text: String,
    },
    /// Prepares a decision that is announced later. Until then nothing changes but the arbiters' feed.
    Prepare {
        /// The order that the announcement carries out.
        order: Box<OrderJson>,
    },
    /// Drops a prepared decision, which is then never carried out.
    Drop,
    /// Takes an order back: what stood before it stands again.
    Undo {
        /// The kind of the order.
        of: Undoable,
        /// The number of the order among those of the table that can be taken back, from 1 on.
        no: u32,
    },
}

/// A kind of order that can be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undoable {
    /// The start of a game.
    Start,
    /// A result.
    Result,
    /// A correction of the moves.
    Correct,
    /// An answer to a question.
    Choose,
    /// The piece of a promotion.
    Promote,
    /// The restoration of a position.
    Restore,
    /// An order to the clock.
    Clock,
}

impl Undoable {
    /// Returns the name of the kind of order, as commands write it.
    pub fn name(self) -> &'static str {
        match self {
            Undoable::Start => "start",
            Undoable::Result => "result",
            Undoable::Correct => "correct",
            Undoable::Choose => "choose",
            Undoable::Promote => "promote",
            Undoable::Restore => "restore",
            Undoable::Clock => "clock",
        }
    }
}

impl OrderJson {
    /// Returns whether the order is for the table's clock.
    pub fn is_for_clock(&self) -> bool {
        matches!(self, OrderJson::Clock(_) | OrderJson::Undo { of: Undoable::Clock, .. })
    }

    /// Returns the order that is prepared, if this one prepares another, and otherwise this one.
    pub fn meant(&self) -> &OrderJson {
        match self {
            OrderJson::Prepare { order } => order.meant(),
            other => other,
        }
    }

    /// Returns the fields that hold a player's name and nothing else: White's and Black's; `None` if there is no such
    /// field.
    pub fn names_mut(&mut self) -> [Option<&mut String>; 2] {
        match self {
            OrderJson::Start { white, black, .. } => [white.as_mut(), black.as_mut()],
            OrderJson::Prepare { order } => order.names_mut(),
            _ => [None, None],
        }
    }

    /// Returns the text that a person wrote freely, if the order has one. It may contain anything, including names. The
    /// match is exhaustive: whoever adds an order must decide whether it has such a text.
    pub fn free_text_mut(&mut self) -> Option<&mut String> {
        match self {
            OrderJson::Note { text } | OrderJson::Clock(ClockJson::Text { text }) => Some(text),
            OrderJson::Report { text, .. } => text.as_mut(),
            OrderJson::Prepare { order } => order.free_text_mut(),
            OrderJson::Start { .. }
            | OrderJson::Clock(ClockJson::Set { .. } | ClockJson::Times | ClockJson::Version)
            | OrderJson::Result { .. }
            | OrderJson::Correct { .. }
            | OrderJson::Choose { .. }
            | OrderJson::Promote { .. }
            | OrderJson::Claim { .. }
            | OrderJson::Rule { .. }
            | OrderJson::Restore { .. }
            | OrderJson::DrawOffer { .. }
            | OrderJson::Adjourn
            | OrderJson::Drop
            | OrderJson::Undo { .. } => None,
        }
    }
}

/// The JSON form of an order to a clock, for boards that can pass orders on to their clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum ClockJson {
    /// Sets both times, and starts one of them or neither.
    Set {
        /// White's time in milliseconds, rounded up to whole seconds.
        white_ms: u32,
        /// Black's time in milliseconds, rounded up to whole seconds.
        black_ms: u32,
        /// The side whose time runs, `white` or `black`; if it is missing, neither time runs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        running: Option<String>,
    },
    /// Shows a text of at most eight characters.
    Text {
        /// The text to show.
        text: String,
    },
    /// Shows the times again, in place of a text.
    Times,
    /// Asks the clock for its version.
    Version,
}

/// A kind of claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The opponent made an illegal move.
    Illegal,
    /// The position occurred three times.
    Threefold,
    /// Fifty moves were made without a capture or a pawn move.
    Fifty,
    /// The opponent's time has run out.
    Time,
    /// The opponent broke the touch-move rule.
    Touch,
    /// A draw is claimed in a quickplay finish.
    QuickplayDraw,
    /// An increment is claimed in a quickplay finish.
    QuickplayIncrement,
}

/// An arbiter's decision on an incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The incident happened.
    Confirm,
    /// The incident did not happen, or does not matter.
    Dismiss,
    /// The incident happened, and the moves played since stay valid.
    Stands,
}

//! The JSON form of orders about an event, in the journal and on the wire. A boundary file: deriving serde here is a
//! promise.
//!
//! ```text
//! {"do":"enter","key":"A","name":"Open","rounds_planned":9,"players":{"1":{"name":"Nowak, Anna"},"2":{…}},
//!  "rounds":{"1":{"pairings":{"1":{"white":1,"black":2}},"unpaired":{"3":"pairing-bye"}}}}
//! {"do":"open","key":"A","round":1}                                the round begins
//! {"do":"result","key":"A","round":1,"board":1,"result":"1-0","how":"resignation"}
//! {"do":"close","key":"A","round":1}                               the round is over
//! {"do":"undo"}                                                    takes the last order back
//! ```
//!
//! Missing keys leave things as they are. Unknown keys are ignored, so that an old program can fold a newer journal.

use super::numbered::numbered;
use crate::{BoardNo, PlayerNo, RoundNo, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An order about the event, with the person who gave it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventCommandJson {
    /// The order.
    #[serde(flatten)]
    pub order: EventOrderJson,
    /// The person who gave the order, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The login by which they gave it, if it was theirs by name. It is for the record; no event depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login: Option<String>,
}

/// An order about the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum EventOrderJson {
    /// Names the event and its place.
    Event {
        /// The name of the event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The place of the event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        site: Option<String>,
        /// How many minutes spectators are to be behind the boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        delay_minutes: Option<u8>,
    },
    /// Enters a tournament, or more of it: what is named replaces what was there.
    Enter {
        /// The key of the tournament.
        key: String,
        /// The parts that are entered.
        #[serde(flatten)]
        parts: Box<TournamentJson>,
    },
    /// Removes a tournament of which no round has begun.
    Remove {
        /// The key of the tournament.
        key: String,
    },
    /// Withdraws a player after a round, or takes a withdrawal back.
    Withdraw {
        /// The key of the tournament.
        key: String,
        /// The player.
        player: PlayerNo,
        /// The last round that the player plays, 0 for none; missing to take a withdrawal back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<RoundNo>,
    },
    /// Completes what is known of players, as a rating list has it. What is not named stays as it is, and so does the name.
    Complete {
        /// The key of the tournament.
        key: String,
        /// What becomes known, by the number of the player.
        #[serde(deserialize_with = "numbered")]
        players: BTreeMap<PlayerNo, DetailsJson>,
    },
    /// Removes a pairing whose game has not begun. Its players are then without a game.
    Unpair(BoardJson),
    /// Exchanges White and Black of a pairing. The moves stay.
    SwapColors(BoardJson),
    /// Exchanges the pairings of two boards. The moves on each table stay there.
    SwapBoards {
        /// The first board.
        #[serde(flatten)]
        at: BoardJson,
        /// The other board.
        with: BoardNo,
    },
    /// Puts a board of the tournament on a table of the hall.
    Table {
        /// The board.
        #[serde(flatten)]
        at: BoardJson,
        /// The table; missing for the usual table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableNo>,
    },
    /// Begins a round: its tables open.
    Open(RoundOfJson),
    /// Ends a round: its results are final.
    Close(RoundOfJson),
    /// Enters or takes back the result of a pairing.
    Result {
        /// The board.
        #[serde(flatten)]
        at: BoardJson,
        /// The result as `game::ResultEntry` reads it; `*` takes the result back.
        result: String,
        /// How the game ended, by its name in `HowEnded`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        how: Option<String>,
    },
    /// Says that the game of a pairing is adjourned, or is no longer.
    Adjourned {
        /// The board.
        #[serde(flatten)]
        at: BoardJson,
        /// False if the game is no longer adjourned.
        adjourned: bool,
    },
    /// Confirms every result that a board proves and nobody has confirmed.
    ConfirmProved,
    /// Opens or closes a table by hand, or leaves it to the rounds again.
    Gate {
        /// The table.
        table: TableNo,
        /// True if the table is open, false if it is closed; missing to leave it to the rounds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open: Option<bool>,
    },
    /// Says which board stands on a table.
    Board {
        /// The table.
        table: TableNo,
        /// The serial number of the board; missing to leave it to the configuration.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        serial: Option<String>,
    },
    /// Says which boards stand on several tables: of all of them, or of none. An exchange is one order.
    Boards {
        /// The serial number of the board on each table.
        #[serde(deserialize_with = "numbered")]
        boards: BTreeMap<TableNo, String>,
    },
    /// Waits for a piece to be moved: the board that says so stands on this table.
    FindBoard {
        /// The table; missing to stop waiting.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableNo>,
    },
    /// Takes the last order back.
    Undo,
    /// Says the whole event. The program writes it at the beginning of each file of a journal, so that a file can be
    /// read without those before it.
    State {
        /// The event.
        event: Box<EventJson>,
    },
}

impl EventOrderJson {
    /// Returns the round that the order begins.
    pub fn opened_round(&self) -> Option<RoundNo> {
        match self {
            EventOrderJson::Open(open) => Some(open.round),
            _ => None,
        }
    }
}

/// A round of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundOfJson {
    /// The key of the tournament.
    pub key: String,
    /// The number of the round.
    pub round: RoundNo,
}

/// A board of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardJson {
    /// The key of the tournament.
    pub key: String,
    /// The number of the round.
    pub round: RoundNo,
    /// The number of the board.
    pub board: BoardNo,
}

/// A whole event.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventJson {
    /// The name.
    pub name: String,
    /// The place.
    pub site: String,
    /// How many minutes spectators are to be behind the boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_minutes: Option<u8>,
    /// The tournaments by key.
    pub tournaments: BTreeMap<String, TournamentJson>,
    /// The serial number of the board on each table, where a person said it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbered")]
    pub boards: BTreeMap<TableNo, String>,
    /// The tables that a person opened or closed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbered")]
    pub gates: BTreeMap<TableNo, bool>,
}

/// A tournament, or parts of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TournamentJson {
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// The federation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// The first and the last date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dates: Option<(String, String)>,
    /// The arbiters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arbiters: Option<Vec<String>>,
    /// The system, by its name in `System`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The number of rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds_planned: Option<RoundNo>,
    /// The time control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// The table of board 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_table: Option<TableNo>,
    /// The boards of a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards_of_match: Option<BoardNo>,
    /// The tie-breaks, by their names in `TieBreak`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie_breaks: Option<Vec<String>>,
    /// The players by number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbered")]
    pub players: BTreeMap<PlayerNo, PlayerJson>,
    /// The rounds by number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbered")]
    pub rounds: BTreeMap<RoundNo, RoundJson>,
}

/// A player.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerJson {
    /// The name as `Surname, Given`.
    pub name: String,
    /// The title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<u16>,
    /// The FIDE identity number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fide_id: Option<u32>,
    /// The team.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
    /// The federation's three letters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub federation: String,
    /// The sex: `m` or `w`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sex: Option<char>,
    /// The date of birth.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub born: String,
    /// The last round before the withdrawal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn_after: Option<RoundNo>,
}

/// What becomes known of a player.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DetailsJson {
    /// The name that the player has. It says who was meant when the list was read, and is not changed.
    pub name: String,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<u16>,
    /// The FIDE identity number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fide_id: Option<u32>,
    /// The federation's three letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// The sex: `m` or `w`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sex: Option<char>,
    /// The date or the year of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born: Option<String>,
}

/// A round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RoundJson {
    /// The state: missing for a round that has not begun, `open` or `ended`. Only a whole event says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The time of day at which the round begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<String>,
    /// The pairings by board. If any are entered, they replace all of the round.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbered")]
    pub pairings: BTreeMap<BoardNo, PairingJson>,
    /// The players without a game, with the reason by its name in `Unpaired`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbered")]
    pub unpaired: BTreeMap<PlayerNo, String>,
}

/// A pairing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PairingJson {
    /// White; missing if nobody is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerNo>,
    /// Black; missing if nobody is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<PlayerNo>,
    /// The table, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableNo>,
    /// The confirmed result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// True for a game that is not rated.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unrated: bool,
    /// True if a draw wins the tie-break for Black.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub armageddon: bool,
    /// True while the game is adjourned.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub adjourned: bool,
    /// The table and the number of the game on an electronic board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<(TableNo, u32)>,
}

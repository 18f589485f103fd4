//! The messages of the operator's feed on the wire (the OpenAPI file of the staff's listener). A boundary file: deriving
//! serde here is a promise to operators and organisers.

use crate::{
    arbiter::message::{AskedView, DiskView, RoundRow, RoundView, TimingView},
    message::{ClockView, EventView, LinkView, PlayerView},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// A text frame to an operator.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OperatorFrame<'a> {
    /// The complete state of all tables, sent at the start and whenever the page fell behind.
    Snapshot {
        /// The epoch, which changes whenever the program is restarted.
        epoch: &'a str,
        /// The sequence number of the last update that the snapshot contains.
        seq: u64,
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
        /// The event that is being played.
        event: &'a EventView,
        /// The rules under which the event is played.
        rules: &'a OperatorRules,
        /// The state of the journal's disk.
        disk: &'a DiskView,
        /// The tables, in the order of their numbers.
        tables: Vec<&'a OperatorTable>,
    },
    /// A change. Each changed table is sent in full. `seq` is one more than in the preceding update or snapshot.
    Update {
        /// The sequence number of the update.
        seq: u64,
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
        /// The tables that changed.
        tables: Vec<&'a OperatorTable>,
        /// The new clock readings, by table.
        clocks: BTreeMap<u16, ClockView>,
        /// The state of the journal's disk, if it changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        disk: Option<&'a DiskView>,
    },
    /// The state of all tables before the round, sent on request.
    Round {
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
        /// The tables, in the order of their numbers.
        tables: Vec<RoundRow<'a>>,
    },
    /// A sign of life, sent when nothing changed.
    Beat {
        /// The sequence number of the last update.
        seq: u64,
        /// The present time of the program's clock, in milliseconds.
        now_ms: u64,
    },
}

/// The rules of the event, as far as a page needs them to name the event.
#[derive(Debug, Clone, Copy, Default, Serialize, PartialEq, Eq)]
pub struct OperatorRules {
    /// The edition of the Laws: `pl09`, `ru20` or `fide23`.
    pub edition: &'static str,
    /// The discipline: `standard`, `rapid` or `blitz`.
    pub discipline: &'static str,
    /// The language in which the page is first shown.
    pub language: &'static str,
}

/// A table as its operator sees it: the game as everybody may see it, at once, and how the board and its clock are.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct OperatorTable {
    /// The number of the table.
    pub table: u16,
    /// The number of the game at the table.
    pub game: u32,
    /// The player of White.
    pub white: PlayerView,
    /// The player of Black.
    pub black: PlayerView,
    /// The position from which the game started, as FEN.
    pub start: String,
    /// The position after the last of the plies, as FEN.
    pub fen: String,
    /// The plies of the game that everybody may see.
    pub moves: Vec<OperatorPly>,
    /// The last clock reading of the table.
    pub clock: Option<ClockView>,
    /// The result that a person confirmed: `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
    /// The result in full if PGN's token does not say it all: `0-1/2`, `+/-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The state of the connection to the board.
    pub link: LinkView,
    /// How the board, the clock and the sensors are.
    #[serde(flatten)]
    pub upkeep: Upkeep,
}

/// How a table's board, clock and sensors are, and what they ask. It has no place for an incident, a claim, a ruling, a
/// count or a note.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct Upkeep {
    /// The greatest errors that the times of this table may have.
    pub timing: TimingView,
    /// The state of the table in the check before the round.
    pub round: RoundView,
    /// The question which of several legal moves was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedView>,
    /// Says whether the board shows the end of the game, of which nobody has confirmed a result. Which result it shows is the
    /// arbiter's to read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
    /// Says whether the board contradicts the moves on three squares or more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub astray: bool,
    /// Says whether moves are made and pressed for although the game has a result: it may be another table's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub played_on: bool,
    /// The error by which the program stopped following the table; null if it follows the table.
    pub fault: Option<String>,
    /// The time of the program's clock at which the board was heard last, in milliseconds, if it is silent for longer than it
    /// should be. A player who thinks does not silence a board: it answers when it is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heard_ms: Option<u64>,
    /// The battery charge of the board in percent, if the board tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battery: Option<u8>,
    /// What is wrong with the board or its cable: `deaf`, `deaf-but-followed` or `no-parity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ailment: Option<&'static str>,
    /// The sensors that are not to be trusted; missing if the board complains of none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensors: Option<SensorsView>,
}

/// What a board says against its own sensors.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct SensorsView {
    /// The squares whose sensors give no level that a working sensor can give.
    pub dead: Vec<String>,
    /// The squares that have read occupied ever since the board was switched on, although the game has nothing there.
    pub stuck: Vec<String>,
    /// Says whether the wiring is at fault.
    pub wiring: bool,
}

/// A ply that everybody may see.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct OperatorPly {
    /// The move in SAN.
    pub san: String,
    /// The squares of the move in UCI, to be highlighted.
    pub uci: String,
    /// Says whether the ply is no legal move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub irregular: bool,
    /// Says whether the ply may still change.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The mover's remaining time, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u32>,
}

//! The messages of the hall feed on the wire (web/PROTOCOL.md). A boundary file: deriving serde here is a promise.

use serde::{Deserialize, Serialize};

/// A text frame from the server.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Frame<'a> {
    /// The whole picture, at the start and whenever the subscriber fell behind.
    Snapshot {
        /// The epoch, which changes when the server starts anew: sequences of different epochs do not compare.
        epoch: &'a str,
        /// The sequence of the last update that the snapshot contains.
        seq: u64,
        /// The present time of the server's clock, in milliseconds: ages are measured against it, never against the
        /// viewer's clock.
        now_ms: u64,
        /// The event.
        event: &'a EventView,
        /// The tables, in the order of their numbers.
        tables: Vec<&'a TableView>,
        /// The journal's head as last signed.
        #[serde(skip_serializing_if = "Option::is_none")]
        head: Option<&'a HeadView>,
    },
    /// A change. `seq` is one more than the last; after a gap, ask for a snapshot.
    Update {
        /// The sequence of the update.
        seq: u64,
        /// The present time of the server's clock, in milliseconds.
        now_ms: u64,
        /// The tables that changed.
        tables: Vec<TableChange>,
        /// The journal's head, when it was signed anew.
        #[serde(skip_serializing_if = "Option::is_none")]
        head: Option<HeadView>,
    },
    /// A sign of life: nothing changed.
    Beat {
        /// The sequence of the last update.
        seq: u64,
        /// The present time of the server's clock, in milliseconds.
        now_ms: u64,
    },
}

/// A text frame from a subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "want", rename_all = "lowercase")]
pub enum Want {
    /// A request for a snapshot, after a gap was seen.
    Snapshot,
}

impl Want {
    /// Parses a frame; `None` for frames that are not understood, which are passed over.
    pub fn parse(text: &str) -> Option<Want> {
        serde_json::from_str(text).ok()
    }
}

/// The event.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct EventView {
    /// The name of the event.
    pub name: String,
    /// The place.
    pub site: String,
    /// The date, such as `2026.11.21`.
    pub date: String,
    /// The round.
    pub round: String,
    /// The time control as in PGN's tag TimeControl.
    pub time_control: String,
}

/// The journal's head after a record that is safe and signed. A copy of it can tell later whether the journal was cut
/// or written anew.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct HeadView {
    /// The number of the record that it follows.
    pub seq: u64,
    /// The head, in 64 hexadecimal digits.
    pub head: String,
    /// The public key that signed it, in 64 hexadecimal digits.
    pub key: String,
}

/// A table as a whole.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct TableView {
    /// The number of the table.
    pub table: u16,
    /// The number of the game at the table.
    pub game: u32,
    /// The revision of the table, which counts its changes.
    pub rev: u64,
    /// White.
    pub white: PlayerView,
    /// Black.
    pub black: PlayerView,
    /// The position from which the game started, as FEN; empty for draughts, whose pieces are not followed.
    pub start: String,
    /// The plies.
    pub moves: Vec<MoveView>,
    /// The clock.
    pub clock: Option<ClockView>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The result in full where PGN's token does not say it all: `0-0`, `0-1/2`, `+/-` for a game that was not played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The link to the board.
    pub link: LinkView,
}

/// The change of a table. If `game` is not the one you know, forget its moves (`from` is 0 then).
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct TableChange {
    /// The number of the table.
    pub table: u16,
    /// The number of the game at the table.
    pub game: u32,
    /// The revision of the table.
    pub rev: u64,
    /// The number of plies to keep before appending `moves`. If missing, the moves did not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// The plies after the kept ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveView>,
    /// White, at a new game or when the players changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerView>,
    /// Black, at a new game or when the players changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<PlayerView>,
    /// The start position, at a new game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The clock, when it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// The result, when it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'static str>,
    /// The result in full, when it changed and PGN's token does not say it all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The link, when it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkView>,
}

/// A player.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct PlayerView {
    /// The name.
    pub name: String,
    /// The title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<u16>,
    /// The federation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub federation: String,
    /// The team.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
}

/// A ply.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct MoveView {
    /// The move in SAN.
    pub san: String,
    /// The squares from and to, for highlighting: `e2e4`.
    pub uci: String,
    /// The position after it, as FEN.
    pub fen: String,
    /// Says whether it gives check.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub check: bool,
    /// Says whether it may still change.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The mover's time left, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u32>,
    /// The time spent on it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent_ms: Option<u32>,
}

/// A clock as it was read at `read_ms` of the server's clock. The running side's time now is `its time - (now -
/// read_ms)`.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct ClockView {
    /// White's time in milliseconds.
    pub white_ms: u32,
    /// Black's time in milliseconds.
    pub black_ms: u32,
    /// The side whose time runs: `white`, `black` or null.
    pub running: Option<&'static str>,
    /// The time at which it was read, on the server's clock, in milliseconds.
    pub read_ms: u64,
}

/// The link to the board.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum LinkView {
    /// No board has been seen yet.
    Absent,
    /// The board is read.
    Live,
    /// Nothing new is known of the table: the picture may be old, and its clock must not tick.
    Lost {
        /// The time since which this is so, on the server's clock, in milliseconds.
        since_ms: u64,
        /// Says whether the board is there, but nothing can be told of it because it could not be made safe.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        held: bool,
    },
}

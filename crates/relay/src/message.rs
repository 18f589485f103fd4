//! The words of the hall feed on the wire (web/PROTOCOL.md). A boundary file: deriving serde here is a promise.

use serde::{Deserialize, Serialize};

/// One text frame from the server.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Frame<'a> {
    /// Everything, at the start and whenever the subscriber fell behind.
    Snapshot {
        /// Changes when the server starts anew: sequences of different epochs do not compare.
        epoch: &'a str,
        /// The sequence of the last update this contains.
        seq: u64,
        /// The server's clock now, in milliseconds: ages are measured against it, never against the viewer's clock.
        now_ms: u64,
        /// The event.
        event: &'a EventView,
        /// Every table, in the order of their numbers.
        tables: Vec<&'a TableView>,
        /// The journal's head as last signed.
        #[serde(skip_serializing_if = "Option::is_none")]
        head: Option<&'a HeadView>,
    },
    /// What changed. `seq` is one more than the last; a gap means: ask for a snapshot.
    Update {
        /// The sequence.
        seq: u64,
        /// The server's clock now.
        now_ms: u64,
        /// The tables that changed.
        tables: Vec<TableChange>,
        /// The journal's head, when it was signed anew.
        #[serde(skip_serializing_if = "Option::is_none")]
        head: Option<HeadView>,
    },
    /// Nothing changed, the server lives.
    Beat {
        /// The sequence of the last update.
        seq: u64,
        /// The server's clock now.
        now_ms: u64,
    },
}

/// One text frame from a subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "want", rename_all = "lowercase")]
pub enum Want {
    /// Everything again: a gap was seen.
    Snapshot,
}

impl Want {
    /// Reads a frame; none for what nobody understands, which is passed over.
    pub fn parse(text: &str) -> Option<Want> {
        serde_json::from_str(text).ok()
    }
}

/// The event.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct EventView {
    /// Its name.
    pub name: String,
    /// Where.
    pub site: String,
    /// `2026.11.21`.
    pub date: String,
    /// The round.
    pub round: String,
    /// PGN's TimeControl.
    pub time_control: String,
}

/// The journal's head after a record that is safe and signed: who keeps a copy can tell later whether the journal was
/// cut or written anew.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct HeadView {
    /// The record it follows.
    pub seq: u64,
    /// 64 hexadecimal digits.
    pub head: String,
    /// The public key that signed it, in 64 digits.
    pub key: String,
}

/// One table, whole.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct TableView {
    /// Its number.
    pub table: u16,
    /// Which game of the table.
    pub game: u32,
    /// This table's revision: counts its changes.
    pub rev: u64,
    /// White.
    pub white: PlayerView,
    /// Black.
    pub black: PlayerView,
    /// The FEN the game started from; empty where draughts is played, whose pieces nobody follows.
    pub start: String,
    /// The plies.
    pub moves: Vec<MoveView>,
    /// The clock.
    pub clock: Option<ClockView>,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`.
    pub result: &'static str,
    /// The result in full where PGN's token does not say it all: `0-0`, `0-1/2`, `+/-` for a game that was not played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The link to the board.
    pub link: LinkView,
}

/// What changed of a table. If `game` is not the one you know, forget its moves (`from` is 0 then).
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct TableChange {
    /// Its number.
    pub table: u16,
    /// Which game.
    pub game: u32,
    /// Its revision.
    pub rev: u64,
    /// Keep so many plies, then append `moves`. Missing: the moves did not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// The plies after those.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveView>,
    /// The players, at a new game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerView>,
    /// The players, at a new game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<PlayerView>,
    /// The start, at a new game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The clock, when it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// The result, when it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'static str>,
    /// With it: the result in full where the token does not say it all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The link, when it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkView>,
}

/// One player.
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

/// One ply.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct MoveView {
    /// SAN.
    pub san: String,
    /// From and to, for highlighting: `e2e4`.
    pub uci: String,
    /// FEN after it.
    pub fen: String,
    /// It gives check.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub check: bool,
    /// It may still change.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The mover's time left, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u32>,
    /// Time spent on it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent_ms: Option<u32>,
}

/// A clock as it was read at `read_ms` of the server's clock: the running side's time now is
/// `its time - (now - read_ms)`.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct ClockView {
    /// White's time in milliseconds.
    pub white_ms: u32,
    /// Black's time in milliseconds.
    pub black_ms: u32,
    /// `white`, `black` or null.
    pub running: Option<&'static str>,
    /// When it was read, on the server's clock.
    pub read_ms: u64,
}

/// The link to the board.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum LinkView {
    /// No board yet.
    Absent,
    /// Fresh.
    Live,
    /// Nothing new is known of the table since then; what is shown may be old, and its clock must not tick.
    Lost {
        /// Since when, on the server's clock.
        since_ms: u64,
        /// The board is there, but nothing can be told of it: it could not be made safe.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        held: bool,
    },
}

//! The messages of the hall feed on the wire (web/PROTOCOL.md). In a boundary file such as this, deriving serde for a
//! type promises its format to outsiders.

use hall::HallSetup;
use serde::{Deserialize, Serialize};

/// A text frame from the server.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Frame<'a> {
    /// The complete state of all tables, sent at the start and whenever the subscriber fell behind.
    Snapshot {
        /// The epoch, which changes whenever the server is restarted. Sequence numbers of different epochs cannot be
        /// compared.
        epoch: &'a str,
        /// The sequence number of the last update that the snapshot contains.
        seq: u64,
        /// The present time of the server's clock, in milliseconds. A client computes ages from it, never from its own
        /// clock.
        now_ms: u64,
        /// The event that is being played.
        event: &'a EventView,
        /// The tables, in the order of their numbers.
        tables: Vec<&'a TableView>,
        /// The last signed head of the journal; `None` if no head was signed yet.
        #[serde(skip_serializing_if = "Option::is_none")]
        head: Option<&'a HeadView>,
    },
    /// A change of some tables. `seq` is one more than in the preceding update or snapshot. After a gap, the client
    /// asks for a snapshot.
    Update {
        /// The sequence number of the update.
        seq: u64,
        /// The present time of the server's clock, in milliseconds.
        now_ms: u64,
        /// The tables that changed.
        tables: Vec<TableChange>,
        /// The journal's new signed head; left out if no new head was signed.
        #[serde(skip_serializing_if = "Option::is_none")]
        head: Option<HeadView>,
        /// The event, if its round or anything else of it changed; otherwise left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        event: Option<EventView>,
    },
    /// A sign of life, sent if nothing changed for a while.
    Beat {
        /// The sequence number of the last update.
        seq: u64,
        /// The present time of the server's clock, in milliseconds.
        now_ms: u64,
    },
}

/// A text frame from a subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "want", rename_all = "lowercase")]
pub enum Want {
    /// A request for a snapshot, after the client noticed a gap in the sequence numbers.
    Snapshot,
}

impl Want {
    /// Parses a frame; `None` if the server does not know it. Such a frame is ignored.
    pub fn parse(text: &str) -> Option<Want> {
        serde_json::from_str(text).ok()
    }
}

/// The event that is being played.
#[derive(Debug, Clone, Default, Serialize, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub struct EventView {
    /// The name of the event.
    pub name: String,
    /// The place of the event.
    pub site: String,
    /// The date of the event, such as `2026.11.21`.
    pub date: String,
    /// The name of the round that is being played.
    pub round: String,
    /// The time control of the event, as in PGN's tag TimeControl.
    pub time_control: String,
    /// How far the feed is behind the boards, in milliseconds. All its times are by a clock that is as far behind.
    #[serde(skip_serializing_if = "is_zero")]
    pub delay_ms: u64,
}

pub(crate) fn is_zero(delay_ms: &u64) -> bool {
    *delay_ms == 0
}

impl EventView {
    /// Returns the event of a set-up as the feeds show it.
    pub fn of(setup: &HallSetup) -> EventView {
        EventView {
            name: setup.event.clone(),
            site: setup.site.clone(),
            date: setup.date.clone(),
            round: setup.round.clone(),
            time_control: setup.time_control.clone(),
            delay_ms: 0,
        }
    }
}

/// The journal's head after a record that is safe on disk, with a signature. Anyone who keeps a copy of the head can
/// later detect that the journal was cut or rewritten.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq)]
pub struct HeadView {
    /// The number of the record that the head follows.
    pub seq: u64,
    /// The head, in 64 hexadecimal digits.
    pub head: String,
    /// The public key that verifies the head's signature, in 64 hexadecimal digits.
    pub key: String,
}

/// The complete state of a table.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct TableView {
    /// The number of the table.
    pub table: u16,
    /// The number of the game at the table.
    pub game: u32,
    /// The revision of the table: a number that goes up with each publication about the table.
    pub rev: u64,
    /// The player of White.
    pub white: PlayerView,
    /// The player of Black.
    pub black: PlayerView,
    /// The position from which the game started, as FEN; empty for draughts, since its moves are not followed.
    pub start: String,
    /// The plies of the game.
    pub moves: Vec<MoveView>,
    /// The last clock reading of the table.
    pub clock: Option<ClockView>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The result in full, if PGN's token does not say it all: `0-0`, `0-1/2`, `+/-` for a game that was not played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The state of the connection to the board.
    pub link: LinkView,
}

/// The change of a table. If `game` differs from the number that the client knows, the old game's moves are to be
/// forgotten; `from` is then 0.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct TableChange {
    /// The number of the table.
    pub table: u16,
    /// The number of the game at the table.
    pub game: u32,
    /// The new revision of the table.
    pub rev: u64,
    /// The number of plies that the client keeps before it appends `moves`. If missing, the moves did not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// The plies that come after the kept ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveView>,
    /// The player of White, if a new game began or the players changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerView>,
    /// The player of Black, if a new game began or the players changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<PlayerView>,
    /// The start position, if a new game began or the start position changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The clock reading, if it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// The result, if it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'static str>,
    /// The result in full, if it changed and PGN's token does not say it all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The state of the connection to the board, if it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkView>,
}

/// A player of a game.
#[derive(Debug, Clone, Default, Serialize, PartialEq, Eq)]
pub struct PlayerView {
    /// The player's name.
    pub name: String,
    /// The player's title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The player's rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<u16>,
    /// The player's federation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub federation: String,
    /// The player's team.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
}

/// A ply of a game.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct MoveView {
    /// The move in SAN; an irregular ply by its squares: `e2-e5`.
    pub san: String,
    /// The move's two squares in UCI, for highlighting: `e2e4`; `--` for an irregular ply whose squares are unknown.
    pub uci: String,
    /// The position after the ply, as FEN.
    pub fen: String,
    /// Says whether the move gives check.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub check: bool,
    /// Says whether the ply is no legal move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub irregular: bool,
    /// Says whether the ply is provisional: it may still change, or be withdrawn by a later update.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The mover's remaining time, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u32>,
    /// The time spent on the move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent_ms: Option<u32>,
}

/// A clock reading, taken at `read_ms` of the server's clock. The present time of the running side is its time here
/// minus `now - read_ms`.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
pub struct ClockView {
    /// White's remaining time, in milliseconds.
    pub white_ms: u32,
    /// Black's remaining time, in milliseconds.
    pub black_ms: u32,
    /// The side whose clock is running: `white`, `black` or null.
    pub running: Option<&'static str>,
    /// The time of the reading on the server's clock, in milliseconds.
    pub read_ms: u64,
}

/// The state of the connection to a board.
#[derive(Debug, Clone, Copy, Default, Serialize, PartialEq, Eq)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum LinkView {
    /// No board has been seen yet.
    #[default]
    Absent,
    /// The board is connected and being read.
    Live,
    /// Nothing new is known of the table. The picture may be out of date, and clients must stop the clock that they
    /// show.
    Lost {
        /// The time since which nothing new is known, on the server's clock, in milliseconds.
        since_ms: u64,
        /// Says whether the cause is a hold: the board is connected, but its news cannot be made safe and so is not
        /// published.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        held: bool,
    },
}

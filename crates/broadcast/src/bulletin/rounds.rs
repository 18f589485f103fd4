//! The rounds as everybody may read them at `/api/v1/rounds`, read again. A boundary file: deriving serde here is a promise to
//! halls of other versions, whose rounds a node hands on.

use serde::Deserialize;

/// All rounds.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Rounds {
    pub(super) event: String,
    pub(super) site: String,
    pub(super) journal: String,
    pub(super) tournaments: Vec<Tournament>,
}

/// A tournament.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tournament {
    pub(super) key: String,
    pub(super) journal: String,
    pub(super) name: String,
    pub(super) site: String,
    pub(super) rounds_planned: u16,
    pub(super) time_control: String,
    pub(super) rounds: Vec<Round>,
}

/// A round that has begun.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Round {
    pub(super) round: u16,
    pub(super) date: String,
    pub(super) starts_at: String,
    pub(super) ended: bool,
    pub(super) boards: Vec<Board>,
}

/// A board of a round.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Board {
    pub(super) board: u16,
    pub(super) table: Option<u16>,
    pub(super) white: Option<Name>,
    pub(super) black: Option<Name>,
    pub(super) result: String,
    /// Set while the result is ahead of the delay, and so of the games.
    pub(super) ahead: bool,
}

/// A player.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Name {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) elo: Option<u16>,
    pub(super) fide_id: Option<u32>,
    pub(super) federation: String,
    pub(super) team: String,
}

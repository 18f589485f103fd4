//! Rounds.

use crate::{BoardNo, Pairing, PlayerNo};
use std::collections::BTreeMap;

/// A round of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Round {
    /// The state of the round.
    pub state: RoundState,
    /// The date as in PGN, such as `2026.11.21`; empty if unknown.
    pub date: String,
    /// The time of day at which the round begins, such as `15:00`; empty if unknown.
    pub starts_at: String,
    /// The pairings by board. Boards may be missing.
    pub pairings: BTreeMap<BoardNo, Pairing>,
    /// The players who are not paired in this round, with the reason.
    pub unpaired: BTreeMap<PlayerNo, Unpaired>,
}

/// The state of a round. It only goes forward, unless a command is undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum RoundState {
    /// The pairings may still change freely.
    #[default]
    Planned,
    /// The round is being played.
    Open,
    /// The round is over, and its results are signed.
    Ended,
}

/// Why a player has no game in a round (the letter of TRF in brackets).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unpaired {
    /// Nobody was left to play: the bye that the pairing allocates, worth the point of a win (`U`).
    PairingBye,
    /// A bye for a full point, asked for or given (`F`).
    FullBye,
    /// A bye for half a point (`H`).
    HalfBye,
    /// A bye for no point, or an absence that was announced (`Z`).
    ZeroBye,
}

impl Unpaired {
    /// All reasons.
    pub const ALL: [Unpaired; 4] =
        [Unpaired::PairingBye, Unpaired::FullBye, Unpaired::HalfBye, Unpaired::ZeroBye];

    /// Returns the name used in commands and journals.
    pub fn name(self) -> &'static str {
        match self {
            Unpaired::PairingBye => "pairing-bye",
            Unpaired::FullBye => "full-bye",
            Unpaired::HalfBye => "half-bye",
            Unpaired::ZeroBye => "zero-bye",
        }
    }

    /// Returns the reason of this name.
    pub fn parse(name: &str) -> Option<Unpaired> {
        Unpaired::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Returns the points of the round, in halves.
    pub fn halves(self) -> u16 {
        match self {
            Unpaired::PairingBye | Unpaired::FullBye => 2,
            Unpaired::HalfBye => 1,
            Unpaired::ZeroBye => 0,
        }
    }
}

impl Round {
    /// Returns the pairing of a player, with its board.
    pub fn pairing_of(&self, player: PlayerNo) -> Option<(BoardNo, &Pairing)> {
        self.pairings
            .iter()
            .map(|(board, pairing)| (*board, pairing))
            .find(|(_, pairing)| pairing.has(player))
    }
}

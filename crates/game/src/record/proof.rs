//! What a board proves about the end of a game.

use crate::Played;
use shakmaty::{Board, KnownOutcome};

/// The reason for which the board proves the result of a game. The result still has to be confirmed (8.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// The last move gave checkmate (5.1.1).
    Checkmate,
    /// The player to move is stalemated (5.2.1).
    Stalemate,
    /// Neither player can mate with the pieces that are left (5.2.2).
    DeadPosition,
    /// The kings were put in the centre, which is a convention of boards and no rule.
    Kings,
}

impl Proof {
    /// All reasons.
    pub const ALL: [Proof; 4] = [Proof::Checkmate, Proof::Stalemate, Proof::DeadPosition, Proof::Kings];

    /// Returns the name used in configurations and journals.
    pub fn name(self) -> &'static str {
        match self {
            Proof::Checkmate => "checkmate",
            Proof::Stalemate => "stalemate",
            Proof::DeadPosition => "dead-position",
            Proof::Kings => "kings",
        }
    }

    /// Returns the reason of this name.
    pub fn parse(name: &str) -> Option<Proof> {
        Proof::ALL.into_iter().find(|proof| proof.name() == name)
    }
}

/// The outcome that a position has by the rules of chess alone.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    /// The number of plies up to the position, and the last of them.
    pub(crate) plies: usize,
    pub(crate) played: Played,
    pub(crate) board: Board,
    pub(crate) outcome: Option<KnownOutcome>,
}

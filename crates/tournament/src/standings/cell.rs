//! What one round was for one player or one team.

use crate::{RoundNo, Unpaired};
use shakmaty::Color;

/// What a round was for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundCell {
    /// The round.
    pub round: RoundNo,
    /// The number of the opponent; `None` if there is no pairing, or nobody is known at the other side of the board.
    pub opponent: Option<u16>,
    /// The colour of the pairing; of a team, White if the team has White on odd boards.
    pub color: Option<Color>,
    /// What happened.
    pub kind: CellKind,
    /// The points of the round, in halves.
    pub halves: u32,
    /// False for a game against a player who withdrew early from a round robin: it is shown and does not count
    /// (RU20 33.1.1).
    pub counts: bool,
    /// True for a game that is not rated.
    pub unrated: bool,
}

/// What happened in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// The player is neither paired nor among those with a reason: late, withdrawn, or free in a round robin.
    Absent,
    /// There is no pairing, for this reason.
    Bye(Unpaired),
    /// The pairing has no confirmed result yet.
    Pending,
    /// The game was not played.
    Forfeit,
    /// The game was played.
    Played,
}

impl RoundCell {
    /// Creates the cell of a round without a pairing.
    pub(crate) fn absent(round: RoundNo) -> RoundCell {
        RoundCell {
            round,
            opponent: None,
            color: None,
            kind: CellKind::Absent,
            halves: 0,
            counts: true,
            unrated: false,
        }
    }

    /// Returns whether a game was played against a known opponent. Everything else that is over is an unplayed game.
    pub fn is_played(&self) -> bool {
        self.kind == CellKind::Played && self.opponent.is_some()
    }

    /// Returns whether the result is still to come.
    pub fn is_pending(&self) -> bool {
        self.kind == CellKind::Pending
    }

    /// Returns TRF's letter for the result: `1`, `=`, `0`, of an unrated game `W`, `D`, `L`, of a forfeit `+` or `-`, of a
    /// bye `U`, `F`, `H`, `Z`; `*` for a result that is still to come; `None` for a player who was absent.
    pub fn code(&self) -> Option<char> {
        Some(match self.kind {
            CellKind::Absent => return None,
            CellKind::Bye(Unpaired::PairingBye) => 'U',
            CellKind::Bye(Unpaired::FullBye) => 'F',
            CellKind::Bye(Unpaired::HalfBye) => 'H',
            CellKind::Bye(Unpaired::ZeroBye) => 'Z',
            CellKind::Pending => '*',
            CellKind::Forfeit => {
                if self.halves > 0 {
                    '+'
                } else {
                    '-'
                }
            }
            CellKind::Played => match (self.halves, self.unrated) {
                (0, false) => '0',
                (1, false) => '=',
                (_, false) => '1',
                (0, true) => 'L',
                (1, true) => 'D',
                (_, true) => 'W',
            },
        })
    }
}

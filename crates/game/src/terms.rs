//! The terms agreed before a game.

use crate::Standing;
use board::{Sensing, Timing};
use shakmaty::CastlingMode;

/// The rules by which moves are inferred from what the board shows. A journal names those by which it was written, and is
/// folded by them again: a later program may judge otherwise, but not about what was published long ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Inference {
    /// The rules of journals that name none.
    #[default]
    First,
    /// A ply that the board bore out is not withdrawn without a question, and an array that is put right during the game
    /// is the start of the game.
    Second,
}

impl Inference {
    /// The rules of this program.
    pub const LATEST: Inference = Inference::Second;

    /// Returns the number by which a journal names the rules.
    pub fn number(self) -> u32 {
        match self {
            Inference::First => 1,
            Inference::Second => 2,
        }
    }

    /// Returns the rules with this number; `None` if this program does not know them.
    pub fn numbered(number: u32) -> Option<Inference> {
        [Inference::First, Inference::Second].into_iter().find(|rules| rules.number() == number)
    }
}

/// The terms agreed before a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// The kind of the board's sensors: they recognise pieces, or sense occupancy only.
    pub sensing: Sensing,
    /// The rules of castling: standard or Chess960.
    pub mode: CastlingMode,
    /// The standing from which the game starts.
    pub start: Standing,
    /// Set if presses and clock readings are to be expected.
    pub clock: bool,
    /// Set if a player's own next move completes a previous move for which they did not press the clock (RU20, FIDE
    /// 2018 and later; not PL09).
    pub next_move_completes: bool,
    /// Set if one game alone is played here until somebody begins the next: putting the pieces back ends the game, and
    /// what hands do afterwards is no game. Otherwise the next game begins when its starting position is set up.
    pub one_game: bool,
    /// The board's scan period in milliseconds.
    pub scan_ms: u32,
    /// The increment that each press adds to the presser's time, in milliseconds; 0 if there is none or it is not
    /// known.
    pub increment_ms: u32,
    /// The rules by which moves are inferred.
    pub inference: Inference,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            sensing: Sensing::Piece,
            mode: CastlingMode::Standard,
            start: Standing::initial(),
            clock: true,
            next_move_completes: true,
            one_game: false,
            scan_ms: Timing::DGT.scan_ms,
            increment_ms: 0,
            inference: Inference::LATEST,
        }
    }
}

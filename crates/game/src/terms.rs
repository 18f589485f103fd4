//! What is agreed before a game.

use crate::Standing;
use board::Sensing;
use shakmaty::CastlingMode;

/// What is agreed before a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// What the board can tell.
    pub sensing: Sensing,
    /// Standard or Chess960.
    pub mode: CastlingMode,
    /// Where the game starts.
    pub start: Standing,
    /// Whether presses and readings are to be expected.
    pub clock: bool,
    /// A player's own next move completes the unpressed one (RU20, FIDE 2018 and later; not PL09).
    pub next_move_completes: bool,
    /// The board's scan period in milliseconds.
    pub scan_ms: u32,
    /// What each press adds to the presser's time, in milliseconds; 0 for none, and where that is not known.
    pub increment_ms: u32,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            sensing: Sensing::Piece,
            mode: CastlingMode::Standard,
            start: Standing::initial(),
            clock: true,
            next_move_completes: true,
            scan_ms: 200,
            increment_ms: 0,
        }
    }
}

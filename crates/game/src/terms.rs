//! The terms agreed before a game.

use crate::Standing;
use board::{Sensing, Timing};
use shakmaty::CastlingMode;

/// The number of the rules by which this program infers moves. A journal names the number of the program that wrote it. What was
/// published by other rules stays published, though this program may judge otherwise.
pub const INFERENCE: u32 = 2;

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
        }
    }
}

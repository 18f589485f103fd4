//! The machine that keeps the score.

use crate::{Command, GameEvent, Score, Standing, Tags};
use board::{BoardEvent, Millis, Sensing};
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
        }
    }
}

/// One table's machine. Advance, then feed: before an input stamped `t` every deadline up to `t` fires at its own
/// instant; `handle_board` and `handle_command` do so themselves.
#[derive(Debug)]
pub struct Scribe {
    score: Score,
}

impl Scribe {
    /// A scribe at a table where a game is about to begin.
    pub fn new(terms: Terms, tags: Tags) -> Scribe {
        Scribe { score: Score::new(1, terms.start, tags, 0) }
    }

    /// Something was seen.
    pub fn handle_board(&mut self, _t: Millis, _event: &BoardEvent) {}

    /// A person said something. `Err` says, in a sentence, why it cannot be done; nothing has changed then.
    pub fn handle_command(&mut self, _t: Millis, _command: &Command) -> Result<(), String> {
        Ok(())
    }

    /// Fires every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, _t: Millis) {}

    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        None
    }

    /// What changed, oldest first, each with the instant it was decided.
    pub fn poll_event(&mut self) -> Option<(Millis, GameEvent)> {
        None
    }

    /// The game on the board. Changes at [`GameEvent::Began`].
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// The games finished on this table before the present one, oldest first.
    pub fn finished(&self) -> &[Score] {
        &[]
    }

    /// The placement the board should show now: for judging orientation and displaced pieces.
    pub fn expected(&self) -> &shakmaty::Board {
        self.score.standing().board()
    }
}

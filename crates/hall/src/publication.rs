//! What the world may be told of a table: nothing of the arbiter's has a place in these types.

use board::Millis;
use game::{ClockFace, Player, ResultEntry};
use shakmaty::ByColor;

/// A change of one table, to be written, synced and then published. Plies before `from` stay as they were told;
/// the rest is replaced by `plies`: a move, a correction and a revision are the same thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// The table's number.
    pub table: u16,
    /// Which game of the table; a new number means that everything before is finished.
    pub game: u32,
    /// Counts this table's publications; never goes back.
    pub rev: u64,
    /// How many plies stay.
    pub from: usize,
    /// The plies after those.
    pub plies: Vec<PublicPly>,
    /// The placement at the start of the game, as FEN; empty where draughts is played, whose pieces nobody follows.
    pub start_fen: String,
    /// The confirmed result.
    pub result: Option<ResultEntry>,
    /// The clock as last read.
    pub clock: Option<ClockFace>,
    /// The link to the board.
    pub link: PublicLink,
    /// Who plays.
    pub players: ByColor<Player>,
}

/// A clock that was read again. It is told without a record of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadClock {
    /// The table's number.
    pub table: u16,
    /// What it shows.
    pub face: ClockFace,
    /// Whether the world may see it; of an adjourned game it keeps the times that were sealed.
    pub is_public: bool,
}

/// A ply as the world sees it: legal, or left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicPly {
    /// Standard algebraic notation, with `+` and `#`.
    pub san: String,
    /// UCI, castling as the king's two squares where that is unambiguous; for highlighting.
    pub uci: String,
    /// The FEN after it.
    pub fen: String,
    /// Whether it gives check.
    pub check: bool,
    /// Whether it may still change without being called a revision.
    pub provisional: bool,
    /// The mover's time left, in milliseconds.
    pub left_ms: Option<u32>,
    /// Time spent, in milliseconds.
    pub spent_ms: Option<u32>,
}

/// The link to a board as the world sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PublicLink {
    /// No board has been seen at this table.
    #[default]
    Absent,
    /// What is shown is what stands on the board.
    Live,
    /// The board cannot be read since this instant: what is shown may be old.
    Lost {
        /// Since when, in journal time.
        since_ms: Millis,
    },
}

//! Publications: what the world may be told of a table. These types have no place for anything of the arbiter's.

use board::Millis;
use game::{ClockFace, Player, ResultEntry};
use shakmaty::ByColor;

/// A change of one table, to be written, synced and then published. The first `from` plies stay as published, and
/// `plies` replaces the rest. A move, a correction and a revision all have this form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// The table's number.
    pub table: u16,
    /// The number of the game at the table. A new number means that every earlier game is finished.
    pub game: u32,
    /// The number of the table's publications so far; it never goes back.
    pub rev: u64,
    /// The number of plies that stay.
    pub from: usize,
    /// The plies after the ones that stay.
    pub plies: Vec<PublicPly>,
    /// The placement at the start of the game, as FEN; empty for draughts, whose pieces are not followed.
    pub start_fen: String,
    /// The confirmed result.
    pub result: Option<ResultEntry>,
    /// The clock as last read.
    pub clock: Option<ClockFace>,
    /// The link to the board.
    pub link: PublicLink,
    /// The players.
    pub players: ByColor<Player>,
}

/// A clock that was read again. It is published without a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadClock {
    /// The table's number.
    pub table: u16,
    /// The face of the clock.
    pub face: ClockFace,
    /// Says whether the world may see it. The clock of an adjourned game keeps the times that were sealed.
    pub is_public: bool,
}

/// A ply as the world sees it. It is legal; other plies are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicPly {
    /// The move in standard algebraic notation, with `+` and `#`.
    pub san: String,
    /// The move in UCI, for highlighting. Castling is the king's two squares, also in Chess960.
    pub uci: String,
    /// The position after the ply, as FEN.
    pub fen: String,
    /// Says whether the ply gives check.
    pub check: bool,
    /// Says whether the ply may still change without being called a revision.
    pub provisional: bool,
    /// The mover's time left, in milliseconds.
    pub left_ms: Option<u32>,
    /// The time spent on the ply, in milliseconds.
    pub spent_ms: Option<u32>,
}

/// The link to a board as the world sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PublicLink {
    /// No board has been seen at this table.
    #[default]
    Absent,
    /// The board is read: the picture shown is what stands on it.
    Live,
    /// The board cannot be read: the picture shown may be old.
    Lost {
        /// The journal time since which it cannot be read.
        since_ms: Millis,
    },
}

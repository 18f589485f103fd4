//! Publications: changes of a table that the world may see. Their types have no field for anything that only the
//! arbiter may see.

use board::Millis;
use game::{ClockFace, Player, ResultEntry};
use shakmaty::ByColor;

/// A change of one table. It is written to the journal and synced before it is published. The first `from` plies stay
/// as published before, and `plies` replaces all later ones. A move, a correction and a revision all have this form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// The table's number.
    pub table: u16,
    /// The number of the game at the table. A new number means that every earlier game is finished.
    pub game: u32,
    /// The number of the table's publications so far, including this publication; it never goes down.
    pub rev: u64,
    /// The number of plies that stay as published before.
    pub from: usize,
    /// The plies that follow the `from` plies that stay.
    pub plies: Vec<PublicPly>,
    /// The starting position of the game, as FEN; empty for draughts, whose pieces are not followed.
    pub start_fen: String,
    /// The confirmed result of the game; `None` if there is none yet.
    pub result: Option<ResultEntry>,
    /// The clock as last read; `None` if no clock was read.
    pub clock: Option<ClockFace>,
    /// The state of the link to the board.
    pub link: PublicLink,
    /// The players.
    pub players: ByColor<Player>,
}

/// A new reading of a clock. It is published without a record in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadClock {
    /// The table's number.
    pub table: u16,
    /// The times and state that the clock shows.
    pub face: ClockFace,
    /// Says whether the world may see the reading. Of an adjourned game the world sees only the times at which it was
    /// sealed.
    pub is_public: bool,
}

/// A ply as the world sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicPly {
    /// The move in standard algebraic notation, with `+` and `#`. An irregular ply is written by its squares, such as
    /// `e2-e5`.
    pub san: String,
    /// The move in UCI, for highlighting its squares. Castling names the squares between which the king moves, also in
    /// Chess960. An irregular ply whose squares are unknown is `--`.
    pub uci: String,
    /// The position after the ply, as FEN.
    pub fen: String,
    /// Says whether the ply gives check.
    pub check: bool,
    /// Says whether the ply is no legal move. Such a ply is published only if the arbiter let it stand.
    pub irregular: bool,
    /// Says whether the ply may still change without a revision.
    pub provisional: bool,
    /// The mover's time left after the ply, in milliseconds; `None` if unknown.
    pub left_ms: Option<u32>,
    /// The time spent on the ply, in milliseconds; `None` if unknown.
    pub spent_ms: Option<u32>,
}

/// The link to a board as the world sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PublicLink {
    /// No board has been seen at this table.
    #[default]
    Absent,
    /// The board can be read: the published position is the one on the board.
    Live,
    /// The board cannot be read: the published position may be out of date.
    Lost {
        /// The journal time since which the board cannot be read.
        since_ms: Millis,
    },
}

//! Pairings: two players and a board.

use crate::{PlayerNo, TableNo};
use game::ResultEntry;
use shakmaty::{ByColor, Color};

/// Two players who meet in a round, with the result of their game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pairing {
    /// The players; `None` for a player who is not known yet.
    pub players: ByColor<Option<PlayerNo>>,
    /// The table on which the board stands; `None` for the usual table ([`crate::Tournament::table_of`]).
    pub table: Option<TableNo>,
    /// The confirmed result; `None` until there is one.
    pub result: Option<ResultEntry>,
    /// How the game ended, if somebody said it.
    pub how: Option<HowEnded>,
    /// True for a game that is not rated, which TRF writes as `W`, `D` or `L`.
    pub unrated: bool,
    /// True if a draw wins the tie-break for Black: the deciding game of a match.
    pub armageddon: bool,
    /// True while the game is adjourned.
    pub adjourned: bool,
    /// The game on an electronic board that belongs to the pairing; `None` if none has begun.
    pub game: Option<GameNo>,
}

/// The number of a game on a table of the hall, as it was published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameNo {
    /// The number of the table.
    pub table: TableNo,
    /// The number of the game at this table.
    pub game: u32,
}

/// How a game ended. The result says who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HowEnded {
    /// Checkmate (Article 5.1.1).
    Checkmate,
    /// Stalemate (5.2.1).
    Stalemate,
    /// A position in which neither player can mate (5.2.2).
    DeadPosition,
    /// A player resigned (5.1.2).
    Resignation,
    /// The players agreed on a draw (5.2.3).
    Agreement,
    /// A draw by repetition (9.2, 9.6.1).
    Repetition,
    /// A draw by the fifty-move or the seventy-five-move rule (9.3, 9.6.2).
    Moves,
    /// A player's time ran out (6.9).
    Time,
    /// A player lost for an illegal move (7.5.5).
    IllegalMove,
    /// The arbiter decided (12.9, or an adjourned game that is not played on).
    Arbiter,
    /// A player did not come, or came too late (6.7).
    Forfeit,
    /// The deciding game of a match, in which a draw wins for Black.
    Armageddon,
}

impl HowEnded {
    /// All ways.
    pub const ALL: [HowEnded; 12] = [
        HowEnded::Checkmate,
        HowEnded::Stalemate,
        HowEnded::DeadPosition,
        HowEnded::Resignation,
        HowEnded::Agreement,
        HowEnded::Repetition,
        HowEnded::Moves,
        HowEnded::Time,
        HowEnded::IllegalMove,
        HowEnded::Arbiter,
        HowEnded::Forfeit,
        HowEnded::Armageddon,
    ];

    /// Returns the name used in commands and journals.
    pub fn name(self) -> &'static str {
        match self {
            HowEnded::Checkmate => "checkmate",
            HowEnded::Stalemate => "stalemate",
            HowEnded::DeadPosition => "dead-position",
            HowEnded::Resignation => "resignation",
            HowEnded::Agreement => "agreement",
            HowEnded::Repetition => "repetition",
            HowEnded::Moves => "moves",
            HowEnded::Time => "time",
            HowEnded::IllegalMove => "illegal-move",
            HowEnded::Arbiter => "arbiter",
            HowEnded::Forfeit => "forfeit",
            HowEnded::Armageddon => "armageddon",
        }
    }

    /// Returns the way of this name.
    pub fn parse(name: &str) -> Option<HowEnded> {
        HowEnded::ALL.into_iter().find(|how| how.name() == name)
    }
}

impl Pairing {
    /// Creates the pairing of two players.
    pub fn new(white: Option<PlayerNo>, black: Option<PlayerNo>) -> Pairing {
        Pairing { players: ByColor { white, black }, ..Pairing::default() }
    }

    /// Returns whether the game has begun, as far as anybody knows: a move was made, or a person said something of it.
    pub fn has_begun(&self) -> bool {
        self.result.is_some() || self.game.is_some() || self.adjourned
    }

    /// Returns who wins the tie-break that the pairing decides; `None` if it decides none, or not yet, or if neither player
    /// has won it. The points of the game are its own: a draw is half a point for each.
    pub fn tie_break_winner(&self) -> Option<Color> {
        let result = self.result.filter(|_| self.armageddon)?;
        let (white, black) = (result.halves(Color::White), result.halves(Color::Black));
        match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Color::White),
            std::cmp::Ordering::Less => Some(Color::Black),
            std::cmp::Ordering::Equal => (white > 0).then_some(Color::Black),
        }
    }

    /// Returns whether a player is one of the two.
    pub fn has(&self, player: PlayerNo) -> bool {
        self.players.iter().any(|seat| *seat == Some(player))
    }
}

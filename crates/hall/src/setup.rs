//! What the organiser set up: the event, its rules, the tables and their boards.

use game::{Player, Standing, Tags, Terms};
use laws::Profile;
use shakmaty::{ByColor, CastlingMode};

/// The hall as configured. It is written into the journal, so that a replay needs nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HallSetup {
    /// The event's name.
    pub event: String,
    /// Where it is played.
    pub site: String,
    /// `2026.11.21`; empty when unknown.
    pub date: String,
    /// The round.
    pub round: String,
    /// PGN's TimeControl, such as `90*60+30`.
    pub time_control: String,
    /// Edition, discipline, supervision.
    pub profile: Profile,
    /// When boards with lamps may show which pieces stand wrong.
    pub lamps: Lamps,
    /// The tables, in the order of their numbers.
    pub tables: Vec<TableSetup>,
}

/// When boards with lamps may show which pieces stand wrong. During play they tell players what only the arbiter should
/// say, so nobody but the organiser lets them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lamps {
    /// They stay dark.
    #[default]
    Never,
    /// Until the first move, or until a clock runs.
    BeforeGames,
    /// Also during play.
    Always,
}

impl Lamps {
    /// All of them.
    pub const ALL: [Lamps; 3] = [Lamps::Never, Lamps::BeforeGames, Lamps::Always];

    /// The name in configurations and journals.
    pub fn name(self) -> &'static str {
        match self {
            Lamps::Never => "never",
            Lamps::BeforeGames => "before-games",
            Lamps::Always => "always",
        }
    }

    /// The one of this name.
    pub fn parse(name: &str) -> Option<Lamps> {
        Lamps::ALL.into_iter().find(|lamps| lamps.name() == name)
    }
}

impl HallSetup {
    /// Whether both are of one round of one event, whoever plays.
    pub fn is_same_round(&self, other: &HallSetup) -> bool {
        (&self.event, &self.round) == (&other.event, &other.round)
    }
}

/// One table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSetup {
    /// Its number in the hall.
    pub table: u16,
    /// Its board.
    pub board: BoardChoice,
    /// Who plays.
    pub players: ByColor<Player>,
    /// Whether a clock is attached to the board.
    pub clock: bool,
    /// The port of its clock, where that is not the board's own.
    pub clock_port: Option<String>,
    /// Standard or Chess960.
    pub chess960: bool,
    /// Where the game starts, when it is not the normal array.
    pub fen: Option<String>,
}

/// How a table finds its board.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardChoice {
    /// By the serial number the board answers with.
    Serial(String),
    /// By the port it is plugged into.
    Port(String),
    /// The next board that no table claims.
    Any,
}

impl HallSetup {
    /// The terms of a table's games; with the reason when its start position cannot be used.
    pub(crate) fn terms(&self, setup: &TableSetup) -> (Terms, Option<String>) {
        let mode = if setup.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let (start, why) = match setup.fen.as_deref().map(|fen| Standing::from_fen(fen, mode)) {
            Some(Ok(start)) => (start, None),
            Some(Err(why)) => (Standing::initial(), Some(format!("{why}; the normal array is used instead"))),
            None => (Standing::initial(), None),
        };
        let terms = Terms {
            mode,
            start,
            clock: setup.clock,
            next_move_completes: self.profile.edition.next_move_completes(),
            ..Terms::default()
        };
        (terms, why)
    }

    /// What stands on the score sheets of a table's games.
    pub(crate) fn tags(&self, setup: &TableSetup) -> Tags {
        Tags {
            event: self.event.clone(),
            site: self.site.clone(),
            date: self.date.clone(),
            round: self.round.clone(),
            board: setup.table.to_string(),
            time_control: self.time_control.clone(),
            players: setup.players.clone(),
        }
    }
}

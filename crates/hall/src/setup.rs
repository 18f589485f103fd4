//! The organiser's set-up: the event, its rules, the tables and their boards.

use board::{BoardEvent, ClockReading, Millis, Orientation, dgt::ClockOrder};
use game::{Player, Proof, Standing, Tags, Terms};
use laws::Profile;
use shakmaty::{ByColor, CastlingMode};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The hall as configured. The journal holds it, so a replay needs no configuration file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HallSetup {
    /// The name of the event.
    pub event: String,
    /// The place where the event is held.
    pub site: String,
    /// The date, such as `2026.11.21`; empty if unknown.
    pub date: String,
    /// The number or name of the round.
    pub round: String,
    /// The time control as in PGN's tag TimeControl, such as `90*60+30`.
    pub time_control: String,
    /// The rules: their edition, the discipline and the supervision.
    pub profile: Profile,
    /// The organiser's choice of when boards may use their lamps to show misplaced pieces.
    pub lamps: Lamps,
    /// The time after which a result counts that a board proves, in milliseconds, by what proves it. A person has to
    /// confirm every other result.
    pub confirm_after_ms: BTreeMap<Proof, Millis>,
    /// Says whether the public line of a game goes on through an irregular ply that the arbiter let stand; otherwise it
    /// ends before the ply. Journals of older programs were folded without it, and are folded alike again.
    pub publishes_released: bool,
    /// The number of the rules by which the program that wrote this infers moves ([`game::INFERENCE`]); `None` where it was
    /// written before they had one.
    pub inference: Option<u32>,
    /// The tables, in the order of their numbers.
    pub tables: Vec<TableSetup>,
}

/// The time in which boards may use their lamps to show misplaced pieces. During play the lamps would show the players
/// what only the arbiter should point out to them, so the lamps stay dark unless the organiser allows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lamps {
    /// The lamps stay dark.
    #[default]
    Never,
    /// The lamps are used until the first move, or until a clock runs.
    BeforeGames,
    /// The lamps are used during play, too.
    Always,
}

impl Lamps {
    /// All choices.
    pub const ALL: [Lamps; 3] = [Lamps::Never, Lamps::BeforeGames, Lamps::Always];

    /// Returns the name used in configurations and journals.
    pub fn name(self) -> &'static str {
        match self {
            Lamps::Never => "never",
            Lamps::BeforeGames => "before-games",
            Lamps::Always => "always",
        }
    }

    /// Returns the choice with this name; `None` for any other text.
    pub fn parse(name: &str) -> Option<Lamps> {
        Lamps::ALL.into_iter().find(|lamps| lamps.name() == name)
    }
}

impl HallSetup {
    /// Returns whether both set-ups are for one round of one event. Other differences, such as the players, do not
    /// count.
    pub fn is_same_round(&self, other: &HallSetup) -> bool {
        (&self.event, &self.round) == (&other.event, &other.round)
    }
}

/// A table as configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSetup {
    /// The number of the table in the hall.
    pub table: u16,
    /// The way in which the table finds its board.
    pub board: BoardChoice,
    /// The names and titles of the players.
    pub players: ByColor<Player>,
    /// Says whether a clock is attached to the board.
    pub clock: bool,
    /// The port of the clock; `None` if the clock is on the board's own port.
    pub clock_port: Option<String>,
    /// Says whether the game is Chess960; otherwise it is standard chess.
    pub chess960: bool,
    /// The starting position as FEN; `None` for the usual starting position.
    pub fen: Option<String>,
    /// How board and clock stand, as far as the organiser says it.
    pub stands: Stands,
}

/// How the board and the clock of a table stand. The journal holds it beside the bytes, which stay as the board sent them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stands {
    /// The orientation of the board; `None` if it is to be found out.
    pub board: Option<Orientation>,
    /// Says whether the clock stands the wrong way round: what it tells of White is true of Black.
    pub is_clock_turned: bool,
}

impl Stands {
    /// Returns an event of the table's board or clock, by the players.
    pub(crate) fn straighten<'a>(&self, event: &'a BoardEvent) -> Cow<'a, BoardEvent> {
        match event {
            _ if !self.is_clock_turned => Cow::Borrowed(event),
            BoardEvent::Press(by) => Cow::Owned(BoardEvent::Press(!*by)),
            BoardEvent::Flag(side) => Cow::Owned(BoardEvent::Flag(!*side)),
            BoardEvent::Clock(reading) => Cow::Owned(BoardEvent::Clock(self.reading(*reading))),
            _ => Cow::Borrowed(event),
        }
    }

    /// Returns a reading of the table's clock, by the players.
    pub(crate) fn reading(&self, reading: ClockReading) -> ClockReading {
        if !self.is_clock_turned {
            return reading;
        }
        let ClockReading { left_ms: ByColor { white, black }, running, lever } = reading;
        let [running, lever] = [running, lever].map(|side| side.map(|side| !side));
        ClockReading { left_ms: ByColor { white: black, black: white }, running, lever }
    }

    /// Returns an order for the table's clock, by the sides of the clock.
    pub(crate) fn order(&self, order: ClockOrder) -> ClockOrder {
        match order {
            ClockOrder::Set { left_ms, running } if self.is_clock_turned => ClockOrder::Set {
                left_ms: ByColor { white: left_ms.black, black: left_ms.white },
                running: running.map(|side| !side),
            },
            order => order,
        }
    }
}

/// The way in which a table finds its board.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardChoice {
    /// The board that reports this serial number.
    Serial(String),
    /// The board that is plugged into this port.
    Port(String),
    /// Any board that no table claims.
    Any,
}

impl HallSetup {
    /// Returns the terms of a table's games. The second value says why the starting position cannot be used; `None` if
    /// it can be.
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

    /// Returns the tags for the score sheets of a table's games.
    pub(crate) fn tags(&self, setup: &TableSetup) -> Tags {
        Tags {
            event: self.event.clone(),
            site: self.site.clone(),
            date: self.date.clone(),
            tournament: String::new(),
            round: self.round.clone(),
            board: setup.table.to_string(),
            time_control: self.time_control.clone(),
            players: setup.players.clone(),
        }
    }
}

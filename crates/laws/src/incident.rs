//! The incidents: what an arbiter should know, with its articles and a way to close it.

mod waiting;

pub use waiting::GLANCE_MS;

use crate::{Form, Language, Phrase, RuleId, Value, text};
use board::Millis;
use game::PlyNo;
use shakmaty::{Color, Piece, Square};

/// An incident. Only the arbiter sees it, and only they decide on it; the types of publications have no field for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incident {
    /// The number of the incident at this table; the first is 1. A changed or closed incident keeps its number.
    pub no: u32,
    /// The journal time at which the incident was found; for a repeated incident, the time at which it was first found.
    pub t_ms: Millis,
    /// The ply that the incident is about; `None` if it is about the set-up or no ply had been made. An incident about
    /// an illegal move has the number of the ply in whose place the move was made.
    pub ply: Option<PlyNo>,
    /// The rule that the incident is about.
    pub rule: RuleId,
    /// The kind of the incident: how sure the sensors are of the facts.
    pub kind: Kind,
    /// The player whose act caused the incident; `None` if no player's act did.
    pub by: Option<Color>,
    /// The articles that the incident cites, each with the tag of its edition: `RU20 7.5.1`.
    pub articles: Vec<String>,
    /// The remedy that the Laws provide for; `None` if there is none.
    pub remedy: Option<Remedy>,
    /// The sentences on what happened and what is due, readable in any language.
    pub phrases: Vec<Phrase>,
    /// The arbiter's ruling.
    pub status: Status,
    /// The state of the time window in which the incident can be acted on.
    pub window: Window,
    /// The instant at which the incident was closed, because it was put right or ruled on, or because it is too late to
    /// act; `None` while it is open.
    pub closed_ms: Option<Millis>,
    /// The repetition of the cause; `None` if the cause was found only once.
    pub repeated: Option<Repeated>,
}

/// The repetition of one cause. The other fields of the incident describe the latest finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeated {
    /// The number of times that the cause was found, including the first time.
    pub count: u32,
    /// The instant at which the cause was last found.
    pub last_ms: Millis,
    /// The ply at which the cause was last found; `None` if no ply had been made.
    pub last_ply: Option<PlyNo>,
}

const REPEATED: Form = Form {
    en: "Found {0} times so far, last at ply {1}.",
    pl: "Liczba takich przypadków: {0}, ostatni przy półruchu {1}.",
    ru: "Таких случаев: {0}, последний — полуход {1}.",
};

/// The kind of an incident: how sure the sensors are of the facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A fact that board and clock show.
    Violation,
    /// Something that depends on what no sensor sees: a touch, a hand, an intent.
    Hint,
    /// A note for the record.
    Info,
}

/// The arbiter's ruling on an incident. Only confirmed illegal moves count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    /// Suspected: the sensors reported it, and the arbiter has not ruled yet.
    #[default]
    Suspected,
    /// Confirmed: it happened.
    Confirmed,
    /// Dismissed: it did not happen, or does not matter.
    Dismissed,
    /// Stands: it happened, and its result is left on the board.
    Stands,
}

/// The window of an incident: the time in which it can be acted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Window {
    /// No limit: the incident can be acted on at any time during the game, or nothing has to be done.
    #[default]
    Always,
    /// Open until the opponent's next move, or as long as the edition allows.
    Open,
    /// Closed: it is too late to act.
    Closed {
        /// The instant at which the window closed.
        t_ms: Millis,
    },
}

/// The people who may see an incident, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Audience {
    /// The arbiter, at once.
    #[default]
    Arbiter,
    /// The arbiter, but only after a claim by the offender's opponent (PL09 A.4, B.3). Before a claim nobody sees it.
    OnClaim,
}

/// The remedy that the Laws provide for. The arbiter decides whether to apply it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remedy {
    /// The time to add to the opponent's clock, in milliseconds.
    pub opponent_ms: Option<u32>,
    /// The position to put back on the board, as a FEN.
    pub restore_fen: Option<String>,
    /// The legal moves that may replace the illegal move, in UCI.
    pub legal: Vec<String>,
    /// The piece to put on a square: the queen for a pawn that was left on its last rank.
    pub place: Option<(Square, Piece)>,
    /// The end of the game that the rule provides for.
    pub outcome: Option<Outcome>,
    /// The number of completed moves that the clock's counter should show.
    pub move_counter: Option<u32>,
}

/// An end of the game that a rule provides for. The arbiter decides whether to declare it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// This side wins.
    Wins(Color),
    /// A draw.
    Draw,
    /// The game is annulled, and a new game is played.
    NewGame,
}

impl Incident {
    /// Returns whether the incident has this number. An incident that waits for a claim has none yet.
    pub(crate) fn is_no(&self, no: u64) -> bool {
        self.no > 0 && u64::from(self.no) == no
    }

    /// Returns the instant at which the incident was last found.
    pub fn last_ms(&self) -> Millis {
        self.repeated.map_or(self.t_ms, |repeated| repeated.last_ms)
    }

    /// Returns the sentences on what happened and what is due, in a language.
    pub fn text(&self, language: Language) -> String {
        let told = text::text(&self.phrases, language);
        let Some(repeated) = self.repeated else { return told };
        let last_ply = PlyNo::or_zero(repeated.last_ply);
        let values = [Value::Number(repeated.count.into()), Value::Number(last_ply as u64)];
        format!("{told} {}", REPEATED.with(values).text(language))
    }
}

impl Kind {
    /// Returns the name of the kind as used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Violation => "violation",
            Kind::Hint => "hint",
            Kind::Info => "info",
        }
    }
}

impl Status {
    /// Returns the name of the status as used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Suspected => "suspected",
            Status::Confirmed => "confirmed",
            Status::Dismissed => "dismissed",
            Status::Stands => "stands",
        }
    }
}

impl Window {
    /// Returns the name of the window as used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Window::Always => "always",
            Window::Open => "open",
            Window::Closed { .. } => "closed",
        }
    }
}

impl Outcome {
    /// Returns the name of the outcome as used in reports: a result as in PGN, or `new-game`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Wins(color) => color.fold_wb("1-0", "0-1"),
            Outcome::Draw => "1/2-1/2",
            Outcome::NewGame => "new-game",
        }
    }
}

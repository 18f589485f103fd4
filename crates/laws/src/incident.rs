//! Something an arbiter should know, with its articles and a way to close it.

use crate::{Form, Language, Phrase, RuleId, Value, text};
use board::Millis;
use shakmaty::{Color, Piece, Square};

/// An incident. It is shown to the arbiter and decided by nobody else; nothing of it fits into a publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incident {
    /// Its number at this table; the first is 1. A changed or closed incident keeps its number.
    pub no: u32,
    /// When it was found, in journal time; of one that repeats, when it was found first.
    pub t_ms: Millis,
    /// The ply it stands in the place of; the first is 1.
    pub ply: usize,
    /// Which rule.
    pub rule: RuleId,
    /// How sure the sensors are.
    pub kind: Kind,
    /// Whose act it was, where it was anybody's.
    pub by: Option<Color>,
    /// The articles, with their edition: `RU20 7.5.1`.
    pub articles: Vec<String>,
    /// What the Laws would have done.
    pub remedy: Option<Remedy>,
    /// What happened and what is due, sentence by sentence, in any language.
    pub phrases: Vec<Phrase>,
    /// What the arbiter said of it.
    pub status: Status,
    /// Whether it can still be acted on.
    pub window: Window,
    /// When it was over: put right, ruled on, or too late.
    pub closed_ms: Option<Millis>,
    /// How often it was found, where that was more than once.
    pub repeated: Option<Repeated>,
}

/// One cause that was found again and again. What the incident says is what was found last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeated {
    /// How often, the first time included.
    pub count: u32,
    /// When last.
    pub last_ms: Millis,
    /// At which ply last.
    pub last_ply: usize,
}

const REPEATED: Form = Form {
    en: "Found {0} times so far, last at ply {1}.",
    pl: "Liczba takich przypadków: {0}, ostatni przy półruchu {1}.",
    ru: "Таких случаев: {0}, последний — полуход {1}.",
};

/// How sure the sensors are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A fact visible on board and clock.
    Violation,
    /// Depends on what no sensor sees: a touch, a hand, an intent.
    Hint,
    /// For the record.
    Info,
}

/// What the arbiter said of an incident. Only confirmed illegal moves count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    /// Nothing yet: the sensors say so, nobody else.
    #[default]
    Suspected,
    /// It was so.
    Confirmed,
    /// It was not so, or does not matter.
    Dismissed,
    /// It was so, and stands.
    Stands,
}

/// Whether an incident can still be acted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Window {
    /// At any time during the game, or nothing is to be done.
    #[default]
    Always,
    /// Until the opponent's next move, or whatever the edition says.
    Open,
    /// No longer, since this instant.
    Closed {
        /// The instant.
        t_ms: Millis,
    },
}

/// Who may be told of an incident, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Audience {
    /// The arbiter, at once.
    #[default]
    Arbiter,
    /// The arbiter, but only after a claim by the opponent of whoever did it (PL09 A.4, B.3): before that nobody.
    OnClaim,
}

/// What the Laws would have done; the arbiter does it, or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remedy {
    /// Time to be added to the opponent's clock, in milliseconds.
    pub opponent_ms: Option<u32>,
    /// The position to be put back.
    pub restore_fen: Option<String>,
    /// The legal moves that may replace what was done, in UCI.
    pub legal: Vec<String>,
    /// What is to stand on a square: the queen a pawn becomes.
    pub place: Option<(Square, Piece)>,
    /// How the game would end by the letter.
    pub outcome: Option<Outcome>,
    /// The number of completed moves the clock's counter should show.
    pub move_counter: Option<u32>,
}

/// How a game would end by the letter of a rule. The arbiter declares it, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// This side wins.
    Wins(Color),
    /// A draw.
    Draw,
    /// The game is annulled and played anew.
    NewGame,
}

impl Incident {
    /// Whether people know it by this number. What waits for a claim has none.
    pub(crate) fn is_no(&self, no: u64) -> bool {
        self.no > 0 && u64::from(self.no) == no
    }

    /// When it was found last.
    pub fn last_ms(&self) -> Millis {
        self.repeated.map_or(self.t_ms, |repeated| repeated.last_ms)
    }

    /// What happened and what is due, in a language.
    pub fn text(&self, language: Language) -> String {
        let told = text::text(&self.phrases, language);
        let Some(repeated) = self.repeated else { return told };
        let values = [Value::Number(repeated.count.into()), Value::Number(repeated.last_ply as u64)];
        format!("{told} {}", REPEATED.with(values).text(language))
    }
}

impl Kind {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Violation => "violation",
            Kind::Hint => "hint",
            Kind::Info => "info",
        }
    }
}

impl Status {
    /// The name used in reports.
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
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Window::Always => "always",
            Window::Open => "open",
            Window::Closed { .. } => "closed",
        }
    }
}

impl Outcome {
    /// The name used in reports: PGN's token, or `new-game`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Wins(color) => color.fold_wb("1-0", "0-1"),
            Outcome::Draw => "1/2-1/2",
            Outcome::NewGame => "new-game",
        }
    }
}

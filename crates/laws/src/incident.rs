//! Something an arbiter should know, with its articles and a way to close it.

use board::Millis;
use shakmaty::Color;

/// An incident. It is shown to the arbiter and decided by nobody else; nothing of it fits into a publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incident {
    /// Its number at this table; the first is 1. A changed or closed incident keeps its number.
    pub no: u32,
    /// When it was found, in journal time.
    pub t_ms: Millis,
    /// The ply it stands in the place of; the first is 1.
    pub ply: usize,
    /// Which rule: an id of the rules matrix.
    pub rule: &'static str,
    /// How sure the sensors are.
    pub kind: Kind,
    /// Whose act it was.
    pub by: Color,
    /// The articles, with their edition: `RU20 7.5.1`.
    pub articles: Vec<String>,
    /// What the Laws would have done.
    pub remedy: Option<Remedy>,
    /// One or two sentences for the arbiter.
    pub text: String,
    /// When it closed by itself.
    pub closed_ms: Option<Millis>,
}

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

/// What the Laws would have done; the arbiter does it, or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remedy {
    /// Time to be added to the opponent's clock, in milliseconds.
    pub opponent_ms: Option<u32>,
    /// The position to be put back.
    pub restore_fen: String,
    /// The legal moves of the touched piece, in UCI.
    pub legal: Vec<String>,
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

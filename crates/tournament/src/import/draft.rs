//! What a file says, before anything is made of it.

use super::{FileLine, Import, ImportFault, Problem, matching};
use crate::trf::Trf;
use crate::{BoardNo, Entrant, PlayerNo, RoundNo, System, TieBreak, Tournament, Unpaired};
use game::ResultEntry;
use shakmaty::ByColor;
use std::collections::BTreeMap;

/// The largest number of errors, and of warnings, that are listed.
pub const LISTED_MAX: usize = 100;

/// What a file says. A draft with an error can be looked at, but nothing can be imported from it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// The format of the file; `None` if none was recognised.
    pub format: Option<Format>,
    /// What the file says of the tournament.
    pub header: DraftHeader,
    /// The players, in the order of the file.
    pub players: Vec<DraftPlayer>,
    /// The rounds by number; `None` for pairings of which the file does not say the round.
    pub rounds: BTreeMap<Option<RoundNo>, DraftRound>,
    /// The lines of a TRF, which can be written again with what the arbiter changed.
    pub trf: Option<Trf>,
    problems: Vec<Problem>,
    unlisted: [usize; 2],
}

/// A format of pairings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// PGN without moves, or with them.
    Pgn,
    /// The report of a tournament to FIDE, of 2016 or 2026.
    Trf,
    /// A table with columns: CSV and the like.
    Table,
    /// Lines as people type them.
    List,
}

/// What a file says of a tournament. Empty or zero is what it does not say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftHeader {
    /// The name of the tournament.
    pub name: String,
    /// The city.
    pub city: String,
    /// The federation's three letters.
    pub federation: String,
    /// The first and the last date, as in PGN.
    pub dates: (String, String),
    /// The arbiters, the chief arbiter first.
    pub arbiters: Vec<String>,
    /// The system.
    pub system: Option<System>,
    /// The number of rounds that are planned.
    pub rounds_planned: RoundNo,
    /// The time control as in PGN's tag TimeControl.
    pub time_control: String,
    /// The tie-breaks.
    pub tie_breaks: Vec<TieBreak>,
    /// The number of boards of a match.
    pub boards_of_match: BoardNo,
}

/// A player as a file names them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftPlayer {
    /// The line in which the player is named first.
    pub line: usize,
    /// The number that the file gives the player.
    pub number: Option<PlayerNo>,
    /// What the file says of the player.
    pub entrant: Entrant,
    /// Who a person says the player is.
    pub answer: Option<Answer>,
}

/// What a person says of a player whose name fits nobody, or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The player of this number.
    Is(PlayerNo),
    /// Nobody who is in the tournament.
    New,
}

/// A round of a draft. Players are named by their place in [`Draft::players`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftRound {
    /// The date as in PGN.
    pub date: String,
    /// The time of day at which the round begins.
    pub starts_at: String,
    /// The pairings by board.
    pub pairings: BTreeMap<BoardNo, DraftPairing>,
    /// The players without a game, by their place in [`Draft::players`].
    pub unpaired: BTreeMap<usize, Unpaired>,
}

/// A pairing of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftPairing {
    /// The line of the pairing.
    pub line: usize,
    /// The players by their place in [`Draft::players`]; `None` for an empty seat.
    pub players: ByColor<Option<usize>>,
    /// The result.
    pub result: Option<ResultEntry>,
    /// True for a game that is not rated.
    pub unrated: bool,
}

impl Draft {
    /// Creates a draft of a format that says nothing yet.
    pub(super) fn of(format: Format) -> Draft {
        Draft { format: Some(format), ..Draft::default() }
    }

    /// Creates a draft that holds nothing but a problem.
    pub fn refused(problem: Problem) -> Draft {
        let mut draft = Draft::default();
        draft.note(problem);
        draft
    }

    /// Returns the problems, errors and warnings, in the order in which they were found.
    pub fn problems(&self) -> Vec<Problem> {
        let more = self.unlisted.iter().sum::<usize>();
        let more = (more > 0).then(|| Problem::of_file(ImportFault::AndMore(more), None));
        self.problems.iter().cloned().chain(more).collect()
    }

    /// Returns whether a problem prevents the import.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(Problem::is_error)
    }

    /// Notes a problem. When many are listed already, it is only counted.
    pub fn note(&mut self, problem: Problem) {
        let is_error = problem.is_error();
        let listed = self.problems.iter().filter(|it| it.is_error() == is_error).count();
        if listed < LISTED_MAX {
            self.problems.push(problem);
        } else {
            self.unlisted[usize::from(is_error)] += 1;
        }
    }

    /// Notes who a player is. The answer counts when the draft is matched.
    pub fn answer(&mut self, player: usize, answer: Answer) {
        if let Some(player) = self.players.get_mut(player) {
            player.answer = Some(answer);
        }
    }

    /// Matches the draft with a tournament, and says what an import would do. `round` is the round that the file is
    /// read for; `None` for all rounds of the file.
    ///
    /// `Err` has the errors and the warnings. Nothing is imported while there is an error.
    pub fn against(&self, tournament: &Tournament, round: Option<RoundNo>) -> Result<Import, Vec<Problem>> {
        matching::import(self, tournament, round)
    }
}

impl DraftPlayer {
    /// Returns the number of the line, for a problem that does not show its text.
    pub(super) fn line(&self) -> FileLine<'static> {
        FileLine { number: self.line, text: "" }
    }
}

impl DraftPairing {
    /// Returns the number of the line, for a problem that does not show its text.
    pub(super) fn line(&self) -> FileLine<'static> {
        FileLine { number: self.line, text: "" }
    }
}

impl Format {
    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Format::Pgn => "PGN",
            Format::Trf => "TRF",
            Format::Table => "CSV",
            Format::List => "list",
        }
    }
}

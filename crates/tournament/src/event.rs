//! An event and its tournaments.

use crate::{BoardNo, Entrant, PlayerNo, Round, RoundNo, System, TableNo, TieBreak};
use std::collections::BTreeMap;

/// An event: one tournament, or several in one hall.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Event {
    /// The name of the event.
    pub name: String,
    /// The place where the event is held.
    pub site: String,
    /// The tournaments by key: a short name such as `A` or `open`, without blanks.
    pub tournaments: BTreeMap<String, Tournament>,
}

/// A tournament: players, rounds and how they are counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tournament {
    /// The full name; if it is empty, the event's name is used.
    pub name: String,
    /// The city (TRF 022).
    pub city: String,
    /// The federation's three letters (TRF 032).
    pub federation: String,
    /// The first and the last date, as in PGN; empty if unknown (TRF 042 and 052).
    pub dates: (String, String),
    /// The arbiters, the chief arbiter first (TRF 102 and 112).
    pub arbiters: Vec<String>,
    /// The system.
    pub system: System,
    /// The number of rounds that are planned; 0 if unknown (TRF 142).
    pub rounds_planned: RoundNo,
    /// The time control as in PGN's tag TimeControl, such as `5400+30`; empty for that of the configuration.
    pub time_control: String,
    /// The table on which board 1 stands usually. Board 2 stands on the next table, and so on.
    pub first_table: TableNo,
    /// In a team tournament, the number of boards of a match; otherwise 0.
    pub boards_of_match: BoardNo,
    /// The tie-breaks, the one that counts first first. Empty for those that are usual with the system.
    pub tie_breaks: Vec<TieBreak>,
    /// The players by number.
    pub players: BTreeMap<PlayerNo, Entrant>,
    /// The rounds by number.
    pub rounds: BTreeMap<RoundNo, Round>,
}

impl Tournament {
    /// Returns the table on which a board stands in a round; `None` if the number of the table would be too large.
    pub fn table_of(&self, round: RoundNo, board: BoardNo) -> Option<TableNo> {
        let set =
            self.rounds.get(&round).and_then(|round| round.pairings.get(&board)).and_then(|it| it.table);
        set.or_else(|| self.first_table.max(1).checked_add(board.checked_sub(1)?))
    }

    /// Returns the tie-breaks that count.
    pub fn tie_breaks(&self) -> &[TieBreak] {
        if self.tie_breaks.is_empty() { self.system.usual_tie_breaks() } else { &self.tie_breaks }
    }

    /// Returns the names of the teams, in the order of their first players.
    pub fn teams(&self) -> Vec<&str> {
        let mut teams = Vec::new();
        for entrant in self.players.values() {
            let team = entrant.player.team.as_str();
            if !team.is_empty() && !teams.contains(&team) {
                teams.push(team);
            }
        }
        teams
    }
}

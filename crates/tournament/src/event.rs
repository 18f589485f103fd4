//! An event and its tournaments.

use crate::{BoardNo, Entrant, Pairing, PlayerNo, Round, RoundNo, RoundState, System, TableNo, TieBreak};
use std::collections::BTreeMap;

/// An event: one tournament, or several in one hall.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Event {
    /// The name of the event.
    pub name: String,
    /// The place where the event is held.
    pub site: String,
    /// How many minutes spectators are to be behind the boards, by the rules of the event.
    pub delay_minutes: u8,
    /// The tournaments by key: a short name such as `A` or `open`, without blanks.
    pub tournaments: BTreeMap<String, Tournament>,
    /// The serial number of the board on each table, where a person said it.
    pub boards: BTreeMap<TableNo, String>,
    /// The tables that a person opened (true) or closed (false).
    pub gates: BTreeMap<TableNo, bool>,
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

impl Event {
    /// Returns the round that begins next in each tournament that goes on ([`Tournament::next_round`]).
    pub fn next_rounds(&self) -> Vec<(String, RoundNo)> {
        let named = |(key, tournament): (&String, &Tournament)| Some((key.clone(), tournament.next_round()?));
        self.tournaments.iter().filter_map(named).collect()
    }
}

impl Tournament {
    /// Returns the table on which a board stands in a round; `None` if the number of the table would be too large.
    pub fn table_of(&self, round: RoundNo, board: BoardNo) -> Option<TableNo> {
        let set =
            self.rounds.get(&round).and_then(|round| round.pairings.get(&board)).and_then(|it| it.table);
        set.or_else(|| usual_table(self.first_table, board))
    }

    /// Returns the round that begins next: the first one in which nobody has played yet. It may have no pairings yet,
    /// or not even be in the event. `None` after the last round that is planned.
    pub fn next_round(&self) -> Option<RoundNo> {
        let has_not_begun = |round: &Round| match round.state {
            RoundState::Planned => true,
            RoundState::Open => !round.pairings.values().any(Pairing::has_begun),
            RoundState::Ended => false,
        };
        let next = self.rounds.keys().last().map_or(1, |last| last.saturating_add(1));
        let known = self.rounds.iter().find(|(_, round)| has_not_begun(round)).map(|(number, _)| *number);
        known.or_else(|| Some(next).filter(|next| self.rounds_planned == 0 || *next <= self.rounds_planned))
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

/// Returns the table on which a board stands unless another was chosen for it; `None` if the number would be too large.
pub(crate) fn usual_table(first_table: TableNo, board: BoardNo) -> Option<TableNo> {
    first_table.max(1).checked_add(board.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::Tournament;
    use crate::{Pairing, Round, RoundState};
    use game::ResultEntry;

    fn round(state: RoundState, result: Option<&str>) -> Round {
        let pairing =
            Pairing { result: result.and_then(ResultEntry::parse), ..Pairing::new(Some(1), Some(2)) };
        Round { state, pairings: [(1, pairing)].into(), ..Round::default() }
    }

    #[test]
    fn the_next_round_is_the_first_in_which_nobody_has_played() {
        let mut tournament = Tournament { rounds_planned: 3, ..Tournament::default() };
        assert_eq!(tournament.next_round(), Some(1), "it comes next before its pairings are there");
        tournament.rounds.insert(1, round(RoundState::Ended, Some("1-0")));
        tournament.rounds.insert(2, round(RoundState::Open, None));
        assert_eq!(tournament.next_round(), Some(2), "it is open, and no move is made");
        tournament.rounds.insert(2, round(RoundState::Open, Some("1-0")));
        assert_eq!(tournament.next_round(), Some(3));
        tournament.rounds.insert(3, round(RoundState::Open, Some("1-0")));
        assert_eq!(tournament.next_round(), None, "the last one is being played");
        tournament.rounds_planned = 0;
        assert_eq!(tournament.next_round(), Some(4), "nobody knows how many there will be");
    }
}

//! What an import would do to a tournament.

use super::{DraftHeader, Problem};
use crate::trf::Trf;
use crate::{Entrant, EventOrderJson, PlayerNo, Round, RoundNo, RoundState, Tournament, TournamentJson};
use std::collections::BTreeMap;

/// What an import would do. It is made from a draft without errors, and is complete: every player has a number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Import {
    /// What the tournament did not say of itself. Empty or zero is what stays as it is.
    pub header: DraftHeader,
    /// The players to add, by the numbers that they get.
    pub add: BTreeMap<PlayerNo, Entrant>,
    /// The players of whom more is known now, as they are to be.
    pub complete: BTreeMap<PlayerNo, Entrant>,
    /// The players that the file names, in its order; by the numbers that it gives them if it numbers all.
    pub listed: Vec<PlayerNo>,
    /// The rounds as they are to be, with the pairings, the results and the players without a game.
    pub rounds: BTreeMap<RoundNo, Round>,
    /// The lines of a TRF, to write it again later.
    pub trf: Option<Trf>,
    /// What a person should look at.
    pub warnings: Vec<Problem>,
}

impl Import {
    /// Returns the order that enters the import into the tournament with this key. Rounds of the tournament that are
    /// over are left out: only an order can correct their results.
    pub fn to_order(&self, key: &str, tournament: &Tournament) -> EventOrderJson {
        let whole = self.applied_to(tournament).to_json();
        let players = whole
            .players
            .into_iter()
            .filter(|(number, _)| self.add.contains_key(number) || self.complete.contains_key(number));
        let is_over =
            |round: &RoundNo| tournament.rounds.get(round).is_some_and(|it| it.state == RoundState::Ended);
        let rounds = whole
            .rounds
            .into_iter()
            .filter(|(number, _)| self.rounds.contains_key(number) && !is_over(number));
        let parts = TournamentJson { players: players.collect(), rounds: rounds.collect(), ..whole };
        // A tournament that is founded by the import gets its tables from the event.
        let first_table = parts.first_table.filter(|table| *table > 0);
        EventOrderJson::Enter {
            key: key.to_owned(),
            parts: Box::new(TournamentJson { first_table, ..parts }),
        }
    }

    /// Returns whether the import would change anything of the tournament. Rounds that are over stay as they are.
    pub fn changes(&self, tournament: &Tournament) -> bool {
        let mut after = self.applied_to(tournament);
        let over = tournament.rounds.iter().filter(|(_, round)| round.state == RoundState::Ended);
        after.rounds.extend(over.map(|(number, round)| (*number, round.clone())));
        after != *tournament
    }

    /// Returns the tournament as it is after the import.
    pub fn applied_to(&self, tournament: &Tournament) -> Tournament {
        let mut after = tournament.clone();
        let header = &self.header;
        let fill = |text: &mut String, told: &String| {
            if !told.is_empty() {
                text.clone_from(told);
            }
        };
        fill(&mut after.name, &header.name);
        fill(&mut after.city, &header.city);
        fill(&mut after.federation, &header.federation);
        fill(&mut after.dates.0, &header.dates.0);
        fill(&mut after.dates.1, &header.dates.1);
        fill(&mut after.time_control, &header.time_control);
        if !header.arbiters.is_empty() {
            after.arbiters.clone_from(&header.arbiters);
        }
        if !header.tie_breaks.is_empty() {
            after.tie_breaks.clone_from(&header.tie_breaks);
        }
        after.system = header.system.unwrap_or(after.system);
        if header.rounds_planned > 0 {
            after.rounds_planned = header.rounds_planned;
        }
        if header.boards_of_match > 0 {
            after.boards_of_match = header.boards_of_match;
        }
        for (number, entrant) in self.add.iter().chain(&self.complete) {
            after.players.insert(*number, entrant.clone());
        }
        for (number, round) in &self.rounds {
            after.rounds.insert(*number, round.clone());
        }
        after
    }
}

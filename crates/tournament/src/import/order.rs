//! What an import would do to a tournament.

use super::{Header, Problem};
use crate::trf::Trf;
use crate::{Entrant, PlayerNo, Round, RoundNo, Tournament};
use std::collections::BTreeMap;

/// What an import would do. It is made from a draft without errors, and is complete: every player has a number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Import {
    /// What the tournament did not say of itself. Empty or zero is what stays as it is.
    pub header: Header,
    /// The players to add, by the numbers that they get.
    pub add: BTreeMap<PlayerNo, Entrant>,
    /// The players of whom more is known now, as they are to be.
    pub complete: BTreeMap<PlayerNo, Entrant>,
    /// The rounds as they are to be, with the pairings, the results and the players without a game.
    pub rounds: BTreeMap<RoundNo, Round>,
    /// The lines of a TRF, to write it again later.
    pub trf: Option<Trf>,
    /// What a person should look at.
    pub warnings: Vec<Problem>,
}

impl Import {
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

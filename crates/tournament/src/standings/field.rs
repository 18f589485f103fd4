//! All contestants of a tournament with what each round was for them. Players and teams are counted alike.

use crate::standings::cell::{CellKind, RoundCell};
use crate::{Entrant, Pairing, PlayerNo, Round, RoundNo, RoundState, System, Tournament};
use game::ResultEntry;
use shakmaty::Color;
use std::collections::{BTreeMap, BTreeSet};

/// The contestants and their rounds.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    /// The points of a won round, in halves; a drawn round is worth half of it.
    pub(crate) win: u32,
    /// Whether everybody meets everybody. A round without a pairing is then free: it is no unplayed game.
    pub(crate) is_round_robin: bool,
    /// The cells of each contestant, one for each round that counts.
    pub(crate) cells: BTreeMap<u16, Vec<RoundCell>>,
    /// The players whose results do not count (RU20 33.1.1).
    pub(crate) excluded: BTreeSet<u16>,
}

/// Returns the rounds up to `after` that have begun.
pub(crate) fn rounds(tournament: &Tournament, after: RoundNo) -> impl Iterator<Item = (RoundNo, &Round)> {
    let begun = |round: &Round| round.state >= RoundState::Open;
    tournament.rounds.range(..=after).map(|(number, round)| (*number, round)).filter(move |(_, it)| begun(it))
}

impl Field {
    /// Collects the players of a tournament after a round.
    pub(crate) fn of_players(tournament: &Tournament, after: RoundNo) -> Field {
        let system = tournament.system;
        let mut field = Field {
            win: 2,
            is_round_robin: system == System::RoundRobin,
            cells: tournament.players.keys().map(|player| (*player, Vec::new())).collect(),
            excluded: BTreeSet::new(),
        };
        for (number, round) in rounds(tournament, after) {
            field.add(number, round);
        }
        if field.is_round_robin {
            field.exclude(tournament, after);
        }
        field
    }

    fn add(&mut self, number: RoundNo, round: &Round) {
        let mut paired: BTreeMap<PlayerNo, RoundCell> = BTreeMap::new();
        for pairing in round.pairings.values() {
            for side in Color::ALL {
                if let Some(player) = *pairing.players.get(side) {
                    paired.entry(player).or_insert_with(|| self.cell(number, pairing, side));
                }
            }
        }
        for (player, cells) in &mut self.cells {
            let unpaired = || {
                let reason = round.unpaired.get(player)?;
                let (kind, halves) = (CellKind::Bye(*reason), u32::from(reason.halves()));
                Some(RoundCell { kind, halves, ..RoundCell::absent(number) })
            };
            let cell = paired.get(player).copied().or_else(unpaired);
            cells.push(cell.unwrap_or(RoundCell::absent(number)));
        }
    }

    fn cell(&self, round: RoundNo, pairing: &Pairing, side: Color) -> RoundCell {
        let kind = match pairing.result {
            None => CellKind::Pending,
            Some(ResultEntry::Forfeit { .. }) => CellKind::Forfeit,
            Some(ResultEntry::Played { .. }) => CellKind::Played,
        };
        RoundCell {
            opponent: pairing.players.get(side.other()).filter(|player| self.cells.contains_key(player)),
            color: Some(side),
            kind,
            halves: pairing.result.map_or(0, |result| result.halves(side).into()),
            unrated: pairing.unrated,
            ..RoundCell::absent(round)
        }
    }

    /// Takes out the results of players who withdrew before they had completed half of their games.
    fn exclude(&mut self, tournament: &Tournament, after: RoundNo) {
        let scheduled = games_of_each(tournament);
        let gone = |entrant: &Entrant| entrant.withdrawn_after.is_some_and(|round| round <= after);
        for (player, _) in tournament.players.iter().filter(|(_, entrant)| gone(entrant)) {
            let completed = self.cells[player].iter().filter(|cell| cell.is_played()).count();
            if completed * 2 < scheduled {
                self.excluded.insert(*player);
            }
        }
        for (player, cells) in &mut self.cells {
            let is_out = self.excluded.contains(player);
            for cell in cells {
                let against_one = cell.opponent.is_some_and(|opponent| self.excluded.contains(&opponent));
                cell.counts = !is_out && !against_one;
            }
        }
    }

    /// Returns the cells that count, in the order of rounds; none for a number that nobody has.
    pub(crate) fn counted(&self, id: u16) -> impl Iterator<Item = &RoundCell> {
        self.cells.get(&id).into_iter().flatten().filter(|cell| cell.counts)
    }

    /// Returns the points, in halves. The points of a player whose results do not count are those that were scored.
    pub(crate) fn score(&self, id: u16) -> u32 {
        let is_out = self.excluded.contains(&id);
        self.cells
            .get(&id)
            .into_iter()
            .flatten()
            .filter(|cell| is_out || cell.counts)
            .map(|cell| cell.halves)
            .sum()
    }

    /// Returns whether a cell is an unplayed game: a forfeit, a bye, an absence, or a pairing without an opponent.
    pub(crate) fn is_unplayed(&self, cell: &RoundCell) -> bool {
        let is_free = self.is_round_robin && cell.color.is_none();
        !cell.is_played() && !cell.is_pending() && !is_free
    }
}

/// Returns the number of games that each player of a round robin has on the schedule.
fn games_of_each(tournament: &Tournament) -> usize {
    let opponents = tournament.players.len().saturating_sub(1);
    // An even number of players needs as many rounds as there are opponents, an odd number one more.
    let rounds_of_cycle = opponents | 1;
    let last = tournament.rounds.keys().next_back().copied().unwrap_or(0);
    let rounds = usize::from(tournament.rounds_planned.max(last));
    opponents * (rounds / rounds_of_cycle).max(1)
}

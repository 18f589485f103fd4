//! The results that a list of pairings brings. They go when the list is taken back; what was decided since stays.

use super::{
    history::History,
    order::{Entered, EventOrder},
};
use crate::{BoardNo, Pairing, PairingNo, RoundNo, Tournament};

impl Entered {
    /// Returns whether a pairing has its result from this list, and nothing else was decided since. `without` is the tournament
    /// without the list.
    pub(super) fn brought(
        &self,
        round: RoundNo,
        board: BoardNo,
        now: &Pairing,
        without: Option<&Tournament>,
    ) -> bool {
        let listed = self.listed(round, board);
        let known = without.and_then(|it| it.rounds.get(&round)).map(|it| &it.pairings);
        let is_from_list = |it: &Pairing| {
            it.players == now.players && (it.result, it.how) == (now.result, now.how) && now.result.is_some()
        };
        listed.is_some_and(is_from_list) && !known.is_some_and(|known| known.values().any(is_from_list))
    }

    /// Returns a pairing of the list, if the list says its result.
    fn listed(&self, round: RoundNo, board: BoardNo) -> Option<&Pairing> {
        let pairing = self.rounds.get(&round)?.pairings.get(&board)?;
        pairing.result.is_some().then_some(pairing)
    }
}

impl History {
    /// Returns the pairings whose result another one took the place of since the last order, a list, brought it. They keep theirs
    /// when the list is taken back.
    pub fn decided_since(&self) -> Vec<PairingNo> {
        let Some(EventOrder::Enter { key, parts }) = self.last() else { return Vec::new() };
        let Some(tournament) = self.event().tournaments.get(key) else { return Vec::new() };
        let is_decided = |round: RoundNo, board: BoardNo, now: &Pairing| {
            let listed = parts.listed(round, board);
            listed.is_some_and(|it| now.result.is_some() && (it.result, it.how) != (now.result, now.how))
        };
        let rounds = tournament.rounds.iter().flat_map(|(round, it)| {
            it.pairings.iter().map(move |(board, pairing)| (*round, *board, pairing))
        });
        rounds
            .filter(|(round, board, pairing)| is_decided(*round, *board, pairing))
            .map(|(round, board, _)| PairingNo { key: key.clone(), round, board })
            .collect()
    }
}

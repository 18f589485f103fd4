//! What a list of pairings may not take away: results, and games that have begun.
//!
//! Only an order that a person gives now is refused for it. Earlier versions of the program carried such a list out, and a
//! journal in which they did is folded as it was written.

use super::{
    history::History,
    order::{Entered, EventOrder},
};
use crate::{BoardNo, Event, Pairing, Refusal, Round, RoundNo, RoundState, Tournament};
use std::collections::BTreeMap;

impl History {
    /// Returns the event as it would be after an order that a person gives now. `Err` says why the order is refused.
    pub fn may_be_given(&self, order: &EventOrder) -> Result<Event, Refusal> {
        let after = self.after(order)?;
        let is_undo = *order == EventOrder::Undo;
        let meant = if is_undo { self.last() } else { Some(order) };
        if let Some(EventOrder::Enter { key, parts }) = meant
            && let Some(now) = self.event().tournaments.get(key)
        {
            let empty = Tournament::default();
            now.may_become(after.tournaments.get(key).unwrap_or(&empty), is_undo.then_some(parts))?;
        }
        Ok(after)
    }
}

impl Tournament {
    /// Checks that other lists of pairings keep what happened on the boards. `undone` is the list that is taken back, if one is.
    fn may_become(&self, after: &Tournament, undone: Option<&Entered>) -> Result<(), Refusal> {
        let empty = Round::default();
        let not_over = self.rounds.iter().filter(|(_, round)| round.state != RoundState::Ended);
        for (number, round) in not_over {
            let then = after.rounds.get(number).unwrap_or(&empty);
            for (board, pairing) in &round.pairings {
                let came_with_list =
                    undone.is_some_and(|list| list.brought(*number, *board, pairing, Some(after)));
                if pairing.result.is_some() && !(came_with_list && pairing.game.is_some()) {
                    keeps_result(*board, pairing, &then.pairings, undone.is_some())?;
                } else {
                    keeps_game(*board, pairing, &then.pairings)?;
                }
                self.keeps_table(*number, *board, pairing, after)?;
            }
        }
        Ok(())
    }

    /// Checks that a game stays on its table: a whole list would put other boards in its place at the same time.
    fn keeps_table(
        &self,
        round: RoundNo,
        board: BoardNo,
        pairing: &Pairing,
        after: &Tournament,
    ) -> Result<(), Refusal> {
        let moves = self.table_of(round, board) != after.table_of(round, board);
        if pairing.game.is_some() && moves { Err(Refusal::TableKept(board)) } else { Ok(()) }
    }
}

/// Checks that a result stays what it is: that of a game at its board, and any other with its players. Pairings that came
/// with their results go with them.
fn keeps_result(
    board: BoardNo,
    pairing: &Pairing,
    then: &BTreeMap<BoardNo, Pairing>,
    is_undo: bool,
) -> Result<(), Refusal> {
    let is_kept = |it: &Pairing| it.players == pairing.players && it.result == pairing.result;
    let stays = match pairing.game {
        Some(_) => then.get(&board).is_some_and(is_kept),
        None => is_undo || then.values().any(is_kept),
    };
    if stays { Ok(()) } else { Err(Refusal::HasResult(board)) }
}

/// Checks that a game that has begun keeps its board, and its players if they are only to sit elsewhere. Whether two pairs
/// have really sat down on each other's boards no list can say: whoever knows exchanges the boards.
fn keeps_game(board: BoardNo, pairing: &Pairing, then: &BTreeMap<BoardNo, Pairing>) -> Result<(), Refusal> {
    if !pairing.has_begun() {
        return Ok(());
    }
    let is_pair = |it: &Pairing| pairing.players.iter().flatten().all(|player| it.has(*player));
    let elsewhere = then.iter().find(|(other, it)| **other != board && is_pair(it));
    match (pairing.game, then.get(&board), elsewhere) {
        (Some(_), _, Some((to, _))) => Err(Refusal::PairMoved { board, to: *to }),
        (None, _, Some(_)) => Ok(()),
        (_, Some(here), None) if !pairing.adjourned || here.players == pairing.players => Ok(()),
        _ => Err(Refusal::GameBegun(board)),
    }
}

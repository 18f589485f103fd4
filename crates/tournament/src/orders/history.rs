//! An event with its past: orders are carried out whole or not at all, and the last ones can be taken back.

use super::{
    order::{Entered, EventOrder},
    signed::SignedRounds,
};
use crate::{
    BoardNo, Event, GameNo, HowEnded, Pairing, PairingNo, Refusal, Round, RoundNo, RoundState, Tournament,
    event::usual_table,
};
use game::ResultEntry;
use std::collections::VecDeque;

/// The greatest number of orders that can be taken back.
const UNDO_MAX: usize = 32;

/// An event and the orders that led to it.
#[derive(Debug, Clone, Default)]
pub struct History {
    event: Event,
    /// The last orders, oldest first, each with the event before it.
    done: VecDeque<(EventOrder, Event)>,
    /// The number of changes so far.
    revision: u64,
    /// The rounds that are over, as they were when they ended.
    signed: SignedRounds,
}

impl History {
    /// Returns the event as it is now.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Returns the rounds that are over, as they were when they ended.
    pub fn signed(&self) -> &SignedRounds {
        &self.signed
    }

    /// Returns the order that [`EventOrder::Undo`] would take back.
    pub fn last(&self) -> Option<&EventOrder> {
        self.done.back().map(|(order, _)| order)
    }

    /// Returns the number of changes so far.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Carries out an order. `Err` says why it cannot be done; nothing has then changed.
    pub fn obey(&mut self, order: &EventOrder) -> Result<(), Refusal> {
        let next = self.after(order)?;
        let before = std::mem::replace(&mut self.event, next);
        self.revision += 1;
        self.event.check_links();
        let can_be_undone = match order {
            EventOrder::ConfirmProved | EventOrder::FindBoard(_) => false,
            EventOrder::Undo => {
                self.done.pop_back();
                false
            }
            // What was before a whole event was read belongs to another file of the journal.
            EventOrder::State(_) => {
                self.done.clear();
                false
            }
            _ => true,
        };
        self.signed.retain(&self.event);
        if can_be_undone {
            self.signed.note(&before, &self.event);
            self.done.push_back((order.clone(), before));
            if self.done.len() > UNDO_MAX {
                self.done.pop_front();
            }
        }
        Ok(())
    }

    /// Returns the event as it would be after an order. `Err` says why the order cannot be carried out.
    pub fn after(&self, order: &EventOrder) -> Result<Event, Refusal> {
        if *order == EventOrder::Undo {
            return self.before_last();
        }
        let mut next = self.event.clone();
        next.obey(order)?;
        if matches!(order, EventOrder::State(_)) {
            next.unlink_doubles();
        }
        Ok(next)
    }

    /// Returns the event without the last order. What happened on the boards since stays; results that a list brought go with it.
    fn before_last(&self) -> Result<Event, Refusal> {
        let (order, before) = self.done.back().ok_or(Refusal::NothingToUndo)?;
        if let EventOrder::Open(key, round) = order
            && self.event.tournament(key)?.round(*round)?.pairings.values().any(is_played)
        {
            return Err(Refusal::RoundBegun(*round));
        }
        self.event.may_be_exchanged_again(order)?;
        if let EventOrder::Enter { key, parts } = order {
            may_be_replaced(self.event.tournament(key)?, before.tournaments.get(key), parts)?;
        }
        let mut event = before.clone();
        for (key, tournament) in &mut event.tournaments {
            let Some(now) = self.event.tournaments.get(key) else { continue };
            let without = before.tournaments.get(key);
            keep_results(tournament, now, |round, board, pairing| match order {
                EventOrder::Result(at, ..) => (&at.key, at.round, at.board) == (key, round, board),
                EventOrder::Enter { key: of, parts } => {
                    of == key && parts.brought(round, board, pairing, without)
                }
                _ => false,
            });
        }
        event.unlink_doubles();
        Ok(event)
    }

    /// Notes the game that a board plays for a pairing.
    pub fn note_game(&mut self, at: &PairingNo, game: GameNo) {
        if self.event.link(at, game) {
            self.event.check_links();
            self.revision += 1;
        }
    }

    /// Notes a result that came from a board or from the desk of an arbiter, and not by an order about the event.
    pub fn note_result(&mut self, at: &PairingNo, result: Option<ResultEntry>, how: Option<HowEnded>) {
        // The pairing exists as long as its table plays it.
        let _ = self.event.set_result(at, result, how);
        self.revision += 1;
    }
}

/// Carries results and games over from the pairings of the same players, but for those whose result is taken back.
fn keep_results(
    tournament: &mut Tournament,
    now: &Tournament,
    is_taken_back: impl Fn(RoundNo, BoardNo, &Pairing) -> bool,
) {
    let first_table = tournament.first_table;
    for (number, round) in &mut tournament.rounds {
        let Some(round_now) = now.rounds.get(number) else { continue };
        for (board, pairing) in &mut round.pairings {
            let Some(same) = round_now.pairings.get(board) else { continue };
            // What was played on another table meanwhile stays there: the board has the game again that stood before.
            if now.table_of(*number, *board) == pairing.table.or_else(|| usual_table(first_table, *board)) {
                pairing.game = same.game;
            }
            if same.players == pairing.players && !is_taken_back(*number, *board, same) {
                pairing.result = same.result;
                pairing.how = same.how;
                pairing.adjourned = same.adjourned;
            }
        }
    }
}

/// Checks that no pairing that is to go has a result which it got since: its players have signed it. Pairings that came with
/// their results go with them.
fn may_be_replaced(now: &Tournament, before: Option<&Tournament>, list: &Entered) -> Result<(), Refusal> {
    for (number, round) in &now.rounds {
        let pairings = before.and_then(|before| before.rounds.get(number)).map(|round| &round.pairings);
        let is_known = |pairing: &Pairing| {
            let mut known = pairings.into_iter().flat_map(|pairings| pairings.values());
            known.any(|it| it.players == pairing.players)
        };
        let is_new = |board: BoardNo, pairing: &Pairing| {
            pairing.result.is_some()
                && pairing.game.is_some()
                && !list.brought(*number, board, pairing, before)
        };
        let mut pairings = round.pairings.iter();
        let lost = pairings.find(|(board, pairing)| is_new(**board, pairing) && !is_known(pairing));
        if let Some((board, _)) = lost {
            return Err(Refusal::HasResult(*board));
        }
    }
    Ok(())
}

fn is_played(pairing: &Pairing) -> bool {
    pairing.game.is_some() || pairing.result.is_some()
}

impl Event {
    /// Checks that no pairing has a result for which an exchange is to be taken back: its players have signed it.
    fn may_be_exchanged_again(&self, order: &EventOrder) -> Result<(), Refusal> {
        let (at, with) = match order {
            EventOrder::SwapColors(at) | EventOrder::Table(at, _) => (at, at.board),
            EventOrder::SwapBoards(at, with) => (at, *with),
            _ => return Ok(()),
        };
        for board in [at.board, with] {
            if self.pairing(&PairingNo { board, ..at.clone() })?.result.is_some() {
                return Err(Refusal::HasResult(board));
            }
        }
        Ok(())
    }

    /// Returns a tournament.
    pub fn tournament(&self, key: &str) -> Result<&Tournament, Refusal> {
        self.tournaments.get(key).ok_or_else(|| Refusal::NoTournament(key.to_owned()))
    }

    pub(crate) fn tournament_mut(&mut self, key: &str) -> Result<&mut Tournament, Refusal> {
        self.tournaments.get_mut(key).ok_or_else(|| Refusal::NoTournament(key.to_owned()))
    }

    /// Returns a pairing.
    pub fn pairing(&self, at: &PairingNo) -> Result<&Pairing, Refusal> {
        let round = self.tournament(&at.key)?.round(at.round)?;
        round.pairings.get(&at.board).ok_or(Refusal::NoBoard { round: at.round, board: at.board })
    }

    pub(crate) fn pairing_mut(&mut self, at: &PairingNo) -> Result<&mut Pairing, Refusal> {
        let round = self.tournament_mut(&at.key)?.round_mut(at.round)?;
        round.pairings.get_mut(&at.board).ok_or(Refusal::NoBoard { round: at.round, board: at.board })
    }

    /// Returns the tournaments and rounds that are being played.
    pub fn open_rounds(&self) -> impl Iterator<Item = (&str, RoundNo, &Round)> {
        self.tournaments.iter().flat_map(|(key, tournament)| {
            let open = tournament.rounds.iter().filter(|(_, round)| round.state == RoundState::Open);
            open.map(move |(number, round)| (key.as_str(), *number, round))
        })
    }
}

impl Tournament {
    /// Returns a round.
    pub fn round(&self, number: RoundNo) -> Result<&Round, Refusal> {
        self.rounds.get(&number).ok_or(Refusal::NoRound(number))
    }

    pub(crate) fn round_mut(&mut self, number: RoundNo) -> Result<&mut Round, Refusal> {
        self.rounds.get_mut(&number).ok_or(Refusal::NoRound(number))
    }
}

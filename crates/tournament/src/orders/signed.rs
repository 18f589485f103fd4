//! Rounds as they were when they ended, which is when their results are signed. A correction comes later and leaves them
//! as they were.

use crate::{BoardNo, Event, RoundNo, RoundState, Standings, Tournament};
use game::ResultEntry;
use std::{collections::BTreeMap, sync::Arc};

/// The tournaments as they were when each of their rounds ended.
#[derive(Debug, Clone, Default)]
pub struct SignedRounds(BTreeMap<String, BTreeMap<RoundNo, Arc<Tournament>>>);

/// A result of a round that differs from the signed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Correction {
    /// The round.
    pub round: RoundNo,
    /// The board.
    pub board: BoardNo,
    /// The result that was signed; `None` if there was none, as of an adjourned game.
    pub was: Option<ResultEntry>,
    /// The result as it is now.
    pub is: Option<ResultEntry>,
}

impl SignedRounds {
    /// Returns the tournament as it was when the round ended; `None` if the round is not over, or if it was over in the
    /// first event that was read.
    pub fn get(&self, key: &str, round: RoundNo) -> Option<&Tournament> {
        self.0.get(key)?.get(&round).map(Arc::as_ref)
    }

    /// Keeps the rounds that an order of a person ended. A round that was over in an event that was read ended in an
    /// earlier file, perhaps with other results.
    pub(super) fn note(&mut self, before: &Event, after: &Event) {
        for (key, tournament) in &after.tournaments {
            let ended = rounds_ended(tournament);
            let known: Vec<RoundNo> = before.tournaments.get(key).map(rounds_ended).unwrap_or_default();
            let new: Vec<RoundNo> = ended.into_iter().filter(|round| !known.contains(round)).collect();
            if !new.is_empty() {
                let signed = Arc::new(tournament.clone());
                let rounds = self.0.entry(key.clone()).or_default();
                rounds.extend(new.into_iter().map(|round| (round, Arc::clone(&signed))));
            }
        }
    }

    /// Forgets the rounds that are not over any more.
    pub(super) fn retain(&mut self, event: &Event) {
        self.0.retain(|key, rounds| {
            let ended: Vec<RoundNo> = event.tournaments.get(key).map(rounds_ended).unwrap_or_default();
            rounds.retain(|round, _| ended.contains(round));
            !rounds.is_empty()
        });
    }
}

/// Returns the rounds that are over.
fn rounds_ended(tournament: &Tournament) -> Vec<RoundNo> {
    let ended = tournament.rounds.iter().filter(|(_, round)| round.state == RoundState::Ended);
    ended.map(|(number, _)| *number).collect()
}

/// A round of a tournament as it was signed, or as it is now.
#[derive(Debug, Clone, Copy)]
pub struct RoundVersion<'a> {
    /// The round.
    pub round: RoundNo,
    /// The tournament, as it was or as it is.
    pub tournament: &'a Tournament,
    /// True if this is the round as it was signed.
    pub is_signed: bool,
    /// The tournament as it was when the round ended, if that is known.
    pub signed: Option<&'a Tournament>,
    /// The tournament as it is now.
    pub now: &'a Tournament,
}

impl<'a> RoundVersion<'a> {
    /// Returns a round that has begun: as it was signed, or with `corrected` as it is now. A round that nobody has signed
    /// yet is as it is now. `None` if there is no such round, or if it has not begun.
    pub fn of(
        event: &'a Event,
        signed: &'a SignedRounds,
        key: &str,
        round: RoundNo,
        corrected: bool,
    ) -> Option<RoundVersion<'a>> {
        let now = event.tournaments.get(key)?;
        now.rounds.get(&round).filter(|round| round.state != RoundState::Planned)?;
        let signed = signed.get(key, round);
        let is_signed = signed.is_some() && !corrected;
        let tournament = if is_signed { signed? } else { now };
        Some(RoundVersion { round, tournament, is_signed, signed, now })
    }

    /// Returns the standings after the round.
    pub fn standings(&self) -> Standings {
        Standings::of(self.tournament, self.round)
    }

    /// Returns what was corrected since the round was signed, in it and in the rounds before it.
    pub fn corrections(&self) -> Vec<Correction> {
        let Some(signed) = self.signed else { return Vec::new() };
        let rounds = signed.rounds.range(..=self.round);
        let boards =
            rounds.flat_map(|(round, it)| it.pairings.iter().map(move |(board, it)| (*round, *board, it)));
        boards
            .filter_map(|(round, board, pairing)| {
                let (was, is) = (pairing.result, self.now.rounds.get(&round)?.pairings.get(&board)?.result);
                (was != is).then_some(Correction { round, board, was, is })
            })
            .collect()
    }

    /// Returns whether the standings after the round are no longer the signed ones.
    pub fn is_revised(&self) -> bool {
        let of = |tournament| Standings::of(tournament, self.round);
        self.signed.is_some_and(|signed| of(signed) != of(self.now))
    }
}

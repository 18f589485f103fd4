//! All rounds of a round robin, as one order.

use super::{BergerRound, double_rounds, rounds, two_cycles};
use crate::{
    BoardNo, EventOrderJson, PairingJson, PlayerNo, ROUNDS_MAX, Refusal, RoundJson, RoundNo, System,
    Tournament, TournamentJson,
};
use std::collections::{BTreeMap, BTreeSet};

/// How the rounds of a round robin follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Schedule {
    /// True if everybody meets everybody twice.
    pub is_double: bool,
    /// True if the last two rounds of the first of two cycles are exchanged.
    pub is_exchanged: bool,
}

impl Schedule {
    /// Returns the order that enters all rounds of a round robin. `drawn` are the players in the order of the draw, and
    /// `new` those whom the tournament does not have yet, or of whom more is known now. A player who is free in a round
    /// is not named in it.
    pub fn order(
        self,
        key: &str,
        tournament: &Tournament,
        drawn: &[PlayerNo],
        new: TournamentJson,
    ) -> Result<EventOrderJson, Refusal> {
        let paired = tournament.rounds.iter().find(|(_, round)| !round.pairings.is_empty());
        if let Some((round, _)) = paired {
            return Err(Refusal::HasPairings(*round));
        }
        let mut seen = BTreeSet::new();
        for player in drawn {
            if !tournament.players.contains_key(player) && !new.players.contains_key(player) {
                return Err(Refusal::NoPlayer(*player));
            }
            if !seen.insert(*player) {
                return Err(Refusal::PlayerTwice { player: *player, round: 1 });
            }
        }
        let count = drawn.len();
        if count < 2 {
            return Err(Refusal::TooFewPlayers);
        }
        let cycles = if self.is_double { 2 } else { 1 };
        let all = (count - 1 + count % 2) * cycles;
        let planned = RoundNo::try_from(all).ok().filter(|all| *all <= ROUNDS_MAX);
        let planned = planned.ok_or(Refusal::TooManyRounds(all))?;
        let count = PlayerNo::try_from(count).map_err(|_| Refusal::TooManyRounds(all))?;
        let table = match (self.is_double, self.is_exchanged) {
            (false, _) => rounds(count),
            (true, false) => two_cycles(count),
            (true, true) => double_rounds(count),
        };
        let rounds: BTreeMap<RoundNo, RoundJson> =
            (1..).zip(table.iter().map(|round| paired_round(round, drawn))).collect();
        let parts = TournamentJson {
            system: Some(System::RoundRobin.name().to_owned()),
            rounds_planned: Some(planned),
            rounds,
            ..new
        };
        Ok(EventOrderJson::Enter { key: key.to_owned(), parts: Box::new(parts) })
    }
}

fn paired_round(round: &BergerRound, drawn: &[PlayerNo]) -> RoundJson {
    let player = |number: PlayerNo| drawn.get(usize::from(number).wrapping_sub(1)).copied();
    let pairing = |(white, black): &(PlayerNo, PlayerNo)| PairingJson {
        white: player(*white),
        black: player(*black),
        ..PairingJson::default()
    };
    let pairings: BTreeMap<BoardNo, PairingJson> = (1..).zip(round.pairs.iter().map(pairing)).collect();
    RoundJson { pairings, ..RoundJson::default() }
}

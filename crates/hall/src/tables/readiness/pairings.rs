//! What the event alone lacks before a round: pairings, players, results of the round before.

use super::missing::{Lack, Missing};
use std::collections::{BTreeMap, BTreeSet};
use tournament::{
    BoardNo, Event, Pairing, PairingNo, PlayerNo, Round, RoundNo, RoundState, System, Tournament,
    standings::teams,
};

/// The greatest number of names in one sentence.
const NAMES_MAX: usize = 12;

/// Returns what the event lacks before a round of a tournament.
pub(super) fn lacks(event: &Event, key: &str, number: RoundNo) -> Vec<Missing> {
    let of_round = |lack| Missing::of_tournament(lack, key);
    let Some(tournament) = event.tournaments.get(key) else {
        return vec![of_round(Lack::NoPairings(number))];
    };
    let mut list: Vec<Missing> = before(tournament, number).map(of_round).collect();
    let Some(round) = tournament.rounds.get(&number).filter(|round| !round.pairings.is_empty()) else {
        list.push(of_round(Lack::NoPairings(number)));
        return list;
    };
    let of_board = |lack, board: BoardNo| {
        let at = PairingNo { key: key.to_owned(), round: number, board };
        Missing::of_board(lack, &at, tournament.table_of(number, board))
    };
    for (board, pairing) in round.pairings.iter().filter(|(_, pairing)| !pairing.has_begun()) {
        for side in shakmaty::Color::ALL {
            match *pairing.players.get(side) {
                None => list.push(of_board(Lack::NoPlayer(side), *board)),
                Some(player) => {
                    if !has_name(tournament, player) {
                        list.push(of_board(Lack::NoName(player), *board));
                    }
                    if let Some(after) = gone_before(tournament, player, number) {
                        list.push(of_board(Lack::Withdrawn(name(tournament, player), after), *board));
                    }
                }
            }
        }
    }
    list.extend(
        paired_twice(tournament, round).map(|(name, boards)| of_round(Lack::PairedTwice(name, boards))),
    );
    list.extend(not_paired(tournament, number, round).map(of_round));
    let wrong = teams::wrong_boards(tournament, number).into_iter();
    list.extend(wrong.map(|board| of_board(Lack::TeamColors, board)));
    list.extend(shared_ids(tournament).map(|(id, names)| of_round(Lack::FideIdTwice(id, names))));
    list
}

/// Returns what is left to do in the rounds before, of which the last one may still be played.
fn before(tournament: &Tournament, number: RoundNo) -> impl Iterator<Item = Lack> {
    let open = tournament.rounds.range(..number).filter(|(_, round)| round.state == RoundState::Open);
    open.map(|(number, round)| {
        let lacks_result =
            |(_, pairing): &(&BoardNo, &Pairing)| pairing.result.is_none() && !pairing.adjourned;
        let boards: Vec<BoardNo> =
            round.pairings.iter().filter(lacks_result).map(|(board, _)| *board).collect();
        if boards.is_empty() { Lack::NotEnded(*number) } else { Lack::NoResult(*number, boards) }
    })
}

fn has_name(tournament: &Tournament, player: PlayerNo) -> bool {
    tournament.players.get(&player).is_some_and(|entrant| !entrant.player.name.trim().is_empty())
}

/// Returns the players who sit at several boards, with the boards.
fn paired_twice(tournament: &Tournament, round: &Round) -> impl Iterator<Item = (String, Vec<BoardNo>)> {
    let mut seats: BTreeMap<PlayerNo, BTreeSet<BoardNo>> = BTreeMap::new();
    for (board, pairing) in &round.pairings {
        pairing
            .players
            .iter()
            .flatten()
            .for_each(|player| _ = seats.entry(*player).or_default().insert(*board));
    }
    let twice = seats.into_iter().filter(|(_, boards)| boards.len() > 1);
    twice.map(|(player, boards)| (name(tournament, player), boards.into_iter().collect()))
}

/// Returns the round after which a player withdrew, if that was before this round.
fn gone_before(tournament: &Tournament, player: PlayerNo, number: RoundNo) -> Option<RoundNo> {
    tournament.players.get(&player)?.withdrawn_after.filter(|after| *after < number)
}

/// Returns the players of a Swiss system who are neither paired nor among those with a bye. In a round robin they have a
/// free round, and a team need not play all of its players.
fn not_paired(tournament: &Tournament, number: RoundNo, round: &Round) -> Option<Lack> {
    let is_paired = |player: PlayerNo| {
        round
            .pairings
            .values()
            .any(|pairing| pairing.players.iter().flatten().any(|seated| *seated == player))
    };
    let idle: Vec<PlayerNo> = tournament
        .players
        .keys()
        .copied()
        .filter(|player| gone_before(tournament, *player, number).is_none())
        .filter(|player| !round.unpaired.contains_key(player) && !is_paired(*player))
        .collect();
    let names = || idle.iter().take(NAMES_MAX).map(|player| name(tournament, *player));
    let more = (idle.len() > NAMES_MAX).then(|| "…".to_owned());
    let is_told = tournament.system == System::Swiss && !idle.is_empty();
    is_told.then(|| Lack::NotPaired(idle.len(), names().chain(more).collect()))
}

/// Returns the identity numbers of FIDE that several players have, with the players.
fn shared_ids(tournament: &Tournament) -> impl Iterator<Item = (u32, Vec<String>)> {
    let mut holders: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (player, entrant) in &tournament.players {
        if let Some(id) = entrant.player.fide_id.filter(|id| *id != 0) {
            holders.entry(id).or_default().push(name(tournament, *player));
        }
    }
    holders.into_iter().filter(|(_, names)| names.len() > 1)
}

/// Returns a player's name, or the number of a player without one.
fn name(tournament: &Tournament, player: PlayerNo) -> String {
    let entrant = tournament.players.get(&player).filter(|_| has_name(tournament, player));
    entrant.map_or_else(|| player.to_string(), |entrant| entrant.player.name.clone())
}

//! The rounds of a draft as rounds of a tournament.

use super::draft::{DraftPairing, DraftRound};
use super::{Draft, DraftHeader, ImportFault, Problem, Proposal};
use crate::{BoardNo, Pairing, PlayerNo, Round, RoundNo, RoundState, Tournament};
use game::ResultEntry;
use std::collections::{BTreeMap, BTreeSet};

fn of_file(fault: ImportFault, proposal: Proposal) -> Problem {
    Problem::of_file(fault, Some(proposal))
}

/// Returns the rounds of the draft that are to be imported, with their numbers.
pub(super) fn chosen<'a>(
    draft: &'a Draft,
    places: &[Option<PlayerNo>],
    known: &Tournament,
    round: Option<RoundNo>,
    problems: &mut Vec<Problem>,
) -> Vec<(RoundNo, &'a DraftRound)> {
    let numbered = || draft.rounds.iter().filter_map(|(number, it)| Some(((*number)?, it)));
    let mut chosen: Vec<(RoundNo, &DraftRound)> =
        numbered().filter(|(it, _)| round.is_none_or(|round| round == *it)).collect();
    if let (Some(asked), true, Some((other, _))) = (round, chosen.is_empty(), numbered().next()) {
        problems.push(of_file(ImportFault::OtherRound(other, asked), Proposal::ChooseRound));
    }
    if let Some(told) = draft.rounds.get(&None) {
        let number = match round.map_or_else(|| unnamed(told, places, known), Ok) {
            Ok(number) => number,
            Err(fault) => {
                problems.push(of_file(fault, Proposal::NameRound));
                return chosen;
            }
        };
        if number == 0 || number > crate::ROUNDS_MAX || chosen.iter().any(|(it, _)| *it == number) {
            problems.push(of_file(ImportFault::NotARound(number.to_string()), Proposal::ChooseRound));
        } else {
            if round.is_none() {
                problems.push(of_file(ImportFault::RoundAssumed(number), Proposal::ChooseRound));
            }
            chosen.push((number, told));
        }
    }
    chosen
}

/// Returns the round of pairings of which the file does not say it: the one that has them already, or the one after the
/// last. It is left to a person where the file may be a corrected list of a round that is there: entered as the next one, it
/// would pair the same players twice.
fn unnamed(
    told: &DraftRound,
    places: &[Option<PlayerNo>],
    known: &Tournament,
) -> Result<RoundNo, ImportFault> {
    let players = |pairing: &DraftPairing| pairing.players.map(|seat| place(places, seat));
    let pairs: BTreeMap<BoardNo, _> = told.pairings.iter().map(|(board, it)| (*board, players(it))).collect();
    let paired = || known.rounds.iter().rev().filter(|(_, round)| !round.pairings.is_empty());
    let is_same =
        |round: &Round| round.pairings.iter().map(|(board, it)| (board, &it.players)).eq(pairs.iter());
    if let Some((number, _)) = paired().find(|(_, round)| is_same(round)) {
        return Ok(*number);
    }
    let has_some = |round: &Round| {
        let mut whole = round.pairings.values().filter(|it| it.players.iter().all(Option::is_some));
        whole.any(|it| pairs.values().any(|players| *players == it.players))
    };
    let may_change = |round: &Round| {
        round.state == RoundState::Planned && !round.pairings.values().any(Pairing::has_begun)
    };
    let next = paired().next().map_or(1, |(last, _)| last.saturating_add(1));
    match paired().find(|(_, round)| may_change(round) || has_some(round)) {
        Some((number, _)) => Err(ImportFault::RoundUnclear(*number, next)),
        None => Ok(next),
    }
}

/// Returns the number of the player on a seat of a draft.
fn place(places: &[Option<PlayerNo>], seat: Option<usize>) -> Option<PlayerNo> {
    seat.and_then(|seat| places.get(seat).copied().flatten())
}

/// Makes a round of a draft. What is known of a game stays with it: its table, its result, how it ended.
pub(super) fn made(
    told: &DraftRound,
    places: &[Option<PlayerNo>],
    draft: &Draft,
    known: Option<&Round>,
    number: RoundNo,
    problems: &mut Vec<Problem>,
) -> Round {
    let place = |seat: Option<usize>| place(places, seat);
    let mut round = Round { date: told.date.clone(), starts_at: told.starts_at.clone(), ..Round::default() };
    let mut is_other = false;
    for (board, pairing) in &told.pairings {
        let players = pairing.players.map(place);
        let before = known.and_then(|it| it.pairings.values().find(|it| it.players == players));
        is_other |= before.is_none() && known.is_some_and(|it| it.pairings.contains_key(board));
        let mut made = before.cloned().unwrap_or(Pairing { players, ..Pairing::default() });
        // The table that was chosen for a board is the board's, whoever plays there.
        made.table = known.and_then(|it| it.pairings.get(board)).and_then(|it| it.table);
        made.unrated |= pairing.unrated;
        match (pairing.result, made.result) {
            (Some(told), Some(confirmed)) if told != confirmed => {
                let fault =
                    ImportFault::ResultDiffers(*board, told.to_string(), ResultEntry::shown(Some(confirmed)));
                problems.push(Problem::of_line(pairing.line(), fault, Some(Proposal::KeptOurs)));
            }
            (told, confirmed) => made.result = confirmed.or(told),
        }
        round.pairings.insert(*board, made);
    }
    for (player, reason) in &told.unpaired {
        if let Some(player) = place(Some(*player)) {
            round.unpaired.insert(player, *reason);
        }
    }
    let Some(known) = known else {
        round.state = state(told, draft, number);
        return round;
    };
    if is_other
        || known.pairings.values().any(|it| !round.pairings.values().any(|made| made.players == it.players))
    {
        problems.push(match known.state {
            RoundState::Ended => of_file(ImportFault::RoundOver(number), Proposal::KeptOurs),
            RoundState::Planned | RoundState::Open => {
                of_file(ImportFault::RoundReplaced(number), Proposal::LookAtBoards)
            }
        });
    }
    for (text, before) in [(&mut round.date, &known.date), (&mut round.starts_at, &known.starts_at)] {
        if !before.is_empty() {
            text.clone_from(before);
        }
    }
    // A player who has a game now had none before the file was written.
    let paired: BTreeSet<PlayerNo> = round.pairings.values().flat_map(|it| it.players).flatten().collect();
    for (player, reason) in &known.unpaired {
        if !paired.contains(player) {
            round.unpaired.entry(*player).or_insert(*reason);
        }
    }
    round.state = known.state;
    round
}

/// Returns the state of a new round: it has ended when all results are there, and has begun when one is.
fn state(told: &DraftRound, draft: &Draft, number: RoundNo) -> RoundState {
    let open = |it: &DraftPairing| it.result.is_none() && it.players.iter().all(Option::is_some);
    let results = told.pairings.values().filter(|it| it.result.is_some()).count();
    let has_later = draft
        .rounds
        .range(Some(number + 1)..)
        .any(|(_, round)| round.pairings.values().any(|it| it.result.is_some()));
    if results > 0 && !told.pairings.values().any(open) {
        RoundState::Ended
    } else if results > 0 || has_later {
        RoundState::Open
    } else {
        RoundState::Planned
    }
}

/// Returns what the tournament did not know of itself.
pub(super) fn header(told: &DraftHeader, known: &Tournament) -> DraftHeader {
    let new = |text: &String, known: &String| if known.is_empty() { text.clone() } else { String::new() };
    let is_new = known.players.is_empty() && known.rounds.is_empty();
    DraftHeader {
        name: new(&told.name, &known.name),
        city: new(&told.city, &known.city),
        federation: new(&told.federation, &known.federation),
        dates: (new(&told.dates.0, &known.dates.0), new(&told.dates.1, &known.dates.1)),
        arbiters: if known.arbiters.is_empty() { told.arbiters.clone() } else { Vec::new() },
        system: told.system.filter(|_| is_new),
        rounds_planned: if known.rounds_planned == 0 { told.rounds_planned } else { 0 },
        time_control: new(&told.time_control, &known.time_control),
        tie_breaks: if known.tie_breaks.is_empty() { told.tie_breaks.clone() } else { Vec::new() },
        boards_of_match: if known.boards_of_match == 0 { told.boards_of_match } else { 0 },
    }
}

//! Made tournaments: seed in, tournament out, with everything that unplayed games can be.

use game::ResultEntry;
use shakmaty::ByColor;
use std::collections::{BTreeMap, BTreeSet};
use tournament::{
    BoardNo, Entrant, Pairing, PlayerNo, Round, RoundNo, RoundState, System, TieBreak, Tournament, Unpaired,
    berger,
};

/// Chance as a function of a seed (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % end
    }

    fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn result(&mut self) -> ResultEntry {
        let text = match self.below(100) {
            0..40 => "1-0",
            40..58 => "1/2-1/2",
            58..88 => "0-1",
            88..91 => "+/-",
            91..94 => "-/+",
            94..96 => "-/-",
            96 => "0-0",
            97 => "1/2-0",
            98 => "0-1/2",
            _ => "1-0",
        };
        ResultEntry::parse(text).expect("it is a result")
    }
}

/// Makes a tournament. Its last round may still be played.
pub(crate) fn tournament(system: System, seed: u64) -> Tournament {
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut made =
        if system.is_of_teams() { of_teams(system, &mut chance) } else { of_players(system, &mut chance) };
    for number in made.players.clone().keys() {
        let rating = 1200 + u16::try_from(chance.below(1300)).expect("it is small");
        let entrant = made.players.get_mut(number).expect("the player is there");
        entrant.player.elo = (!chance.percent(15)).then_some(rating);
    }
    let begun = made.rounds.len() as RoundNo - u16::from(chance.percent(20));
    let is_running = chance.percent(30);
    for (number, round) in &mut made.rounds {
        round.state = match number.cmp(&begun) {
            std::cmp::Ordering::Less => RoundState::Ended,
            std::cmp::Ordering::Equal if !is_running => RoundState::Ended,
            std::cmp::Ordering::Equal => RoundState::Open,
            std::cmp::Ordering::Greater => RoundState::Planned,
        };
        for pairing in round.pairings.values_mut() {
            let is_known =
                round.state == RoundState::Ended || (round.state == RoundState::Open && chance.percent(60));
            pairing.unrated = chance.percent(4);
            pairing.result = is_known.then(|| pairing.result.unwrap_or_else(|| chance.result()));
        }
    }
    made.tie_breaks = match chance.below(3) {
        0 => Vec::new(),
        1 => TieBreak::ALL.to_vec(),
        _ => {
            let mut all = TieBreak::ALL.to_vec();
            for last in (1..all.len()).rev() {
                all.swap(last, usize::try_from(chance.below(last as u64 + 1)).expect("it is small"));
            }
            all
        }
    };
    made
}

fn forfeit(white_is_there: bool, black_is_there: bool) -> Option<ResultEntry> {
    Some(ResultEntry::Forfeit { white: white_is_there, black: black_is_there })
}

fn of_players(system: System, chance: &mut Chance) -> Tournament {
    let players = 4 + chance.below(if system == System::Swiss { 24 } else { 9 }) as PlayerNo;
    let mut made = Tournament { system, first_table: 1, ..Tournament::default() };
    for number in 1..=players {
        made.players.insert(number, Entrant::named(&format!("Player {number}")));
    }
    if system == System::Swiss {
        made.rounds_planned = 9;
        swiss(&mut made, chance);
        return made;
    }
    let rounds = if chance.percent(40) { berger::double_rounds(players) } else { berger::rounds(players) };
    made.rounds_planned = rounds.len() as RoundNo;
    for entrant in made.players.values_mut() {
        let after = chance.below(rounds.len() as u64) as RoundNo;
        entrant.withdrawn_after = chance.percent(12).then_some(after);
    }
    for (number, round) in (1..).zip(rounds) {
        let is_there = |player| made.players[&player].withdrawn_after.is_none_or(|after| number <= after);
        let pairing = |(white, black): (PlayerNo, PlayerNo)| {
            let both = is_there(white) && is_there(black);
            let result = if both { None } else { forfeit(is_there(white), is_there(black)) };
            Pairing { result, ..Pairing::new(Some(white), Some(black)) }
        };
        let pairings = (1..).zip(round.pairs.into_iter().map(pairing)).collect();
        made.rounds.insert(number, Round { pairings, ..Round::default() });
    }
    made
}

/// Adds the rounds of a Swiss system, near enough: by points, those first who have not met.
fn swiss(made: &mut Tournament, chance: &mut Chance) {
    let mut met: BTreeSet<(PlayerNo, PlayerNo)> = BTreeSet::new();
    let mut points: BTreeMap<PlayerNo, u32> = made.players.keys().map(|player| (*player, 0)).collect();
    for number in 1..=made.rounds_planned {
        let mut round = Round::default();
        let mut waiting: Vec<PlayerNo> = Vec::new();
        for (player, entrant) in &mut made.players {
            if entrant.withdrawn_after.is_some() {
                continue;
            }
            match chance.below(100) {
                0..3 => drop(round.unpaired.insert(*player, Unpaired::HalfBye)),
                3..5 => drop(round.unpaired.insert(*player, Unpaired::ZeroBye)),
                5 => drop(round.unpaired.insert(*player, Unpaired::FullBye)),
                6 => {}
                7..9 => entrant.withdrawn_after = Some(number - 1),
                _ => waiting.push(*player),
            }
        }
        waiting.sort_by_cached_key(|player| (std::cmp::Reverse(points[player]), chance.below(1000)));
        let mut board: BoardNo = 0;
        while let Some(one) = (!waiting.is_empty()).then(|| waiting.remove(0)) {
            if waiting.is_empty() {
                round.unpaired.insert(one, Unpaired::PairingBye);
                break;
            }
            let fresh = waiting.iter().position(|other| !met.contains(&(one, *other)));
            let other = waiting.remove(fresh.unwrap_or(0));
            met.extend([(one, other), (other, one)]);
            board += 1;
            let (white, black) = if chance.percent(50) { (one, other) } else { (other, one) };
            let mut pairing = Pairing::new(Some(white), Some(black));
            let result = chance.result();
            pairing.result = Some(result);
            if chance.percent(1) {
                pairing.players.black = None;
            }
            round.pairings.insert(board, pairing);
            for (color, player) in shakmaty::Color::ALL.into_iter().zip([white, black]) {
                *points.get_mut(&player).expect("the player is there") += u32::from(result.halves(color));
            }
        }
        for (player, reason) in &round.unpaired {
            *points.get_mut(player).expect("the player is there") += u32::from(reason.halves());
        }
        made.rounds.insert(number, round);
    }
}

fn of_teams(system: System, chance: &mut Chance) -> Tournament {
    let (teams, boards) = (3 + chance.below(6) as u16, 2 + chance.below(4) as BoardNo);
    let mut made = Tournament { system, boards_of_match: boards, first_table: 1, ..Tournament::default() };
    for number in 1..=teams * boards {
        let mut entrant = Entrant::named(&format!("Player {number}"));
        entrant.player.team = format!("Team {}", (number - 1) / boards + 1);
        made.players.insert(number, entrant);
    }
    let rounds = berger::rounds(teams);
    made.rounds_planned = rounds.len() as RoundNo;
    for (number, pairs) in (1..).zip(rounds) {
        let mut round = Round::default();
        for (at, (first, second)) in (0..).zip(pairs.pairs) {
            let is_absent = chance.percent(6);
            for board in 0..boards {
                let mut seats = ByColor {
                    white: Some((first - 1) * boards + board + 1),
                    black: Some((second - 1) * boards + board + 1),
                };
                if chance.percent(2) {
                    seats.black = None;
                }
                if board % 2 == 1 {
                    seats = ByColor { white: seats.black, black: seats.white };
                }
                let mut pairing = Pairing { players: seats, ..Pairing::default() };
                if is_absent {
                    pairing.result = forfeit(board % 2 == 0, board % 2 == 1);
                }
                round.pairings.insert(at * boards + board + 1, pairing);
            }
        }
        if let Some(free) = pairs.free.filter(|_| system == System::TeamSwiss) {
            let reason = Unpaired::ALL[chance.below(4) as usize];
            for board in 1..=boards {
                round.unpaired.insert((free - 1) * boards + board, reason);
            }
        }
        made.rounds.insert(number, round);
    }
    made
}

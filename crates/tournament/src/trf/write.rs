//! A tournament as the lines of a report.

use super::cell::{Cell, Mark, Meeting};
use super::player::{FIRST_ROUND, PlayerRecord, single};
use super::record::{Tag, code};
use crate::standings::{
    cell::RoundCell,
    teams::{self, TeamStandings},
};
use crate::{PlayerNo, RoundNo, RoundState, System, Tournament, Unpaired};
use shakmaty::Color;
use std::collections::{BTreeMap, BTreeSet};

/// A version of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    /// The version of 2016, with the number of rounds as programs that pair have it. Tie-breaks have no place in it.
    Trf16,
    /// The version of 2026: with the number of rounds, tie-breaks, the encoded time control, byes that are asked for in
    /// rounds to come, and teams with numbers.
    Trf26,
}

/// The ranks of the players, as standings give them.
pub type Ranks = BTreeMap<PlayerNo, u16>;

/// A line with its key: lines of two reports with one key speak of one thing.
pub(super) type Keyed = ((Tag, u32), String);
/// Players without a game, by round, that are written in lines `240`.
pub(super) type Byes = BTreeSet<(RoundNo, PlayerNo)>;

/// Writes a report. Lines end with CR and LF. Players whom `ranks` does not have are ranked by points.
pub fn write(tournament: &Tournament, flavour: Flavour, ranks: &Ranks) -> String {
    let byes = if flavour == Flavour::Trf26 { byes_to_come(tournament) } else { Byes::new() };
    lines(tournament, flavour, ranks, &byes)
        .into_iter()
        .flat_map(|(_, line)| [line, "\r\n".to_owned()])
        .collect()
}

/// Returns the byes of rounds that are not paired yet. A bye that the pairing allocates is never asked for.
fn byes_to_come(tournament: &Tournament) -> Byes {
    let to_come = tournament.rounds.iter().filter(|(_, round)| round.pairings.is_empty());
    to_come
        .flat_map(|(number, round)| {
            let asked = round.unpaired.iter().filter(|(_, reason)| **reason != Unpaired::PairingBye);
            asked.map(|(player, _)| (*number, *player))
        })
        .collect()
}

/// Writes the lines of a report.
pub(super) fn lines(tournament: &Tournament, flavour: Flavour, ranks: &Ranks, byes: &Byes) -> Vec<Keyed> {
    let mut lines = header(tournament, flavour);
    for record in players(tournament, ranks, byes) {
        lines.push(((*b"001", record.number.into()), record.written()));
    }
    lines.extend(teams(tournament, flavour));
    if flavour == Flavour::Trf26 {
        let orders = (0..).zip(board_orders(tournament));
        lines.extend(orders.map(|(index, line)| ((*b"300", index), line)));
    }
    for (index, line) in bye_lines(tournament, byes).into_iter().enumerate() {
        lines.push(((*b"240", u32::try_from(index).unwrap_or(u32::MAX)), line));
    }
    lines
}

fn header(tournament: &Tournament, flavour: Flavour) -> Vec<Keyed> {
    let mut lines: Vec<Keyed> = Vec::new();
    let mut add = |tag: &Tag, index: u32, value: String| {
        let value = single(&value).trim().to_owned();
        if !value.is_empty() {
            lines.push(((*tag, index), format!("{} {value}", String::from_utf8_lossy(tag))));
        }
    };
    let date = |date: &str| date.replace('.', "/");
    add(b"012", 0, tournament.name.clone());
    add(b"022", 0, tournament.city.clone());
    add(b"032", 0, tournament.federation.clone());
    add(b"042", 0, date(&tournament.dates.0));
    add(b"052", 0, date(&tournament.dates.1));
    add(b"062", 0, tournament.players.len().to_string());
    let rated = tournament.players.values().filter(|entrant| entrant.player.elo.is_some()).count();
    add(b"072", 0, rated.to_string());
    let teams = tournament.teams().len();
    if teams > 0 {
        add(b"082", 0, teams.to_string());
    }
    let system = match tournament.system {
        System::Swiss => "Individual: Swiss-System",
        System::RoundRobin => "Individual: Round-Robin",
        System::TeamSwiss => "Team: Swiss-System",
        System::TeamRoundRobin => "Team: Round-Robin",
    };
    add(b"092", 0, system.to_owned());
    for (index, arbiter) in (0..).zip(&tournament.arbiters) {
        add(if index == 0 { b"102" } else { b"112" }, index, arbiter.clone());
    }
    match flavour {
        Flavour::Trf16 => {
            add(b"122", 0, tournament.time_control.clone());
            // The number of rounds has its tag from the extension of 2016, which programs that pair read.
            if tournament.rounds_planned > 0 {
                lines.push(((*b"142", 0), format!("XXR {}", tournament.rounds_planned)));
            }
        }
        Flavour::Trf26 => {
            if tournament.rounds_planned > 0 {
                add(b"142", 0, tournament.rounds_planned.to_string());
            }
            let codes: Vec<&str> = tournament.tie_breaks.iter().map(|it| code(*it)).collect();
            add(b"202", 0, codes.join(","));
            add(b"222", 0, tournament.time_control.clone());
        }
    }
    if let Some(line) = dates(tournament) {
        lines.push(((*b"132", 0), line));
    }
    lines
}

/// Writes the dates of the rounds in the columns of their results.
fn dates(tournament: &Tournament) -> Option<String> {
    let last = tournament
        .rounds
        .iter()
        .rev()
        .find(|(_, round)| !round.date.is_empty())
        .map(|(number, _)| *number)?;
    let mut line = format!("132{:width$}", "", width = FIRST_ROUND - 4);
    for number in 1..=last {
        let date = tournament.rounds.get(&number).map_or("", |round| round.date.as_str()).replace('.', "/");
        // Two digits of the year are all that the column takes.
        line.push_str(&format!("{:<10}", date.get(2..).unwrap_or_default()));
    }
    Some(line.trim_end().to_owned())
}

fn teams(tournament: &Tournament, flavour: Flavour) -> Vec<Keyed> {
    let mut lines = Vec::new();
    let begun = tournament.rounds.iter().filter(|(_, round)| round.state >= RoundState::Open);
    let standings = TeamStandings::of(tournament, begun.map(|(number, _)| *number).next_back().unwrap_or(0));
    for (index, team) in (1..).zip(tournament.teams()) {
        let players = tournament.players.iter().filter(|(_, entrant)| entrant.player.team == team);
        let numbers: Vec<String> = players.map(|(number, _)| format!("{number:>4}")).collect();
        let name: String = single(team).chars().take(32).collect();
        let (tag, head) = match flavour {
            Flavour::Trf16 => (b"013", format!("013 {name:<32}")),
            Flavour::Trf26 => {
                let row = standings.rows.iter().find(|row| row.name == team);
                let sum = |cells: &[RoundCell]| points(cells.iter().map(|cell| cell.halves).sum());
                let of_matches = row.map(|row| sum(&row.match_points)).unwrap_or_default();
                let of_games = row.map(|row| sum(&row.game_points)).unwrap_or_default();
                let rank = row.map(|row| row.rank.to_string()).unwrap_or_default();
                let stands = format!("{:13} {of_matches:>6} {of_games:>6} {rank:>3}", "");
                (b"310", format!("310 {index:>3} {name:<32}{stands}  "))
            }
        };
        lines.push(((*tag, index), format!("{head}{}", numbers.join(" "))));
    }
    lines
}

/// Writes points, given in halves, as `12.5`.
fn points(halves: u32) -> String {
    format!("{}.{}", halves / 2, halves % 2 * 5)
}

/// Writes who sits at which board, for each team and round in which the order is not that of the team's line, or a board is
/// empty.
fn board_orders(tournament: &Tournament) -> Vec<String> {
    let each = usize::from(tournament.boards_of_match);
    let mut lines = Vec::new();
    for (number, round) in &tournament.rounds {
        for found in teams::matches(tournament, *number) {
            for side in Color::ALL {
                let Some(team) = *found.teams.get(side) else { continue };
                let name = tournament.teams().into_iter().nth(usize::from(team) - 1);
                let is_of_team = |player: &PlayerNo| {
                    tournament.players.get(player).map(|it| it.player.team.as_str()) == name
                };
                let first = (usize::from(found.number) - 1) * each + 1;
                let seat = |board: usize| {
                    let pairing = round.pairings.get(&u16::try_from(board).ok()?)?;
                    pairing.players.iter().flatten().copied().find(is_of_team)
                };
                let seats: Vec<PlayerNo> =
                    (first..first + each).map(|board| seat(board).unwrap_or(0)).collect();
                if seats.iter().all(|player| *player > 0) && seats.is_sorted() {
                    continue;
                }
                let other = found.teams.get(!side).unwrap_or(0);
                let seats: Vec<String> = seats.iter().map(|player| format!("{player:04}")).collect();
                lines.push(format!("300 {number:03} {team:03} {other:03} {}", seats.join(" ")));
            }
        }
    }
    lines
}

fn bye_lines(tournament: &Tournament, byes: &Byes) -> Vec<String> {
    let mut groups: BTreeMap<(RoundNo, char), Vec<PlayerNo>> = BTreeMap::new();
    for (number, player) in byes {
        let reason = tournament.rounds.get(number).and_then(|round| round.unpaired.get(player));
        let letter = match reason {
            Some(Unpaired::FullBye) => 'F',
            Some(Unpaired::HalfBye) => 'H',
            Some(Unpaired::ZeroBye) => 'Z',
            Some(Unpaired::PairingBye) | None => continue,
        };
        groups.entry((*number, letter)).or_default().push(*player);
    }
    let line = |((round, letter), players): ((RoundNo, char), Vec<PlayerNo>)| {
        let players: Vec<String> = players.iter().map(|player| format!("{player:04}")).collect();
        format!("240 {letter} {round:03} {}", players.join(" "))
    };
    groups.into_iter().map(line).collect()
}

/// Makes the records of the players.
pub(super) fn players(tournament: &Tournament, ranks: &Ranks, byes: &Byes) -> Vec<PlayerRecord> {
    let mut cells: BTreeMap<PlayerNo, Vec<Cell>> =
        tournament.players.keys().map(|number| (*number, Vec::new())).collect();
    for number in 1..=tournament.rounds.keys().next_back().copied().unwrap_or(0) {
        for list in cells.values_mut() {
            list.push(Cell::Blank);
        }
        fill(tournament, number, byes, &mut cells);
    }
    let mut records: Vec<PlayerRecord> = Vec::new();
    for (number, entrant) in &tournament.players {
        let mut cells = cells.remove(number).unwrap_or_default();
        while cells.last() == Some(&Cell::Blank) {
            cells.pop();
        }
        let points = cells.iter().fold(0u16, |sum, cell| sum.saturating_add(cell.halves()));
        let entrant = entrant.clone();
        records.push(PlayerRecord { number: *number, entrant, points: Some(points), rank: None, cells });
    }
    let mut order: Vec<usize> = (0..records.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(records[*place].points));
    for (rank, place) in (1..).zip(order) {
        let record = &mut records[place];
        record.rank = Some(ranks.get(&record.number).copied().unwrap_or(rank));
    }
    records
}

/// Fills the cells of a round.
fn fill(tournament: &Tournament, number: RoundNo, byes: &Byes, cells: &mut BTreeMap<PlayerNo, Vec<Cell>>) {
    let Some(round) = tournament.rounds.get(&number) else { return };
    let mut set = |player: PlayerNo, cell: Cell| {
        if let Some(last) = cells.get_mut(&player).and_then(|cells| cells.last_mut()) {
            *last = cell;
        }
    };
    for pairing in round.pairings.values() {
        let (Some(white), Some(black)) = (pairing.players.white, pairing.players.black) else { continue };
        for color in Color::ALL {
            let (player, opponent) = color.fold_wb((white, black), (black, white));
            let mark = pairing.result.map(|result| Mark::of(result, pairing.unrated, color));
            set(player, Cell::Game(Meeting { opponent, color: Some(color), mark }));
        }
    }
    for (player, reason) in &round.unpaired {
        if !round.pairings.is_empty() || !byes.contains(&(number, *player)) {
            set(*player, Cell::Bye(*reason));
        }
    }
    if round.pairings.is_empty() {
        return;
    }
    let paired: BTreeSet<PlayerNo> = round.pairings.values().flat_map(|it| it.players).flatten().collect();
    for (player, entrant) in &tournament.players {
        let is_away = entrant.withdrawn_after.is_some_and(|last| last < number);
        if is_away && !round.unpaired.contains_key(player) && !paired.contains(player) {
            set(*player, Cell::Bye(Unpaired::ZeroBye));
        }
    }
}

//! What is wrong with a round: names, numbers, pairings, date and time control.

use super::{flaw::Flaw, words};
use crate::bulletin::{BulletinBoard, BulletinRound};
use game::Player;
use std::collections::BTreeMap;

/// The most games of a round that Lichess takes and shows.
const GAMES_MAX: usize = 100;
/// The most names in a sentence.
const NAMES_MAX: usize = 5;

pub(super) fn flaws(round: &BulletinRound) -> Vec<Flaw> {
    let mut flaws = of_tags(round);
    let sent: Vec<&BulletinBoard> = round.boards.iter().filter(|board| board.is_electronic).collect();
    let by_hand = round.boards.len() - sent.len();
    if round.boards.is_empty() {
        flaws.push(Flaw::of(&words::NO_PAIRINGS).words(&round.round));
    } else if by_hand > 0 {
        flaws.push(Flaw::of(&words::BY_HAND).number(by_hand as u64));
    }
    if sent.len() > GAMES_MAX {
        flaws.push(Flaw::of(&words::TOO_MANY_GAMES).number(sent.len() as u64).number(GAMES_MAX as u64));
    }
    flaws.extend(sent.iter().flat_map(|board| {
        let players = [&board.players.white, &board.players.black].into_iter();
        players.filter_map(of_player).map(|flaw| flaw.at(board.board))
    }));
    flaws.extend(of_numbers(&sent));
    flaws.into_iter().map(|flaw| flaw.within(&round.key)).collect()
}

fn of_tags(round: &BulletinRound) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    if round.name.is_empty() {
        flaws.push(Flaw::of(&words::NO_EVENT));
    }
    if round.site.is_empty() {
        flaws.push(Flaw::of(&words::NO_SITE));
    }
    if round.date.is_empty() {
        flaws.push(Flaw::of(&words::NO_DATE));
    } else if !is_date(&round.date) {
        flaws.push(Flaw::of(&words::DATE).words(&round.date));
    }
    if round.time_control.is_empty() {
        flaws.push(Flaw::of(&words::NO_TIME_CONTROL));
    } else if !is_one_period(&round.time_control) {
        flaws.push(Flaw::of(&words::TIME_CONTROL).words(&round.time_control));
    }
    flaws
}

/// Returns what is wrong with a player's name.
fn of_player(player: &Player) -> Option<Flaw> {
    let name = player.name.trim();
    let has_number = player.fide_id.is_some_and(|id| id > 0);
    let flaw = match name.to_lowercase().as_str() {
        "bye" => Flaw::of(&words::BYE),
        "" if !has_number => Flaw::of(&words::NO_NAME),
        "unknown" | "?" if !has_number => Flaw::of(&words::SHORT_NAME),
        short if short.chars().count() == 1 && !has_number => Flaw::of(&words::SHORT_NAME),
        quoted if quoted.contains(['"', '\\']) => Flaw::of(&words::QUOTED_NAME),
        _ if player.team.contains(['"', '\\']) => {
            return Some(Flaw::of(&words::QUOTED_NAME).words(&player.team));
        }
        _ => return None,
    };
    Some(flaw.words(name))
}

/// Finds players without a number of FIDE, numbers that several have, and players who are paired twice.
fn of_numbers(sent: &[&BulletinBoard]) -> Vec<Flaw> {
    let players = sent.iter().flat_map(|board| [&board.players.white, &board.players.black]);
    let players: Vec<&Player> = players.filter(|player| !player.name.trim().is_empty()).collect();
    let mut flaws = Vec::new();
    let mut without = Vec::new();
    let mut by_number: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    let mut by_name: BTreeMap<(&str, Option<u32>), usize> = BTreeMap::new();
    for player in players {
        let number = player.fide_id.filter(|id| *id > 0);
        match number {
            Some(number) => by_number.entry(number).or_default().push(&player.name),
            None => without.push(&*player.name),
        }
        *by_name.entry((&player.name, number)).or_default() += 1;
    }
    if !without.is_empty() {
        let named = without.iter().take(NAMES_MAX).copied().collect::<Vec<_>>().join("; ");
        flaws.push(Flaw::of(&words::NO_FIDE_ID).number(without.len() as u64).words(&named));
    }
    for (number, mut names) in by_number {
        names.sort_unstable();
        names.dedup();
        if names.len() > 1 {
            flaws.push(Flaw::of(&words::FIDE_ID_TWICE).words(&number.to_string()).words(&names.join("; ")));
        }
    }
    let twice = by_name.into_iter().filter(|(_, count)| *count > 1);
    flaws.extend(twice.map(|((name, _), _)| Flaw::of(&words::PAIRED_TWICE).words(name)));
    flaws
}

/// Returns whether a date is one as PGN writes it, such as `2026.11.21`.
fn is_date(date: &str) -> bool {
    let parts: Vec<&str> = date.split('.').collect();
    let within = |part: &str, digits: usize, most: u16| {
        part.len() == digits && part.parse().is_ok_and(|number: u16| (1..=most).contains(&number))
    };
    matches!(parts[..], [year, month, day] if within(year, 4, 9_999) && within(month, 2, 12) && within(day, 2, 31))
}

/// Returns whether a time control is one period in seconds with an increment, such as `5400+30`, which everybody reads.
fn is_one_period(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('+') {
        Some((base, increment)) => is_number(base) && is_number(increment),
        None => is_number(text),
    }
}

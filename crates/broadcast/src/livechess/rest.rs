//! What is asked for over HTTP: boards, tournaments, rounds and games. A boundary file: a client is known that dies of a key
//! too many and of one too few.

use super::{
    Boards, Now,
    line::{LineMove, PlayedLine, seconds},
    message::EboardClock,
};
use crate::{
    identity::{tournament_uuid, uuid},
    start_number,
};
use game::result::Points;
use game::{ClockFace, Player, ResultEntry};
use hall::TableNo;
use serde::Serialize;
use tournament::{Event, Pairing, PlayerNo, Round, RoundNo, RoundState, Tournament};

#[derive(Debug, Serialize)]
struct Summary<'a> {
    uuid: String,
    description: &'a str,
    rounds: RoundNo,
}

#[derive(Debug, Serialize)]
struct Details<'a> {
    uuid: String,
    name: &'a str,
    description: &'a str,
    location: &'a str,
    country: &'a str,
    rounds: RoundNo,
    eboards: Vec<String>,
}

#[derive(Debug, Serialize)]
struct RoundView<'a> {
    nr: RoundNo,
    date: Option<String>,
    pairings: Vec<PairingView<'a>>,
}

#[derive(Debug, Serialize)]
struct PairingView<'a> {
    nr: u16,
    uuid: String,
    white: PlayerView<'a>,
    black: PlayerView<'a>,
    live: bool,
    result: Option<&'static str>,
}

/// A player; of one who is not known every key is null.
#[derive(Debug, Default, Serialize)]
struct PlayerView<'a> {
    fname: Option<&'a str>,
    mname: Option<&'a str>,
    lname: Option<&'a str>,
    title: Option<&'a str>,
    federation: Option<&'a str>,
    gender: Option<&'a str>,
    fideid: Option<String>,
}

#[derive(Debug, Serialize)]
struct GameView {
    chess960: u16,
    result: Option<&'static str>,
    comment: Option<String>,
    clock: Option<EboardClock>,
    moves: Vec<String>,
}

/// Returns what is at this path below `/api/v1.0/`, as JSON for people; `None` if nothing is.
pub fn answer(boards: &Boards, path: &str, now: Now) -> Option<String> {
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    match parts.as_slice() {
        ["eboards"] => pretty(&boards.list(now)),
        ["tournaments"] => {
            pretty(&tournaments(boards).map(|(key, it)| summary(boards, key, it)).collect::<Vec<_>>())
        }
        ["tournament", uuid] => {
            let (key, tournament) = find(boards, uuid)?;
            pretty(&details(boards, key, tournament))
        }
        ["round", uuid, index] => {
            let (key, tournament) = find(boards, uuid)?;
            let number = index.parse::<RoundNo>().ok()?.checked_add(1)?;
            let round = tournament.rounds.get(&number).filter(|round| has_begun(round));
            let is_counted = number <= rounds(tournament);
            match round {
                Some(round) => pretty(&round_view(boards, key, tournament, number, round)),
                // A round between others that has not begun yet has no pairings that anybody may know.
                None if is_counted => pretty(&RoundView { nr: number, date: None, pairings: Vec::new() }),
                None => None,
            }
        }
        ["game", uuid] => {
            let mut pairings = tournaments(boards).flat_map(|(key, tournament)| {
                let begun = tournament.rounds.iter().filter(|(_, round)| has_begun(round));
                begun.flat_map(move |(number, round)| {
                    round.pairings.values().map(move |pairing| (key, *number, pairing))
                })
            });
            let (.., pairing) = pairings
                .find(|(key, number, pairing)| name_of_game(boards, key, *number, pairing) == *uuid)?;
            pretty(&game_view(boards, pairing, now))
        }
        _ => None,
    }
}

fn pretty(value: &impl Serialize) -> Option<String> {
    serde_json::to_string_pretty(value).ok()
}

/// Returns the tournaments; none if one board alone is told of.
fn tournaments(boards: &Boards) -> impl Iterator<Item = (&str, &Tournament)> {
    let event: Option<&Event> = (!boards.is_one()).then(|| boards.event());
    event.into_iter().flat_map(|event| &event.tournaments).map(|(key, tournament)| (key.as_str(), tournament))
}

fn find<'a>(boards: &'a Boards, uuid: &str) -> Option<(&'a str, &'a Tournament)> {
    tournaments(boards).find(|(key, _)| name_of(boards, key) == uuid)
}

fn name_of(boards: &Boards, key: &str) -> String {
    tournament_uuid(&boards.seed, key)
}

/// Returns the name of a pairing's game. It stays when the pairing moves to another board, and is another when another
/// player sits down. Where no round was entered, each game on a table is another.
fn name_of_game(boards: &Boards, key: &str, round: RoundNo, pairing: &Pairing) -> String {
    let number = |player: Option<PlayerNo>| player.map(|player| player.to_string()).unwrap_or_default();
    let (white, black) = (number(pairing.players.white), number(pairing.players.black));
    let mut parts = vec![&boards.seed, "game", key];
    let round = round.to_string();
    parts.extend([&*round, &white, &black]);
    let game = pairing.game.filter(|_| key.is_empty()).map(|game| game.game.to_string());
    parts.extend(game.as_deref());
    uuid(&parts)
}

fn has_begun(round: &Round) -> bool {
    round.state != RoundState::Planned
}

/// Returns the number of the last round that has begun.
fn rounds(tournament: &Tournament) -> RoundNo {
    let begun = tournament.rounds.iter().filter(|(_, round)| has_begun(round));
    begun.map(|(number, _)| *number).max().unwrap_or(0)
}

fn title<'a>(boards: &'a Boards, tournament: &'a Tournament) -> &'a str {
    if tournament.name.is_empty() { &boards.event().name } else { &tournament.name }
}

fn summary<'a>(boards: &'a Boards, key: &str, tournament: &'a Tournament) -> Summary<'a> {
    Summary { uuid: name_of(boards, key), description: title(boards, tournament), rounds: rounds(tournament) }
}

fn details<'a>(boards: &'a Boards, key: &str, tournament: &'a Tournament) -> Details<'a> {
    let last = rounds(tournament);
    let count = tournament.rounds.get(&last).and_then(|round| round.pairings.keys().last());
    let serial = |board| {
        let table = tournament.table_of(last, board)?;
        boards.at_table(table).map(|board| board.serial.clone())
    };
    let (event, city) = (boards.event(), &tournament.city);
    Details {
        uuid: name_of(boards, key),
        name: title(boards, tournament),
        description: title(boards, tournament),
        location: if city.is_empty() { &event.site } else { city },
        country: &tournament.federation,
        rounds: last,
        eboards: (1..=count.copied().unwrap_or(0)).map(|board| serial(board).unwrap_or_default()).collect(),
    }
}

fn round_view<'a>(
    boards: &Boards,
    key: &str,
    tournament: &'a Tournament,
    number: RoundNo,
    round: &Round,
) -> RoundView<'a> {
    let player = |number: Option<PlayerNo>| {
        let entrant = number.and_then(|number| tournament.players.get(&number));
        entrant.map(|entrant| PlayerView::of(&entrant.player)).unwrap_or_default()
    };
    let pairings = round.pairings.iter().map(|(board, pairing)| PairingView {
        nr: *board,
        uuid: name_of_game(boards, key, number, pairing),
        white: player(pairing.players.white),
        black: player(pairing.players.black),
        live: round.state == RoundState::Open && is_live(boards, pairing),
        result: pairing.result.and_then(word),
    });
    // Dates are kept as PGN has them.
    let date = Some(round.date.replace('.', "-")).filter(|date| !date.is_empty());
    RoundView { nr: number, date, pairings: pairings.collect() }
}

impl<'a> PlayerView<'a> {
    fn of(player: &'a Player) -> PlayerView<'a> {
        let known = |text: &'a str| Some(text.trim()).filter(|text| !text.is_empty());
        let (surname, given) = player.name.split_once(',').unwrap_or((&player.name, ""));
        PlayerView {
            fname: known(given),
            lname: known(surname),
            title: known(&player.title),
            federation: known(&player.federation),
            fideid: player.fide_id.map(|id| id.to_string()),
            ..PlayerView::default()
        }
    }
}

/// Returns the game of a pairing, with its clock if it is the one on the board. Its moves are then those of the moment when the
/// board lay still last, as its pieces are: a client that compares them finds an error only where there is one.
fn game_of<'a>(boards: &'a Boards, pairing: &Pairing) -> Option<(&'a PlayedLine, Option<&'a ClockFace>)> {
    let number = pairing.game?;
    let on_board = boards.at_table(number.table).and_then(|board| board.line.as_deref());
    let on_board = on_board.filter(|line| line.number == number.game);
    let line = on_board.or_else(|| boards.game(number.table, number.game))?;
    Some((line, present_clock(boards, number.table, line)))
}

fn present_clock<'a>(boards: &'a Boards, table: TableNo, line: &PlayedLine) -> Option<&'a ClockFace> {
    let is_present = boards.present_game(table).is_some_and(|present| present.number == line.number);
    boards.clock(table).filter(|_| is_present)
}

/// Returns whether a game goes on: it has moves and no result, or a clock runs on although there is one.
fn is_live(boards: &Boards, pairing: &Pairing) -> bool {
    let Some((line, clock)) = game_of(boards, pairing) else { return false };
    let is_running = clock.is_some_and(|clock| clock.running.is_some());
    !line.moves.is_empty() && (pairing.result.is_none() || is_running && !line.is_over)
}

fn game_view(boards: &Boards, pairing: &Pairing, now: Now) -> GameView {
    let Some((line, clock)) = game_of(boards, pairing) else {
        let result = pairing.result.and_then(word);
        return GameView {
            chess960: start_number::USUAL,
            result,
            comment: None,
            clock: None,
            moves: Vec::new(),
        };
    };
    let moves = line.moves.iter().enumerate().map(|(index, mv)| {
        // The clock was not pressed for the last move yet: its time is what the clock shows.
        let is_last = index + 1 == line.moves.len();
        let shown = clock.filter(|_| is_last).map(|clock| clock.left_ms[line.turn(index)]);
        move_text(mv, mv.left_ms.or(shown))
    });
    GameView {
        chess960: start_number::of(&line.start.fen()).unwrap_or(start_number::USUAL),
        result: pairing.result.or(line.result).and_then(word),
        comment: None,
        clock: clock.map(|clock| EboardClock::of(clock, now)),
        moves: moves.collect(),
    }
}

/// Returns a move with its times: `e4 5395+5`, `e4 5395`, `e4 +5` or `e4`. A move that took no time and of which
/// no clock tells was written by somebody.
fn move_text(mv: &LineMove, left_ms: Option<u32>) -> String {
    let left = left_ms.map(|left_ms| seconds(left_ms).to_string()).unwrap_or_default();
    let spent = mv.spent_ms.map(seconds).filter(|spent| left_ms.is_some() || *spent > 0);
    let spent = spent.map(|spent| format!("+{spent}")).unwrap_or_default();
    let times = left + &spent;
    if times.is_empty() { mv.san.clone() } else { format!("{} {times}", mv.san) }
}

/// Returns a result in the words of the interface, which spells a forfeit like this; `None` if it has none.
fn word(result: ResultEntry) -> Option<&'static str> {
    match result {
        ResultEntry::Played { white: Points::One, black: Points::None } => Some("WHITEWIN"),
        ResultEntry::Played { white: Points::None, black: Points::One } => Some("BLACKWIN"),
        ResultEntry::Played { white: Points::Half, black: Points::Half } => Some("DRAW"),
        ResultEntry::Played { .. } => None,
        ResultEntry::Forfeit { white: true, .. } => Some("WHITEFORFAIT"),
        ResultEntry::Forfeit { black: true, .. } => Some("BLACKFORFAIT"),
        ResultEntry::Forfeit { .. } => Some("NOTPLAYED"),
    }
}

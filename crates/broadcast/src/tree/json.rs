//! The JSON of LiveChess Cloud. A boundary file: clients are known that die of a key too many and of one too few.

use super::{Branch, PAIRINGS_MAX, is_live, movetext, result};
use crate::{
    bulletin::{Bulletin, BulletinBoard, BulletinGame, BulletinRound, tag},
    start_number,
};
use game::{Player, ResultEntry};
use serde::Serialize;

#[derive(Serialize)]
struct TournamentJson<'a> {
    id: &'a str,
    name: &'a str,
    location: &'a str,
    country: &'a str,
    website: &'a str,
    rules: &'a str,
    chess960: &'a str,
    timecontrol: Option<&'a str>,
    rounds: Vec<RoundCount>,
    eboards: [&'a str; 0],
}

#[derive(Default, Serialize)]
struct RoundCount {
    count: usize,
    live: usize,
}

#[derive(Serialize)]
struct IndexJson<'a> {
    date: Option<String>,
    pairings: Vec<PairingJson<'a>>,
}

#[derive(Serialize)]
struct PairingJson<'a> {
    white: Option<PlayerJson<'a>>,
    black: Option<PlayerJson<'a>>,
    result: &'static str,
    live: bool,
}

#[derive(Serialize)]
struct PlayerJson<'a> {
    fname: Option<&'a str>,
    mname: Option<&'a str>,
    lname: Option<&'a str>,
    title: Option<&'a str>,
    federation: Option<&'a str>,
    gender: Option<&'a str>,
    fideid: Option<u32>,
}

/// A game. Serial numbers of boards, times of day and running clocks are not in what spectators read.
#[derive(Serialize)]
struct GameJson {
    live: bool,
    #[serde(rename = "serialNr")]
    serial: Option<String>,
    #[serde(rename = "firstMove")]
    first_move: Option<u64>,
    chess960: u16,
    result: Option<&'static str>,
    comment: Option<String>,
    clock: Option<()>,
    moves: Vec<String>,
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Writes `tournament.json`.
pub(super) fn tournament(branch: &Branch<'_>, bulletin: &Bulletin, last: u16) -> String {
    let newest = branch.rounds.last();
    let name = newest.map_or(&*bulletin.event, |round| &*round.name);
    let counts = (1..=last).map(|number| {
        let Some(round) = branch.round(&number.to_string()) else { return RoundCount::default() };
        let live = round.boards.iter().filter(|board| is_live(round, board)).count();
        RoundCount { count: usize::from(count(round)), live }
    });
    let is_960 = |round: &&BulletinRound| round.games().any(|game| start(game) != Some(start_number::USUAL));
    text(&TournamentJson {
        id: name,
        name,
        location: newest.map_or(&bulletin.site, |round| &round.site),
        country: "",
        website: "",
        rules: "STANDARD",
        chess960: if newest.is_some_and(is_960) { "ANY" } else { "STANDARD" },
        timecontrol: newest.map(|round| &*round.time_control).filter(|control| !control.is_empty()),
        rounds: counts.collect(),
        eboards: [],
    })
}

/// Returns the length of a round's list of pairings.
fn count(round: &BulletinRound) -> u16 {
    let numbers = round.boards.iter().map(|board| board.board);
    numbers.filter(|number| *number <= PAIRINGS_MAX).max().unwrap_or(0)
}

/// Writes `index.json` of a round. The place in the list is the number of the board.
pub(super) fn index(round: &BulletinRound, with_results: bool) -> String {
    let pairings = (1..=count(round)).map(|number| {
        let Some(board) = round.boards.iter().find(|board| board.board == number) else {
            return PairingJson { white: None, black: None, result: "*", live: false };
        };
        let result = ResultEntry::parse(result(board)).filter(|_| with_results);
        PairingJson {
            white: player(&board.players.white),
            black: player(&board.players.black),
            result: result.map_or("*", ResultEntry::pgn),
            live: is_live(round, board),
        }
    });
    let is_known = !round.date.is_empty() && !round.date.contains('?');
    text(&IndexJson { date: is_known.then(|| round.date.replace('.', "-")), pairings: pairings.collect() })
}

/// Writes `index.json` of a round that has not begun.
pub(super) fn no_pairings() -> String {
    text(&IndexJson { date: None, pairings: Vec::new() })
}

fn player(player: &Player) -> Option<PlayerJson<'_>> {
    fn known(text: &str) -> Option<&str> {
        Some(text.trim()).filter(|text| !text.is_empty())
    }
    let (surname, given) = player.name.split_once(',').unwrap_or((&player.name, ""));
    let (first, middle) = given.trim().split_once(' ').unwrap_or((given, ""));
    known(&player.name)?;
    Some(PlayerJson {
        fname: known(first),
        mname: known(middle),
        lname: known(surname),
        title: known(&player.title),
        federation: known(&player.federation),
        gender: None,
        fideid: player.fide_id,
    })
}

/// Writes the JSON of a board's game: of the last that began with a starting position, for this form knows no other.
pub(super) fn moves(round: &BulletinRound, board: &BulletinBoard, with_results: bool) -> String {
    let entry = ResultEntry::parse(result(board));
    let is_told = with_results || entry.is_none();
    let game = board.games.iter().rev().filter(|_| is_told).find(|game| start(game).is_some());
    let later = board.games.last().filter(|last| is_told && start(last).is_none());
    let later = later.and_then(|last| tag(&last.text, "FEN"));
    text(&GameJson {
        live: is_live(round, board),
        serial: None,
        first_move: None,
        chess960: game.and_then(start).unwrap_or(start_number::USUAL),
        result: entry.filter(|_| with_results).and_then(word),
        comment: later.map(|fen| format!("The game goes on from {fen}; its moves are in the PGN.")),
        clock: None,
        moves: game.map(|game| movetext::moves(&game.text)).unwrap_or_default(),
    })
}

/// Returns the number of the position that a game began with; `None` if it is no starting position.
fn start(game: &BulletinGame) -> Option<u16> {
    tag(&game.text, "FEN").map_or(Some(start_number::USUAL), |fen| start_number::of(&fen))
}

/// Returns a result in the words of this form; `None` for what it has no word for.
fn word(result: ResultEntry) -> Option<&'static str> {
    match (result.pgn(), result) {
        ("1-0", _) => Some("WHITEWIN"),
        ("0-1", _) => Some("BLACKWIN"),
        ("1/2-1/2", _) => Some("DRAW"),
        (_, ResultEntry::Forfeit { .. }) => Some("NOTPLAYED"),
        _ => None,
    }
}

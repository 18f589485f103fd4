//! The texts: every one that the public addresses give of kept journals, at several moments of them, and of invented games. All
//! addresses join texts of single games (crates/topboard/src/public/bulletin/faces.rs); here they are joined as a round and as the stream
//! of a round join them.

use super::{scores, wanted};
use crate::golden::{self, Golden};
use broadcast::bulletin::{Bulletin, BulletinGame, BulletinSources, Seat};
use game::{
    PublicScore,
    pgn::{self, Twin},
};
use hall::{Fold, Hall, TableNo};
use relay::{EventView, rounds::PublicRounds};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The number of moments at which a journal is looked at, its end included.
const MOMENTS: usize = 4;
/// The number of invented games in a text.
const TOGETHER: usize = 9;
/// The time of day at which clocks of invented games were read.
const READ_AT: &str = "2026-11-21T15:04:05.678+00:00";

/// A text with the games that are to be read of it.
pub(super) struct Text {
    pub(super) name: String,
    pub(super) pgn: String,
    pub(super) games: Vec<Value>,
}

/// Returns all texts, each once.
pub(super) fn all() -> Vec<Text> {
    let mut texts: Vec<Text> = Golden::all().iter().flat_map(of_journal).collect();
    texts.extend(invented());
    texts.extend(before_the_first_move());
    let mut known = BTreeSet::new();
    texts.retain(|text| !text.pgn.is_empty() && known.insert(text.pgn.clone()));
    texts
}

/// Returns the texts at some moments of a journal.
fn of_journal(golden: &Golden) -> Vec<Text> {
    let moments: BTreeSet<usize> = (1..=MOMENTS).map(|part| golden.records.len() * part / MOMENTS).collect();
    let mut fold = Fold::new();
    let mut texts = Vec::new();
    for (fed, (seq, body)) in (1..).zip(&golden.records) {
        fold.feed(*seq, body.clone());
        while fold.poll().is_some() {}
        if moments.contains(&fed) {
            texts.extend(of_hall(&format!("{} after {fed} records", golden.name), fold.hall()));
        }
    }
    texts
}

/// Returns the texts of a hall: all games, and each round.
fn of_hall(name: &str, hall: &Hall) -> Vec<Text> {
    let mut known = BTreeMap::new();
    let mut all = String::new();
    for (score, text) in hall.tables().flat_map(golden::printed) {
        known.extend(parts(&score, &text));
        all += &text;
    }
    let rounds = serde_json::to_string(&PublicRounds::of(hall.event(), 0)).expect("plain data");
    let (event, seats) = (event(hall), seats(hall));
    let bulletin =
        Bulletin::of(BulletinSources { games: &all, rounds: &rounds, event: &event, seats: &seats });
    let mut texts = of_bulletin(name, &bulletin, &known, &seats);
    let games = BulletinGame::all(&all).iter().map(|game| known[&*game.text].clone()).collect();
    texts.push(Text { name: format!("{name}, all games"), pgn: all, games });
    texts
}

fn event(hall: &Hall) -> EventView {
    let Some(setup) = hall.setup() else { return EventView::default() };
    EventView {
        name: setup.event.clone(),
        site: setup.site.clone(),
        date: setup.date.clone(),
        round: setup.round.clone(),
        time_control: setup.time_control.clone(),
        delay_ms: 0,
    }
}

fn seats(hall: &Hall) -> Vec<Seat> {
    let seat = |table: &hall::Table| Seat {
        table: table.number(),
        players: table.score().tags.players.clone(),
        is_chess: table.watch().is_chess(),
        start: table.score().plies.is_empty().then(|| table.score().start.fen()),
    };
    hall.tables().map(seat).collect()
}

/// Returns the text of each round as a file and as a stream of it have it.
fn of_bulletin(
    name: &str,
    bulletin: &Bulletin,
    known: &BTreeMap<String, Value>,
    seats: &[Seat],
) -> Vec<Text> {
    let mut texts = Vec::new();
    for round in &bulletin.rounds {
        let name = format!("{name}, round {:?} of {:?}", round.round, round.key);
        let games: Vec<&BulletinGame> = round.games().collect();
        let start = |game: &BulletinGame| {
            let board = round.boards.iter().find(|board| board.games.contains(game))?;
            seats.iter().find(|seat| Some(seat.table) == board.table)?.start.as_deref()
        };
        let read: Vec<Value> = games
            .iter()
            .map(|game| match known.get(&*game.text) {
                Some(wanted) => wanted.clone(),
                None => wanted::without_moves(&game.text, start(game), &game.result),
            })
            .collect();
        let file: String = games.iter().map(|game| &*game.text).collect();
        let stream: String = games.iter().map(|game| format!("{}\n", game.text)).collect();
        texts.push(Text { name: name.clone(), pgn: file, games: read.clone() });
        // A beat of the stream is an empty line.
        texts.push(Text { name: format!("{name}, streamed"), pgn: stream + "\n", games: read });
    }
    texts
}

/// Returns what is to be read of each part of a printed game, by its text.
fn parts(score: &PublicScore, text: &str) -> Vec<(String, Value)> {
    let lines = score.lines();
    let printed = BulletinGame::all(text);
    assert_eq!(printed.len(), lines.lines.len(), "each line is printed as a game: {text}");
    let last = printed.len() - 1;
    let pairs = printed.iter().zip(&lines.lines).enumerate();
    pairs
        .map(|(index, (game, line))| {
            (game.text.to_string(), wanted::game(lines, line, &game.text, index == last))
        })
        .collect()
}

/// Returns the invented games, some of them in each text.
fn invented() -> Vec<Text> {
    let scores = scores::all();
    let mut texts = Vec::new();
    for (number, scores) in (1..).zip(scores.chunks(TOGETHER)) {
        let mut text =
            Text { name: format!("invented games {number}"), pgn: String::new(), games: Vec::new() };
        for (at, score) in scores.iter().enumerate() {
            let twin = Twin { name: at == 1, id: at == 2, table: None };
            let pgn = match score.last_press() {
                Some(press) if at % 2 == 0 => pgn::write_going_on(score, twin, &press, READ_AT),
                _ => pgn::write(score, twin),
            };
            let pgn = format!("{}\n\n", pgn.trim_end());
            text.games.extend(parts(score, &pgn).into_iter().map(|(_, wanted)| wanted));
            text.pgn += &pgn;
        }
        texts.push(text);
    }
    texts
}

/// Returns the text of a round in which nobody has moved, with players of every name.
fn before_the_first_move() -> Vec<Text> {
    let player = |at: usize| {
        let name = scores::NAMES.get(at).filter(|name| !name.is_empty());
        name.map(
            |name| json!({"name": name, "elo": 1400 + at, "fide_id": 1_100_000 + at, "team": "KS \"A\""}),
        )
    };
    let results = ["*", "+/-", "-/-", "1-0"];
    let board = |at: usize| {
        let (white, black) = (player(at), player(at + 1));
        let table: TableNo = at as TableNo + 1;
        json!({"board": at + 1, "table": table, "white": white, "black": black, "result": results[at % results.len()]})
    };
    let boards: Vec<Value> = (0..scores::NAMES.len()).map(board).collect();
    let round = json!({"round": 1, "date": "2026.11.21", "boards": boards});
    let tournament = json!({"key": "A", "name": "Open \"A\"", "time_control": "5400+30", "rounds": [round]});
    let rounds = json!({"event": "Łódź [1]", "site": "Łódź POL", "tournaments": [tournament]}).to_string();
    let drawn = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let start = |table: TableNo| table.is_multiple_of(3).then(|| drawn.to_owned());
    let seats: Vec<Seat> = (1..=scores::NAMES.len() as TableNo)
        .map(|table| Seat { table, players: Default::default(), is_chess: true, start: start(table) })
        .collect();
    let event = EventView::default();
    let bulletin = Bulletin::of(BulletinSources { games: "", rounds: &rounds, event: &event, seats: &seats });
    of_bulletin("before the first move", &bulletin, &BTreeMap::new(), &seats)
}

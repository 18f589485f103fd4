//! A game as every reader has to give it: from our score, in the words of the readers' answers.

use game::{Lines, Standing, names::is_unseen, public::LegalLine};
use serde_json::{Map, Value, json};
use shakmaty::san::SanPlus;

/// Returns what is to be read of a part of a game that is printed as `text`.
pub(super) fn game(lines: &Lines, line: &LegalLine, text: &str, is_last: bool) -> Value {
    let mut standing = line.start.clone();
    let mut plies = Vec::new();
    for ply in &line.plies {
        let before = standing.position().expect("moves are made in positions").clone();
        let san = SanPlus::from_move(before, ply.mv).to_string();
        standing = standing.play(ply.mv);
        let seconds = |ms: Option<u32>| ms.map(|ms| ms / 1000);
        plies.push(json!([san, place(&standing), seconds(ply.left_ms), seconds(ply.spent_ms)]));
    }
    let result = lines.result.filter(|_| is_last).map_or("*", |entry| entry.pgn());
    let tags = tags(text);
    check_tags(lines, &tags, result);
    json!({"tags": tags, "start": place(&line.start), "plies": plies, "result": result})
}

/// Returns what is to be read of a board on which no move was made, and on which the game starts from this position.
pub(super) fn without_moves(text: &str, start: Option<&str>, result: &str) -> Value {
    let usual = Standing::initial().fen();
    let place = start.unwrap_or(&usual).split(' ').take(2).collect::<Vec<_>>().join(" ");
    json!({"tags": tags(text), "start": place, "plies": [], "result": result})
}

/// Returns the first two fields of the FEN: the pieces, and whose turn it is.
fn place(standing: &Standing) -> String {
    standing.fen().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Reads the tags as they are printed, a line each.
fn tags(text: &str) -> Map<String, Value> {
    let pair = |line: &str| {
        let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
        let mut plain = String::new();
        let mut characters = value.chars();
        while let Some(character) = characters.next() {
            plain.extend(if character == '\\' { characters.next() } else { Some(character) });
        }
        Some((name.to_owned(), plain.into()))
    };
    text.lines().take_while(|line| line.starts_with('[')).filter_map(pair).collect()
}

/// Compares the tags with the score. What tells games apart (Event, Round, GameId) is tested where it is made.
fn check_tags(lines: &Lines, tags: &Map<String, Value>, result: &str) {
    let seen =
        |text: &str| text.chars().map(|one| if is_unseen(one) { ' ' } else { one }).collect::<String>();
    let or = |text: &str, unknown: &str| if text.is_empty() { unknown.to_owned() } else { seen(text) };
    let of = &lines.tags;
    let mut wanted = vec![
        ("Site".to_owned(), or(&of.site, "?")),
        ("Date".to_owned(), or(&of.date, "????.??.??")),
        ("Result".to_owned(), result.to_owned()),
        ("Board".to_owned(), seen(&of.board)),
        ("TimeControl".to_owned(), seen(&of.time_control)),
    ];
    for (side, player) in [("White", &of.players.white), ("Black", &of.players.black)] {
        let number = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
        wanted.extend([
            (side.to_owned(), or(&player.name, "?")),
            (format!("{side}Title"), seen(&player.title)),
            (format!("{side}Elo"), number(player.elo.map(u32::from))),
            (format!("{side}FideId"), number(player.fide_id)),
            (format!("{side}Team"), seen(&player.team)),
        ]);
    }
    for (name, wanted) in wanted {
        let printed = tags.get(&name).and_then(Value::as_str).unwrap_or_default();
        assert_eq!(printed, wanted, "{name} as it is printed");
    }
}

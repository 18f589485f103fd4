//! The list of what the public may read: every key of a frame and every tag of a PGN by name, and the allowed values
//! of every string.
//!
//! It lists what is allowed, not what is forbidden: a word of the arbiter's need not be known to be found. The types
//! of a publication are taken apart field by field, so that whoever adds a field must come here and say who may read
//! it.

use game::{ClockFace, Player, ResultEntry};
use hall::{PublicLink, PublicPly, Publication};
use serde_json::Value;
use shakmaty::{Square, fen::Fen, san::SanPlus, uci::UciMove};
use std::collections::BTreeSet;

/// The words of the set-up, which the organiser wrote for everybody.
pub(super) const NAMES: [&str; 6] =
    ["Guarded Open", "Guardtown", "2026.11.22", "7", "Alpha, Anna", "Beta, Bo"];
pub(super) const TIME_CONTROL: &str = "60+1";
pub(super) const EPOCH: &str = "guard";

/// The keys a frame may have.
const KEYS: [&str; 44] = [
    "kind",
    "epoch",
    "seq",
    "now_ms",
    "event",
    "tables",
    "head",
    "key",
    "name",
    "site",
    "date",
    "round",
    "time_control",
    "table",
    "game",
    "rev",
    "from",
    "white",
    "black",
    "title",
    "elo",
    "federation",
    "team",
    "start",
    "moves",
    "san",
    "uci",
    "fen",
    "check",
    "irregular",
    "provisional",
    "left_ms",
    "spent_ms",
    "clock",
    "white_ms",
    "black_ms",
    "running",
    "read_ms",
    "result",
    "score",
    "link",
    "state",
    "since_ms",
    "held",
];

/// The tags a game may have.
const TAGS: [&str; 17] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "Board",
    "GameId",
    "TimeControl",
    "Score",
    "Termination",
    "Variant",
    "SetUp",
    "FEN",
    "WhiteTeam",
    "BlackTeam",
];

const RESULTS: [&str; 4] = ["*", "1-0", "0-1", "1/2-1/2"];

/// Examines a frame of a feed.
pub(super) fn frame(text: &str, found: &mut BTreeSet<String>) -> Value {
    let frame: Value = serde_json::from_str(text).expect("a frame is JSON");
    walk("", &frame, found);
    frame
}

fn walk(key: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                if !KEYS.contains(&key.as_str()) {
                    found.insert(format!("a frame has the key {key}"));
                }
                walk(key, value, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| walk(key, value, found)),
        Value::String(text) => say(key, text, found),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Examines a publication of a table.
pub(super) fn publication(told: &Publication, found: &mut BTreeSet<String>) {
    let Publication { table: _, game: _, rev: _, from: _, plies, start_fen, result, clock, link, players } =
        told;
    for PublicPly { san, uci, fen, check: _, irregular: _, provisional: _, left_ms: _, spent_ms: _ } in plies
    {
        say("san", san, found);
        say("uci", uci, found);
        say("fen", fen, found);
    }
    say("start", start_fen, found);
    if let Some(result) = result {
        say("score", &result.to_string(), found);
    }
    if let Some(ClockFace { left_ms: _, running: _, read_ms: _ }) = clock {}
    match link {
        PublicLink::Absent | PublicLink::Live | PublicLink::Lost { since_ms: _ } => {}
    }
    for Player { name, title, elo: _, fide_id: _, team, federation } in players {
        [name, title, team, federation].into_iter().for_each(|text| say("name", text, found));
    }
}

fn say(key: &str, text: &str, found: &mut BTreeSet<String>) {
    if !may_say(key, text) {
        found.insert(format!("{key} says {text:?}"));
    }
}

fn may_say(key: &str, text: &str) -> bool {
    match key {
        "kind" => ["snapshot", "update", "beat"].contains(&text),
        "epoch" => text == EPOCH,
        "time_control" => text == TIME_CONTROL,
        "san" => text.parse::<SanPlus>().is_ok() || is_by_squares(text),
        "uci" => text.parse::<UciMove>().is_ok(),
        "start" | "fen" => text.parse::<Fen>().is_ok(),
        "result" => RESULTS.contains(&text),
        "score" => ResultEntry::parse(text).is_some(),
        "running" => ["white", "black"].contains(&text),
        "state" => ["absent", "live", "lost"].contains(&text),
        _ => text.is_empty() || NAMES.contains(&text),
    }
}

/// Returns whether a text is an irregular ply as the feed writes it: its squares, and whether it gives check.
fn is_by_squares(text: &str) -> bool {
    let squares = text.strip_suffix('+').unwrap_or(text).split_once('-');
    squares.is_some_and(|(from, to)| [from, to].iter().all(|square| square.parse::<Square>().is_ok()))
}

/// Examines a game as PGN.
pub(super) fn pgn(text: &str, found: &mut BTreeSet<String>) {
    let mut movetext = String::new();
    for line in text.lines() {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]")?.split_once(" \"")) {
            Some((name, value)) => {
                if !may_tag(name, value) {
                    found.insert(format!("a PGN has the tag {name} {value:?}"));
                }
            }
            None => {
                movetext.push_str(line);
                movetext.push(' ');
            }
        }
    }
    let mut rest = movetext.as_str();
    while let Some((moves, after)) = rest.split_once('{') {
        words(moves, found);
        let (comment, after) = after.split_once('}').unwrap_or((after, ""));
        if !may_comment(comment) {
            found.insert(format!("a PGN has the comment {comment:?}"));
        }
        rest = after;
    }
    words(rest, found);
}

fn may_tag(name: &str, value: &str) -> bool {
    match name {
        "Result" => RESULTS.contains(&value),
        "Score" => ResultEntry::parse(value).is_some(),
        "Termination" => ["adjudication", "rules infraction"].contains(&value),
        "TimeControl" => value == TIME_CONTROL,
        "Board" | "SetUp" => value == "1",
        "Round" => value == "7.1",
        "GameId" => {
            value.strip_prefix("2026.11.22-7-1").is_some_and(|rest| rest.is_empty() || is_game(&rest[1..]))
        }
        "Event" => is_event(value),
        "Variant" => value == "Chess960",
        "FEN" => value.parse::<Fen>().is_ok(),
        _ => TAGS.contains(&name) && NAMES.contains(&value),
    }
}

fn words(moves: &str, found: &mut BTreeSet<String>) {
    for word in moves.split_whitespace() {
        let number = word.trim_end_matches('.');
        let is_number = number.len() < word.len() && number.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number && !RESULTS.contains(&word) && word.parse::<SanPlus>().is_err() {
            found.insert(format!("a PGN has the word {word:?}"));
        }
    }
}

/// The words with which a game continues after an illegal move that was let stand.
pub(super) const BROKEN_OFF: &str = "The game went on from another position.";

fn may_comment(comment: &str) -> bool {
    // Times come first, each in brackets; then words, separated by a stroke.
    let mut text = comment;
    while let Some(rest) = text.strip_prefix("[%clk ").or(text.strip_prefix("[%emt ")) {
        let Some((time, rest)) = rest.split_once(']').filter(|(time, _)| is_time(time)) else { return false };
        let _ = time;
        text = rest.trim_start();
    }
    text.is_empty() || text.split(" | ").all(may_remark)
}

fn may_remark(text: &str) -> bool {
    if ["(=)", BROKEN_OFF, "adjourned; sealed move"].contains(&text) {
        return true;
    }
    text.strip_prefix("adjourned; sealed move; ").is_some_and(|times| {
        times.split("; ").all(|side| {
            let of_side = side.strip_prefix("W ").or(side.strip_prefix("B "));
            of_side.is_some_and(|times| times.split(" used ").all(is_time))
        })
    })
}

/// Returns whether a tag is the event, with the number of the game at its table and the mark of a continuation.
fn is_event(value: &str) -> bool {
    let Some(mut rest) = value.strip_prefix(NAMES[0]) else { return false };
    if let Some((event, _)) = rest.split_once(", continued") {
        rest = event;
    }
    rest.is_empty() || rest.strip_prefix(", game ").is_some_and(is_game)
}

/// Returns whether a text is a game's number, with the number of a part or without.
fn is_game(text: &str) -> bool {
    text.split(['-', '.']).all(|part| !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit()))
}

fn is_time(text: &str) -> bool {
    let digits =
        |part: &str| !part.is_empty() && part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split(':').count() == 3 && text.split(':').all(digits)
}

#[cfg(test)]
mod tests {
    use super::{frame, pgn};
    use std::collections::BTreeSet;

    /// Checks a clean text, and the text with one word too many.
    fn check(look: fn(&str, &mut BTreeSet<String>), clean: &str, leaks: &[(&str, &str)]) {
        let found = |text: &str| {
            let mut found = BTreeSet::new();
            look(text, &mut found);
            found
        };
        assert!(found(clean).is_empty(), "{:?}", found(clean));
        for (from, to) in leaks {
            assert!(clean.contains(from), "{from} is not in {clean}");
            assert_eq!(found(&clean.replace(from, to)).len(), 1, "{to} was not found");
        }
    }

    #[test]
    fn one_word_too_many_in_a_frame_is_found() {
        let clean = concat!(
            r#"{"kind":"update","seq":2,"now_ms":9,"tables":[{"table":1,"game":1,"rev":2,"from":0,"moves":[{"san":"e4","#,
            r#""uci":"e2e4","fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}],"white":{"name":"Beta, Bo"},"#,
            r#""clock":{"white_ms":1,"black_ms":2,"running":"white","read_ms":3},"result":"*","link":{"state":"live"}}]}"#
        );
        let look = |text: &str, found: &mut BTreeSet<String>| {
            frame(text, found);
        };
        check(
            look,
            clean,
            &[
                (r#""rev":2"#, r#""rev":2,"illegal":1"#),
                (r#""san":"e4""#, r#""san":"e4 illegal""#),
                (r#""san":"e4""#, r#""san":"e2-e4!""#),
                (r#""uci":"e2e4""#, r#""uci":"!e2e4""#),
                ("Beta, Bo", "Beta, Bo (warned)"),
                (r#""state":"live""#, r#""state":"asked""#),
                (r#""kind":"update""#, r#""kind":"incident""#),
                (r#""running":"white""#, r#""running":"flag""#),
                (r#""result":"*""#, r#""result":"7.5.5""#),
            ],
        );
    }

    #[test]
    fn one_word_too_many_in_a_pgn_is_found() {
        let clean = "[Event \"Guarded Open\"]\n[White \"Alpha, Anna\"]\n[Result \"*\"]\n\n1. e4 {[%clk 0:01:00] [%emt 0:00:01] (=) | \
                     adjourned; sealed move; W 0:04:10 used 0:00:50; B 0:04:00} 1... e5 2. Nf3 {The game went on from another position.} *\n";
        check(
            pgn,
            clean,
            &[
                ("[%emt 0:00:01]", "[%emt 0:00:01] [%flag W]"),
                ("(=)", "(=) refused"),
                ("sealed move; W", "sealed move Nc6; W"),
                (" 1... e5", " 1... e5 $10"),
                ("2. Nf3", "2. Nf3 illegal"),
                ("another position.", "an illegal position."),
                ("Alpha, Anna", "Alpha, Anna (late)"),
                ("[Result \"*\"]", "[Result \"*\"]\n[Annotator \"Guarded Open\"]"),
            ],
        );
    }
}

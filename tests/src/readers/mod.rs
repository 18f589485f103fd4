//! Programs of others read every text in PGN that everybody may have. Each has to give the games that our score has: tags,
//! start position, moves, clocks and result.
//!
//! | reader | is |
//! |---|---|
//! | python-chess | the module `chess`, by `tests/readers/python_chess.py` |
//! | pgn-extract | Debian's, by `tests/readers/pgn_extract.py` |
//! | four libraries in JavaScript | packages of npm, by `tests/browser/readers.mjs`, which names them |
//! | pgn-reader | a crate, in [`pgn_reader`] |
//!
//! A script takes a text as a JSON string in each line, and answers each with a line: a list of games. A game is
//! `{"tags": {…}, "start": "…", "plies": [["e4", "… b", 5395, 5], …], "result": "*"}`: of each ply its move in SAN, the first two
//! fields of the FEN after it, the time left and the time taken in seconds or `null`. What cannot be read is
//! `{"error": "…"}`. Two moves with one position after them are one move, so nothing depends on how a reader names castling.
//!
//! `./check` installs the readers, and runs this test in a step of its own:
//! `cargo test -p tests --lib readers -- --ignored`.

mod faults;
mod pgn_reader;
mod programs;
mod scores;
mod texts;
mod wanted;

use crate::repository::none;
use faults::Faults;
use programs::{ALL, Reader};
use serde_json::Value;
use std::{collections::BTreeSet, thread};
use texts::Text;

/// The greatest number of differences of a reader that are listed.
const SHOWN_MAX: usize = 20;

#[test]
#[ignore = "wants readers of many makers; ./check has a step for it"]
fn every_reader_gives_every_game_as_our_score_has_it() {
    let texts = texts::all();
    let (games, plies) = texts.iter().flat_map(|text| &text.games).fold((0, 0), |(games, plies), game| {
        (games + 1, plies + game["plies"].as_array().map_or(0, Vec::len))
    });
    println!("{} texts, {games} games, {plies} plies", texts.len());
    assert!(texts.len() > 100 && games > 500 && plies > 10_000, "these prove nothing");
    let bad: Vec<String> = thread::scope(|scope| {
        let reading: Vec<_> = ALL.iter().map(|reader| scope.spawn(|| compare(*reader, &texts))).collect();
        reading.into_iter().flat_map(|one| one.join().expect("a reader")).collect()
    });
    none(&bad);
}

/// Lets a reader read all texts, and lists where it differs from our scores, and which faults it has no more.
fn compare(reader: Reader, texts: &[Text]) -> Vec<String> {
    let mut faults = Faults::of(reader);
    let mut bad = Vec::new();
    for (text, read) in texts.iter().zip(reader.read(texts)) {
        let of = format!("{}, {}", reader.name(), text.name);
        if read.len() != text.games.len() {
            bad.push(format!("{of}: {} games, {} are meant", read.len(), text.games.len()));
            continue;
        }
        for (number, (wanted, read)) in (1..).zip(text.games.iter().zip(read)) {
            let read = faults.mended(wanted, read);
            let found = match read["error"].as_str() {
                Some(error) => vec![error.to_owned()],
                None => differences(reader, wanted, &read),
            };
            bad.extend(found.into_iter().map(|what| format!("{of}, game {number}: {what}")));
        }
    }
    bad.truncate(SHOWN_MAX);
    bad.extend(faults.gone());
    bad
}

/// Lists what a reader has otherwise than our score.
fn differences(reader: Reader, wanted: &Value, read: &Value) -> Vec<String> {
    let mut bad = Vec::new();
    for what in ["start", "result"] {
        if read[what] != wanted[what] {
            bad.push(format!("{what} is {}, {} is meant", read[what], wanted[what]));
        }
    }
    let tag = |game: &Value, name: &str| game["tags"][name].as_str().unwrap_or_default().to_owned();
    let names = |game: &Value| -> Vec<String> {
        game["tags"].as_object().into_iter().flat_map(|tags| tags.keys().cloned()).collect()
    };
    let mut asked: BTreeSet<String> = names(read).into_iter().collect();
    if reader.gives_all_tags() {
        asked.extend(names(wanted));
    }
    for name in asked.iter().filter(|name| tag(read, name) != tag(wanted, name)) {
        bad.push(format!("{name} is {:?}, {:?} is meant", tag(read, name), tag(wanted, name)));
    }
    let plies = |game: &Value| game["plies"].as_array().cloned().unwrap_or_default();
    let (read, wanted) = (plies(read), plies(wanted));
    if read.len() != wanted.len() {
        bad.push(format!("{} plies, {} are meant", read.len(), wanted.len()));
    }
    if let Some((index, (read, wanted))) =
        read.iter().zip(&wanted).enumerate().find(|(_, (read, wanted))| read != wanted)
    {
        bad.push(format!("ply {} is {read}, {wanted} is meant", index + 1));
    }
    bad
}

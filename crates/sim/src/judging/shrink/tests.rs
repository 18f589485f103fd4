//! Tests that a reduced case still fails as it did before, and that a scenario can express it.

use super::*;
use crate::Session;
use crate::judging::cells;
use board::Sensing;
use game::{Played, Standing, Terms};
use shakmaty::Square;

fn cell(name: &str) -> Cell {
    cells::all().into_iter().find(|cell| cell.name == name).expect("a cell")
}

/// Returns a case that fails with any scribe, because it declares that a different ply was played in its middle.
fn broken() -> (Cell, Case, Symptom) {
    let mut cell = cell("dgt-blitz");
    cell.hands.trouble = crate::Trouble::clean();
    let simulated = cell.simulate(7);
    let truth = &simulated.truths[0];
    let acts = sections(&simulated.acts)[0];
    let mut case = Case::new(cell.terms(truth), truth, simulated.events.clone(), made_times(acts));
    case.falsify(20, Played::Irregular { from: Some(Square::A1), to: Some(Square::A1) });
    let symptom = case.symptom().expect("it fails");
    (cell, case, symptom)
}

#[test]
fn plies_behind_and_before_the_failure_go() {
    let (_, case, symptom) = broken();
    assert_eq!(symptom.ply.get(), 21);
    let short = cut_behind(&without_clock_readings(&case, &symptom), &symptom);
    assert!(short.plies() <= 23, "{} plies are left", short.plies());
    let short = cut_before(&short, &symptom);
    assert!(short.plies() <= 3, "{} plies are left", short.plies());
    assert!(short.shows(&symptom));
    let small = leave_out(&short, &symptom);
    assert!(small.acts.len() <= short.acts.len() && small.shows(&symptom));
    assert!(short.is_as_true(&small));
}

#[test]
fn a_scenario_is_written_in_the_words_of_scenarios() {
    let (cell, case, symptom) = broken();
    let case = cut_before(&cut_behind(&without_clock_readings(&case, &symptom), &symptom), &symptom);
    let shrunk = write::write(&cell, 7, &even_out(&case, &symptom), &symptom);
    assert_eq!(shrunk.form, ShrunkForm::Scenario);
    const WORDS: [&str; 5] = ["scenario", "position", "clock", "hands", "expect"];
    for line in shrunk.text.lines() {
        let (word, rest) = line.split_once(' ').expect("a word and the rest");
        assert!(WORDS.contains(&word), "{line}");
        if word == "hands" {
            let known = |act: &str| match act.split_at(1) {
                ("-", square) => square.parse::<Square>().is_ok(),
                ("+", piece) => piece[1..].parse::<Square>().is_ok(),
                ("~" | "=", ms) => ms.parse::<u64>().is_ok(),
                ("!", by) => ["w", "b"].contains(&by),
                _ => false,
            };
            assert!(rest.split(' ').all(known), "{line}");
        }
        if word == "position" {
            Standing::from_fen(rest, shakmaty::CastlingMode::Standard).expect("a FEN");
        }
    }
}

#[test]
fn occupied_squares_become_a_sensor_log() {
    let cell = cell("hall20-blitz");
    let mut session = Session::new(1, cell.hands.clone());
    let game = crate::games::real().remove(0);
    let truth = session.play(&game, 0).truth;
    let terms = Terms { sensing: Sensing::Occupancy, ..cell.terms(&truth) };
    let events = vec![(0, BoardEvent::Square { square: Square::E2, contents: board::Contents::Empty })];
    let case = Case::new(terms, &truth, events, Vec::new());
    let symptom = case.symptom().expect("nothing was seen of the game");
    let shrunk = write::write(&cell, 1, &case, &symptom);
    assert_eq!(shrunk.form, ShrunkForm::SensorLog);
    assert!(shrunk.text.starts_with("{\"sensorlog\":1"), "{}", shrunk.text);
}

#[test]
fn a_seed_that_is_exact_is_not_reduced() {
    let mut cell = cell("dgt-classical");
    cell.hands.trouble = crate::Trouble::clean();
    assert!(shrink(&cell, 5).is_err());
}

//! Tests that every scenario of tests/scenarios gives what it expects: with squares and with bytes, with a clock and
//! without.

use crate::scenario::{self, Scenario};
use crate::scenario_log::{Spelling, log};
use report::reconstruct::{Overrides, Reconstruction, reconstruct};
use serde_json::Value;
use std::{fs, path::Path};

#[test]
fn every_scenario_gives_what_it_expects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut failures = Vec::new();
    let mut run = 0;
    let mut files: Vec<_> = fs::read_dir(folder).expect("tests/scenarios exists").flatten().collect();
    files.sort_by_key(fs::DirEntry::path);
    for file in files.into_iter().filter(|file| file.path().extension().is_some_and(|end| end == "txt")) {
        let text = fs::read_to_string(file.path()).expect("a scenario file can be read");
        let name = file.file_name().to_string_lossy().into_owned();
        for scenario in scenario::parse(&text).unwrap_or_else(|why| panic!("{name}: {why}")) {
            for clock in [true, false] {
                if scenario.clock.is_some_and(|only| only != clock) {
                    continue;
                }
                for spelling in [Spelling::Squares, Spelling::Bytes] {
                    // No DGT board senses occupancy only, or scans as slowly or as fast as a scenario may say.
                    if (scenario.occupancy || scenario.scan_ms.is_some()) && spelling == Spelling::Bytes {
                        continue;
                    }
                    run += 1;
                    if let Err(why) = check(&scenario, spelling, clock) {
                        failures
                            .push(format!("{name}, {}, {spelling:?}, clock {clock}: {why}", scenario.name));
                    }
                }
            }
        }
    }
    assert!(run > 0, "no scenario was found");
    assert!(failures.is_empty(), "{} of {run} failed:\n{}", failures.len(), failures.join("\n"));
}

fn check(scenario: &Scenario, spelling: Spelling, clock: bool) -> Result<(), String> {
    let told = reconstruct(&log(scenario, spelling, clock), Overrides::default())?;
    if let Some(bad) = told.bad_lines.first() {
        return Err(format!("line {} of the log: {}", bad.line, bad.why));
    }
    let game = told.games.last().ok_or("there is no game")?;
    let report: Value = serde_json::from_str(&report::game_json::report("scenario", game))
        .map_err(|error| error.to_string())?;
    scenario.expectations.iter().try_for_each(|expected| expect(expected, &told, &report))
}

fn expect(expected: &str, told: &Reconstruction, report: &Value) -> Result<(), String> {
    let (word, value) = expected.split_once(' ').unwrap_or((expected, ""));
    let game = told.games.last().ok_or("there is no game")?;
    let texts = |key: &str| -> Vec<String> {
        let list = report[key].as_array().into_iter().flatten();
        list.map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)).collect()
    };
    let incident = |rule: &str| game.incidents.iter().any(|incident| incident.rule.name() == rule);
    let (good, found) = match word {
        "moves" => {
            let moves = texts("moves").join(" ");
            (moves == value, moves)
        }
        "proposed" => {
            let proposed = report["proposed_result"].as_str().unwrap_or("none").to_owned();
            (proposed == value, proposed)
        }
        "final" => {
            let fen = report["final_fen"].as_str().unwrap_or_default().to_owned();
            (fen.starts_with(value), fen)
        }
        "start" => {
            let fen = game.score.start.fen();
            (fen.starts_with(value), fen)
        }
        "games" => (told.games.len().to_string() == value, told.games.len().to_string()),
        "asked" | "illegal" => {
            let found = texts(word);
            (found.len().to_string() == value, format!("{found:?}"))
        }
        "revisions" => {
            let found = report[word].to_string();
            (found == value, found)
        }
        "incident" => (incident(value), format!("{:?}", game.incidents)),
        "no" => {
            let rule = value.strip_prefix("incident ").unwrap_or(value);
            (!incident(rule), format!("{:?}", game.incidents))
        }
        other => return Err(format!("{other} cannot be expected; see tests/scenarios/README.md")),
    };
    if good { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}

//! Tests that every law scenario of tests/laws gives what it expects, through the whole chain: sensor log, scribe,
//! watch, incidents.

use crate::law_scenarios::{self, Boards, LawScenario, Under, expect::expect, log::log};
use laws::{Edition, Language};
use report::reconstruct::{Overrides, Reconstruction, reconstruct};
use std::{fs, path::Path};

#[test]
fn every_law_scenario_gives_what_it_expects() {
    let only = std::env::var("SCENARIO").unwrap_or_default();
    let (mut run, mut failures) = (0, Vec::new());
    for (file, scenario) in read_all() {
        if !scenario.name.starts_with(&only) {
            continue;
        }
        for (under, profile, occupancy) in runs(&scenario) {
            run += 1;
            if let Err(why) = check(&scenario, under, profile, occupancy) {
                let board = if occupancy { "occupancy" } else { "piece" };
                failures.push(format!("{file}, {}, {profile}, {board} board:\n   {why}", scenario.name));
            }
        }
    }
    assert!(run > 0, "no law scenario was found");
    assert!(failures.is_empty(), "{} of {run} failed:\n{}", failures.len(), failures.join("\n"));
}

/// Reads every scenario of every file, with the file's name.
pub(crate) fn read_all() -> Vec<(String, LawScenario)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("laws");
    let mut files: Vec<_> = fs::read_dir(folder).expect("tests/laws exists").flatten().collect();
    files.sort_by_key(fs::DirEntry::path);
    let mut all = Vec::new();
    for file in files.into_iter().filter(|file| file.path().extension().is_some_and(|end| end == "txt")) {
        let text = fs::read_to_string(file.path()).expect("a scenario file can be read");
        let name = file.file_name().to_string_lossy().into_owned();
        let scenarios = law_scenarios::parse(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        all.extend(scenarios.into_iter().map(|scenario| (name.clone(), scenario)));
    }
    all
}

/// Returns the runs of a scenario: each profile on each kind of board.
pub(crate) fn runs(scenario: &LawScenario) -> Vec<(&Under, &str, bool)> {
    let mut runs = Vec::new();
    for under in &scenario.under {
        for profile in &under.profiles {
            for occupancy in [false, true] {
                let suits = |boards: Boards| match boards {
                    Boards::Both => true,
                    Boards::Piece => !occupancy,
                    Boards::Occupancy => occupancy,
                };
                if suits(scenario.boards) && suits(under.boards) {
                    runs.push((under, profile.as_str(), occupancy));
                }
            }
        }
    }
    runs
}

/// Runs a scenario through the whole chain.
pub(crate) fn told(
    scenario: &LawScenario,
    profile: &str,
    occupancy: bool,
) -> Result<(Reconstruction, u64), String> {
    let (log, begin) = log(scenario, profile, occupancy)?;
    if std::env::var_os("SHOW_LOG").is_some() {
        println!("{log}");
    }
    let told = reconstruct(&log, Overrides::default())?;
    match told.bad_lines.first() {
        Some(bad) => Err(format!("line {} of the log: {}", bad.line, bad.why)),
        None => Ok((told, begin)),
    }
}

fn check(scenario: &LawScenario, under: &Under, profile: &str, occupancy: bool) -> Result<(), String> {
    let (told, begin) = told(scenario, profile, occupancy)?;
    let mut wrong: Vec<String> =
        under.expectations.iter().filter_map(|line| expect(line, &told, begin).err()).collect();
    for incident in told.games.iter().flat_map(|game| &game.incidents) {
        let edition = profile.split('/').next().and_then(Edition::parse).unwrap_or_default();
        let page = incident.rule.page();
        let (tag, articles) = if profile.starts_with("warc") {
            ("WARC", page.warc)
        } else {
            (edition.tag(), page.articles(edition))
        };
        let regulated = !articles.is_empty();
        let is_quickplay = incident.rule.name().starts_with("quickplay");
        if incident.articles.is_empty() && regulated && !is_quickplay
            || incident.articles.iter().any(|article| !article.starts_with(tag))
        {
            wrong.push(format!("{} cites {:?}", incident.rule, incident.articles));
        }
        for language in Language::ALL {
            let text = incident.text(language);
            if text.is_empty() || text.contains(['{', '}']) || text.contains("  ") {
                wrong.push(format!("{} reads {text:?} in {language:?}", incident.rule));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n   ")) }
}

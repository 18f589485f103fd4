//! Standings of whole events against those that an independent program computes from the rules.

use crate::{made, written};
use tournament::System;

/// The events in tests/tournament/events: system and seed, which are in the names of the files, too. Those of Swiss systems
/// have nine rounds with every kind of bye, forfeits, withdrawals, odd scores and an opponent who is not known.
const EVENTS: [(System, u64); 12] = [
    (System::Swiss, 1),
    (System::Swiss, 2),
    (System::Swiss, 7),
    // The ninth round is being played.
    (System::Swiss, 55),
    (System::Swiss, 59),
    (System::Swiss, 87),
    // Withdrawals before and after half of the games; the second has two cycles.
    (System::RoundRobin, 9),
    (System::RoundRobin, 56),
    (System::TeamSwiss, 12),
    (System::TeamSwiss, 46),
    (System::TeamRoundRobin, 11),
    (System::TeamRoundRobin, 29),
];

/// Each `.txt` was printed by tests/tournament/standings.py from the `.json` beside it; tests/tournament/README.md has the
/// commands. The program that prints them was written from the rules, and is no translation of this crate.
#[test]
fn standings_are_those_of_an_independent_program() {
    for (name, json, expected) in fixtures() {
        assert_eq!(written::standings(&written::read(&json)), expected, "{name}");
    }
}

#[test]
fn made_events_are_those_of_the_files() {
    for ((system, seed), (name, json, _)) in EVENTS.into_iter().zip(fixtures()) {
        assert_eq!(written::json(made::tournament(system, seed)), json.trim_end(), "{name}");
    }
}

/// Writes made events, with their standings, into a folder that exists and is named by `TOURNAMENT_EVENTS`.
#[test]
#[ignore = "writes files for a comparison by hand"]
fn many_events_are_written() {
    let folder = std::path::PathBuf::from(std::env::var_os("TOURNAMENT_EVENTS").expect("it names a folder"));
    for system in System::ALL {
        for seed in 1..=200 {
            let name = name(system, seed);
            let json = written::json(made::tournament(system, seed));
            let standings = written::standings(&written::read(&json));
            std::fs::write(folder.join(format!("{name}.json")), json).expect("the folder takes it");
            std::fs::write(folder.join(format!("{name}.txt")), standings).expect("the folder takes it");
        }
    }
}

fn name(system: System, seed: u64) -> String {
    format!("{}-{seed}", system.name())
}

/// Returns the name, the event and the expected standings of each pair of files.
fn fixtures() -> Vec<(String, String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tournament/events");
    let read = |name: String| std::fs::read_to_string(folder.join(name)).expect("the file is there");
    let files = |(system, seed)| {
        let name = name(system, seed);
        let (json, expected) = (read(format!("{name}.json")), read(format!("{name}.txt")));
        (name, json, expected)
    };
    EVENTS.into_iter().map(files).collect()
}

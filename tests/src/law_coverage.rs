//! Tests that every scenario of the specification is run, under each of the rules it names and on both kinds of board,
//! or that a reason is given.

use crate::law_scenarios::LawScenario;
use crate::laws_hold::{read_all, runs};
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, path::Path};

/// The specification's numbers, and the rules each names; those that name none have the three editions.
const NAMED: &[(&str, &str)] = &[
    (
        "S01 S02 S04 S05 S07 S08 S10 S11 S12 S14 S16 S17 S27 S28 S29 S35 S43 S44 S49 S50 S52 S53 S55 S56 S58 S59 S61 S62 S64 S65 S68 \
         S70 S71 S73 S74 S75 S76 S77 S79 S80 S81 S82 S88 S89 S91 S92 S94 S95 S97 S106 S107 S109 S110 S114 S115 S116 S118 S119 S121 \
         S122 S124 S125 S127 S128 S130 S131 S134 S136 S137 S139 S140",
        "pl09 ru20 fide23",
    ),
    ("S12 S116", "fide23/rapid fide23/blitz"),
    ("S13 S30 S38 S40 S47 S83 S84 S86 S88 S100", "ru20/rapid"),
    ("S19 S23 S26 S38 S98", "ru20"),
    ("S20 S25 S98", "pl09"),
    ("S21 S46", "fide23/rapid"),
    ("S22 S37", "ru20/blitz"),
    ("S31 S41 S47 S67 S85 S100 S101", "pl09/rapid"),
    ("S32 S34", "pl09/blitz"),
    ("S103 S104", "pl09 ru20"),
    ("S113", "ru20/blitz-sup"),
    ("S133", "ru20 fide23"),
    // Chess960 has rules in the editions of FIDE only.
    ("S142 S143 S145 S146", "pl09 fide23"),
    ("S154", "ru20"),
    // Blind players have rules in the editions of FIDE only.
    ("S155 S157", "pl09 fide23"),
    ("S158", "warc-100 warc-64"),
    ("S160 S161 S163 S164", "warc-100"),
];

/// The scenarios that a board which senses only occupancy cannot see, with the reason.
const PIECES_ONLY: &[(&str, &str)] = &[
    ("S16", "half a turn leaves the same squares occupied"),
    (
        "S25",
        "two moves put back are read with other incidents before the third, whose numbers the rulings name",
    ),
    ("S43 S37", "which piece stands where another was taken"),
    ("S44 S46 S47 S50 S52 S53 S55", "a pawn looks like the piece it becomes"),
    ("S81 S82 S83 S84 S85 S86", "pieces exchanged leave the same squares occupied"),
    ("S125", "which of the two squares has which king"),
];

/// Scenarios that are not a table's log: the file and the test that hold them.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("S112", "crates/laws/src/time_control.rs", "the_class_of_play_at_its_borders"),
    ("S148", "crates/laws/src/position/chess960.rs", "only_the_960_arrays_pass"),
    ("S149", "crates/game/tests/notation/sheets.rs", "v10_the_form_of_pgn_goes_round"),
    ("S151", "crates/game/tests/notation/tokens.rs", "letters_that_look_alike_are_the_same"),
    ("S152", "tests/src/public_silence.rs", "nothing_of_the_arbiters_reaches_a_public_frame_or_a_pgn"),
];

/// The cases of reconstruction, R1 to R26; R10b and similar ones belong to their number.
const CASES: &[&str] = &[
    "R1", "R2", "R3", "R5", "R6", "R7", "R8", "R10", "R11", "R13", "R14", "R15", "R16", "R17", "R18", "R20",
    "R22", "R23", "R25", "R26",
];

#[test]
fn law_coverage_every_scenario_of_the_specification_is_run_where_it_can_be() {
    let all = read_all();
    let scenarios: Vec<&LawScenario> = all.iter().map(|(_, scenario)| scenario).collect();
    let mut named: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (numbers, profiles) in NAMED {
        for number in numbers.split_whitespace() {
            named.entry(number).or_default().extend(profiles.split_whitespace());
        }
    }
    let mut missing = Vec::new();
    for (number, profiles) in &named {
        let of_number = scenarios.iter().filter(|scenario| scenario.name.split(' ').next() == Some(number));
        let run: BTreeSet<(&str, bool)> = of_number
            .flat_map(|scenario| {
                runs(scenario).into_iter().map(|(_, profile, occupancy)| (profile, occupancy))
            })
            .collect();
        let excused = PIECES_ONLY.iter().any(|(numbers, _)| numbers.split(' ').any(|other| other == *number));
        for profile in profiles {
            for occupancy in [false, true] {
                if !(run.contains(&(*profile, occupancy)) || occupancy && excused) {
                    missing.push(format!("{number} under {profile}, occupancy {occupancy}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "not run, and no reason given:\n{}", missing.join("\n"));
}

#[test]
fn law_coverage_what_is_held_elsewhere_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (number, file, test) in ELSEWHERE {
        let text =
            fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{number}, {file}: {error}"));
        assert!(text.contains(&format!("fn {test}()")), "{number}: {file} has no test {test}");
    }
    let cases =
        fs::read_to_string(root.join("tests/scenarios/reconstruction.txt")).expect("the cases are there");
    for case in CASES {
        assert!(cases.contains(&format!("scenario {case} ")), "{case} is not run");
    }
}

#[test]
fn law_coverage_each_excuse_is_needed() {
    let all = read_all();
    for (numbers, why) in PIECES_ONLY {
        for number in numbers.split(' ') {
            let only_pieces = all.iter().any(|(_, scenario)| {
                scenario.name.split(' ').next() == Some(number)
                    && runs(scenario).iter().any(|(_, profile, occupancy)| {
                        !occupancy
                            && !runs(scenario).iter().any(|(_, other, squares)| *squares && other == profile)
                    })
            });
            assert!(only_pieces, "{number} runs on both boards: it needs no excuse ({why})");
        }
    }
}

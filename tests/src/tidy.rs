//! Tests of style: the rules of the architecture, checked in the files themselves.
//!
//! Each test names every file that breaks its rule, so that one run is enough to put all of them right.

use crate::repository::{none, read, root, tracked};
use std::path::Path;

/// The crates of ours that each crate may name, and the foreign ones. Any other is forbidden, also for tests.
const ARROWS: [(&str, &[&str], &[&str]); 11] = [
    ("sensor", &[], &["cobs", "crc", "embedded-hal", "embedded-hal-mock"]),
    ("board", &["sensor"], &["shakmaty"]),
    ("game", &["board"], &["shakmaty", "serde", "serde_json"]),
    ("laws", &["board", "game"], &["shakmaty"]),
    (
        "tournament",
        &["game"],
        &["shakmaty", "serde", "serde_json", "csv", "encoding_rs", "pgn-reader", "quick-xml"],
    ),
    ("journal", &[], &["ed25519-dalek", "serde_json", "sha2"]),
    ("hall", &["board", "game", "laws", "journal", "tournament"], &["shakmaty", "serde", "serde_json"]),
    (
        "relay",
        &["board", "game", "hall", "journal", "laws", "tournament"],
        &["shakmaty", "serde", "serde_json"],
    ),
    (
        "report",
        &["board", "game", "laws", "journal", "hall", "tournament"],
        &["shakmaty", "serde", "serde_json", "qrcodegen", "rqrr"],
    ),
    (
        "broadcast",
        &["board", "game", "hall", "relay", "tournament"],
        &["shakmaty", "serde", "serde_json", "sha2", "pgn-reader"],
    ),
    ("sim", &["board", "game"], &["shakmaty", "pgn-reader"]),
];

/// The one crate that touches the world, and the one that tests: they may name all of ours and whatever they need.
const OUTSIDE: [&str; 2] = ["topboard", "tests"];

/// The files whose types are a promise to somebody outside.
const BOUNDARIES: [&str; 34] = [
    "crates/broadcast/src/bulletin/rounds.rs",
    "crates/broadcast/src/livechess/message.rs",
    "crates/broadcast/src/livechess/rest.rs",
    "crates/broadcast/src/tree/json.rs",
    "crates/game/src/commands/json.rs",
    "crates/hall/src/record.rs",
    "crates/hall/src/record/lines.rs",
    "crates/hall/src/record/settings.rs",
    "crates/report/src/game_json.rs",
    "crates/report/src/review/json.rs",
    "crates/report/src/sensorlog.rs",
    "crates/relay/src/arbiter/message.rs",
    "crates/relay/src/message.rs",
    "crates/relay/src/operator/message.rs",
    "crates/relay/src/readiness.rs",
    "crates/relay/src/round_sheet.rs",
    "crates/relay/src/rounds.rs",
    "crates/relay/src/slots/message.rs",
    "crates/relay/src/tree/message.rs",
    "crates/tournament/src/orders/json.rs",
    "crates/topboard/src/config.rs",
    "crates/topboard/src/config/alerts.rs",
    "crates/topboard/src/config/broadcast.rs",
    "crates/topboard/src/config/broker.rs",
    "crates/topboard/src/config/lichess.rs",
    "crates/topboard/src/config/livechess.rs",
    "crates/topboard/src/config/node.rs",
    "crates/topboard/src/config/event/people.rs",
    "crates/topboard/src/config/event/results.rs",
    "crates/topboard/src/config/event/rules.rs",
    "crates/topboard/src/config/server.rs",
    "crates/topboard/src/arbiter/bodies.rs",
    "crates/topboard/src/displays/json.rs",
    "crates/topboard/src/devices/pins/wiring.rs",
];

/// The greatest number of lines of a file of code.
const LINES_MAX: usize = 600;
/// The number of lines above which a file must be in `LONG`, with a reason.
const LINES_ARGUED: usize = 400;
/// The most lines of a script or a style sheet of the pages, and of a script that tests them.
const LINES_OF_PAGE: usize = 250;
const LONG: [(&str, &str); 13] = [
    (
        "crates/board/src/makers/dgt/device.rs",
        "one board: its modes, its input and its output share one state",
    ),
    (
        "crates/board/src/makers/dgt/session.rs",
        "one state machine: its timers, questions and doubts act on each other",
    ),
    (
        "crates/board/src/makers/homemade/session.rs",
        "one state machine: what is asked, told, settled and lost of one link hangs together",
    ),
    ("crates/board/tests/dgt/link.rs", "one conversation after the other with one simulated board"),
    ("crates/game/src/follow/scribe.rs", "one state machine: every input of a table ends here"),
    ("crates/hall/src/hall.rs", "one machine: the order in which links and tables are fed is one thing"),
    (
        "crates/hall/src/record.rs",
        "one format: each body of a record stands beside how it is read and written",
    ),
    (
        "crates/report/src/sensorlog.rs",
        "one file format: a key, how it is read and how it is written stand together",
    ),
    (
        "crates/relay/src/arbiter/message.rs",
        "one feed: its words refer to each other, and are promised together",
    ),
    ("crates/topboard/src/config.rs", "one file format: a key, its default and its mistake stand together"),
    ("crates/topboard/src/devices/bluez.rs", "one service: nothing else in the program is to know it"),
    (
        "crates/hall/src/tables/table.rs",
        "one table: its game, its link and what the world was told change together",
    ),
    (
        "crates/topboard/src/devices/pins/wiring.rs",
        "one file format: a key, its default and its mistake stand together",
    ),
];

/// The file names that say nothing of their contents.
const EMPTY_NAMES: [&str; 7] =
    ["utils.rs", "util.rs", "common.rs", "manager.rs", "helpers.rs", "misc.rs", "core.rs"];

/// The words that a pure crate never uses: clocks, randomness, order by a hasher, threads, locks, disk, network.
/// clippy.toml forbids most of it by type; the list finds what hides behind a path or a macro.
const IMPURE: [&str; 19] = [
    "Instant::now",
    "SystemTime",
    "HashMap",
    "HashSet",
    "RandomState",
    "thread_rng",
    "std::fs",
    "std::net",
    "std::env",
    "std::thread",
    "std::io",
    "Mutex",
    "RwLock",
    "tokio",
    "async fn",
    ".await",
    "println!",
    " f32",
    " f64",
];

#[test]
fn arrows_between_crates_are_those_of_the_architecture() {
    let names: Vec<&str> = ARROWS.iter().map(|(name, ..)| *name).chain(OUTSIDE).collect();
    let mut bad = Vec::new();
    for manifest in tracked().iter().filter(|path| is_manifest(path)) {
        let text = read(manifest).expect("a manifest is text");
        let name = crate_name(&text);
        // One yardstick is compiled for its measurement alone.
        let is_yardstick = text.contains("[features]\nsqlite = [\"dep:rusqlite\"]\n");
        if text.lines().any(|line| line.trim() == "[features]") && !is_yardstick {
            bad.push(format!("{manifest}: no cargo features; hardware choices are configuration"));
        }
        let rule = ARROWS.iter().find(|(known, ..)| *known == name);
        if rule.is_none() && !OUTSIDE.contains(&name.as_str()) {
            bad.push(format!("{manifest}: draw the arrows of {name} in crates/README.md and here first"));
        }
        for dependency in dependencies(&text) {
            if let Some((_, ours, others)) = rule
                && !ours.contains(&dependency.as_str())
                && !others.contains(&dependency.as_str())
            {
                bad.push(format!("{manifest}: {name} must not depend on {dependency}"));
            }
            if name != "tests" && dependency == "tests" {
                bad.push(format!("{manifest}: nothing depends on the tests"));
            }
        }
    }
    for name in names {
        let manifest =
            if name == "tests" { "tests/Cargo.toml".to_owned() } else { format!("crates/{name}/Cargo.toml") };
        if !root().join(&manifest).exists() {
            bad.push(format!("{manifest}: the architecture has this crate, the tree has not"));
        }
    }
    none(&bad);
}

#[test]
fn each_pure_crate_forbids_clocks_and_hashers_to_clippy() {
    let sample = read("crates/board/clippy.toml").expect("board is pure");
    assert!(sample.contains("std::time::Instant::now") && sample.contains("std::collections::HashMap"));
    let differs = |name: &&str| read(&format!("crates/{name}/clippy.toml")).as_ref() != Some(&sample);
    let bad: Vec<&str> = ARROWS.iter().map(|(name, ..)| *name).filter(differs).collect();
    none(
        &bad.iter()
            .map(|name| format!("crates/{name}/clippy.toml: not that of crates/board"))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn pure_crates_do_not_speak_of_clocks_hashers_disks_or_threads() {
    let mut bad = Vec::new();
    for (path, text) in sources().filter(|(path, _)| is_pure(path)) {
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for word in IMPURE.iter().filter(|word| code.contains(**word)) {
                bad.push(format!("{path}:{}: {word}", number + 1));
            }
        }
    }
    none(&bad);
}

#[test]
fn only_boundary_files_derive_serde() {
    let mut bad = Vec::new();
    for (path, text) in sources().filter(|(path, _)| path.starts_with("crates/")) {
        let derives = text.lines().any(|line| {
            let line = line.trim();
            line.contains("derive(") && (line.contains("Serialize") || line.contains("Deserialize"))
        });
        if derives && !BOUNDARIES.contains(&path.as_str()) {
            bad.push(format!(
                "{path}: deriving serde is a promise; make it a boundary file (crates/README.md)"
            ));
        }
    }
    none(&bad);
}

#[test]
fn no_file_of_code_is_too_long() {
    let mut bad = Vec::new();
    for path in tracked().iter().filter(|path| is_code(path)) {
        let Some(text) = read(path) else { continue };
        let lines = text.lines().count();
        let argued = LONG.iter().any(|(known, _)| known == path);
        let is_of_page = ["web/", "tests/browser/"].iter().any(|folder| path.starts_with(folder))
            && [".js", ".mjs", ".css"].iter().any(|kind| path.ends_with(kind));
        if is_of_page && lines > LINES_OF_PAGE {
            bad.push(format!(
                "{path}: {lines} lines; {LINES_OF_PAGE} is the most of a page and its tests, split it by nouns"
            ));
        } else if lines > LINES_MAX {
            bad.push(format!("{path}: {lines} lines; {LINES_MAX} is the most, split it by nouns"));
        } else if lines > LINES_ARGUED && !argued {
            bad.push(format!("{path}: {lines} lines; split it, or argue for it in LONG"));
        }
    }
    bad.extend(
        LONG.iter().filter(|(path, _)| read(path).is_none()).map(|(path, _)| format!("{path}: is gone")),
    );
    none(&bad);
}

#[test]
fn no_file_has_a_name_that_says_nothing() {
    let named = |path: &&String| {
        Path::new(path).file_name().is_some_and(|name| EMPTY_NAMES.iter().any(|empty| name == *empty))
    };
    none(&tracked().iter().filter(named).cloned().collect::<Vec<_>>());
}

#[test]
fn every_module_opens_with_its_purpose() {
    let bare = |(_, text): &(String, String)| {
        !text.lines().find(|line| !line.starts_with("#![")).is_some_and(|line| line.starts_with("//!"))
    };
    none(&sources().filter(bare).map(|(path, _)| path).collect::<Vec<_>>());
}

#[test]
fn lints_are_expected_with_a_reason_never_allowed() {
    let allows = |(_, text): &(String, String)| {
        text.lines().any(|line| line.trim_start().starts_with(concat!("#[", "allow(")))
            || text.contains(concat!("#![", "allow("))
    };
    none(&sources().filter(allows).map(|(path, _)| path).collect::<Vec<_>>());
}

/// A crate without code in its comments says so in its manifest: to find that out by a doc test takes as long as to
/// compile the crate.
#[test]
fn comments_hold_code_only_where_it_is_run() {
    let manifests: Vec<String> = tracked().into_iter().filter(|path| is_manifest(path)).collect();
    let unread = |manifest: &&String| read(manifest).is_some_and(|text| text.contains("\ndoctest = false\n"));
    let silent: Vec<&str> =
        manifests.iter().filter(unread).filter_map(|path| path.strip_suffix("Cargo.toml")).collect();
    let mut bad = Vec::new();
    for (path, text) in sources().filter(|(path, _)| silent.iter().any(|folder| path.starts_with(folder))) {
        let mut is_open = false;
        for (number, line) in text.lines().map(str::trim_start).enumerate() {
            let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
            let Some(fence) = comment.and_then(|comment| comment.trim_start().strip_prefix("```")) else {
                continue;
            };
            is_open = !is_open;
            if is_open && fence != "text" {
                bad.push(format!("{path}:{}: say ```text, or let the crate have doc tests", number + 1));
            }
        }
    }
    none(&bad);
}

#[test]
fn no_file_names_a_package_registry_or_a_folder_of_one_machine() {
    let words = [
        concat!("crates", ".io"),
        concat!("npmjs", ".org"),
        concat!("npmjs", ".com"),
        concat!("pypi", ".org"),
        concat!("proxy.golang", ".org"),
        concat!("/", "work/"),
        concat!("/", "root/"),
        concat!("/", "home/"),
    ];
    let mut bad = Vec::new();
    // Cargo writes the lock file itself, and names where each package came from.
    for path in tracked().iter().filter(|path| !path.ends_with("Cargo.lock")) {
        let Some(text) = read(path) else { continue };
        for (number, line) in text.lines().enumerate() {
            for word in words.iter().filter(|word| line.contains(**word)) {
                bad.push(format!("{path}:{}: {word}", number + 1));
            }
        }
    }
    none(&bad);
}

/// Reads all Rust files.
fn sources() -> impl Iterator<Item = (String, String)> {
    tracked().into_iter().filter(|path| path.ends_with(".rs")).filter_map(|path| {
        let text = read(&path)?;
        Some((path, text))
    })
}

fn is_manifest(path: &str) -> bool {
    path == "tests/Cargo.toml" || (path.starts_with("crates/") && path.ends_with("/Cargo.toml"))
}

fn is_pure(path: &str) -> bool {
    ARROWS.iter().any(|(name, ..)| path.starts_with(&format!("crates/{name}/src/")))
}

fn is_code(path: &str) -> bool {
    ["rs", "js", "mjs", "ts", "css", "sh", "py"].iter().any(|kind| path.ends_with(&format!(".{kind}")))
}

fn crate_name(manifest: &str) -> String {
    let line = manifest.lines().find(|line| line.starts_with("name")).expect("a manifest names its crate");
    line.split('"').nth(1).expect("the name is quoted").to_owned()
}

/// Returns the names under every table of dependencies, for the program, its tests and its build.
pub(crate) fn dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            inside = table.ends_with("dependencies");
            // `[dependencies.serde]` names the dependency in the table's head.
            if let Some((_, name)) = table.split_once("dependencies.") {
                names.push(name.to_owned());
            }
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            names.push(name.trim_matches('"').to_owned());
        }
    }
    names
}

#[test]
fn dependencies_are_found_in_every_way_of_writing_them() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\nserde.workspace = true\n# no\nboard = { path = \"y\" }\n\
                    [dependencies.game]\nworkspace = true\n[dev-dependencies]\nsim.workspace = true\n[lints]\nfoo = 1\n";
    assert_eq!(dependencies(manifest), ["serde", "board", "game", "sim"]);
    assert_eq!(crate_name(manifest), "x");
}

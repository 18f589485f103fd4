//! Golden outputs: each journal of the set is folded anew, and what is rendered of it must be the files beside it, byte
//! for byte (tests/journals/golden/README.md).
//!
//! What only the program itself makes is compared in crates/topboard/tests/it/golden.rs.

use crate::repository::{none, read, root};
use board::{Maker, hms};
use game::{
    PlyNo, PublicScore,
    pgn::{self, Twin},
};
use hall::{Body, Fold, Hall, Output, Table, TableNo};
use journal::{Reader, Verdict};
use laws::Language;
use report::{
    Export,
    arbiter_copy::ArbiterCopy,
    csv,
    csv::Csv,
    standings::{self, RoundPaper},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs, iter,
    path::PathBuf,
};
use tournament::RoundVersion;

/// The folder of the set.
const SET: &str = "tests/journals/golden";
/// Files that are compared by the tests of the program.
const BY_THE_PROGRAM: [&str; 7] = [
    "replay.jsonl",
    "case.html",
    "case-proved.html",
    "case-anonymous.html",
    "result-sheet.html",
    "score-sheet.txt",
    "reconstructed.pgn",
];

/// A journal of the set, with every record that was understood.
pub(crate) struct Golden {
    pub(crate) name: String,
    pub(crate) records: Vec<(u64, Body)>,
}

/// The names of the folders of the set.
fn names() -> Vec<String> {
    let entries =
        fs::read_dir(root().join(SET)).expect("the set is there").map(|entry| entry.expect("it is read"));
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        folders.map(|folder| folder.file_name().into_string().expect("a name in ASCII")).collect();
    names.sort_unstable();
    names
}

/// The files of a journal: its own, or those of an older one that is kept outside the set.
fn files(name: &str) -> Vec<PathBuf> {
    let kept = root().join("tests/journals");
    let files = [
        root().join(SET).join(name).join("hall.journal"),
        kept.join(format!("{name}.journal")),
        kept.join(name).join("hall.journal"),
        kept.join(name).join("hall.0002.journal"),
        kept.join(name).join("hall.0003.journal"),
    ];
    files.into_iter().filter(|file| file.exists()).collect()
}

impl Golden {
    fn open(name: String) -> Golden {
        let mut reader = Reader::new();
        for file in files(&name) {
            reader.push(&fs::read(file).expect("the journal is kept"));
        }
        let records: Vec<(u64, Body)> = iter::from_fn(|| reader.poll_record())
            .map(|record| {
                let body = Body::parse(&record.body).expect("a version that is read");
                assert_eq!(body.emit(), record.body, "{name}: record {} is written otherwise", record.seq);
                (record.seq, body)
            })
            .collect();
        assert!(matches!(reader.finish().0, Verdict::Whole) && !records.is_empty(), "{name} was changed");
        Golden { name, records }
    }

    pub(crate) fn all() -> Vec<Golden> {
        names().into_iter().map(Golden::open).collect()
    }

    /// Every output that crates make alone, by the name of its file.
    fn outputs(&self) -> BTreeMap<String, String> {
        let (games, replay, hall) = self.replay();
        let tables = hall.tables().map(Table::number);
        let mut copy = ArbiterCopy::new(None);
        let mut rows = Csv::new(None);
        let mut events = csv::HEADER.to_owned();
        let mut logs: BTreeMap<TableNo, (Export, String)> =
            tables.map(|table| (table, (Export::new(table), String::new()))).collect();
        for (seq, body) in &self.records {
            copy.feed(*seq, body.clone());
            events.push_str(&rows.feed(*seq, body.clone()));
            for (log, text) in logs.values_mut() {
                for line in log.feed(*seq, body.clone()) {
                    text.push_str(&line);
                    text.push('\n');
                }
            }
        }
        let mut outputs = BTreeMap::from([
            ("games.pgn".to_owned(), games),
            ("replay.txt".to_owned(), replay),
            ("arbiter.pgn".to_owned(), copy.finish().join("\n")),
            ("events.csv".to_owned(), events),
        ]);
        if !hall.event().tournaments.is_empty() {
            let event = serde_json::to_string_pretty(&hall.event().to_json()).expect("it is plain data");
            outputs.insert("event.json".to_owned(), event + "\n");
            outputs.insert("rounds.txt".to_owned(), rounds_of(&hall));
        }
        outputs.extend(logs.into_iter().map(|(table, (_, text))| (format!("table{table}.sensorlog"), text)));
        outputs
    }

    /// The games as the public may have them, what `topboard replay` prints, and the hall.
    fn replay(&self) -> (String, String, Hall) {
        let mut fold = Fold::new();
        let mut incidents = String::new();
        for (seq, body) in &self.records {
            fold.feed(*seq, body.clone());
            while let Some(output) = fold.poll() {
                let Output::Incident(table, incident) = output else { continue };
                incidents.push_str(&format!(
                    "; table {table}, incident {} at {}, ply {}: {} ({})\n",
                    incident.no,
                    hms(incident.t_ms),
                    PlyNo::or_zero(incident.ply),
                    incident.text(Language::English),
                    incident.articles.join(", ")
                ));
            }
        }
        let mut folded = fold.finish();
        folded.divergences.sort_by_key(|divergence| (divergence.table, divergence.seq));
        let games: String = folded.hall.tables().map(games_of).collect();
        let mut replay = games.clone() + &incidents;
        for divergence in &folded.divergences {
            replay.push_str(&format!("; different today: {divergence}\n"));
        }
        (games, replay, folded.hall)
    }
}

/// The results, the standings and the crosstable of each round that has begun, as they were signed and as they are now.
fn rounds_of(hall: &Hall) -> String {
    let mut text = String::new();
    for (key, tournament) in &hall.event().tournaments {
        for (round, corrected) in tournament.rounds.keys().flat_map(|round| [(*round, false), (*round, true)])
        {
            let view = RoundVersion::of(hall.event(), hall.signed_rounds(), key, round, corrected);
            let Some(view) = view else { continue };
            let version = if view.is_signed { "as signed" } else { "as it is now" };
            for paper in [RoundPaper::Results, RoundPaper::Standings, RoundPaper::Crosstable] {
                text += &format!("{key}, round {round}, {version}: {}\n", paper.name());
                text += &standings::csv(&view, paper).trim_start_matches('\u{feff}').replace("\r\n", "\n");
            }
        }
    }
    text
}

/// The games of a table that have begun, each with an empty line behind it.
fn games_of(table: &Table) -> String {
    printed(table).into_iter().map(|(_, text)| text).collect()
}

/// The games of a table that have begun, each with its text.
pub(crate) fn printed(table: &Table) -> Vec<(PublicScore, String)> {
    let (mut names, mut ids) = (BTreeSet::new(), BTreeSet::new());
    let begun = table.public_games().into_iter().filter(PublicScore::is_begun);
    begun
        .map(|game| {
            let twin = Twin { name: !names.insert(game.name()), id: !ids.insert(game.id()), table: None };
            let text = format!("{}\n\n", pgn::write(&game, twin).trim_end());
            (game, text)
        })
        .collect()
}

/// The first line in which two texts differ, as the kept one and the one that is made now have it.
fn difference(kept: &str, now: &str) -> Option<String> {
    let lines = |text| str::split_inclusive(text, '\n').map(Some).chain(iter::repeat(None));
    let mut pairs = (1..).zip(lines(kept).zip(lines(now)));
    let (number, (kept, now)) = (kept != now).then(|| pairs.find(|(_, (kept, now))| kept != now))??;
    let show = |line: Option<&str>| line.map_or("no such line".to_owned(), |line| format!("{line:?}"));
    Some(format!("line {number}\n  kept: {}\n  now:  {}", show(kept), show(now)))
}

#[test]
fn every_output_is_what_was_kept() {
    let mut bad = Vec::new();
    for golden in Golden::all() {
        for (file, now) in golden.outputs() {
            let path = format!("{SET}/{}/{file}", golden.name);
            let Some(kept) = read(&path) else {
                bad.push(format!("{path} is missing"));
                continue;
            };
            bad.extend(difference(&kept, &now).map(|what| format!("{path}, {what}")));
        }
    }
    none(&bad);
}

#[test]
fn every_kept_file_is_compared() {
    let mut bad = Vec::new();
    for golden in Golden::all() {
        let outputs = golden.outputs();
        for entry in fs::read_dir(root().join(SET).join(&golden.name)).expect("it is there") {
            let file = entry.expect("it is read").file_name().into_string().expect("a name in ASCII");
            let is_known = file == "hall.journal" || BY_THE_PROGRAM.contains(&file.as_str());
            if !is_known && !outputs.contains_key(&file) {
                bad.push(format!("{SET}/{}/{file}: nobody makes this", golden.name));
            }
        }
    }
    none(&bad);
}

#[test]
fn every_maker_has_a_journal() {
    let names = names();
    let has_none = |maker: &&Maker| !names.iter().any(|name| name == maker.name());
    none(&Maker::ALL.iter().filter(has_none).map(|maker| maker.name().to_owned()).collect::<Vec<_>>());
}

/// What is refused only of a game that is not on the board any more; `note` shows that for all of them.
const HARDLY_REFUSED: [&str; 4] = ["adjourn", "claim", "draw-offer", "report"];

#[test]
fn every_command_is_given_and_refused() {
    let mut answers: BTreeMap<String, BTreeSet<bool>> = BTreeMap::new();
    for golden in Golden::all() {
        let mut fold = Fold::new();
        for (seq, body) in golden.records {
            let command = match &body {
                Body::Command { command, .. } => serde_json::to_value(command).expect("it is plain data"),
                _ => serde_json::Value::Null,
            };
            fold.feed(seq, body);
            if let Some(name) = command["cmd"].as_str() {
                answers.entry(name.to_owned()).or_default().insert(fold.take_refusal().is_none());
            }
        }
    }
    let text = read("docs/formats/commands.md").expect("the commands are described");
    let commands: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    assert!(commands.contains(&"result"), "each command has a heading of its own: {commands:?}");
    let mut bad = Vec::new();
    for command in commands {
        let answers = answers.get(command).cloned().unwrap_or_default();
        if !answers.contains(&true) {
            bad.push(format!("{command} is done in no journal"));
        }
        if !answers.contains(&false) && !HARDLY_REFUSED.contains(&command) {
            bad.push(format!("{command} is refused in no journal"));
        }
    }
    none(&bad);
}

#[test]
fn the_first_line_that_differs_is_shown() {
    assert_eq!(difference("a\nb\n", "a\nb\n"), None);
    let told = difference("a\nb\n", "a\nc\n");
    assert_eq!(told.as_deref(), Some("line 2\n  kept: \"b\\n\"\n  now:  \"c\\n\""));
    let told = difference("a\n", "a\nb");
    assert_eq!(told.as_deref(), Some("line 2\n  kept: no such line\n  now:  \"b\""));
}

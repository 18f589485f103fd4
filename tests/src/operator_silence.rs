//! Nothing of the arbiter's reaches an operator. Every journal of the golden set is folded, and every frame of the operator's
//! feed is read: it has only the keys that are listed here, and no word of an incident, a ruling, a claim or a note.

use crate::golden::Golden;
use hall::{Body, Fold, Output, Table, TableNo};
use laws::{Language, RuleId};
use relay::{
    ArbiterFeed, EventView, OperatorFeed,
    arbiter::{News, message::RulesView},
    operator::{OperatorNews, message::OperatorRules},
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The keys that a frame may have.
const KEYS: [&str; 72] = [
    "kind",
    "epoch",
    "seq",
    "now_ms",
    "event",
    "rules",
    "disk",
    "tables",
    "clocks",
    "name",
    "site",
    "date",
    "round",
    "time_control",
    "edition",
    "discipline",
    "language",
    "state",
    "table",
    "game",
    "white",
    "black",
    "title",
    "elo",
    "federation",
    "team",
    "start",
    "fen",
    "moves",
    "san",
    "uci",
    "irregular",
    "provisional",
    "left_ms",
    "clock",
    "white_ms",
    "black_ms",
    "running",
    "read_ms",
    "result",
    "score",
    "link",
    "since_ms",
    "timing",
    "square_early_ms",
    "press_early_ms",
    "clock_late_ms",
    "pieces",
    "orientation",
    "lever",
    "todo",
    "en",
    "pl",
    "ru",
    "asked",
    "t_ms",
    "ply",
    "alternatives",
    "ended",
    "astray",
    "played_on",
    "fault",
    "why",
    "held",
    "delay_ms",
    "heard_ms",
    "battery",
    "ailment",
    "sensors",
    "dead",
    "stuck",
    "wiring",
];

/// What the arbiter of a journal was told, and what people said to them.
#[derive(Debug, Default)]
struct Matters {
    words: BTreeSet<String>,
    incidents: usize,
}

impl Matters {
    fn note(&mut self, text: &str) {
        // A word such as `x` or a number would be found anywhere.
        if text.chars().count() > 6 {
            self.words.insert(text.to_owned());
        }
    }

    /// Notes every text of a command but the names of its keys.
    fn note_all(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.note(text),
            Value::Array(list) => list.iter().for_each(|value| self.note_all(value)),
            Value::Object(map) => map.values().for_each(|value| self.note_all(value)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// An operator's page: what it knows of each table.
#[derive(Debug, Default)]
struct Page(BTreeMap<u64, Value>);

impl Page {
    fn take(&mut self, frame: &Value) {
        for table in frame["tables"].as_array().into_iter().flatten() {
            self.0.insert(table["table"].as_u64().expect("a number"), table.clone());
        }
        for (table, clock) in frame["clocks"].as_object().into_iter().flatten() {
            let table = self.0.get_mut(&table.parse().expect("a number")).expect("it is known");
            table["clock"] = clock.clone();
        }
    }
}

fn look(frame: &str, found: &mut BTreeSet<String>) -> Value {
    let value: Value = serde_json::from_str(frame).expect("a frame is JSON");
    keys(&value, found);
    value
}

fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            if !KEYS.contains(&key.as_str()) && key.parse::<TableNo>().is_err() {
                found.insert(format!("the key {key}"));
            }
            keys(value, found);
        }),
        Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        Value::String(text) if text.starts_with('!') => drop(found.insert(format!("the move {text}"))),
        _ => {}
    }
}

#[test]
fn an_operator_reads_nothing_of_the_arbiters_in_any_golden_journal() {
    let (mut incidents, mut frames, mut plies, mut read_by_arbiters) = (0, 0, 0, 0);
    for Golden { name, records } in Golden::all() {
        let (mut fold, mut matters, mut page) = (Fold::new(), Matters::default(), Page::default());
        let mut feed = OperatorFeed::new("e", EventView::default(), OperatorRules::default());
        let (mut sent, mut leaks, mut told) = (Vec::new(), BTreeSet::new(), Vec::new());
        let mut arbiters = ArbiterFeed::new("e", EventView::default(), RulesView::default());
        for (seq, body) in records {
            let t_ms = body.t_ms().unwrap_or_default();
            let published = match &body {
                Body::Published { publication, .. } => Some((**publication).clone()),
                _ => None,
            };
            fold.feed(seq, body);
            let mut touched = BTreeSet::new();
            let mut clocks = Vec::new();
            while let Some(output) = fold.poll() {
                match output {
                    Output::Incident(table, incident) => {
                        matters.incidents += 1;
                        touched.insert(table);
                        Language::ALL.iter().for_each(|language| matters.note(&incident.text(*language)));
                        told.extend(
                            fold.hall().table(table).map(|table| News::incident(table, incident.clone())),
                        );
                        incident.articles.iter().for_each(|article| matters.note(article));
                    }
                    Output::Obeyed(table, _, command) => {
                        touched.insert(table);
                        let mut said = serde_json::to_value(&command).expect("it is data");
                        // Results and moves are for everybody.
                        if ["note", "claim", "rule", "report", "draw-offer"]
                            .iter()
                            .any(|cmd| said["cmd"] == **cmd)
                        {
                            said["cmd"].take();
                            matters.note_all(&said);
                        }
                    }
                    Output::GameEvent(table, ..) | Output::ArbiterTableChanged(table) => {
                        touched.insert(table);
                    }
                    Output::ClockRead(clock) => clocks.push((clock.table, clock.face)),
                    _ => {}
                }
            }
            touched.extend(published.as_ref().map(|publication| publication.table));
            let hall = fold.hall();
            let upkeep =
                |table: TableNo| hall.table(table).map(|table: &Table| OperatorNews::upkeep(hall, table));
            let news = published.map(OperatorNews::published).into_iter();
            let news = news.chain(touched.into_iter().filter_map(upkeep)).collect();
            sent.extend(feed.update(news, &clocks, t_ms));
        }
        for frame in &sent {
            page.take(&look(frame, &mut leaks));
        }
        let snapshot = look(&feed.snapshot(0), &mut leaks);
        assert_eq!(feed.snapshot_pieces(0).text(), feed.snapshot(0), "{name}");
        let tables: Vec<&Value> = page.0.values().collect();
        assert_eq!(
            snapshot["tables"].as_array().expect("tables").iter().collect::<Vec<_>>(),
            tables,
            "{name}"
        );
        sent.push(feed.snapshot(0));
        sent.push(feed.round(0));
        look(&feed.round(0), &mut leaks);
        let rules = RuleId::ALL.iter().map(|rule| format!("\"{}\"", rule.name()));
        let words: Vec<String> =
            matters.words.iter().map(|word| Value::from(word.as_str()).to_string()).collect();
        for word in rules.chain(words.iter().map(|word| word[1..word.len() - 1].to_owned())) {
            if sent.iter().any(|frame| frame.contains(&word)) {
                leaks.insert(format!("the words {word}"));
            }
        }
        assert!(leaks.is_empty(), "{name}: {leaks:#?}");
        let hall = fold.hall();
        told.extend(hall.tables().map(|table| News::table(table, hall.timing(table.number()))));
        let desk = arbiters.update(told, &[], 0).unwrap_or_default();
        read_by_arbiters += words.iter().filter(|word| desk.contains(&word[1..word.len() - 1])).count();
        incidents += matters.incidents;
        frames += sent.len();
        plies += snapshot["tables"].to_string().matches("\"san\"").count();
    }
    // A guard proves nothing where nothing happens.
    assert!(
        incidents > 50 && frames > 500 && plies > 50,
        "{incidents} incidents, {frames} frames, {plies} plies"
    );
    assert!(read_by_arbiters > 50, "{read_by_arbiters} sentences are found where they belong");
}

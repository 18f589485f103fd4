//! Tests of the arbiter's feed from outside: a client that follows the updates holds what a fresh snapshot says,
//! rulings stay with their incidents, and the entries kept for a table are limited.

use game::{ClockFace, CommandJson};
use hall::{BoardChoice, Hall, HallSetup, Input, Output, Stamp, TableNo, TableSetup};
use laws::{Discipline, Edition, Incident, Kind, Profile, RuleId, Status, Window};
use relay::{
    ArbiterFeed, EventView,
    arbiter::{DiskState, INCIDENTS_MAX, News, SAID_MAX, message::RulesView},
};
use serde_json::{Map, Value, json};
use shakmaty::{ByColor, Color};

/// A hall that takes people's commands, and the arbiter's feed about it.
struct Bench {
    hall: Hall,
    feed: ArbiterFeed,
    t_ms: u64,
}

impl Bench {
    fn new(tables: u16) -> Bench {
        let mut hall = Hall::new();
        let table = |table| TableSetup {
            table,
            board: BoardChoice::Any,
            players: ByColor::default(),
            clock: true,
            clock_port: None,
            chess960: false,
            fen: None,
            stands: hall::Stands::default(),
        };
        let setup = HallSetup { tables: (1..=tables).map(table).collect(), ..HallSetup::default() };
        hall.handle(Stamp { seq: 1, t_ms: 0 }, &Input::Setup(Box::new(setup))).expect("it can be set up");
        while hall.poll().is_some() {}
        let mut feed = ArbiterFeed::new("epoch", EventView::default(), RulesView::default());
        let news = hall.tables().map(|table| News::table(table, hall.timing(table.number())));
        feed.update(news.collect(), &[], 0);
        Bench { hall, feed, t_ms: 0 }
    }

    /// Gives a person's command; returns the update that follows from it.
    fn says(&mut self, table: TableNo, command: &Value) -> Option<String> {
        self.t_ms += 1_000;
        let command: CommandJson = serde_json::from_value(command.clone()).expect("a command");
        let stamp = Stamp { seq: 2, t_ms: self.t_ms };
        // A refused command makes no news, so the answer does not matter.
        let _ = self.hall.handle(stamp, &Input::Command { table, command });
        let mut news = Vec::new();
        while let Some(output) = self.hall.poll() {
            let Output::Obeyed(table, t_ms, command) = output else { continue };
            let timing = self.hall.timing(table);
            let table = self.hall.table(table).expect("it obeyed");
            news.extend([News::said(table, t_ms, command), News::table(table, timing)]);
        }
        let update = self.feed.update(news, &[], self.t_ms);
        self.check_pieces();
        update
    }

    /// Checks that a snapshot in pieces has the text of a whole snapshot, whatever changed since the last snapshot.
    fn check_pieces(&mut self) {
        assert_eq!(self.feed.snapshot_pieces(self.t_ms).text(), self.feed.snapshot(self.t_ms));
    }

    fn tells(&mut self, table: TableNo, incident: Incident) -> Option<String> {
        let table = self.hall.table(table).expect("it was set up");
        let update = self.feed.update(vec![News::incident(table, incident)], &[], self.t_ms);
        self.check_pieces();
        update
    }

    fn snapshot(&self) -> Value {
        serde_json::from_str(&self.feed.snapshot(self.t_ms)).expect("it is JSON")
    }

    fn incidents(&self) -> Vec<Value> {
        self.snapshot()["tables"][0]["incidents"].as_array().cloned().expect("a list")
    }

    fn incident(&self, no: u32) -> Incident {
        Incident {
            no,
            t_ms: self.t_ms,
            ply: game::PlyNo::new(3),
            rule: RuleId::parse("illegal-move-completed").expect("a rule"),
            kind: Kind::Violation,
            by: Some(Color::White),
            articles: vec!["F23 7.5.1".to_owned()],
            remedy: None,
            phrases: Vec::new(),
            status: Status::Suspected,
            window: Window::Always,
            closed_ms: None,
            repeated: None,
        }
    }
}

#[test]
fn who_follows_the_updates_holds_the_snapshot() {
    let mut bench = Bench::new(3);
    let mut tables: Map<String, Value> = Map::new();
    let mut seq = bench.snapshot()["seq"].as_u64().expect("a sequence");
    for table in bench.snapshot()["tables"].as_array().expect("a list") {
        tables.insert(table["table"].to_string(), table.clone());
    }
    let mut updates = 0;
    for step in 0..200u16 {
        let table = step % 3 + 1;
        let update = match step % 7 {
            0 => bench
                .says(table, &json!({"cmd": "start", "white": format!("White {step}"), "black": "Black"})),
            1 => bench
                .says(table, &json!({"cmd": "correct", "from_ply": 1, "moves": ["e2e4", "e7e5", "g1f3"]})),
            2 => bench.says(table, &json!({"cmd": "restore", "ply": 2})),
            3 => bench.says(table, &json!({"cmd": "result", "result": "9-9"})),
            4 => bench.says(table, &json!({"cmd": "note", "text": format!("note {step}"), "author": "J"})),
            5 => {
                let incident = bench.incident(u32::from(step));
                bench.tells(table, incident)
            }
            _ => {
                let face = ClockFace {
                    left_ms: ByColor { white: u32::from(step), black: 5 },
                    running: Some(Color::Black),
                    read_ms: bench.t_ms,
                };
                bench.feed.update(Vec::new(), &[(table, face)], bench.t_ms)
            }
        };
        let Some(update) = update else { continue };
        updates += 1;
        let update: Value = serde_json::from_str(&update).expect("it is JSON");
        seq += 1;
        assert_eq!((&update["kind"], update["seq"].as_u64()), (&json!("update"), Some(seq)));
        for table in update["tables"].as_array().expect("a list") {
            tables.insert(table["table"].to_string(), table.clone());
        }
        for (table, clock) in update["clocks"].as_object().expect("clocks by table") {
            tables[table]["clock"] = clock.clone();
        }
        let held: Vec<&Value> = tables.values().collect();
        let fresh = bench.snapshot();
        assert_eq!(held, fresh["tables"].as_array().expect("a list").iter().collect::<Vec<_>>(), "{step}");
    }
    assert!(updates > 120, "only {updates} updates: the refused commands alone are no news");
}

#[test]
fn a_ruling_stands_at_its_incident_and_at_no_other_games() {
    let mut bench = Bench::new(1);
    bench.says(1, &json!({"cmd": "correct", "from_ply": 1, "moves": ["e2e4", "e7e5"]}));
    let first = bench.incident(1);
    bench.tells(1, first.clone());
    assert_eq!(bench.incidents()[0]["open"], json!(true));
    // The watch does not know this incident, so the test hands the ruling to the feed as the main loop would.
    let rule: CommandJson = serde_json::from_value(
        json!({"cmd": "rule", "incident": 1, "decision": "stands", "author": "Chief Arbiter"}),
    )
    .expect("a command");
    let table = bench.hall.table(1).expect("it was set up");
    let said = News::said(table, bench.t_ms, rule);
    bench.feed.update(vec![said], &[], bench.t_ms);
    let ruled = bench.incidents();
    assert_eq!(ruled[0]["open"], json!(false));
    assert_eq!(
        ruled[0]["rulings"],
        json!([{"decision": "stands", "author": "Chief Arbiter", "t_ms": bench.t_ms}])
    );
    // A changed incident keeps its rulings.
    let closed = Incident { closed_ms: Some(bench.t_ms), status: Status::Stands, ..first };
    bench.tells(1, closed);
    assert_eq!(bench.incidents()[0]["rulings"], ruled[0]["rulings"]);

    // A new game may number its incidents anew.
    bench.says(1, &json!({"cmd": "start", "white": "A", "black": "B"}));
    let second = bench.incident(1);
    bench.tells(1, second);
    let both = bench.incidents();
    assert_eq!(both.len(), 2);
    assert_eq!((&both[1]["game"], &both[1]["rulings"]), (&json!(2), &json!([])));
    // A ruling that names the earlier game stands at its incident.
    let rule: CommandJson = serde_json::from_value(
        json!({"cmd": "rule", "incident": 1, "decision": "dismiss", "game": 1, "author": "Judge"}),
    )
    .expect("a command");
    let said = News::said(bench.hall.table(1).expect("it was set up"), bench.t_ms, rule);
    bench.feed.update(vec![said], &[], bench.t_ms);
    let rulings = |game: usize| bench.incidents()[game]["rulings"].as_array().map_or(0, Vec::len);
    assert_eq!((rulings(0), rulings(1)), (2, 0));
}

#[test]
fn a_hint_of_the_moment_names_the_ply_that_ends_its_wait() {
    let mut bench = Bench::new(1);
    let of = |rule: &str, kind, no, bench: &Bench| Incident {
        rule: RuleId::parse(rule).expect("a rule"),
        kind,
        ..bench.incident(no)
    };
    for (no, (rule, kind)) in (1..).zip([
        ("two-hands", Kind::Hint),
        ("press-before-move", Kind::Hint),
        ("two-hands", Kind::Info),
        ("touched-own-piece", Kind::Hint),
    ]) {
        let incident = of(rule, kind, no, &bench);
        bench.tells(1, incident);
    }
    // The standard game has no such limit: an illegal move is put right whenever it is found.
    assert!(bench.incidents().iter().all(|it| it["until_ply"].is_null()));
    let blitz = Profile::new(Edition::Fide23, Discipline::Blitz, false).parameters();
    let until = |rule, kind| of(rule, kind, 9, &bench).waits_until(&blitz).map(game::PlyNo::get);
    assert_eq!(until("two-hands", Kind::Hint), Some(4));
    assert_eq!(until("press-before-move", Kind::Hint), Some(4));
    assert_eq!(until("two-hands", Kind::Info), None);
    assert_eq!(until("touched-own-piece", Kind::Hint), None);
}

#[test]
fn what_is_kept_of_a_table_has_limits_and_open_incidents_stay_longest() {
    let mut bench = Bench::new(1);
    let open = bench.incident(1);
    bench.tells(1, open);
    let last = u32::try_from(INCIDENTS_MAX).expect("small") + 50;
    let over = |no| Incident { closed_ms: Some(1), ..bench.incident(no) };
    let table = bench.hall.table(1).expect("it was set up");
    let news = (2..=last).map(|no| News::incident(table, over(no))).collect();
    bench.feed.update(news, &[], bench.t_ms);
    let kept = bench.incidents();
    assert_eq!(kept.len(), INCIDENTS_MAX);
    assert_eq!(kept[0]["no"], json!(1), "the one that waits is kept");
    for step in 0..SAID_MAX + 20 {
        bench.says(1, &json!({"cmd": "note", "text": format!("{step}"), "author": "J"}));
    }
    let snapshot = bench.snapshot();
    let said = snapshot["tables"][0]["said"].as_array().expect("a list");
    assert_eq!(said.len(), SAID_MAX);
    assert_eq!(said[0]["command"]["text"], json!("20"));
}

#[test]
fn what_is_told_before_it_is_safe_says_so_until_it_is() {
    let mut bench = Bench::new(2);
    let said = |bench: &mut Bench, table: TableNo, record: u64| {
        let command = serde_json::from_value(json!({"cmd": "note", "text": "x", "author": "Judge"}))
            .expect("a command");
        let news = News::said(bench.hall.table(table).expect("it is there"), 5, command);
        bench.feed.update(vec![news.unsaved(record)], &[], 5)
    };
    let holding = DiskState::Holding { since_ms: 4, why: "No space left".to_owned() };
    let told: Value = serde_json::from_str(&bench.feed.disk(&holding, 4).expect("news")).expect("JSON");
    assert_eq!((&told["disk"]["state"], &told["disk"]["since_ms"]), (&json!("holding"), &json!(4)), "{told}");
    for language in ["en", "pl", "ru"] {
        assert!(told["disk"]["todo"][language].as_str().is_some_and(|text| text.len() > 100), "{told}");
    }
    assert_eq!(bench.feed.disk(&holding, 5), None, "told once");
    said(&mut bench, 1, 70);
    said(&mut bench, 1, 72);
    said(&mut bench, 2, 71);
    let unsaved = |bench: &Bench| {
        let snapshot: Value = serde_json::from_str(&bench.feed.snapshot(6)).expect("JSON");
        let tables = snapshot["tables"].as_array().cloned().unwrap_or_default();
        tables
            .iter()
            .map(|table| (table["unsaved"].as_u64(), table["said"][0]["unsaved"].as_u64()))
            .collect::<Vec<_>>()
    };
    assert_eq!(unsaved(&bench), [(Some(72), Some(70)), (Some(71), Some(71))]);
    let update: Value = serde_json::from_str(&bench.feed.saved(71, 7).expect("news")).expect("JSON");
    assert_eq!(update["tables"].as_array().map(Vec::len), Some(2), "{update}");
    assert_eq!(unsaved(&bench), [(Some(72), None), (None, None)]);
    assert_eq!(bench.feed.saved(71, 8), None, "told once");
    assert!(bench.feed.saved(72, 9).is_some());
    assert_eq!(unsaved(&bench), [(None, None), (None, None)]);
    let well: Value =
        serde_json::from_str(&bench.feed.disk(&DiskState::Well, 10).expect("news")).expect("JSON");
    assert_eq!(well["disk"], json!({"state": "well"}), "{well}");
}

#[test]
fn a_snapshot_names_every_rule_in_every_language() {
    let rules = RulesView { names: relay::arbiter::rule_names(), ..RulesView::default() };
    let feed = ArbiterFeed::new("epoch", EventView::default(), rules);
    let snapshot: Value = serde_json::from_str(&feed.snapshot(0)).expect("it is JSON");
    for rule in RuleId::ALL {
        for language in ["en", "pl", "ru"] {
            let name = snapshot["rules"]["names"][rule.name()][language].as_str();
            assert!(name.is_some_and(|name| !name.is_empty()), "{rule}, {language}");
        }
    }
}

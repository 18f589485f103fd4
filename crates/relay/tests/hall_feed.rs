//! Tests of the hall feed from outside: a subscriber who follows the rules of web/PROTOCOL.md always holds what a fresh
//! snapshot says, in whatever order publications and readings arrive, and however many arrive together.

use game::{ClockFace, Player};
use hall::{PublicLink, PublicPly, Publication};
use relay::{EventView, HallFeed, Screens, Want, message::HeadView};
use serde_json::{Map, Value, json};
use shakmaty::{ByColor, Color, KnownOutcome};

/// A subscriber, written from web/PROTOCOL.md alone.
#[derive(Default)]
struct Subscriber {
    epoch: String,
    seq: u64,
    tables: Map<String, Value>,
}

impl Subscriber {
    /// Takes a frame. Returns false when the subscriber asks for a snapshot.
    fn take(&mut self, frame: &str) -> bool {
        let frame: Value = serde_json::from_str(frame).expect("a frame is JSON");
        let seq = frame["seq"].as_u64().expect("each frame has a sequence");
        match frame["kind"].as_str().expect("each frame has a kind") {
            "snapshot" => {
                self.epoch = frame["epoch"].as_str().expect("text").to_owned();
                self.seq = seq;
                self.tables = Map::new();
                for table in frame["tables"].as_array().expect("a list") {
                    self.tables.insert(table["table"].to_string(), table.clone());
                }
                true
            }
            "update" if seq != self.seq + 1 => false,
            "update" => {
                self.seq = seq;
                frame["tables"].as_array().expect("a list").iter().all(|change| self.change(change))
            }
            "beat" => seq == self.seq,
            other => panic!("nobody knows {other}"),
        }
    }

    fn change(&mut self, change: &Value) -> bool {
        let Some(table) = self.tables.get_mut(&change["table"].to_string()) else { return false };
        if table["game"] != change["game"] {
            table["moves"] = json!([]);
            table["clock"] = Value::Null;
            table["result"] = json!("*");
        }
        for (key, value) in change.as_object().expect("an object") {
            if key != "from" && key != "moves" {
                table[key] = value.clone();
            }
        }
        if let Some(from) = change["from"].as_u64() {
            let moves = table["moves"].as_array_mut().expect("a list");
            moves.truncate(from as usize);
            moves.extend(change["moves"].as_array().cloned().unwrap_or_default());
        }
        true
    }
}

/// A random number generator with a fixed seed, so that a failing test fails again in the next run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn ply(number: u64) -> PublicPly {
    PublicPly {
        san: format!("san{number}"),
        uci: "e2e4".to_owned(),
        fen: format!("fen{number}"),
        check: number.is_multiple_of(5),
        irregular: false,
        provisional: number.is_multiple_of(3),
        left_ms: (!number.is_multiple_of(4)).then_some(1000),
        spent_ms: None,
    }
}

fn publication(table: u16) -> Publication {
    Publication {
        table,
        game: 1,
        rev: 1,
        from: 0,
        plies: Vec::new(),
        start_fen: "start".to_owned(),
        result: None,
        clock: None,
        link: PublicLink::Absent,
        players: ByColor::default(),
    }
}

fn next(dice: &mut Dice, last: &Publication, known: usize, t_ms: u64) -> Publication {
    let new_game = dice.roll(12) == 0;
    let from = if new_game { 0 } else { dice.roll(known as u64 + 1) as usize };
    let mut next = Publication {
        game: last.game + u32::from(new_game),
        rev: last.rev + 1,
        from,
        plies: (0..dice.roll(4)).map(|_| ply(dice.roll(1000))).collect(),
        clock: if new_game { None } else { last.clock },
        ..last.clone()
    };
    match dice.roll(6) {
        0 => next.result = Some(KnownOutcome::Draw.into()),
        1 => next.result = None,
        2 => next.link = PublicLink::Lost { since_ms: t_ms },
        3 => next.link = PublicLink::Live,
        4 => next.players.white = Player { name: format!("N{t_ms}"), elo: Some(2500), ..Player::default() },
        _ => {}
    }
    next
}

fn check_same(subscriber: &Subscriber, feed: &HallFeed<Screens>) {
    let mut fresh = Subscriber::default();
    assert!(fresh.take(&feed.snapshot(0)));
    assert_eq!(subscriber.tables, fresh.tables);
    assert_eq!((&subscriber.epoch, subscriber.seq), (&fresh.epoch, fresh.seq));
}

#[test]
fn a_snapshot_and_the_updates_after_it_make_the_next_snapshot() {
    for seed in 0..200 {
        let mut dice = Dice(seed);
        let mut feed = HallFeed::new("e", EventView::default());
        let mut last: Vec<Publication> = (1..=3).map(publication).collect();
        let mut known = [0usize; 3];
        let _unheard = feed.update(&last, &[], 0);
        let mut subscriber = Subscriber::default();
        assert!(subscriber.take(&feed.snapshot(0)));
        for t_ms in 1..60 {
            let mut publications = Vec::new();
            let mut clocks = Vec::new();
            for _ in 0..=dice.roll(3) {
                let index = dice.roll(3) as usize;
                if dice.roll(4) == 0 {
                    let left_ms = ByColor { white: dice.roll(9000) as u32, black: 77 };
                    let running = [None, Some(Color::White), Some(Color::Black)][dice.roll(3) as usize];
                    clocks.push((index as u16 + 1, ClockFace { left_ms, running, read_ms: t_ms }));
                    continue;
                }
                let publication = next(&mut dice, &last[index], known[index], t_ms);
                known[index] = publication.from + publication.plies.len();
                last[index] = publication.clone();
                publications.push(publication);
            }
            if let Some(update) = feed.update(&publications, &clocks, t_ms) {
                assert!(subscriber.take(&update), "seed {seed}: {update}");
            }
            let is_held = dice.roll(3) == 0;
            if let Some(update) = feed.hold(is_held.then_some(t_ms), t_ms) {
                assert!(subscriber.take(&update), "seed {seed}: {update}");
            }
            assert!(!is_held || subscriber.tables.values().all(|table| table["link"]["state"] != "live"));
            assert!(subscriber.take(&feed.beat(t_ms)));
            check_same(&subscriber, &feed);
        }
    }
}

#[test]
fn a_missed_update_is_noticed_at_the_next_frame() {
    let mut feed = HallFeed::new("e", EventView::default());
    let first = publication(1);
    let _unheard = feed.apply(&first, 0);
    let mut subscriber = Subscriber::default();
    assert!(subscriber.take(&feed.snapshot(0)));
    let second = Publication { rev: 2, plies: vec![ply(1)], ..first.clone() };
    let _missed = feed.apply(&second, 1).expect("a move is a change");
    assert!(!subscriber.take(&feed.beat(2)));
    let third = Publication { rev: 3, from: 1, plies: vec![ply(2)], ..first };
    assert!(!subscriber.take(&feed.apply(&third, 3).expect("a move is a change")));
    assert_eq!(Want::parse(r#"{"want":"snapshot"}"#), Some(Want::Snapshot));
    assert!(subscriber.take(&feed.snapshot(4)));
    check_same(&subscriber, &feed);
}

#[test]
fn a_table_nobody_knew_is_a_reason_for_a_snapshot() {
    let mut feed = HallFeed::new("e", EventView::default());
    let mut subscriber = Subscriber::default();
    assert!(subscriber.take(&feed.snapshot(0)));
    let update = feed.apply(&publication(9), 0).expect("a new table is a change");
    assert!(!subscriber.take(&update));
    feed.set_up(EventView { name: "Another".to_owned(), ..EventView::default() }, &[]);
    assert!(!subscriber.take(&feed.beat(1)));
    assert!(subscriber.take(&feed.snapshot(1)));
    assert!(subscriber.tables.is_empty());
}

#[test]
fn what_was_told_already_is_not_told_again() {
    let mut feed = HallFeed::new("e", EventView::default());
    let first = Publication { plies: vec![ply(1)], ..publication(1) };
    assert!(feed.apply(&first, 0).is_some());
    assert_eq!(feed.apply(&first, 0), None);
    let face = ClockFace { left_ms: ByColor { white: 5000, black: 6000 }, running: None, read_ms: 5 };
    assert!(feed.clock(1, face, 5).is_some());
    assert_eq!(feed.clock(1, face, 6), None);
    assert_eq!(feed.clock(1, ClockFace { read_ms: 4, ..face }, 6), None, "an older reading is no news");
    assert_eq!(feed.clock(2, face, 6), None, "nobody knows table 2");
    assert_eq!(feed.seq(), 2);
}

#[test]
fn frames_read_as_the_protocol_says() {
    let event = EventView { name: "Open".to_owned(), round: "3".to_owned(), ..EventView::default() };
    let mut feed = HallFeed::new("5f3a", event);
    let mut first = publication(1);
    first.players.white = Player { name: "Carlsen, Magnus".to_owned(), elo: Some(2839), ..Player::default() };
    let _unheard = feed.apply(&first, 10);
    let expected = concat!(
        r#"{"kind":"snapshot","epoch":"5f3a","seq":1,"now_ms":20,"#,
        r#""event":{"name":"Open","site":"","date":"","round":"3","time_control":""},"#,
        r#""tables":[{"table":1,"game":1,"rev":1,"white":{"name":"Carlsen, Magnus","elo":2839},"#,
        r#""black":{"name":""},"start":"start","moves":[],"clock":null,"result":"*","link":{"state":"absent"}}]}"#,
    );
    assert_eq!(feed.snapshot(20), expected);
    let mut second = first;
    second.rev = 2;
    second.link = PublicLink::Live;
    second.plies = vec![PublicPly {
        san: "e4".to_owned(),
        uci: "e2e4".to_owned(),
        fen: "after".to_owned(),
        check: false,
        irregular: false,
        provisional: true,
        left_ms: None,
        spent_ms: None,
    }];
    let expected = concat!(
        r#"{"kind":"update","seq":2,"now_ms":30,"tables":[{"table":1,"game":1,"rev":2,"from":0,"#,
        r#""moves":[{"san":"e4","uci":"e2e4","fen":"after","provisional":true}],"link":{"state":"live"}}]}"#,
    );
    assert_eq!(feed.apply(&second, 30).as_deref(), Some(expected));
    assert_eq!(feed.beat(40), r#"{"kind":"beat","seq":2,"now_ms":40}"#);
    assert_eq!(Want::parse("{}"), None);
}

#[test]
fn a_signed_head_is_told_once_and_stands_in_every_snapshot() {
    let mut feed = HallFeed::new("e", EventView::default());
    let none: Value = serde_json::from_str(&feed.snapshot(0)).expect("JSON");
    assert_eq!(none.get("head"), None);
    let head = HeadView { seq: 812, head: "ab".repeat(32), key: "cd".repeat(32) };
    feed.sign(head.clone());
    let update: Value = serde_json::from_str(&feed.update(&[], &[], 5).expect("it is news")).expect("JSON");
    let told = json!({"seq": 812, "head": "ab".repeat(32), "key": "cd".repeat(32)});
    assert_eq!((&update["seq"], &update["tables"], &update["head"]), (&json!(1), &json!([]), &told));
    feed.sign(head);
    assert_eq!(feed.update(&[], &[], 6), None, "the same head is no news");
    let whole: Value = serde_json::from_str(&feed.snapshot(7)).expect("JSON");
    assert_eq!(whole["head"], told);
}

#[test]
fn while_nothing_can_be_made_safe_every_table_stands_still_and_says_since_when() {
    let mut feed = HallFeed::new("e", EventView::default());
    let live = Publication { link: PublicLink::Live, ..publication(1) };
    let lost = Publication { link: PublicLink::Lost { since_ms: 3 }, ..publication(2) };
    let face = |white, read_ms| ClockFace {
        left_ms: ByColor { white, black: 77 },
        running: Some(Color::White),
        read_ms,
    };
    feed.update(&[live.clone(), lost], &[(1, face(60_000, 10))], 10);
    let link = |frame: Option<String>, at: usize| -> Value {
        let frame: Value = serde_json::from_str(&frame.expect("there is news")).expect("JSON");
        frame["tables"][at]["link"].clone()
    };
    let held = json!({"state": "lost", "since_ms": 20, "held": true});
    let told = feed.hold(Some(20), 21);
    let changes: Value = serde_json::from_str(told.as_deref().expect("news")).expect("JSON");
    assert_eq!(
        changes["tables"].as_array().map(Vec::len),
        Some(1),
        "the lost one is lost already: {changes}"
    );
    assert_eq!(link(told, 0), held);
    assert_eq!(feed.hold(Some(20), 22), None, "told once");
    assert_eq!(
        (link(Some(feed.snapshot(23)), 0), link(Some(feed.snapshot(23)), 1)["held"].clone()),
        (held.clone(), Value::Null)
    );
    // During the hold a clock reading is only kept. A publication that became safe at the last moment is still sent.
    assert_eq!(feed.update(&[], &[(1, face(50_000, 24))], 24), None, "no clock ticks on by itself");
    assert_eq!(link(feed.update(&[Publication { rev: 2, ..live }], &[], 25), 0), Value::Null);
    assert_eq!(link(Some(feed.snapshot(26)), 0), held);
    let over = feed.hold(None, 30).expect("news");
    let over: Value = serde_json::from_str(&over).expect("JSON");
    assert_eq!(over["tables"][0]["link"], json!({"state": "live"}), "{over}");
    assert_eq!(over["tables"][0]["clock"]["white_ms"], 50_000, "{over}");
    assert_eq!(feed.hold(None, 31), None);
}

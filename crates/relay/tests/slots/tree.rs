//! A hall, a broker that keeps the last message of each subject, and a node: whatever is away, repeated or begun anew in
//! between, the node ends with what the hall's own viewers see.

use crate::{
    client::Client,
    games::{Dice, bare, published},
    property::{Play, face},
};
use hall::Publication;
use relay::{
    EventView, HallFeed, Screens, Sent, Spectators,
    slots::message::Wish,
    tree::{
        HallState, MergedHalls, Parcel, Taken, Untold,
        documents::{Desk, Document, PART_MAX},
    },
};
use serde_json::{Value, json};
use shakmaty::{Chess, Position};
use std::collections::BTreeMap;

const TABLES: u16 = 5;
/// How far the node's clock is ahead of the hall's.
const AHEAD_MS: u64 = 1_000_000_000;
const STEP_MS: u64 = 500;

/// The broker: the last message of each subject by its number.
#[derive(Default)]
struct Broker {
    last: u64,
    kept: BTreeMap<u64, (String, Vec<u8>)>,
}

impl Broker {
    fn store(&mut self, hall: &str, Parcel { subject, body }: Parcel) {
        let subject = format!("{hall}.{subject}");
        self.kept.retain(|_, (known, _)| *known != subject);
        self.last += 1;
        self.kept.insert(self.last, (subject, body));
    }
}

/// A hall with its connection to the broker.
struct Source {
    name: &'static str,
    feed: HallFeed<Screens>,
    games: Vec<Play>,
    untold: Untold<Screens>,
}

impl Source {
    fn new(name: &'static str) -> Source {
        let event = EventView { name: name.to_owned(), ..EventView::default() };
        let feed = HallFeed::new(format!("{name}-1"), event);
        Source { name, feed, games: (1..=TABLES).map(Play::new).collect(), untold: Untold::default() }
    }

    fn play(&mut self, dice: &mut Dice, now_ms: u64) {
        let told: Vec<Publication> = (0..dice.roll(3))
            .map(|_| {
                let table = dice.roll(self.games.len());
                self.games[table].next(dice, now_ms)
            })
            .collect();
        let clocks: Vec<_> =
            (0..dice.roll(2)).map(|_| (1 + dice.roll(6) as u16, face(dice, now_ms))).collect();
        self.feed.update(&told, &clocks, now_ms);
        match dice.roll(90) {
            0 => drop(self.feed.hold(Some(now_ms), now_ms)),
            1 | 2 => drop(self.feed.hold(None, now_ms)),
            3 => self.feed.name_event(&EventView { round: now_ms.to_string(), ..EventView::default() }),
            4 => {
                let kept: Vec<u16> = (1..=TABLES).filter(|_| !dice.one_in(4)).collect();
                self.feed.set_up(EventView { name: self.name.to_owned(), ..EventView::default() }, &kept);
            }
            5 => {
                // The program is started again.
                self.feed.begin(format!("{}-{now_ms}", self.name));
                self.untold = Untold::default();
            }
            _ => {}
        }
    }

    fn send(&mut self, broker: &mut Broker, most: usize, now_ms: u64) {
        for _ in 0..most {
            let Some(parcel) = self.untold.next(self.feed.slots(), now_ms) else { break };
            broker.store(self.name, parcel);
        }
        broker.store(self.name, self.untold.beat(self.feed.slots(), now_ms));
    }
}

/// A node with its viewer.
struct Node {
    halls: MergedHalls,
    feed: HallFeed<Spectators>,
    cursor: u64,
    viewer: (Client, Sent),
}

impl Node {
    fn new() -> Node {
        let feed = HallFeed::new("node", EventView::default());
        let mut viewer = (Client::default(), Sent::default());
        viewer.1.wish(&Wish::parse("{\"sub\":\"all\"}").expect("a wish"), feed.slots());
        let halls = [("main".to_owned(), 0), ("annex".to_owned(), 100)];
        Node { halls: MergedHalls::new(halls), feed, cursor: 0, viewer }
    }

    fn read(&mut self, broker: &Broker, most: usize, now_ms: u64) {
        let waiting: Vec<_> = broker.kept.range(self.cursor + 1..).take(most).collect();
        for (number, (subject, body)) in waiting {
            let is_last = *number == broker.last;
            let taken = self.halls.take(subject, body, is_last, now_ms + AHEAD_MS);
            assert!(matches!(taken, Taken::News | Taken::Passed), "{taken:?} of {subject}");
            self.cursor = *number;
        }
        self.show(now_ms);
    }

    fn show(&mut self, now_ms: u64) {
        self.halls.look(now_ms + AHEAD_MS);
        let news = self.halls.news();
        self.feed.publish(&news, now_ms + AHEAD_MS);
        while let Some(frame) = self.viewer.1.next(self.feed.slots()) {
            self.viewer.0.take(&frame);
        }
    }
}

/// Returns the tables of a snapshot in protocol 1, with numbers and times as the node has them and without revisions.
fn tables(snapshot: &str, add: u64, ahead_ms: u64) -> Vec<Value> {
    let snapshot: Value = serde_json::from_str(snapshot).expect("JSON");
    let mut tables = snapshot["tables"].as_array().expect("a list").clone();
    for table in &mut tables {
        table["rev"].take();
        table["table"] = (table["table"].as_u64().expect("a number") + add).into();
        for (part, key) in [("clock", "read_ms"), ("link", "since_ms")] {
            if let Some(time) = table[part].get(key).and_then(Value::as_u64) {
                table[part][key] = (time + ahead_ms).into();
            }
        }
    }
    tables
}

fn run(seed: u64) {
    let mut dice = Dice(seed);
    let mut broker = Broker::default();
    let mut halls = [Source::new("main"), Source::new("annex")];
    let mut node = Node::new();
    let mut away = 0;
    for step in 1..400 {
        let now_ms = step * STEP_MS;
        for hall in &mut halls {
            hall.play(&mut dice, now_ms);
            if away == 0 {
                let most = if dice.one_in(5) { dice.roll(4) } else { usize::MAX };
                hall.send(&mut broker, most, now_ms);
            }
        }
        if away == 0 {
            let most = if dice.one_in(4) { dice.roll(5) } else { usize::MAX };
            node.read(&broker, most, now_ms);
        } else {
            node.show(now_ms);
        }
        match dice.roll(50) {
            // The broker goes away; it comes back as it was, or without what it had.
            0 => away = 1 + dice.roll(30),
            1 => {
                broker.kept.clear();
                halls.iter_mut().for_each(|hall| hall.untold = Untold::default());
                node.cursor = 0;
                node.halls.begin();
            }
            2 => halls[dice.roll(2)].untold = Untold::default(),
            // The node comes back and reads some of it once more, or is started again.
            3 => {
                node.cursor = node.cursor.saturating_sub(dice.roll(20) as u64);
                node.halls.begin();
            }
            4 => node = Node::new(),
            _ => {}
        }
        away = away.saturating_sub(1);
    }
    for step in 400..404 {
        for hall in &mut halls {
            hall.feed.hold(None, step * STEP_MS);
            hall.send(&mut broker, usize::MAX, step * STEP_MS);
        }
        node.read(&broker, usize::MAX, step * STEP_MS);
    }
    let expected: Vec<Value> = halls
        .iter()
        .zip([0, 100])
        .flat_map(|(hall, add)| tables(&hall.feed.snapshot(0), add, AHEAD_MS))
        .collect();
    assert_eq!(tables(&node.feed.snapshot(0), 0, 0), expected, "seed {seed}");
    let fresh = Client::of(&node.feed.slots().snapshot(0, true, true));
    assert_eq!(node.viewer.0.tables, fresh.tables, "seed {seed}");
    assert_eq!(node.viewer.0.hall, fresh.hall, "seed {seed}");
    assert!(node.viewer.0.gaps.is_empty(), "seed {seed}");
}

#[test]
fn a_node_ends_with_what_the_halls_show_whatever_happened() {
    (1..=20).for_each(run);
}

#[test]
fn a_node_begins_with_the_last_messages_and_believes_a_hall_that_is_heard_twice() {
    let (mut broker, mut main) = (Broker::default(), Source::new("main"));
    let mut position = Chess::default();
    let mv = position.legal_moves()[0];
    let plies = vec![published(&mut position, mv)];
    let clock = Some(face(&mut Dice(7), 900));
    main.feed.update(&[Publication { plies, clock, ..bare(1, 1) }], &[], 1_000);
    main.send(&mut broker, usize::MAX, 1_000);
    // An hour later.
    let now_ms = 3_601_000;
    let mut node = Node::new();
    node.read(&broker, usize::MAX, now_ms);
    let link = |node: &Node| tables(&node.feed.snapshot(0), 0, 0)[0]["link"].clone();
    assert_eq!(link(&node)["state"], "lost", "nobody knows whether the hall lives");
    assert_eq!(node.halls.states().next(), Some(("main", HallState::Silent)));
    main.send(&mut broker, usize::MAX, now_ms + 1_000);
    node.read(&broker, usize::MAX, now_ms + 1_000);
    assert_eq!(link(&node)["state"], "live");
    assert_eq!(tables(&node.feed.snapshot(0), 0, 0), tables(&main.feed.snapshot(0), 0, AHEAD_MS));
    for silent_ms in [6_000, 6_001] {
        node.show(now_ms + 1_000 + silent_ms);
        let expected = if silent_ms == 6_000 { "live" } else { "lost" };
        assert_eq!(link(&node)["state"], expected, "after {silent_ms} ms");
    }
    assert_eq!(link(&node)["since_ms"], json!(now_ms + 1_000 + AHEAD_MS));
}

#[test]
fn what_the_broker_lost_is_noticed_by_the_sum() {
    let (mut broker, mut main, mut node) = (Broker::default(), Source::new("main"), Node::new());
    main.feed.update(&[bare(1, 1), bare(2, 1)], &[], 0);
    main.send(&mut broker, usize::MAX, 0);
    broker.kept.retain(|_, (subject, _)| subject != "main.table.2");
    let mut taken = Taken::Passed;
    for (number, (subject, body)) in &broker.kept {
        taken = node.halls.take(subject, body, *number == broker.last, AHEAD_MS);
    }
    assert_eq!(taken, Taken::Gap);
}

#[test]
fn what_is_no_message_is_passed_over() {
    let mut node = Node::new();
    let table =
        |rest: &str| format!("{{\"v\":1,\"epoch\":\"e\",\"table\":{{\"b\":1,\"r\":1,\"g\":1{rest}}}}}");
    for (subject, body, expected) in [
        ("main.table.1", table(""), Taken::News),
        ("main.table.1", table(",\"m\":\"e2e4\""), Taken::Unreadable),
        ("main.table.1", table(",\"m\":\"e2e4 e5\""), Taken::Unreadable),
        ("main.table.1", table(",\"m\":\"e2e4 e4\",\"a\":[9223372036854775807]"), Taken::Unreadable),
        ("main.table.1", table(",\"st\":\"nonsense\""), Taken::Unreadable),
        ("main.table.1", table(",\"res\":\"2-0\""), Taken::Unreadable),
        ("main.table.1", table(",\"k\":[\"gone\",1]"), Taken::Unreadable),
        ("main.beat", "{\"v\":2}".to_owned(), Taken::Foreign),
        ("main.beat", "{\"v\":1}".to_owned(), Taken::Unreadable),
        ("main.doc.pgn.1.0.0", "{\"v\":1}".to_owned(), Taken::Unreadable),
        (
            "main.doc.x",
            "{\"v\":1,\"epoch\":\"e\",\"state\":1,\"part\":[9,9]}\n".to_owned(),
            Taken::Unreadable,
        ),
        ("main.later", "{\"v\":1}".to_owned(), Taken::Passed),
        ("other.beat", String::new(), Taken::Passed),
        ("main", String::new(), Taken::Passed),
    ] {
        assert_eq!(node.halls.take(subject, body.as_bytes(), true, 0), expected, "{subject} {body}");
    }
}

#[test]
fn documents_come_whole_while_the_next_is_on_its_way() {
    let (mut broker, mut desk, mut node) = (Broker::default(), Desk::default(), Node::new());
    let mut main = Source::new("main");
    main.send(&mut broker, usize::MAX, 0);
    let document = |name: &str, letter: u8, length: usize| Document {
        name: name.to_owned(),
        tag: format!("{letter}-{length}"),
        text: vec![letter; length].into(),
    };
    let games = |node: &Node| -> Vec<usize> { node.halls.games().iter().map(|text| text.len()).collect() };
    let take = |node: &mut Node, broker: &Broker| {
        for (number, (subject, body)) in broker.kept.range(node.cursor + 1..) {
            node.halls.take(subject, body, false, 0);
            node.cursor = *number;
        }
    };
    take(&mut node, &broker);
    assert!(!node.halls.has_documents());
    let mut all = vec![document("pgn.1", b'a', 3 * PART_MAX), document("pgn.2", b'b', 0)];
    loop {
        let parcels = desk.next("e", &all);
        if parcels.is_empty() {
            break;
        }
        parcels.into_iter().for_each(|parcel| broker.store("main", parcel));
    }
    take(&mut node, &broker);
    assert!(node.halls.has_documents());
    assert_eq!(games(&node), [3 * PART_MAX, 0]);
    // Half of the next state is there when another node begins.
    all[0] = document("pgn.1", b'c', 2 * PART_MAX);
    let mut parts = desk.next("e", &all);
    let last = parts.pop().expect("two parts");
    parts.into_iter().for_each(|parcel| broker.store("main", parcel));
    let mut other = Node::new();
    take(&mut other, &broker);
    assert_eq!(games(&other), [3 * PART_MAX, 0]);
    broker.store("main", last);
    take(&mut other, &broker);
    take(&mut node, &broker);
    assert_eq!(games(&other), [2 * PART_MAX, 0]);
    assert_eq!(games(&node), games(&other));
    assert!(desk.next("e", &all).is_empty(), "the broker has everything");
    // What is not on the list any more is gone everywhere.
    all.remove(0);
    desk.next("e", &all).into_iter().for_each(|parcel| broker.store("main", parcel));
    take(&mut node, &broker);
    assert_eq!(games(&node), [0]);
    desk.forget();
    assert!(!desk.next("e", &all).is_empty());
}

#[test]
fn rounds_of_two_halls_are_one_list() {
    let (mut broker, mut node) = (Broker::default(), Node::new());
    for (hall, key, delay_ms) in [("main", "A", 1000), ("annex", "B", 9000)] {
        let boards = json!([{"board": 1, "table": 3}]);
        let tournaments = json!([{"key": key, "rounds": [{"round": 1, "boards": boards}]}]);
        let document = |name: &str| {
            let text = json!({"event": hall, "delay_ms": delay_ms, "tournaments": tournaments, "is": name});
            let text = text.to_string().into_bytes().into();
            Document { name: name.to_owned(), tag: String::new(), text }
        };
        let (mut desk, rounds) = (Desk::default(), ["rounds", "pairings"].map(document));
        for _ in 0..3 {
            desk.next("e", &rounds).into_iter().for_each(|parcel| broker.store(hall, parcel));
        }
    }
    for (subject, body) in broker.kept.values() {
        node.halls.take(subject, body, false, 0);
    }
    let read = |with_results| -> Value {
        serde_json::from_slice(&node.halls.rounds(with_results).expect("there are")).expect("JSON")
    };
    let rounds = read(true);
    assert_eq!((&rounds["is"], &read(false)["is"]), (&json!("rounds"), &json!("pairings")));
    assert_eq!((&rounds["event"], &rounds["delay_ms"]), (&json!("main"), &json!(9000)));
    let table = |index: usize| &rounds["tournaments"][index]["rounds"][0]["boards"][0]["table"];
    assert_eq!((table(0), table(1)), (&json!(3), &json!(103)));
}

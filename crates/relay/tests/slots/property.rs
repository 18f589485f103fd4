//! Random publications, corrections, subscriptions, skipped wake-ups and reconnects.

use crate::{
    client::{Client, Table},
    games::{Dice, bare, fen, published, random_move},
};
use game::{ClockFace, Player};
use hall::{PublicLink, PublicPly, Publication, TableNo};
use relay::{EventView, HallFeed, Screens, Sent, slots::message::Wish};
use serde_json::Value;
use shakmaty::{ByColor, Chess, Color, KnownOutcome, Position};

const TABLES: u16 = 6;

/// A table whose game is played, corrected and begun anew.
pub(crate) struct Play {
    last: Publication,
    positions: Vec<Chess>,
}

impl Play {
    pub(crate) fn new(table: TableNo) -> Play {
        Play { last: bare(table, 0), positions: vec![Chess::default()] }
    }

    pub(crate) fn next(&mut self, dice: &mut Dice, t_ms: u64) -> Publication {
        let is_new = dice.one_in(15);
        if is_new {
            self.positions.truncate(1);
            self.last = Publication {
                game: self.last.game + 1,
                result: None,
                clock: None,
                plies: Vec::new(),
                ..self.last.clone()
            };
        }
        // Most publications append; one in six replaces moves.
        let known = self.positions.len() - 1;
        let from = if dice.one_in(6) { dice.roll(known + 1) } else { known };
        self.positions.truncate(from + 1);
        let mut plies: Vec<PublicPly> = Vec::new();
        for _ in 0..dice.roll(4) {
            let mut position = self.positions.last().expect("the start is there").clone();
            let Some(mv) = random_move(&position, dice) else { break };
            let mut ply = published(&mut position, mv);
            let time = |dice: &mut Dice, most| (!dice.one_in(5)).then(|| dice.roll(most) as u32);
            (ply.left_ms, ply.spent_ms) = (time(dice, 5_000_000), time(dice, 90_000));
            ply.provisional = dice.one_in(3);
            if dice.one_in(20) {
                // An illegal move that stands: the position tells what no rule can.
                position = Chess::default();
                let (san, uci) = if dice.one_in(3) { ("--", "--") } else { ("e2-e5", "e2e5") };
                (ply.san, ply.uci) = (san.to_owned(), uci.to_owned());
                (ply.fen, ply.check, ply.irregular, ply.left_ms) = (fen(&position), false, true, None);
            }
            self.positions.push(position);
            plies.push(ply);
        }
        self.last = Publication { rev: self.last.rev + 1, from, plies, ..self.last.clone() };
        match dice.roll(9) {
            0 => self.last.result = Some(KnownOutcome::Draw.into()),
            1 => self.last.result = None,
            2 => self.last.link = PublicLink::Lost { since_ms: t_ms },
            3 => self.last.link = PublicLink::Live,
            4 => self.last.players.black = Player { name: format!("N{t_ms}"), ..Player::default() },
            5 => self.last.players.black = Player::default(),
            6 => self.last.clock = Some(face(dice, t_ms)),
            7 => self.last.clock = None,
            _ => {}
        }
        self.last.clone()
    }
}

pub(crate) fn face(dice: &mut Dice, read_ms: u64) -> ClockFace {
    let left_ms = ByColor { white: dice.roll(9_000_000) as u32, black: dice.roll(9_000_000) as u32 };
    ClockFace { left_ms, running: [None, Some(Color::White), Some(Color::Black)][dice.roll(3)], read_ms }
}

/// A client with its connection.
struct Follower {
    client: Client,
    sent: Sent,
    wanted: Option<Vec<u64>>,
    /// Says whether it wants results; if not, of which tables it does all the same.
    with_results: bool,
    revealed: Vec<u64>,
}

impl Follower {
    fn new() -> Follower {
        let (client, sent) = (Client::default(), Sent::default());
        Follower { client, sent, wanted: Some(Vec::new()), with_results: true, revealed: Vec::new() }
    }

    /// Returns what it must not be told, as it is on the wire.
    fn is_spared(&self, table: u64) -> bool {
        !self.with_results && !self.revealed.contains(&table)
    }

    /// Takes a frame, after a look whether it says what the client does not want to know.
    fn take(&mut self, frame: &str) {
        let said: Value = serde_json::from_str(frame).expect("JSON");
        if let Some(table) = said["b"].as_u64().filter(|table| self.is_spared(*table)) {
            assert!(said.get("res").is_none() && said.get("sc").is_none(), "of table {table}: {frame}");
            let is_over = said["over"] == true;
            let tells = ["m", "u", "c", "k", "st"].iter().any(|key| said.get(key).is_some());
            assert!(!(is_over && tells), "{frame}");
        }
        self.client.take(frame);
    }

    fn say(&mut self, text: &str, feed: &HallFeed<Screens>) {
        self.sent.wish(&Wish::parse(text).expect("a wish"), feed.slots());
    }

    /// Subscribes to all tables or to some.
    fn subscribe(&mut self, dice: &mut Dice, feed: &HallFeed<Screens>) {
        self.wanted = if dice.one_in(2) {
            None
        } else {
            Some((1..=u64::from(TABLES)).filter(|_| dice.one_in(2)).collect())
        };
        let tables = self.wanted.as_ref().map_or("\"all\"".to_owned(), |tables| format!("{tables:?}"));
        // Until the next heartbeat it cannot say of all these tables where it is.
        self.client.seq = 0;
        if let Some(wanted) = &self.wanted {
            self.client.tables.retain(|table, _| wanted.contains(table));
        }
        self.say(&format!("{{\"sub\":{tables}}}"), feed);
    }

    /// Reads at most so many frames.
    fn read(&mut self, most: usize, feed: &HallFeed<Screens>) {
        for _ in 0..most {
            let Some(frame) = self.sent.next(feed.slots()) else {
                self.client.take(&feed.slots().beat(0));
                return;
            };
            self.take(&frame);
        }
    }

    /// Loses the connection, with some frames under way, and comes back to where it was.
    fn come_back(&mut self, dice: &mut Dice, feed: &HallFeed<Screens>) {
        for _ in 0..dice.roll(4) {
            self.sent.next(feed.slots());
        }
        let since = format!("{}:{}", self.client.epoch, self.client.seq);
        let tables = self.wanted.as_ref().map_or("\"all\"".to_owned(), |tables| format!("{tables:?}"));
        // A client that begins anew, or has lost everything, does not say where it was.
        let since = if self.client.seq == 0 || dice.one_in(4) {
            String::new()
        } else {
            format!(",\"since\":\"{since}\"")
        };
        self.sent = Sent::default();
        self.client.take(&feed.slots().hello(0));
        let Follower { with_results, revealed, .. } = &*self;
        let more = format!("\"results\":{with_results},\"reveal\":{revealed:?}");
        self.say(&format!("{{\"sub\":{tables},{more}{since}}}"), feed);
    }

    /// Says that it wants no results, or that it does.
    fn choose(&mut self, dice: &mut Dice, feed: &HallFeed<Screens>) {
        self.with_results = dice.one_in(2);
        self.revealed = (1..=u64::from(TABLES)).filter(|_| dice.one_in(4)).collect();
        // Until the next heartbeat it cannot say what it has.
        self.client.seq = 0;
        let Follower { with_results, revealed, .. } = &*self;
        self.say(&format!("{{\"results\":{with_results},\"reveal\":{revealed:?}}}"), feed);
    }

    fn tables(&self) -> Vec<(u64, &Table)> {
        self.client.tables.iter().map(|(table, known)| (*table, known)).collect()
    }
}

fn play(seed: u64) {
    let mut dice = Dice(seed);
    let mut feed: HallFeed<Screens> = HallFeed::new("first", EventView::default());
    let mut games: Vec<Play> = (1..=TABLES).map(Play::new).collect();
    let mut followers: Vec<Follower> = (0..5).map(|_| Follower::new()).collect();
    for now_ms in 1..400 {
        let told: Vec<Publication> = (0..dice.roll(3))
            .map(|_| {
                let table = dice.roll(games.len());
                games[table].next(&mut dice, now_ms)
            })
            .collect();
        let clocks: Vec<_> =
            (0..dice.roll(2)).map(|_| (1 + dice.roll(7) as u16, face(&mut dice, now_ms))).collect();
        feed.update(&told, &clocks, now_ms);
        match dice.roll(60) {
            0 => drop(feed.hold(Some(now_ms), now_ms)),
            1 | 2 => drop(feed.hold(None, now_ms)),
            3 => feed.name_event(&EventView { round: now_ms.to_string(), ..EventView::default() }),
            4 => {
                let kept: Vec<u16> = (1..=TABLES).filter(|_| !dice.one_in(4)).collect();
                feed.set_up(EventView::default(), &kept);
            }
            _ => {}
        }
        for follower in &mut followers {
            match dice.roll(24) {
                0 => follower.subscribe(&mut dice, &feed),
                1 => follower.come_back(&mut dice, &feed),
                8 => follower.choose(&mut dice, &feed),
                2 => {
                    let table = 1 + dice.roll(6);
                    follower.say(&format!("{{\"get\":[{table}],\"clocks\":{}}}", dice.one_in(2)), &feed);
                }
                // Most of the time a client is asleep, or its line is full.
                3..8 => {
                    let most = dice.roll(12);
                    follower.read(most, &feed);
                }
                _ => {}
            }
        }
    }
    feed.hold(None, 400);
    let fresh = Client::of(&feed.slots().snapshot(400, true, true));
    let spared = Client::of(&feed.slots().snapshot(400, true, false));
    for follower in &mut followers {
        follower.say("{\"clocks\":true}", &feed);
        follower.read(usize::MAX, &feed);
        let Follower { client, wanted, .. } = &*follower;
        // A client that wants nothing is told nothing of the hall.
        if wanted.as_ref().is_none_or(|wanted| !wanted.is_empty()) {
            assert_eq!(client.hall, fresh.hall, "seed {seed}");
        }
        let is_wanted = |table: &u64| wanted.as_ref().is_none_or(|wanted| wanted.contains(table));
        let shown = |(table, whole): (&u64, _)| {
            (*table, if follower.is_spared(*table) { &spared.tables[table] } else { whole })
        };
        let expected = fresh.tables.iter().filter(|(table, _)| is_wanted(table)).map(shown);
        let expected: Vec<(u64, &Table)> = expected.collect();
        assert_eq!(follower.tables(), expected, "seed {seed}");
        assert!(client.gaps.is_empty(), "nothing is lost on a connection: {:?}, seed {seed}", client.gaps);
    }
    agrees_with_protocol_1(&feed, &fresh);
}

/// Holds a snapshot against that of protocol 1.
fn agrees_with_protocol_1(feed: &HallFeed<Screens>, fresh: &Client) {
    let first: Value = serde_json::from_str(&feed.snapshot(400)).expect("JSON");
    let tables = first["tables"].as_array().expect("a list");
    assert_eq!(tables.len(), fresh.tables.len());
    for table in tables {
        let other = &fresh.tables[&table["table"].as_u64().expect("a number")];
        let sans = |moves: &Value| -> Vec<Value> {
            moves.as_array().expect("a list").iter().map(|ply| ply["san"].clone()).collect()
        };
        assert_eq!(sans(&table["moves"]), sans(&other["moves"]));
        for (ply, other) in table["moves"].as_array().into_iter().flatten().zip(0..) {
            let other = &fresh.tables[&table["table"].as_u64().expect("a number")]["moves"][other];
            assert_eq!((&ply["left_ms"], &ply["spent_ms"]), (&other["left"], &other["used"]));
            let is_irregular = ply["irregular"] == true;
            assert_eq!(Value::from(is_irregular), other["irregular"]);
            assert!(!is_irregular || ply["fen"] == other["position"], "{other}");
        }
        assert_eq!(table["clock"]["white_ms"], other.get("c").map_or(Value::Null, |clock| clock[0].clone()));
        assert_eq!(table["game"], other["g"]);
    }
}

#[test]
fn every_client_ends_with_what_a_fresh_snapshot_says() {
    (1..=40).for_each(play);
}

#[test]
fn a_gap_is_noticed_by_table_and_one_table_mends_it() {
    let mut feed: HallFeed<Screens> = HallFeed::new("e", EventView::default());
    let mut follower = Follower::new();
    follower.wanted = None;
    follower.say("{\"sub\":\"all\"}", &feed);
    let mut position = Chess::default();
    let mut from = 0;
    let mut step = |feed: &mut HallFeed<Screens>| {
        let mv = position.legal_moves()[0];
        let plies = vec![published(&mut position, mv)];
        let told =
            [1, 2].map(|table| Publication { from, plies: plies.clone(), ..bare(table, from as u64 + 1) });
        feed.update(&told, &[], 1);
        from += 1;
    };
    step(&mut feed);
    follower.read(9, &feed);
    step(&mut feed);
    // Something between here and there loses a frame of the first table.
    follower.sent.next(feed.slots()).expect("a change");
    follower.read(9, &feed);
    step(&mut feed);
    follower.read(9, &feed);
    let lost = follower.client.gaps.first().copied().expect("the gap is noticed");
    assert!(follower.client.gaps.iter().all(|gap| *gap == lost), "of the other table nothing is missing");
    follower.say(&format!("{{\"get\":[{lost}]}}"), &feed);
    let frame = follower.sent.next(feed.slots()).expect("the table");
    assert!(follower.sent.next(feed.slots()).is_none(), "one table, and no other");
    follower.client.take(&frame);
    assert_eq!(follower.client.tables, Client::of(&feed.slots().snapshot(1, true, true)).tables);
}

#[test]
fn who_wants_no_clocks_gets_none_and_misses_no_move() {
    let mut feed: HallFeed<Screens> = HallFeed::new("e", EventView::default());
    feed.update(&[bare(1, 1)], &[], 0);
    let (mut with, mut without) = (Follower::new(), Follower::new());
    with.say("{\"sub\":[1]}", &feed);
    without.say("{\"sub\":[1],\"clocks\":false}", &feed);
    with.read(9, &feed);
    without.read(9, &feed);
    let mut position = Chess::default();
    for rev in 2..40 {
        feed.clock(1, face(&mut Dice(rev), rev), rev);
        let frame = with.sent.next(feed.slots()).expect("a clock");
        assert!(frame.contains("\"c\":") && !frame.contains("\"p\":"), "{frame}");
        assert!(without.sent.next(feed.slots()).is_none());
        let mv = position.legal_moves()[0];
        let plies = vec![published(&mut position, mv)];
        feed.apply(&Publication { rev, from: rev as usize - 2, plies, ..bare(1, rev) }, rev);
        with.read(9, &feed);
        without.read(9, &feed);
        assert!(without.client.gaps.is_empty());
        assert_eq!(without.client.tables[&1]["moves"].as_array().map(Vec::len), Some(rev as usize - 1));
    }
}

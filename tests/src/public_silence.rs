//! Nothing of the arbiter's reaches the public: simulated boards with every kind of trouble play through device, session and
//! hall, arbiters rule and write notes meanwhile, and every frame of the hall feed, every publication and every public PGN is
//! searched for words, fields and secrets of theirs. `GUARD_HOURS=20` plays longer than the usual minutes.

use board::{Maker, Millis, dgt::DeviceOptions};
use hall::{BoardChoice, Hall, HallSetup, Input, LinkNo, Stamp, TableNo, TableSetup};
use laws::{Discipline, Edition, Profile, RuleId};
use relay::{EventView, HallFeed};
use serde_json::Value;
use shakmaty::ByColor;
use sim::{GameKind, Rng, SimOptions, SimTable, Tempo, Trouble, games};
use std::collections::BTreeSet;

/// What people write that is nobody else's.
const SECRET: &str = "xyzzy";

/// Words no public text has, in any language an arbiter reads.
const WORDS: [&str; 24] = [
    SECRET,
    "violation",
    "incident",
    "arbiter",
    "article",
    "remedy",
    "illegal",
    "irregular",
    "suspect",
    "penalty",
    "PL09",
    "RU20",
    "F23 ",
    "7.5.",
    "4.3.",
    "bonus",
    "claim",
    "nieprawid",
    "sędz",
    "reklam",
    "невозможн",
    "арбитр",
    "пункт",
    "ничья",
];

/// Every field a public frame may have.
const FIELDS: [&str; 48] = [
    "kind",
    "epoch",
    "seq",
    "now_ms",
    "event",
    "tables",
    "name",
    "site",
    "date",
    "round",
    "time_control",
    "head",
    "key",
    "table",
    "game",
    "rev",
    "white",
    "black",
    "start",
    "moves",
    "clock",
    "result",
    "link",
    "from",
    "title",
    "elo",
    "federation",
    "team",
    "san",
    "uci",
    "fen",
    "check",
    "provisional",
    "left_ms",
    "spent_ms",
    "white_ms",
    "black_ms",
    "running",
    "read_ms",
    "state",
    "since_ms",
    "protocol",
    "version",
    "server_ms",
    "t",
    "changes",
    "signed",
    "score",
];

#[test]
fn nothing_of_the_arbiters_reaches_a_public_frame_or_a_pgn() {
    let hours: Millis = std::env::var("GUARD_HOURS").ok().and_then(|hours| hours.parse().ok()).unwrap_or(0);
    let until = if hours > 0 { hours * 3_600_000 } else { 6 * 60_000 };
    let troubles = [
        Trouble::usual(),
        Trouble::clumsy(),
        Trouble { illegal_percent: 20_000, ..Trouble::illegal() },
        Trouble::takebacks(),
        Trouble { illegal_percent: 8_000, ..Trouble::clumsy() },
    ];
    let (mut told, mut games) = (BTreeSet::new(), 0);
    for (index, edition) in Edition::ALL.into_iter().enumerate() {
        let mut evening = Evening::new(edition, &troubles, index as u64 + 1);
        evening.play(until);
        games += evening.hall.tables().map(|table| table.games().len()).sum::<usize>();
        for table in evening.hall.tables() {
            for score in table.games() {
                search("a PGN", &game::pgn::write(&score), &mut evening.found);
            }
        }
        told.extend(evening.told);
        assert!(evening.found.is_empty(), "{}", evening.found.into_iter().collect::<Vec<_>>().join("\n"));
    }
    println!("{games} games; the arbiters were told of {told:?}");
    // The guard guards nothing where nothing happens.
    assert!(told.contains(&RuleId::IllegalMoveCompleted) && told.len() >= 5, "{told:?}");
}

struct Evening {
    hall: Hall,
    boards: Vec<SimTable>,
    feed: HallFeed,
    seq: u64,
    told: BTreeSet<RuleId>,
    rulings: Vec<(TableNo, u32)>,
    found: BTreeSet<String>,
}

impl Evening {
    fn new(edition: Edition, troubles: &[Trouble], seed: u64) -> Evening {
        let boards: Vec<SimTable> = troubles
            .iter()
            .enumerate()
            .map(|(index, trouble)| {
                let mut rng = Rng::new(seed).fork(index as u64);
                SimTable::new(SimOptions {
                    seed: seed * 100 + index as u64,
                    games: (0..400).map(|_| games::draw(GameKind::Mixed, &mut rng)).collect(),
                    tempo: Tempo::Blitz,
                    trouble: *trouble,
                    device: DeviceOptions {
                        serial: format!("{:05}", 100 + index),
                        ..DeviceOptions::default()
                    },
                    ..SimOptions::default()
                })
            })
            .collect();
        let mut evening = Evening {
            hall: Hall::new(),
            boards,
            feed: HallFeed::new("guard", EventView::default()),
            seq: 0,
            told: BTreeSet::new(),
            rulings: Vec::new(),
            found: BTreeSet::new(),
        };
        let tables = (1..=evening.boards.len() as TableNo)
            .map(|table| TableSetup {
                table,
                board: BoardChoice::Port(port(LinkNo::from(table) - 1)),
                players: ByColor::default(),
                clock: true,
                clock_port: None,
                chess960: false,
                fen: None,
            })
            .collect();
        let profile = Profile::new(edition, Discipline::Blitz, false);
        evening.input(0, &Input::Setup(Box::new(HallSetup { profile, tables, ..HallSetup::default() })));
        for link in 0..evening.boards.len() as LinkNo {
            evening.input(0, &Input::Opened { link, port: port(link), maker: Maker::Dgt });
        }
        evening
    }

    fn play(&mut self, until: Millis) {
        loop {
            let boards = self.boards.iter_mut().filter_map(SimTable::next_deadline).min();
            let next = boards.into_iter().chain(self.hall.next_deadline()).min();
            let Some(t) = next.filter(|&t| t <= until) else { return };
            self.hall.advance(t);
            for link in 0..self.boards.len() {
                if self.boards[link].next_deadline().is_some_and(|due| due <= t) {
                    self.boards[link].advance(t);
                }
                while let Some(bytes) = self.boards[link].poll_transmit() {
                    self.input(t, &Input::Bytes { link: link as LinkNo, bytes });
                }
            }
            self.drain(t);
            self.rule(t);
        }
    }

    /// The arbiter of each table claims for the players, rules and writes down what nobody else may read.
    fn rule(&mut self, t: Millis) {
        for (table, no) in std::mem::take(&mut self.rulings) {
            let decision = ["confirm", "dismiss", "stands"][no as usize % 3];
            for text in [
                format!(r#"{{"cmd":"rule","incident":{no},"decision":"{decision}","author":"{SECRET}"}}"#),
                format!(r#"{{"cmd":"note","text":"{SECRET}"}}"#),
                format!(r#"{{"cmd":"report","rule":"colours-reversed","text":"{SECRET}"}}"#),
                r#"{"cmd":"claim","by":"black","kind":"illegal"}"#.to_owned(),
                r#"{"cmd":"claim","by":"white","kind":"touch"}"#.to_owned(),
            ] {
                let command = serde_json::from_str(&text).expect("a command");
                self.input(t, &Input::Command { table, command });
            }
        }
    }

    fn input(&mut self, t_ms: Millis, input: &Input) {
        self.seq += 1;
        // A ruling on an incident of the game before is refused, as it should be.
        let _ = self.hall.handle(Stamp { seq: self.seq, t_ms }, input);
        self.drain(t_ms);
    }

    fn drain(&mut self, t_ms: Millis) {
        while let Some(transmit) = self.hall.poll_transmit() {
            self.boards[transmit.link as usize].handle_bytes(t_ms, &transmit.bytes);
        }
        while let Some(publication) = self.hall.poll_publication() {
            search("a publication", &format!("{publication:?}"), &mut self.found);
            if let Some(frame) = self.feed.apply(&publication, t_ms) {
                self.look_at(&frame);
            }
        }
        while let Some(clock) = self.hall.poll_clock() {
            if clock.is_public
                && let Some(frame) = self.feed.clock(clock.table, clock.face, t_ms)
            {
                self.look_at(&frame);
            }
        }
        while let Some((table, incident)) = self.hall.poll_incident() {
            // Half of what is told is answered at once; what the answers tell is left alone.
            if self.told.insert(incident.rule) || incident.closed_ms.is_none() && incident.no % 2 == 0 {
                self.rulings.push((table, incident.no));
                self.rulings.truncate(4);
            }
        }
        while self.hall.poll_game_event().is_some() {}
        while self.hall.poll_notice().is_some() {}
    }

    fn look_at(&mut self, frame: &str) {
        search("a frame", frame, &mut self.found);
        let frame: Value = serde_json::from_str(frame).expect("a frame is JSON");
        fields(&frame, &mut self.found);
    }
}

/// Whether a text has words of the arbiter's: those above, and the names of the rules that are no words of play.
fn search(what: &str, text: &str, found: &mut BTreeSet<String>) {
    let lower = text.to_lowercase();
    for word in WORDS {
        if lower.contains(&word.to_lowercase()) {
            found.insert(format!("{what} says {word}"));
        }
    }
    for rule in RuleId::ALL.iter().filter(|rule| rule.name().contains('-')) {
        if lower.contains(rule.name()) {
            found.insert(format!("{what} names {rule}"));
        }
    }
}

fn fields(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                if !FIELDS.contains(&key.as_str()) {
                    found.insert(format!("a frame has the field {key}"));
                }
                fields(value, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| fields(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn port(link: LinkNo) -> String {
    format!("board{link}")
}

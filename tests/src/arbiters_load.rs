//! Tests that the arbiter is not flooded: what waits for them in a round of twenty boards of blitz, counted in simulated
//! time. An entry is what the arbiter's page lists as one (web/arbiter/desk/entries.js): an open question, or the incidents
//! of a game that are alike and wait. Hints are entries. The result of a game, which somebody enters in any case, is none.

use crate::live_hall::LiveHall;
use board::{DeviceOptions, Maker, Millis};
use game::Proof;
use hall::{BoardChoice, HallSetup, Table, TableNo, TableSetup};
use laws::{Discipline, Edition, GLANCE_MS, Incident, Kind, Profile, RuleId, Status};
use serde_json::json;
use shakmaty::{ByColor, Color};
use sim::{GameKind, Rng, SimOptions, SimTable, Tempo, Trouble, games};
use std::collections::{BTreeMap, BTreeSet};

const BOARDS: TableNo = 20;
/// The greatest length of a round.
const ROUND_MAX_MS: Millis = 3_600_000;
/// The rules about ends of games, which come as proposed results, too.
const PROPOSED: [&str; 3] = ["checkmate", "stalemate", "kings-centre"];

/// What is alike, and so one entry: the table, its game, the rule or `question` with the number of the ply, the side and
/// the kind.
type Entry = (TableNo, u32, String, Option<char>, &'static str);

/// What waited for the arbiter in a round.
#[derive(Debug, Default)]
struct Load {
    entries: BTreeSet<Entry>,
    /// The time for which games were played, over all boards.
    played_ms: u64,
}

/// Plays a round at this tempo, with clocks set for it. The time control is what the organiser wrote.
fn round(seed: u64, tempo: Tempo, time_control: &str) -> Load {
    let mut rng = Rng::new(seed);
    let boards = (1..=BOARDS).map(|table| {
        let device = DeviceOptions { serial: serial(table), long_serial: None, ..DeviceOptions::default() };
        let board = SimTable::new(SimOptions {
            seed: seed * 100 + u64::from(table),
            games: vec![games::draw(GameKind::Mixed, &mut rng)],
            tempo,
            trouble: Trouble::usual(),
            maker: Maker::Dgt,
            device,
            wait_for_host: false,
            ..SimOptions::default()
        });
        (u32::from(table), board)
    });
    let tables = (1..=BOARDS).map(|table| TableSetup {
        table,
        board: BoardChoice::Serial(serial(table)),
        players: ByColor::default(),
        clock: true,
        clock_port: None,
        chess960: false,
        fen: None,
        stands: hall::Stands::default(),
    });
    let setup = HallSetup {
        profile: Profile::new(Edition::ALL[1], Discipline::Blitz, false),
        time_control: time_control.to_owned(),
        confirm_after_ms: [(Proof::Checkmate, 0), (Proof::Stalemate, 0)].into(),
        tables: tables.collect(),
        ..HallSetup::default()
    };
    let boards: BTreeMap<_, _> = boards.collect();
    let mut live = LiveHall::new(setup, boards);
    live.boards.values_mut().for_each(|board| board.let_begin(0, 0));
    open(&mut live, time_control);
    live.run(10_000);
    let now = live.t_ms;
    live.boards.values_mut().for_each(|board| board.let_begin(now, 1));
    let mut load = Load::default();
    let mut over = BTreeMap::new();
    while over.len() < usize::from(BOARDS) && live.t_ms < now + ROUND_MAX_MS {
        live.run(1_000);
        look(&live, &mut load);
        for (link, board) in &live.boards {
            let Some(game) = board.truth().first().filter(|game| game.over) else { continue };
            over.entry(*link).or_insert((live.t_ms, game.truth.outcome));
        }
        // The arbiter is at the board within half a minute.
        for (link, (since_ms, outcome)) in &over {
            if *since_ms + 30_000 == live.t_ms {
                let result = outcome.to_string();
                live.order(
                    &json!({"do": "result", "key": "A", "round": 1, "board": link, "result": result})
                        .to_string(),
                );
            }
        }
    }
    live.run(60_000);
    look(&live, &mut load);
    load.played_ms = over.values().map(|(end_ms, _)| end_ms - now).sum();
    load
}

fn open(live: &mut LiveHall, time_control: &str) {
    let players: BTreeMap<String, _> =
        (1..=2 * BOARDS).map(|no| (no.to_string(), json!({"name": format!("Player {no}")}))).collect();
    let pairings: BTreeMap<String, _> =
        (1..=BOARDS).map(|no| (no.to_string(), json!({"white": 2 * no - 1, "black": 2 * no}))).collect();
    let rounds = json!({"1": {"pairings": pairings}});
    let entry = json!({"do": "enter", "key": "A", "time_control": time_control, "players": players, "rounds": rounds});
    live.order(&entry.to_string());
    live.order(&json!({"do": "open", "key": "A", "round": 1}).to_string());
}

/// Notes what waits at present.
fn look(live: &LiveHall, load: &mut Load) {
    for table in live.hall.tables() {
        let (number, game) = (table.number(), table.game_number());
        let incidents = live.incidents.range((number, 0)..=(number, u32::MAX)).map(|(_, incident)| incident);
        for incident in incidents.filter(|incident| waits(incident, table, live.t_ms)) {
            let is_of_the_clock = incident.rule == RuleId::ClockSetting;
            let by = incident.by.filter(|_| !is_of_the_clock).map(Color::char);
            let rule = incident.rule.name().to_owned();
            load.entries.insert((number, game, rule, by, incident.kind.name()));
        }
        let has_stood = table.asked_ms().is_some_and(|asked_ms| live.t_ms >= asked_ms + GLANCE_MS);
        if let (Some((ply, _)), true) = (table.asked(), has_stood) {
            load.entries.insert((number, game, format!("question {}", ply.get()), None, "question"));
        }
    }
}

/// Returns whether an incident waits for a person, as the list on the arbiter's page has it.
fn waits(incident: &Incident, table: &Table, now_ms: Millis) -> bool {
    if incident.closed_ms.is_some() || incident.status != Status::Suspected {
        return false;
    }
    match incident.kind {
        Kind::Violation => true,
        Kind::Hint => {
            let until = incident.waits_until(&table.watch().profile().parameters());
            let is_past = until.is_some_and(|ply| table.score().plies.len() >= ply.get());
            let is_over = table.score().result.is_some();
            !is_past && !is_over && now_ms >= incident.t_ms + GLANCE_MS
        }
        Kind::Info => {
            let remedy = incident.remedy.as_ref();
            remedy.is_some_and(|it| it.outcome.is_some() || it.opponent_ms.is_some())
                && !PROPOSED.contains(&incident.rule.name())
        }
    }
}

fn serial(table: TableNo) -> String {
    format!("{:05}", 20_000 + table)
}

/// The rounds to play: so many, or a twentieth of the seeds that are asked for.
fn seeds(usual: u64) -> std::ops::Range<u64> {
    let given = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let from = given("PROPERTY_FROM").unwrap_or(1);
    from..from + given("PROPERTY_SEEDS").map_or(usual, |seeds| seeds.div_ceil(20))
}

#[test]
fn a_round_of_blitz_leaves_the_arbiter_in_peace() {
    for seed in seeds(3) {
        let load = round(seed, Tempo::Blitz, &Tempo::Blitz.time_control());
        println!("seed {seed}: {} s of play, {:?}", load.played_ms / 1_000, load.entries);
        let is_less_than_one_an_hour = load.entries.len() as u64 * 3_600_000 < load.played_ms;
        assert!(is_less_than_one_an_hour, "seed {seed}: {:?} in {} s", load.entries, load.played_ms / 1_000);
    }
}

#[test]
fn a_hall_whose_clocks_are_set_wrongly_has_one_entry_a_table() {
    for seed in seeds(1) {
        let load = round(seed, Tempo::Blitz, "300+3");
        let mut of_table: BTreeMap<TableNo, Vec<&Entry>> = BTreeMap::new();
        load.entries.iter().for_each(|entry| of_table.entry(entry.0).or_default().push(entry));
        println!("seed {seed}: {of_table:?}");
        let is_noticed = |entries: &&Vec<&Entry>| entries.iter().any(|entry| entry.2 == "clock-setting");
        let noticed = of_table.values().filter(is_noticed).count();
        assert_eq!(noticed, usize::from(BOARDS), "seed {seed}: every clock is noticed");
        assert!(of_table.values().all(|entries| entries.len() == 1), "seed {seed}: {of_table:?}");
    }
}

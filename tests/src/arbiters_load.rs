//! Tests that the arbiter is not flooded: what waits for them in a round of twenty boards of blitz, counted in simulated
//! time. An entry is an open question, or an incident that waits for a decision, as the arbiter's page lists them.

use crate::live_hall::LiveHall;
use board::{DeviceOptions, Maker, Millis};
use game::Proof;
use hall::{BoardChoice, HallSetup, TableNo, TableSetup};
use laws::{Discipline, Edition, Incident, Kind, Profile, Status};
use serde_json::json;
use shakmaty::ByColor;
use sim::{GameKind, Rng, SimOptions, SimTable, Tempo, Trouble, games};
use std::collections::{BTreeMap, BTreeSet};

const BOARDS: TableNo = 20;
/// The greatest length of a round.
const ROUND_MAX_MS: Millis = 3_600_000;
/// The rules about ends of games, which come as proposed results, too.
const PROPOSED: [&str; 3] = ["checkmate", "stalemate", "kings-centre"];

/// The time for which an incident has to be open to count.
const GLANCE_MS: Millis = 10_000;

/// What waited for the arbiter in a round: the table, the rule or `question`, and the number of the incident or ply.
#[derive(Debug, Default)]
struct Load {
    /// What board and clock show, and open questions.
    facts: BTreeSet<(TableNo, &'static str, u32)>,
    /// What depends on something that no sensor sees.
    hints: BTreeSet<(TableNo, &'static str, u32)>,
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

/// Notes what waits at present. An incident that closes again within seconds, because its player made the next move,
/// waits for nobody.
fn look(live: &LiveHall, load: &mut Load) {
    for ((table, no), incident) in &live.incidents {
        let has_waited = live.t_ms >= incident.t_ms + GLANCE_MS;
        if waits(incident) && has_waited {
            let entries = if incident.kind == Kind::Hint { &mut load.hints } else { &mut load.facts };
            entries.insert((*table, incident.rule.name(), *no));
        }
    }
    for table in live.hall.tables() {
        if let Some((ply, _)) = table.asked() {
            let number = u32::try_from(ply.index()).unwrap_or(u32::MAX);
            load.facts.insert((table.number(), "question", number));
        }
    }
}

/// Returns whether an incident waits for a person, as the list on the arbiter's page has it.
fn waits(incident: &Incident) -> bool {
    let is_open = incident.closed_ms.is_none() && incident.status == Status::Suspected;
    let is_due = incident.remedy.as_ref().is_some_and(|it| it.outcome.is_some() || it.opponent_ms.is_some())
        && !PROPOSED.contains(&incident.rule.name());
    is_open && (incident.kind != Kind::Info || is_due)
}

fn serial(table: TableNo) -> String {
    format!("{:05}", 20_000 + table)
}

fn seeds() -> std::ops::Range<u64> {
    let given = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let from = given("PROPERTY_FROM").unwrap_or(1);
    from..from + given("PROPERTY_SEEDS").map_or(1, |seeds| seeds.div_ceil(20))
}

#[test]
fn a_round_of_blitz_leaves_the_arbiter_in_peace() {
    for seed in seeds() {
        let load = round(seed, Tempo::Blitz, &Tempo::Blitz.time_control());
        println!("seed {seed}: {} s of play, {:?}, {:?}", load.played_ms / 1_000, load.facts, load.hints);
        let is_less_than =
            |entries: usize, an_hour: u64| entries as u64 * 3_600_000 < an_hour * load.played_ms;
        assert!(is_less_than(load.facts.len(), 1), "seed {seed}: {:?}", load.facts);
        // Castling with both hands and a press before the move stay open until somebody rules. One an hour is the aim.
        assert!(is_less_than(load.hints.len(), 4), "seed {seed}: {:?}", load.hints);
    }
}

#[test]
fn clocks_that_are_all_set_wrongly_do_not_repeat_themselves() {
    for seed in seeds() {
        let load = round(seed, Tempo::Blitz, "300+3");
        let settings = load.facts.iter().filter(|(_, rule, _)| *rule == "clock-setting");
        let mut of_table: BTreeMap<TableNo, usize> = BTreeMap::new();
        settings.for_each(|(table, ..)| *of_table.entry(*table).or_default() += 1);
        println!("seed {seed}: {of_table:?}");
        assert!(
            of_table.len() >= usize::from(BOARDS) - 2,
            "seed {seed}: the clocks of most tables are noticed"
        );
        // The times and the increment are one entry each. One for both is the aim.
        assert!(of_table.values().all(|entries| *entries <= 2), "seed {seed}: {of_table:?}");
    }
}

//! `topboard bench reconstruct`: sensor events per second on one core, the memory for a full game, and the time to fold
//! the records of a whole evening.

use crate::terminal::stdout::say;
use crate::{
    bench::evening,
    cli::BenchReconstructOptions,
    terminal::failure::{Failure, Outcome},
};
use board::{BoardEvent, Millis, Sensing};
use game::{Scribe, Tags, Terms};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use sim::{
    BoardProfile, ClockLink, Faults, GameKind, HandsOptions, LogHeader, Tempo, Trouble, hostile, simulate,
};
use std::{fs, time::Duration, time::Instant};

/// For each game: its terms, its sensor events with their times, and its sensor log as text.
type Games = Vec<(Terms, Vec<(Millis, BoardEvent)>, String)>;

/// Measures speed and memory, and prints the results.
pub fn command(options: &BenchReconstructOptions, json: bool) -> Outcome {
    let games = games(options);
    let events: usize = games.iter().map(|(_, events, _)| events.len()).sum();

    let began = Instant::now();
    let scribes: Vec<Scribe> = games.iter().map(|(terms, events, _)| keep_score(terms, events)).collect();
    let scribe_s = began.elapsed().as_secs_f64();
    let plies: usize = scribes.iter().map(|scribe| scribe.score().plies.len()).sum();
    drop(scribes);
    let kib_per_table = memory_per_table(&games);

    let began = Instant::now();
    let mut lines = 0;
    for (_, _, log) in &games {
        lines += log.lines().count();
        report::reconstruct(log, report::reconstruct::Overrides::default()).map_err(Failure::Input)?;
    }
    let log_s = began.elapsed().as_secs_f64();

    let worst = worst_of_hostile(options.seed);
    let evening = evening::measure(options.tables, options.hours, options.seed)?;
    let rate = |count: usize, seconds: f64| (count as f64 / seconds.max(1e-9)).round();
    if json {
        let found = json!({
            "games": games.len(), "events": events, "plies": plies,
            "scribe_events_per_s": rate(events, scribe_s), "log_lines_per_s": rate(lines, log_s),
            "kib_per_table": kib_per_table, "hostile_most_compared": worst.compared,
            "hostile_slowest_ms": worst.slowest.as_secs_f64() * 1000.0, "evening": evening.json(),
        });
        say!("{found}");
        return Ok(());
    }
    say!("{} games, {plies} plies, {events} sensor and clock events, one core", games.len());
    say!("scribe alone           {:>10} events a second", rate(events, scribe_s));
    say!("from sensor-log text   {:>10} lines a second", rate(lines, log_s));
    match kib_per_table {
        Some(kib) => say!("memory of a full game  {kib:>10} KiB a table"),
        None => say!("memory of a full game: not known here (no /proc/self/statm)"),
    }
    say!(
        "worst of hostile input {:>10} placements compared for one event (about {} is never passed), slowest {:.2} ms",
        worst.compared,
        Scribe::COMPARED_MAX,
        worst.slowest.as_secs_f64() * 1000.0
    );
    evening.print();
    Ok(())
}

fn games(options: &BenchReconstructOptions) -> Games {
    let clock = Some(ClockLink { lag_ms: 700, every_second: true });
    let board = BoardProfile { clock, ..BoardProfile::dgt() }.with_faults(Faults::everyday());
    let trouble = Trouble { kings_ppm: 0, analysis_ppm: 0, ..Trouble::usual() };
    let hands = HandsOptions { tempo: Tempo::Blitz, trouble, traits: None };
    (0..options.games as u64)
        .map(|game| {
            let simulated = simulate(options.seed + game, GameKind::Mixed, 1, &hands, &board);
            let truth = &simulated.truths[0];
            let log = sim::log::write(&LogHeader::of(truth, &board, Tempo::Blitz), &simulated.events);
            (Terms { start: truth.start.clone(), ..Terms::default() }, simulated.events, log)
        })
        .collect()
}

/// The slowest single event in hostile streams, which are streams of events that no players produce.
struct Worst {
    compared: u32,
    /// The processor time that the event takes on this thread, including the deadlines that fire before it.
    slowest: Duration,
}

/// The number of hostile streams for each kind of board.
const HOSTILE_SEEDS: u64 = 40;

fn worst_of_hostile(seed: u64) -> Worst {
    let now = || {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
    };
    let mut worst = Worst { compared: 0, slowest: Duration::ZERO };
    for seed in seed..seed + HOSTILE_SEEDS {
        for sensing in [Sensing::Piece, Sensing::Occupancy] {
            let mut scribe = Scribe::new(Terms { sensing, ..Terms::default() }, Tags::default());
            for (t, event) in hostile::events(seed, sensing) {
                let began = now();
                scribe.handle_board(t, &event);
                worst.slowest = worst.slowest.max(now().saturating_sub(began));
                while scribe.poll_event().is_some() {}
            }
            worst.compared = worst.compared.max(scribe.most_compared());
        }
    }
    worst
}

fn keep_score(terms: &Terms, events: &[(Millis, BoardEvent)]) -> Scribe {
    let mut scribe = Scribe::new(terms.clone(), Tags::default());
    for (t, event) in events {
        scribe.handle_board(*t, event);
        while scribe.poll_event().is_some() {}
    }
    scribe
}

/// Returns how many KiB the program's resident memory grows for each full game that is kept; `None` if the system does
/// not say.
fn memory_per_table(games: &Games) -> Option<u64> {
    const COPIES: usize = 4;
    let before = resident_kib()?;
    let scribes: Vec<Scribe> =
        (0..COPIES).flat_map(|_| games.iter().map(|(terms, events, _)| keep_score(terms, events))).collect();
    let after = resident_kib()?;
    Some(after.saturating_sub(before) / scribes.len().max(1) as u64)
}

fn resident_kib() -> Option<u64> {
    let statm = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4)
}

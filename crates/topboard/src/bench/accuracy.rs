//! `topboard bench accuracy`: how often the score of simulated games is right, cell by cell.
//!
//! Seeds are shared among threads, and verdicts are added in the order of the seeds, so the table depends on the seeds
//! and not on the number of threads. Only speed depends on the machine; it is printed separately, and can be left out.

mod table;

use crate::terminal::stdout::{put, say};
use crate::{
    cli::AccuracyOptions,
    terminal::failure::{Failure, Outcome},
};
use board::{BoardEvent, Millis};
use game::Scribe;
use rustix::time::{ClockId, clock_gettime};
use sim::accuracy::{self, Tally, Verdict};
use sim::cells::{self, BoardKind, Cell};
use sim::{Simulated, Tempo, shrink, trace};
use std::{
    fs,
    io::{IsTerminal, Write},
    ops::RangeInclusive,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The result of the games of one cell.
#[derive(Debug)]
pub struct CellResult {
    /// The cell whose games were played.
    pub cell: Cell,
    /// The counts of the verdicts on the games.
    pub tally: Tally,
    /// The scribe's speed.
    pub speed: Speed,
}

/// The speed of the scribe, which turns sensor events into a score, in processor time of its thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct Speed {
    /// The processor time for all events together.
    pub total: Duration,
    /// The processor time for the slowest event, including the deadlines that fire before it.
    pub worst: Duration,
    /// The seed of the game with the slowest event.
    pub worst_seed: u64,
}

/// The names of the tempos.
const TEMPOS: [(&str, Tempo); 4] = [
    ("classical", Tempo::Classical),
    ("rapid", Tempo::Rapid),
    ("blitz", Tempo::Blitz),
    ("scramble", Tempo::Scramble),
];

/// Plays the games of the chosen cells, judges their scores, and prints the table.
pub fn command(options: &AccuracyOptions, json: bool) -> Outcome {
    let cells = chosen(options)?;
    if let Some(place) = options.trace {
        return print_trace(&cells, *options.seeds.start(), place);
    }
    let threads = options.threads.map_or_else(processors, usize::from);
    let mut results = Vec::new();
    for cell in cells {
        let result = run(cell, &options.seeds, threads);
        if json {
            say!("{}", table::json(&result, options));
        }
        results.push(result);
    }
    if !json {
        put!("{}", table::text(&results, options));
    }
    if options.shrink {
        for result in &results {
            print_shrunk(result, options.keep.as_deref())?;
        }
    }
    Ok(())
}

/// Plays and judges the games of one cell, one game for each seed, on this many threads.
pub fn run(cell: Cell, seeds: &RangeInclusive<u64>, threads: usize) -> CellResult {
    let progress = Progress::new(cell.name, seeds);
    let next = AtomicU64::new(*seeds.start());
    let mut judged: Vec<(u64, Verdict, Speed)> = thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            let mut worst = Duration::ZERO;
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed > *seeds.end() {
                    return done;
                }
                let (verdict, speed) = judge_timed(&cell, seed, worst);
                worst = worst.max(speed.worst);
                done.push((seed, verdict, speed));
                progress.show(seed);
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("judging a game does not panic")).collect()
    });
    progress.clear();
    judged.sort_by_key(|(seed, ..)| *seed);
    let mut tally = Tally::default();
    let mut speed = Speed::default();
    for (seed, verdict, one) in judged {
        tally.add(seed, verdict);
        speed.total += one.total;
        if one.worst > speed.worst {
            speed = Speed { total: speed.total, ..one };
        }
    }
    CellResult { cell, tally, speed }
}

/// Plays and judges the game of a seed, and measures the speed. An event that takes longer on the wall clock than the
/// slowest so far may only have been interrupted by another program. The events are then played again and measured in
/// processor time, which costs more to read.
fn judge_timed(cell: &Cell, seed: u64, worst_yet: Duration) -> (Verdict, Speed) {
    let simulated = cell.simulate(seed);
    let (mut longest, mut waited) = (Duration::ZERO, Duration::ZERO);
    let (began, used) = (Instant::now(), processor_time());
    let verdict = accuracy::judge_simulated(cell, &simulated, &mut |scribe: &mut Scribe, t, event| {
        let began = Instant::now();
        scribe.handle_board(t, event);
        let took = began.elapsed();
        longest = longest.max(took);
        waited += took;
    });
    // Reading the wall clock is cheap, but includes the time that other programs took of this processor. That time is
    // taken out here, by the share of processor time.
    let (passed, used) = (began.elapsed(), processor_time().saturating_sub(used));
    let total = waited.mul_f64((used.as_secs_f64() / passed.as_secs_f64().max(1e-9)).min(1.0));
    let worst = if longest > worst_yet { worst_event(cell, &simulated) } else { Duration::ZERO };
    (verdict, Speed { total, worst, worst_seed: seed })
}

fn worst_event(cell: &Cell, simulated: &Simulated) -> Duration {
    let mut worst = Duration::ZERO;
    accuracy::judge_simulated(cell, simulated, &mut |scribe: &mut Scribe, t: Millis, event: &BoardEvent| {
        let began = processor_time();
        scribe.handle_board(t, event);
        worst = worst.max(processor_time().saturating_sub(began));
    });
    worst
}

/// Returns the processor time that this thread has used.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn chosen(options: &AccuracyOptions) -> Result<Vec<Cell>, Failure> {
    let all = cells::all();
    if let Some(wrong) =
        options.cells.iter().find(|name| !all.iter().any(|cell| cell.name.starts_with(*name)))
    {
        let names: Vec<&str> = all.iter().map(|cell| cell.name).collect();
        return Err(Failure::Usage(format!("no cell is called {wrong}; there are {}", names.join(", "))));
    }
    let named = |cell: &Cell| match options.cells.as_slice() {
        [] => true,
        names => names.iter().any(|name| match all.iter().any(|other| other.name == name) {
            true => cell.name == name,
            false => cell.name.starts_with(name),
        }),
    };
    let of_board = |cell: &Cell| options.board.is_none_or(|board| cell.board_kind == board);
    let of_tempo = |cell: &Cell| options.tempo.is_none_or(|tempo| cell.hands.tempo == tempo);
    let cells: Vec<Cell> =
        all.iter().filter(|cell| named(cell) && of_board(cell) && of_tempo(cell)).cloned().collect();
    if cells.is_empty() {
        return Err(Failure::Usage(
            "no cell has this board and this tempo; leave one of them out".to_owned(),
        ));
    }
    Ok(cells)
}

fn print_trace(cells: &[Cell], seed: u64, place: trace::Place) -> Outcome {
    let [cell] = cells else {
        return Err(Failure::Usage("a trace shows one game; name one cell with --cells".to_owned()));
    };
    for line in trace::around(cell, seed, place) {
        say!("{line}");
    }
    Ok(())
}

fn print_shrunk(result: &CellResult, keep: Option<&Path>) -> Outcome {
    for failure in &result.tally.failures {
        let name = format!("{}-{}", result.cell.name, failure.seed);
        match shrink::shrink(&result.cell, failure.seed) {
            Ok(shrunk) => {
                say!("\n{}", shrunk.text.trim_end());
                if let Some(folder) = keep {
                    write_kept(folder, &format!("{name}.{}", shrunk.form.extension()), &shrunk.text)?;
                }
            }
            Err(why) => say!("\n# {name}: {why}"),
        }
    }
    Ok(())
}

fn write_kept(folder: &Path, name: &str, text: &str) -> Outcome {
    let path = folder.join(name);
    fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).map_err(|error| {
        Failure::Environment(format!("{} cannot be written ({error}); choose another folder", path.display()))
    })
}

/// A line of progress on standard error, shown only on a terminal.
struct Progress {
    name: &'static str,
    total: u64,
    done: AtomicU64,
    shown: bool,
    began: Instant,
}

impl Progress {
    fn new(name: &'static str, seeds: &RangeInclusive<u64>) -> Progress {
        Progress {
            name,
            total: (seeds.end() + 1).saturating_sub(*seeds.start()),
            done: AtomicU64::new(0),
            shown: std::io::stderr().is_terminal(),
            began: Instant::now(),
        }
    }

    fn show(&self, _seed: u64) {
        const WIDTH: u64 = 30;
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.shown && done.is_multiple_of((self.total / 200).max(1)) {
            let full = done * WIDTH / self.total.max(1);
            let bar: String = (0..WIDTH).map(|at| if at < full { '#' } else { '.' }).collect();
            let left_s = self.began.elapsed().as_secs() * (self.total - done) / done;
            eprint!("\r{:<24} {bar} {done} of {}, {left_s} s left   ", self.name, self.total);
            // A line of progress that cannot be written does no harm.
            let _ = std::io::stderr().flush();
        }
    }

    fn clear(&self) {
        if self.shown {
            eprint!("\r{:79}\r", "");
        }
    }
}

/// Parses a range of seeds `A..B`, with both ends included, or one seed.
pub fn seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = |text: &str| text.trim_start_matches('=').parse::<u64>().ok();
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err("seeds are two numbers, the first not above the last, for example 1..1000".to_owned()),
    }
}

/// Parses the name of a kind of board.
pub fn board(text: &str) -> Result<BoardKind, String> {
    let names = || BoardKind::ALL.map(BoardKind::name).join(", ");
    BoardKind::ALL
        .into_iter()
        .find(|board| board.name() == text)
        .ok_or_else(|| format!("a board is one of {}", names()))
}

/// Parses the name of a tempo.
pub fn tempo(text: &str) -> Result<Tempo, String> {
    let names = || TEMPOS.map(|(name, _)| name).join(", ");
    TEMPOS
        .iter()
        .find(|(name, _)| *name == text)
        .map(|&(_, tempo)| tempo)
        .ok_or_else(|| format!("a tempo is one of {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(name: &str) -> Cell {
        cells::all().into_iter().find(|cell| cell.name == name).expect("a cell")
    }

    fn options(words: &[&str]) -> AccuracyOptions {
        use crate::cli::{BenchWhat, Cli, Verb};
        use clap::Parser;
        let line = ["topboard", "bench", "accuracy"].into_iter().chain(words.iter().copied());
        match Cli::try_parse_from(line).expect("the words are right").verb {
            Verb::Bench(bench) => match bench.what {
                BenchWhat::Accuracy(options) => options,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_same_seeds_give_the_same_table_however_many_threads() {
        let quiet = options(&["--no-speed"]);
        let table = |threads| {
            let results: Vec<CellResult> = ["dgt-scramble", "hall20-blitz"]
                .map(|name| run(cell(name), &(1..=12), threads))
                .into_iter()
                .collect();
            let json: Vec<String> =
                results.iter().map(|result| table::json(result, &quiet).to_string()).collect();
            (table::text(&results, &quiet), json)
        };
        let first = table(1);
        assert_eq!(first, table(1));
        assert_eq!(first, table(2));
    }

    #[test]
    fn cells_are_chosen_by_name_beginning_board_and_tempo() {
        let names = |words: &[&str]| -> Vec<&str> {
            chosen(&options(words)).expect("there are such").iter().map(|cell| cell.name).collect()
        };
        assert_eq!(
            names(&["--cells", "dgt-blitz,hall20"]),
            [
                "dgt-blitz",
                "hall20-classical",
                "hall20-blitz",
                "hall20-hovering",
                "hall20-cycles",
                "hall20-turned",
                "hall20-unread-piece"
            ]
        );
        assert_eq!(names(&["--board", "hall50"]), ["hall50-noclock", "hall50-swaps"]);
        assert_eq!(names(&["--tempo", "scramble"]), ["dgt-scramble"]);
        assert!(matches!(chosen(&options(&["--cells", "nothing"])), Err(Failure::Usage(_))));
        assert!(matches!(
            chosen(&options(&["--board", "hall50", "--tempo", "blitz"])),
            Err(Failure::Usage(_))
        ));
    }

    #[test]
    fn seeds_are_read_with_both_ends() {
        assert_eq!(seeds("3..5"), Ok(3..=5));
        assert_eq!(seeds("7"), Ok(7..=7));
        assert!(seeds("5..3").is_err() && seeds("a..b").is_err());
    }
}

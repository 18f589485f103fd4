//! `topboard bench journal`: how much space and time the journal takes.
//!
//! One evening of simulated boards is played in memory. The real writer then puts its records on a real disk in three
//! ways: as fast as possible, with one sync for each record, and at the pace of a real hall. At the end the journal is
//! opened again, as at a restart. If the program is built with the feature `sqlite`, the records are then put into
//! SQLite with equal durability (`bench/sqlite.rs`). `--keep` leaves the journal for other measurements.

use crate::terminal::stdout::say;
use crate::{
    bench::evening::{HOUR_MS, Play, Recorded},
    config::Config,
    journal_files::{
        disk_thread::DiskWord,
        sync_schedule::SyncPace,
        writer::{Care, JournalWriter},
    },
    safe_files::scratch::Scratch,
    terminal::failure::{Failure, Outcome},
};
use board::Millis;
use clap::Args;
use hall::Body;
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tokio::time::{Instant as Clock, sleep_until};

/// The number of records that are synced one by one.
const SINGLE: usize = 500;
/// The number of records in one sync when writing at full speed: about what twenty boards send in a second.
const BATCH: usize = 32;

/// Options of `bench journal`.
#[derive(Debug, Clone, Args)]
pub struct BenchJournalOptions {
    /// The number of tables that play.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=200))]
    pub tables: u16,
    /// The number of hours of play.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub hours: u32,
    /// The tempo of play.
    #[arg(long, default_value = "classical", value_parser = crate::bench::accuracy::tempo)]
    pub tempo: sim::Tempo,
    /// The seed of what the simulated hands do.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The length of the run at a hall's own pace, in seconds.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=1800))]
    pub seconds: u64,
    /// Play on until the journal has this many records, then measure the restart.
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=100_000_000))]
    pub records: Option<u64>,
    /// Write in this folder, to measure its disk; without it in a temporary folder.
    #[arg(long)]
    pub data: Option<PathBuf>,
    /// Copy the journal into this file, and leave the file there.
    #[arg(long)]
    pub keep: Option<PathBuf>,
}

/// Measures the journal and prints the results.
pub async fn command(options: &BenchJournalOptions, json: bool) -> Outcome {
    let scratch = Scratch::new("journal")?;
    let base = options.data.as_deref().unwrap_or(scratch.path());
    let wanted = options.records.unwrap_or(0);
    // Twenty boards make about a hundred thousand records in an hour.
    let hours = options.hours + u32::try_from(wanted / 4000 / u64::from(options.tables)).unwrap_or(u32::MAX);
    let mut play = Play::new(options.tables, hours, options.seed, options.tempo);
    play.until(Millis::from(options.hours) * HOUR_MS);
    let evening = play.take();
    #[cfg(feature = "sqlite")]
    let texts: Vec<String> =
        evening.iter().take(crate::bench::sqlite::RECORDS_MAX).map(|record| record.text.clone()).collect();
    let sizes = Sizes::of(&evening, options);
    let single = one_by_one(&base.join("single"), &evening).await?;
    let paced = paced(&base.join("paced"), &evening, options).await?;
    let whole = base.join("whole");
    let (bulk, records) = write_all(&whole, play, evening, options).await?;
    let restart = restart(&whole)?;
    if let Some(keep) = &options.keep {
        keep_journal(&whole, keep)?;
    }
    #[cfg(feature = "sqlite")]
    let against = Some(crate::bench::sqlite::compare(&base.join("sqlite"), &texts)?);
    #[cfg(not(feature = "sqlite"))]
    let against: Option<Against> = None;
    let found = json!({
        "tables": options.tables, "hours": options.hours, "tempo": options.tempo.time_control(), "size": sizes.json(),
        "one_sync_a_record_per_s": single, "group_commit_records_per_s": bulk, "paced": paced.json(),
        "restart_records": records, "restart_s": restart, "against_sqlite": against.as_ref().map(Against::json),
    });
    if json {
        say!("{found}");
        return Ok(());
    }
    sizes.print(options);
    say!("one sync a record      {single:>10.0} records a second");
    say!("group commit           {bulk:>10.0} records a second");
    paced.print();
    say!("restart                {restart:>10.2} s for {records} records, chain, fold and comparison");
    match &against {
        Some(against) => against.print(),
        None => say!(
            "SQLite's lines come beside these with `cargo run --release --features sqlite -- bench journal`"
        ),
    }
    Ok(())
}

/// The results of comparing the journal with another store. The stores are measured in turns, with equal bodies and
/// commits of equal size. Each commit is safe before the next begins.
#[derive(Debug, Default)]
pub struct Against {
    /// For each turn: the name of the store, the records in a commit, the records written per second, and the bytes on
    /// disk per record.
    pub turns: Vec<(&'static str, usize, f64, f64)>,
    /// For each reading: the name of the store, the number of records, and the time in seconds.
    pub read_back: Vec<(&'static str, usize, f64)>,
}

impl Against {
    fn json(&self) -> Value {
        let turn = |(store, commit, rate, each): &(&str, usize, f64, f64)| json!({"store": store, "records_a_commit": commit, "records_per_s": rate.round(), "bytes_a_record": each});
        let read = |(store, count, seconds): &(&str, usize, f64)| json!({"store": store, "records_read": count, "seconds": seconds});
        let turns = self.turns.iter().map(turn);
        Value::from_iter(turns.chain(self.read_back.iter().map(read)))
    }

    fn print(&self) {
        for (store, commit, rate, each) in &self.turns {
            say!("{store:<8} {commit:>5} a commit {rate:>12.0} records a second, {each:.1} bytes each");
        }
        for (store, count, seconds) in &self.read_back {
            say!("{store:<8} {count} records read back in {seconds:.3} s");
        }
    }
}

/// The number of bytes on disk, by purpose.
#[derive(Debug, Default)]
struct Sizes {
    records: u64,
    device_bytes: u64,
    published_bytes: u64,
    other_bytes: u64,
    board_hours: f64,
}

impl Sizes {
    fn of(evening: &[Recorded], options: &BenchJournalOptions) -> Sizes {
        let mut sizes =
            Sizes { board_hours: f64::from(options.tables) * f64::from(options.hours), ..Sizes::default() };
        for Recorded { text, .. } in evening {
            // A record's check of 16 characters, a space and a line feed take 18 bytes.
            let bytes = text.len() as u64 + 18;
            sizes.records += 1;
            if text.contains("\"rx\":[") {
                sizes.device_bytes += bytes;
            } else if text.contains("\"pub\":{") {
                // When a publication is safe, a mark of 34 bytes follows it.
                sizes.published_bytes += bytes + 34;
            } else {
                sizes.other_bytes += bytes;
            }
        }
        sizes
    }

    fn per_board_hour(&self) -> f64 {
        (self.device_bytes + self.published_bytes + self.other_bytes) as f64 / self.board_hours.max(1e-9)
    }

    fn json(&self) -> Value {
        json!({
            "records": self.records, "device_bytes": self.device_bytes, "published_bytes": self.published_bytes,
            "other_bytes": self.other_bytes, "bytes_per_board_hour": self.per_board_hour().round(),
        })
    }

    fn print(&self, options: &BenchJournalOptions) {
        let share = |bytes: u64| bytes as f64 / self.board_hours.max(1e-9) / 1000.0;
        say!(
            "{} tables, {} h, {}: {} records; {:.0} kB a board-hour ({:.0} from boards, {:.0} published)",
            options.tables,
            options.hours,
            options.tempo.time_control(),
            self.records,
            self.per_board_hour() / 1000.0,
            share(self.device_bytes),
            share(self.published_bytes),
        );
    }
}

/// Returns the number of records written per second if each record waits for a sync of its own.
async fn one_by_one(folder: &Path, evening: &[Recorded]) -> Result<f64, Failure> {
    let mut journal = JournalWriter::open(folder, Care::Synced, |_, _| {})?.journal;
    let bodies = bodies(&evening[..evening.len().min(SINGLE)])?;
    let began = Instant::now();
    for body in &bodies {
        let seq = journal.append(body);
        journal.sync();
        while journal.safe_seq() < seq {
            journal.heard().await;
        }
    }
    let rate = bodies.len() as f64 / began.elapsed().as_secs_f64();
    close(journal)?;
    Ok(rate)
}

/// Returns the number of records written per second, and the number of all records, if each sync begins as soon as the
/// last one has ended. The evening goes on until there are enough records. The time for playing and parsing is not
/// counted.
async fn write_all(
    folder: &Path,
    mut play: Play,
    mut records: Vec<Recorded>,
    options: &BenchJournalOptions,
) -> Result<(f64, u64), Failure> {
    let mut journal = JournalWriter::open(folder, Care::Synced, |_, _| {})?.journal;
    let mut spent = Duration::ZERO;
    let (mut written, mut hours) = (0, options.hours);
    loop {
        for bodies in records.chunks(BATCH).map(bodies) {
            let bodies = bodies?;
            let began = Instant::now();
            for body in &bodies {
                journal.append(body);
            }
            let asked = journal.appended_seq();
            journal.sync();
            while journal.safe_seq() < asked {
                journal.heard().await;
            }
            spent += began.elapsed();
            written += bodies.len() as u64;
        }
        if options.records.is_none_or(|wanted| written >= wanted) {
            break;
        }
        hours += 1;
        play.until(Millis::from(hours) * HOUR_MS);
        records = play.take();
    }
    close(journal)?;
    Ok((written as f64 / spent.as_secs_f64(), written))
}

/// The cost of a journal that is written at the pace of a hall.
struct Paced {
    seconds: f64,
    records: u64,
    syncs: u64,
    delays: Vec<Duration>,
}

/// Writes a part of the evening at its own pace, as the main loop does. Records that somebody waits for get at most one
/// sync in the usual delay; all others get at most one a second.
async fn paced(folder: &Path, evening: &[Recorded], options: &BenchJournalOptions) -> Result<Paced, Failure> {
    let mut journal = JournalWriter::open(folder, Care::Synced, |_, _| {})?.journal;
    let from_ms = Millis::from(options.hours) * 1_800_000;
    let first = evening.partition_point(|record| record.t_ms < from_ms);
    let end_ms = from_ms + options.seconds * 1000;
    let records = &evening[first..evening.partition_point(|record| record.t_ms < end_ms)];
    let bodies = bodies(records)?;
    let mut pace = SyncPace::new(Duration::from_millis(Config::default().sync_delay_ms));
    let began = Clock::now();
    let at = |t_ms: Millis| began + Duration::from_millis(t_ms - from_ms);
    let mut waiting: Vec<(u64, Clock)> = Vec::new();
    let mut found = Paced { seconds: 0.0, records: bodies.len() as u64, syncs: 0, delays: Vec::new() };
    let mut next = 0;
    loop {
        while next < bodies.len() && at(records[next].t_ms) <= Clock::now() {
            let seq = journal.append(&bodies[next]);
            if matches!(bodies[next], Body::Published { .. }) {
                waiting.push((seq, Clock::now()));
            }
            next += 1;
        }
        journal.flush();
        let due = pace.due(!waiting.is_empty(), journal.waiting_bytes() > 0);
        if due.is_some_and(|due| due <= Clock::now()) {
            pace.started();
            journal.sync();
            continue;
        }
        let wake = due.into_iter().chain(records.get(next).map(|record| at(record.t_ms))).min();
        let Some(wake) = wake.or((!waiting.is_empty()).then(|| at(end_ms) + Duration::from_secs(2))) else {
            break;
        };
        tokio::select! {
            biased;
            word = journal.heard() => if let DiskWord::Safe(seq) = word {
                pace.ended();
                found.syncs += 1;
                let (safe, rest) = waiting.drain(..).partition(|(wanted, _)| *wanted <= seq);
                waiting = rest;
                let safe: Vec<(u64, Clock)> = safe;
                found.delays.extend(safe.into_iter().map(|(_, appended)| appended.elapsed()));
            },
            () = sleep_until(wake) => {}
        }
    }
    found.seconds = began.elapsed().as_secs_f64();
    found.delays.sort();
    close(journal)?;
    Ok(found)
}

impl Paced {
    fn delay_ms(&self, percent: usize) -> f64 {
        let index = (self.delays.len() * percent / 100).min(self.delays.len().saturating_sub(1));
        self.delays.get(index).map_or(f64::NAN, |delay| delay.as_secs_f64() * 1000.0)
    }

    fn json(&self) -> Value {
        json!({
            "seconds": self.seconds, "records": self.records, "syncs_per_s": self.syncs as f64 / self.seconds,
            "publications": self.delays.len(), "delay_p50_ms": self.delay_ms(50), "delay_p99_ms": self.delay_ms(99),
        })
    }

    fn print(&self) {
        say!(
            "at its own pace        {:>10.1} records and {:.2} syncs a second; {} publications waited {:.1} ms (median), \
             {:.1} ms (99 %)",
            self.records as f64 / self.seconds,
            self.syncs as f64 / self.seconds,
            self.delays.len(),
            self.delay_ms(50),
            self.delay_ms(99)
        );
    }
}

/// Returns how long a restart takes to open the journal, in seconds.
fn restart(folder: &Path) -> Result<f64, Failure> {
    let began = Instant::now();
    let journal = JournalWriter::open(folder, Care::Synced, |_, _| {})?.journal;
    let seconds = began.elapsed().as_secs_f64();
    close(journal)?;
    Ok(seconds)
}

/// Copies the journal's files into one file, in their order.
fn keep_journal(folder: &Path, keep: &Path) -> Outcome {
    let failing = |error| crate::journal_files::storage::failing(keep, &error);
    let files = crate::journal_files::inventory::Files::find(folder)?;
    let mut out = std::fs::File::create(keep).map_err(failing)?;
    for path in files.paths() {
        let mut file = std::fs::File::open(path).map_err(failing)?;
        std::io::copy(&mut file, &mut out).map_err(failing)?;
    }
    Ok(())
}

fn bodies(records: &[Recorded]) -> Result<Vec<Body>, Failure> {
    records.iter().map(|record| Body::parse(&record.text).map_err(Failure::Input)).collect()
}

fn close(journal: JournalWriter) -> Outcome {
    if journal.close() {
        return Ok(());
    }
    Err(Failure::Environment("the disk failed during the measurement; choose another with --data".to_owned()))
}

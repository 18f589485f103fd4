//! `topboard bench ratings`: how fast a rating list is read and players are completed from it, and how much memory
//! that takes. The list is generated piece by piece while it is read, so its making is timed apart.

use crate::terminal::stdout::say;
use crate::{
    cli::BenchRatingsOptions,
    terminal::failure::{Failure, Outcome},
};
use serde_json::json;
use std::{
    fs,
    time::{Duration, Instant},
};
use tournament::ratings::{
    Completion, ListReader, RatingKind,
    sample::{Sample, SampleFormat},
};

/// Measures both formats and prints the results.
pub fn command(options: &BenchRatingsOptions, json: bool) -> Outcome {
    for (name, format) in [("fixed width", SampleFormat::FixedWidth), ("XML", SampleFormat::Xml)] {
        if options.format.as_ref().is_some_and(|wanted| !name.eq_ignore_ascii_case(wanted)) {
            continue;
        }
        let sample = Sample { seed: options.seed, rows: options.rows, format };
        let players = sample.players(options.players);
        let mut completion = Completion::new(&players, RatingKind::Standard);
        let mut reader = ListReader::new(RatingKind::Standard);
        let (mut took, mut bytes) = (Duration::ZERO, 0);
        for piece in sample.pieces() {
            bytes += piece.len();
            let began = Instant::now();
            let done = reader.feed(piece.as_bytes(), &mut |entry| completion.see(entry));
            took += began.elapsed();
            done.map_err(|fault| Failure::Input(fault.to_string()))?;
        }
        let began = Instant::now();
        let tally = reader.finish(&mut |_| {}).map_err(|fault| Failure::Input(fault.to_string()))?;
        let completed = completion.finish();
        took += began.elapsed();
        let rows_per_s = (tally.entries as f64 / took.as_secs_f64().max(1e-9)).round();
        let (peak, megabytes) = (peak_kib(), bytes / 1_000_000);
        let (found, doubts) = (completed.found, completed.doubts.len());
        if json {
            let found = json!({
                "format": name, "rows": tally.entries, "megabytes": megabytes, "seconds": took.as_secs_f64(),
                "rows_per_s": rows_per_s, "peak_kib": peak, "players": players.len(), "found": found,
                "doubts": doubts, "changes": completed.changes.len(),
            });
            say!("{found}");
            continue;
        }
        let peak = peak.map_or("not known here".to_owned(), |kib| format!("{} MiB", kib.div_ceil(1024)));
        say!(
            "{name:<12} {} rows, {megabytes} MB: {rows_per_s} rows a second, peak of the program {peak}",
            tally.entries
        );
        say!("{:<12} {} players: {found} found, {doubts} doubts", "", players.len());
    }
    Ok(())
}

/// Returns the most memory the program has had so far, in KiB.
fn peak_kib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

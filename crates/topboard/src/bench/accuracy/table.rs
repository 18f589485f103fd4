//! The results of `bench accuracy`, as a table for people and as JSON for programs.

use super::CellResult;
use crate::cli::AccuracyOptions;
use serde_json::{Value, json};
use sim::accuracy::{Departure, FailedSeed};
use sim::cells::Bound;
use std::fmt::Write;

/// Returns the tables of results as text, followed by the seeds whose games failed.
pub(super) fn text(results: &[CellResult], options: &AccuracyOptions) -> String {
    let mut results: Vec<CellResult> = results
        .iter()
        .map(|result| CellResult {
            cell: result.cell.clone(),
            tally: result.tally.clone(),
            speed: result.speed,
        })
        .collect();
    let mut out = table(&right(&results));
    out.push('\n');
    out += &table(&doubts(&results));
    out.push('\n');
    out += &table(&times(&mut results));
    if !options.no_speed {
        out.push('\n');
        out += &table(&speeds(&results));
    }
    for result in &results {
        list_failures(result, &mut out);
    }
    out
}

/// Returns the result of one cell as a JSON object.
pub(super) fn json(result: &CellResult, options: &AccuracyOptions) -> Value {
    let mut tally = result.tally.clone();
    let reach = result.cell.reach;
    let mut value = json!({
        "bench": "accuracy", "cell": result.cell.name, "board": result.cell.board_kind.name(),
        "first_seed": options.seeds.start(), "last_seed": options.seeds.end(),
        "games": tally.games, "exact": tally.exact, "exact_answered": tally.exact_answered,
        "equal_evidence": tally.equal_evidence, "twins": tally.twins,
        "plies": tally.plies, "right": tally.right, "wrong": tally.wrong, "phantom": tally.phantom,
        "asked": tally.asked, "asked_points": tally.asked_points, "retracted": tally.retracted,
        "unsaid": tally.unsaid, "silent": tally.silent,
        "false_illegal": tally.false_illegal, "false_pressed": tally.false_pressed, "illegal": tally.illegal,
        "missed_illegal": tally.missed_illegal, "unlike_illegal": tally.unlike_illegal,
        "revisions": tally.revisions, "events": tally.events, "most_compared": tally.most_compared,
    });
    for (name, lags) in [
        ("provisional_ms", &mut tally.provisional_ms),
        ("final_ms", &mut tally.final_ms),
        ("provisional_seen_ms", &mut tally.provisional_seen_ms),
        ("final_seen_ms", &mut tally.final_seen_ms),
    ] {
        value[name] = json!({"p50": lags.percentile(50), "p99": lags.percentile(99)});
    }
    if let Some(reach) = reach {
        value["reach"] = json!({
            "exact_ppm": reach.exact_ppm, "or_asked": reach.or_asked,
            "wrong_1_in": one_in(reach.wrong), "alarms_1_in": one_in(reach.alarms),
            "exact_reached": tally.reaches_exact(&reach), "wrong_reached": tally.reaches_wrong(&reach),
            "alarms_reached": tally.reaches_alarms(&reach),
        });
    }
    value["failures"] = tally
        .failures
        .iter()
        .map(|failure| {
            let (ply, played, scored, asked) = match &failure.difference {
                Some(there) => (Some(there.ply.get()), &there.played[..], &there.scored[..], &there.asked[..]),
                None => (None, &[][..], &[][..], &[][..]),
            };
            json!({"seed": failure.seed, "ply": ply, "played": played, "scored": scored, "asked": asked,
                   "wrong": failure.wrong, "false_illegal": failure.false_illegal, "missed_illegal": failure.missed_illegal})
        })
        .collect();
    let retracted: Vec<(u64, usize)> =
        tally.retracted_seeds.iter().map(|(seed, ply)| (*seed, ply.get())).collect();
    value["retracted_seeds"] = json!(retracted);
    let unsaid: Vec<(u64, usize)> = tally.unsaid_seeds.iter().map(|(seed, ply)| (*seed, ply.get())).collect();
    value["unsaid_seeds"] = json!(unsaid);
    if !options.no_speed {
        value["events_per_s"] = json!(rate(result));
        value["worst_event_ms"] = json!(result.speed.worst.as_secs_f64() * 1000.0);
        value["worst_event_seed"] = json!(result.speed.worst_seed);
    }
    value
}

/// Returns a bound as a number; `None` for no bound, and 0 for infinity, which JSON cannot express.
fn one_in(bound: Bound) -> Option<u32> {
    match bound {
        Bound::Any => None,
        Bound::OneIn(many) => Some(many),
        Bound::Never => Some(0),
    }
}

fn right(results: &[CellResult]) -> Vec<Vec<String>> {
    let head = [
        "cell",
        "games",
        "exact",
        "%",
        "needs",
        "plies",
        "right",
        "wrong",
        "1 in",
        "needs",
        "false alarms",
        "needs",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for result in results {
        let tally = &result.tally;
        let reach = result.cell.reach;
        let percent = |games: u64| format!("{:.2}", games as f64 * 100.0 / tally.games.max(1) as f64);
        let needs_exact = reach.map_or_else(String::new, |reach| {
            let asked = if reach.or_asked {
                format!(" with answers, has {}", percent(tally.exact_answered))
            } else if tally.twins > 0 {
                format!(" with twins, has {}", percent(tally.exact_for(&reach)))
            } else {
                String::new()
            };
            format!("{}{asked} {}", f64::from(reach.exact_ppm) / 10_000.0, mark(tally.reaches_exact(&reach)))
        });
        let needs = |bound: Bound, good: bool| match bound {
            Bound::Any => String::new(),
            Bound::OneIn(many) => format!("1 in {many} {}", mark(good)),
            Bound::Never => format!("none {}", mark(good)),
        };
        rows.push(vec![
            result.cell.name.to_owned(),
            tally.games.to_string(),
            tally.exact.to_string(),
            percent(tally.exact),
            needs_exact,
            tally.plies.to_string(),
            tally.right.to_string(),
            tally.wrong.to_string(),
            tally.plies.checked_div(tally.wrong).map_or_else(String::new, |many| many.to_string()),
            reach.map_or_else(String::new, |reach| needs(reach.wrong, tally.reaches_wrong(&reach))),
            tally.false_illegal.to_string(),
            reach.map_or_else(String::new, |reach| needs(reach.alarms, tally.reaches_alarms(&reach))),
        ]);
    }
    rows
}

fn mark(good: bool) -> &'static str {
    if good { "reached" } else { "MISSED" }
}

fn doubts(results: &[CellResult]) -> Vec<Vec<String>> {
    let head = [
        "cell",
        "asked at the end",
        "exact when answered",
        "twins",
        "asked ever",
        "final, then retracted",
        "unsaid",
        "silent",
        "phantom plies",
        "equal evidence",
        "alarms pressed",
        "illegal",
        "missed",
        "unlike",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for result in results {
        let tally = &result.tally;
        let numbers = [
            tally.asked,
            tally.exact_answered,
            tally.twins,
            tally.asked_points,
            tally.retracted,
            tally.unsaid,
            tally.silent,
            tally.phantom,
            tally.equal_evidence,
            tally.false_pressed,
            tally.illegal,
            tally.missed_illegal,
            tally.unlike_illegal,
        ];
        rows.push([result.cell.name.to_owned()].into_iter().chain(numbers.map(|n| n.to_string())).collect());
    }
    rows
}

fn times(results: &mut [CellResult]) -> Vec<Vec<String>> {
    let head =
        ["cell, ms: median / 99 %", "touch to shown", "touch to final", "seen to shown", "seen to final"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for result in results {
        let tally = &mut result.tally;
        let all = [
            &mut tally.provisional_ms,
            &mut tally.final_ms,
            &mut tally.provisional_seen_ms,
            &mut tally.final_seen_ms,
        ];
        let cells = all.map(|lags| match (lags.percentile(50), lags.percentile(99)) {
            (Some(median), Some(most)) => format!("{median} / {most}"),
            _ => String::new(),
        });
        rows.push([result.cell.name.to_owned()].into_iter().chain(cells).collect());
    }
    rows
}

fn speeds(results: &[CellResult]) -> Vec<Vec<String>> {
    let head = [
        "cell, on this machine",
        "events",
        "events a second and core",
        "slowest event, ms",
        "its seed",
        "placements compared for one event, at most",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for result in results {
        rows.push(vec![
            result.cell.name.to_owned(),
            result.tally.events.to_string(),
            rate(result).to_string(),
            format!("{:.2}", result.speed.worst.as_secs_f64() * 1000.0),
            result.speed.worst_seed.to_string(),
            result.tally.most_compared.to_string(),
        ]);
    }
    rows
}

fn rate(result: &CellResult) -> u64 {
    (result.tally.events as f64 / result.speed.total.as_secs_f64().max(1e-9)) as u64
}

fn list_failures(result: &CellResult, out: &mut String) {
    let tally = &result.tally;
    for (what, seeds) in [("retracted", &tally.retracted_seeds), ("unsaid", &tally.unsaid_seeds)] {
        if !seeds.is_empty() {
            let seeds: Vec<String> = seeds.iter().map(|(seed, ply)| format!("{seed} (ply {ply})")).collect();
            let name = result.cell.name;
            let _ = writeln!(out, "\n{name}, the first seeds with {what} plies: {}", seeds.join(" "));
        }
    }
    if tally.failures.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}, the first {} seeds that failed:", result.cell.name, tally.failures.len());
    for failure in &tally.failures {
        let _ = writeln!(out, "  seed {}: {}", failure.seed, sentence(failure));
    }
}

fn sentence(failure: &FailedSeed) -> String {
    let mut parts = Vec::new();
    parts.extend(failure.difference.as_ref().map(place));
    parts.extend(failure.wrong_at.as_ref().map(|there| format!("when answered {}", place(there))));
    parts.extend(failure.twin.as_ref().map(|twin| format!("its twin {}", twin.join(" "))));
    for (count, what) in [
        (failure.wrong, "wrong when answered"),
        (failure.false_illegal, "false alarms"),
        (failure.missed_illegal, "illegal moves missed"),
    ] {
        if count > 0 {
            parts.push(format!("{what} {count}"));
        }
    }
    parts.join("; ")
}

fn place(there: &Departure) -> String {
    let list = |words: &[String]| if words.is_empty() { "nothing".to_owned() } else { words.join(" ") };
    let game = if there.game > 0 { format!("game {}, ", there.game + 1) } else { String::new() };
    let asked =
        if there.asked.is_empty() { String::new() } else { format!("; asked {}", there.asked.join(" or ")) };
    let (played, scored) = (list(&there.played), list(&there.scored));
    format!("{game}ply {}: played {played}, scored {scored}{asked}", there.ply)
}

/// Formats columns of equal width, in a form that Markdown shows as a table.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for (index, row) in rows.iter().enumerate() {
        for (column, text) in row.iter().enumerate() {
            let width = widths[column];
            let _ =
                if column == 0 { write!(out, "| {text:<width$} ") } else { write!(out, "| {text:>width$} ") };
        }
        out += "|\n";
        if index == 0 {
            for (column, width) in widths.iter().enumerate() {
                let dashes = "-".repeat(*width);
                let _ = if column == 0 { write!(out, "|-{dashes}-") } else { write!(out, "|-{dashes}:") };
            }
            out += "|\n";
        }
    }
    out
}

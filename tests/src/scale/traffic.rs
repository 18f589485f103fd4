//! The tables of traffic and cost: what was counted for one viewer, for a million of them.

use super::{
    audience::{BROKER_WORDS, Counted, KINDS, PACKET, RECORD},
    page::Limits,
};
use crate::repository::read;

/// The viewers, and the nodes for them: so many that a third may fail.
pub(super) const VIEWERS: u64 = 1_000_000;
pub(super) const NODES: u64 = 105;
/// What is assumed of a node: its cores, and how many viewers each of them takes back in a second.
pub(super) const CORES: u64 = 4;
pub(super) const REJOINS: u64 = 500;
/// What is assumed of the day: its hours, the price of an hour of a node, and of a terabyte that leaves it.
const HOURS: f64 = 6.0;
const NODE_HOUR: f64 = 0.15;
const TERABYTE: f64 = 10.0;

/// What was counted at a tempo.
pub(super) struct Day {
    pub(super) name: &'static str,
    pub(super) counted: Counted,
}

/// Returns the tables.
pub(super) fn tables(days: &[Day], limits: &Limits) -> Vec<String> {
    vec![viewers(days), messages(days), assumed(), million(days, limits)]
}

fn viewers(days: &[Day]) -> String {
    let mut out = String::from(
        "| a second of a viewer | tempo | frames | bytes of text | bytes on the line | in the second with the most |\n\
         |---|---|---|---|---|---|\n",
    );
    for (index, (kind, _)) in KINDS.iter().enumerate() {
        for Day { name, counted } in days {
            let viewer = &counted.viewers[index];
            let (frames, text) = (viewer.mean(|it| it.frames), viewer.mean(|it| it.bytes));
            let (line, peak) = (viewer.mean(|it| it.line), viewer.peak(|it| it.line));
            out += &format!(
                "| {kind} | {name} | {frames:.1} | {} | {} | {} |\n",
                round(text),
                round(line),
                round(peak)
            );
        }
    }
    out
}

fn messages(days: &[Day]) -> String {
    let mut out = format!("| halls, broker, node | {} |\n|---|{}\n", names(days), "---|".repeat(days.len()));
    row(&mut out, "messages a second", days, |it| format!("{:.0}", it.messages.mean(|it| it.frames)));
    row(&mut out, "bytes a second, the broker's words with them", days, |it| {
        round(it.messages.mean(|it| it.line))
    });
    row(&mut out, "in the second with the most", days, |it| round(it.messages.peak(|it| it.line)));
    row(&mut out, "plies of all boards at the end", days, |it| thousands(it.plies as f64));
    row(&mut out, "what a node reads then when it starts, kB", days, |it| round(it.kept.line as f64 / 1e3));
    row(&mut out, "a snapshot then, kB", days, |it| round(it.snapshot.0 as f64 / 1e3));
    row(&mut out, "a snapshot then, as gzip, kB", days, |it| round(it.snapshot.1 as f64 / 1e3));
    out
}

fn assumed() -> String {
    let mut out = String::from("| assumed | |\n|---|---|\n");
    for (kind, share) in KINDS {
        out += &format!("| share of viewers who look at {kind} | {share} % |\n");
    }
    out += &format!("| bytes of TLS, and of TCP and IP, a frame | {RECORD}, {PACKET} |\n");
    out += &format!("| bytes that the broker adds to a message | {BROKER_WORDS} |\n");
    out += &format!(
        "| processor time a frame, from [BENCHMARKS.md](../BENCHMARKS.md#thousands-of-readers) | {:.1} µs |\n",
        frame_us()
    );
    out += "| encryption of a frame, for which nothing was measured | as much again |\n";
    out += &format!("| cores of a node | {CORES} |\n");
    out += &format!("| viewers that a core takes back in a second, with handshakes | {REJOINS} |\n");
    out += &format!("| hours that everybody looks on in a day | {HOURS:.0} |\n");
    out += &format!(
        "| price of a node for an hour | {NODE_HOUR:.2} |\n| price of a terabyte that leaves it | {TERABYTE:.0} |\n"
    );
    out
}

fn million(days: &[Day], limits: &Limits) -> String {
    let all = VIEWERS as f64;
    let gigabits = |bytes: f64| format!("{:.2}", bytes * 8.0 / 1e9);
    let cores = |frames: f64| format!("{:.2}", frames * all / NODES as f64 * 2.0 * frame_us() / 1e6);
    // Everybody looks at a snapshot now and then, but not who looks at no clocks.
    let looks = |it: &Counted| {
        all * (100 - KINDS[2].1) as f64 / 100.0 / (limits.check as f64 / 1e3) * it.snapshot.1 as f64
    };
    let sent = |it: &Counted| it.viewer(|it| it.line).0 * all;
    let terabytes = |it: &Counted| (sent(it) + looks(it)) * HOURS * 3_600.0 / 1e12;
    let mut out =
        format!("| {} viewers | {} |\n|---|{}\n", thousands(all), names(days), "---|".repeat(days.len()));
    row(&mut out, "nodes", days, |_| NODES.to_string());
    row(&mut out, "viewers a node", days, |_| thousands(all / NODES as f64));
    row(&mut out, "cores in use a node", days, |it| cores(it.viewer(|it| it.frames).0));
    row(&mut out, "cores in use a node, in the second with the most", days, |it| {
        cores(it.viewer(|it| it.frames).1)
    });
    row(&mut out, "Gbit/s of frames", days, |it| gigabits(sent(it)));
    row(&mut out, "Gbit/s of frames, in the second with the most", days, |it| {
        gigabits(it.viewer(|it| it.line).1 * all)
    });
    row(&mut out, "Gbit/s of snapshots, looked at once in five minutes", days, |it| gigabits(looks(it)));
    row(&mut out, "Mbit/s that leave the broker", days, |it| {
        round(it.messages.mean(|it| it.line) * NODES as f64 * 8.0 / 1e6)
    });
    row(&mut out, "Mbit/s that leave the broker, in the second with the most", days, |it| {
        round(it.messages.peak(|it| it.line) * NODES as f64 * 8.0 / 1e6)
    });
    row(&mut out, "TB a day", days, |it| format!("{:.1}", terabytes(it)));
    row(&mut out, "nodes a day, in money", days, |_| round(NODES as f64 * HOURS * NODE_HOUR));
    row(&mut out, "traffic a day, in money", days, |it| round(terabytes(it) * TERABYTE));
    row(&mut out, "s of all cores until everybody is told that boards are lost", days, |it| {
        let frames = it.burst(&it.silenced);
        assert!((frames - it.burst(&it.back)).abs() < 0.01, "what is lost is told as often as what is back");
        format!("{:.2}", frames * all / NODES as f64 * 2.0 * frame_us() / 1e6 / CORES as f64)
    });
    out
}

fn row(out: &mut String, name: &str, days: &[Day], cell: impl Fn(&Counted) -> String) {
    let cells: Vec<String> = days.iter().map(|day| cell(&day.counted)).collect();
    *out += &format!("| {name} | {} |\n", cells.join(" | "));
}

fn names(days: &[Day]) -> String {
    days.iter().map(|day| day.name).collect::<Vec<_>>().join(" | ")
}

/// Reads what a frame costs at 5,000 readers.
fn frame_us() -> f64 {
    let text = read("BENCHMARKS.md").expect("it is text");
    let cells =
        |line: &'_ str| -> Vec<String> { line.split('|').map(|cell| cell.trim().to_owned()).collect() };
    let full = text.lines().map(cells).skip_while(|cells| cells.get(1).is_none_or(|first| first != "5,000"));
    let mut ours = full.filter(|cells| cells.get(2).is_some_and(|name| name == "topboard"));
    ours.next()
        .and_then(|cells| cells.get(3)?.parse().ok())
        .expect("a row of 5,000 readers, and microseconds in it")
}

/// Writes a number with two digits that count, or all before the point.
fn round(number: f64) -> String {
    match number {
        0.0..10.0 => format!("{number:.1}"),
        10.0..1_000.0 => format!("{number:.0}"),
        _ => thousands((number / 10.0).round() * 10.0),
    }
}

/// Writes a whole number with a comma behind the thousands.
pub(super) fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

//! One turn of one server: its clients join, and hear messages for a while.

use super::{
    loader::{Loader, stamp},
    process::Cores,
    servers::Publisher,
};
use crate::cli::ServerKind;
use crate::terminal::failure::{Failure, Outcome};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{JoinHandle, sleep, spawn},
    time::{Duration, Instant},
};

/// The length of a message.
const BYTES: usize = 300;
/// The time for which messages go out before anything is counted.
const WARM_UP: Duration = Duration::from_millis(1500);
/// The longest time after the last message in which it is waited for.
const AFTERWARDS: Duration = Duration::from_secs(2);
/// The time for all clients to come in.
const JOINING: Duration = Duration::from_secs(180);
/// The number of clients that connect at the same time.
pub(super) const AT_ONCE: usize = 200;

/// What was measured in a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measured {
    /// The processor time of the server for a message, in microseconds.
    pub(super) cpu_us: f64,
    /// Median and 99th percentile of the delay, in milliseconds.
    pub(super) p50_ms: f64,
    pub(super) p99_ms: f64,
    /// The part of the messages that arrived, in percent.
    pub(super) delivered: f64,
    /// The memory of the server for a connection: what came with the clients, and all of it.
    pub(super) grown_kb: f64,
    pub(super) whole_kb: f64,
    /// The time for all to connect, in seconds.
    pub(super) joined_s: f64,
}

/// Measures one server with so many clients, for some seconds at a number of messages a second.
pub(super) fn measure(
    kind: ServerKind,
    clients: usize,
    (seconds, rate): (f64, f64),
    cores: Cores,
    stop: &Arc<AtomicBool>,
) -> Result<Measured, Failure> {
    let running = kind.start(cores.server, 1)?;
    let before = running.server.rss_bytes();
    let mut loader = Loader::new(running.viewers, running.speech, Arc::clone(stop))?;
    let joined = loader.join(clients, AT_ONCE, JOINING)?;
    let clock = Ticking::start(running.publisher()?, Duration::from_secs_f64(1.0 / rate));
    loader.read_until(Instant::now() + WARM_UP, |_| false)?;

    let (from, cpu, heard) = (stamp(), running.server.cpu_ns(), loader.counts.heard);
    loader.counts.window = from..u64::MAX;
    loader.read_until(Instant::now() + Duration::from_secs_f64(seconds), |_| false)?;
    let (cpu, heard) = (running.server.cpu_ns() - cpu, loader.counts.heard - heard);
    loader.counts.window.end = stamp();
    let published = clock.stop()?;
    let rss = running.server.rss_bytes();
    let counted = published.iter().filter(|stamp| loader.counts.window.contains(stamp)).count();
    let all = counted * clients;
    loader.read_until(Instant::now() + AFTERWARDS, |counts| counts.delays.len() >= all)?;

    let mut delays = std::mem::take(&mut loader.counts.delays);
    delays.sort_unstable();
    let at = |percent: usize| {
        let index = (delays.len() * percent / 100).min(delays.len().saturating_sub(1));
        delays.get(index).map_or(f64::NAN, |delay| f64::from(*delay) / 1000.0)
    };
    let each = |bytes: u64| bytes as f64 / 1000.0 / clients as f64;
    Ok(Measured {
        cpu_us: cpu as f64 / 1000.0 / heard as f64,
        p50_ms: at(50),
        p99_ms: at(99),
        delivered: 100.0 * delays.len() as f64 / all as f64,
        grown_kb: each(rss.saturating_sub(before)),
        whole_kb: each(rss),
        joined_s: joined.as_secs_f64(),
    })
}

/// A thread that publishes at a steady rate.
#[derive(Debug)]
struct Ticking {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<Vec<u64>, Failure>>,
}

impl Ticking {
    fn start(mut publisher: Publisher, every: Duration) -> Ticking {
        let stop = Arc::new(AtomicBool::new(false));
        let ordered = Arc::clone(&stop);
        let thread = spawn(move || {
            let (mut stamps, began) = (Vec::new(), Instant::now());
            while !ordered.load(Ordering::Relaxed) {
                let now = stamp();
                publisher.publish(&message(now))?;
                stamps.push(now);
                let next = every.saturating_mul(u32::try_from(stamps.len()).unwrap_or(u32::MAX));
                sleep(next.saturating_sub(began.elapsed()));
            }
            Ok(stamps)
        });
        Ticking { stop, thread }
    }

    /// Stops, and returns the stamps of all messages.
    fn stop(self) -> Result<Vec<u64>, Failure> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// Returns a message with this stamp.
pub(super) fn message(stamp: u64) -> String {
    let begin = format!("{{\"t\":{stamp},\"text\":\"");
    let rest = BYTES.saturating_sub(begin.len() + 2);
    format!("{begin}{}\"}}", "x".repeat(rest))
}

/// Raises the limit of open files, and says what to do if it is too low for so many clients.
pub(super) fn room_for(clients: usize) -> Outcome {
    crate::connections::descriptors::Descriptors::raise();
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    match limit {
        Some(limit) if limit < clients as u64 + 1_000 => Err(Failure::Environment(format!(
            "{clients} clients need a limit of {} open files and this shell has {limit}; raise it with `ulimit -Hn 65536` as root, \
             or try fewer with --clients",
            clients + 1_000
        ))),
        _ => Ok(()),
    }
}

//! `topboard bench rejoin`: all clients lose their connections and come back at once; some stop reading; and a day with
//! much coming and going, in minutes. The server is the one of `bench fanout`, with twenty tables that play.

use super::{
    loader::{Loader, stamp},
    process::{Cores, pin},
    servers::{Publisher, Running},
    turn::{self, message},
};
use crate::cli::{BenchRejoinOptions, ServerKind};
use crate::terminal::{
    failure::{Failure, Outcome},
    stdout::say,
};
use serde_json::json;
use std::{
    fs,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

/// The tables of the hall.
const TABLES: u16 = 20;
/// The changes a second while clients come back.
const CHANGES: u32 = 10;
/// The changes a second for those that do not read: their buffers are to be full soon.
const CHANGES_FAST: u32 = 100;
/// The clients that stop reading, half of all, and for how long. A client that takes no byte for ten seconds would be let go.
const DEAF: usize = 100;
const DEAF_FOR: Duration = Duration::from_secs(7);
/// The clients of the day, how often each is replaced in an hour, and the changes of an hour.
const OF_THE_DAY: usize = 2_000;
const REPLACED: usize = 2;
const CHANGES_AN_HOUR: u32 = 20 * 120;
/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// Measures and prints the results.
pub async fn command(options: &BenchRejoinOptions, json: bool) -> Outcome {
    let options = options.clone();
    super::until_ordered(move |stop| measure(&options, json, stop)).await
}

fn measure(options: &BenchRejoinOptions, json: bool, stop: &Arc<AtomicBool>) -> Outcome {
    let cores = Cores::choose()?;
    turn::room_for(options.clients.iter().copied().max().unwrap_or_default().max(OF_THE_DAY))?;
    pin(cores.clients)?;
    for &clients in &options.clients {
        come_back(clients, cores, json, stop)?;
    }
    stop_reading(cores, json, stop)?;
    if options.churn > 0 {
        come_and_go(options, cores, json, stop)?;
    }
    Ok(())
}

/// A hall with clients and a publisher.
#[derive(Debug)]
struct Event {
    running: Running,
    loader: Loader,
    publisher: Publisher,
    began: Instant,
    published: u32,
}

impl Event {
    fn open(cores: Cores, stop: &Arc<AtomicBool>) -> Result<Event, Failure> {
        let running = ServerKind::Topboard.start(cores.server, TABLES)?;
        let loader = Loader::new(running.viewers, running.speech, Arc::clone(stop))?;
        let publisher = running.publisher()?;
        Ok(Event { running, loader, publisher, began: Instant::now(), published: 0 })
    }

    /// Publishes at this rate, and lets the clients read, until they are done or the time is over.
    fn go_on(&mut self, a_second: u32, time: Duration, is_done: impl Fn(&Loader) -> bool) -> Outcome {
        (self.began, self.published) = (Instant::now(), 0);
        while self.began.elapsed() < time && !is_done(&self.loader) {
            let due = self.began.elapsed().as_secs_f64() * f64::from(a_second);
            while f64::from(self.published) < due {
                self.publisher.publish(&message(stamp()))?;
                self.published += 1;
            }
            self.loader.read_until(Instant::now() + Duration::from_millis(5), |_| false)?;
        }
        Ok(())
    }
}

/// All clients leave and come back at once.
fn come_back(clients: usize, cores: Cores, json: bool, stop: &Arc<AtomicBool>) -> Outcome {
    let mut event = Event::open(cores, stop)?;
    event.loader.join(clients, turn::AT_ONCE, PATIENCE)?;
    event.go_on(CHANGES, PATIENCE, |loader| loader.counts.current == clients)?;
    let lost = event.loader.counts.lost;
    event.loader.leave(0..event.loader.came());

    let began = Instant::now();
    event.loader.expect_from(stamp());
    event.loader.dial_all(clients)?;
    let connected = |loader: &Loader| loader.counts.current + loader.counts.lost - lost >= clients;
    event.go_on(CHANGES, PATIENCE, connected)?;
    let (took, current) = (began.elapsed().as_secs_f64(), event.loader.counts.current);
    let refused = event.loader.counts.lost - lost;
    if json {
        say!(
            "{}",
            json!({"bench": "rejoin", "clients": clients, "current": current, "refused": refused, "seconds": took})
        );
    } else {
        say!(
            "{current} of {clients} that came back at once were current after {took:.2} s, {refused} refused"
        );
    }
    Ok(())
}

/// Some clients stop reading, and read on.
fn stop_reading(cores: Cores, json: bool, stop: &Arc<AtomicBool>) -> Outcome {
    let mut event = Event::open(cores, stop)?;
    event.loader.keep_little();
    event.loader.join(2 * DEAF, turn::AT_ONCE, PATIENCE)?;
    event.go_on(CHANGES_FAST, Duration::from_secs(2), |_| false)?;
    let before = event.running.server.rss_bytes();
    event.loader.set_deaf(0..DEAF, true)?;
    event.go_on(CHANGES_FAST, DEAF_FOR, |_| false)?;
    let grown = event.running.server.rss_bytes().saturating_sub(before) / DEAF as u64;
    let waiting = unsent(event.running.viewers.port());
    let waiting =
        (0..DEAF).filter_map(|index| event.loader.port(index)).filter_map(|port| waiting.get(&port).copied());
    let most = waiting.max().unwrap_or_default();
    event.loader.set_deaf(0..DEAF, false)?;
    let (from, began) = (stamp(), Instant::now());
    event.go_on(CHANGES_FAST, PATIENCE, |loader| loader.oldest(0..DEAF) >= from)?;
    let (took, lost) = (began.elapsed().as_secs_f64(), event.loader.counts.lost);
    if json {
        say!(
            "{}",
            json!({"bench": "rejoin", "deaf": DEAF, "grown_bytes": grown, "unsent_bytes": most, "lost": lost,
                   "current_again_s": took})
        );
    } else {
        say!(
            "{DEAF} clients that stopped reading cost {:.1} kB each in the program, and at most {:.1} kB in the system; {lost} \
             were lost; all were current {took:.3} s after they read on",
            grown as f64 / 1000.0,
            most as f64 / 1000.0
        );
    }
    Ok(())
}

/// Hours in which clients come and go and twenty tables play.
fn come_and_go(options: &BenchRejoinOptions, cores: Cores, json: bool, stop: &Arc<AtomicBool>) -> Outcome {
    const STEPS: usize = 50;
    let mut event = Event::open(cores, stop)?;
    event.loader.join(OF_THE_DAY, turn::AT_ONCE, PATIENCE)?;
    let rate = (f64::from(CHANGES_AN_HOUR) / options.hour).ceil() as u32;
    let mut oldest = 0;
    for hour in 0..=options.churn {
        for _ in 0..if hour == 0 { 0 } else { STEPS } {
            let changing = OF_THE_DAY * REPLACED / STEPS;
            event.loader.leave(oldest..oldest + changing);
            oldest += changing;
            event.loader.join(changing, turn::AT_ONCE, PATIENCE)?;
            event.go_on(rate, Duration::from_secs_f64(options.hour / STEPS as f64), |_| false)?;
        }
        let (memory, lost) = (event.running.server.rss_bytes() as f64 / 1e6, event.loader.counts.lost);
        let came = event.loader.came();
        if json {
            say!(
                "{}",
                json!({"bench": "rejoin", "hour": hour, "memory_mb": memory, "came": came, "lost": lost})
            );
        } else {
            say!("hour {hour:>2}: {memory:.1} MB, {came} clients have come, {lost} were lost");
        }
    }
    Ok(())
}

/// Returns the bytes that wait in the system at the server's port for each client's port, whether sent or not.
fn unsent(server: u16) -> std::collections::BTreeMap<u16, u64> {
    let table = fs::read_to_string("/proc/net/tcp").unwrap_or_default();
    let of_line = |line: &str| {
        let mut words = line.split_whitespace().skip(1);
        let port = |place: &str| u16::from_str_radix(place.rsplit(':').next()?, 16).ok();
        let (here, there, queues) = (port(words.next()?)?, port(words.next()?)?, words.nth(1)?);
        let waiting = u64::from_str_radix(queues.split(':').next()?, 16).ok()?;
        (here == server).then_some((there, waiting))
    };
    table.lines().filter_map(of_line).collect()
}

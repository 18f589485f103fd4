//! `topboard bench latency`: the time from the last byte read from a board to the WebSocket frame at a client.
//!
//! The measurement uses the real driver, main loop, journal, hub and server, simulated boards on pseudo-terminals, and
//! one client over loopback. Every update that was caused by bytes from a board is counted. Its time runs from the
//! moment at which the driver has read the bytes to the moment at which the client has the frame. Updates caused by a
//! deadline (a move accepted after a quiet time) have no last byte and are not counted.

use crate::terminal::stdout::say;
use crate::{
    cli::LatencyOptions,
    commands::{
        run::{Listeners, Running},
        simulate::{self, SimBoard},
    },
    config::{Config, DeviceChoice, open_table},
    journal_files::writer::Care,
    public::server,
    safe_files::scratch::Scratch,
    terminal::failure::{Failure, Outcome},
};
use board::Millis;
use futures_util::StreamExt;
use hall::{BoardChoice, TableSetup};
use serde_json::json;
use sim::{SimTable, games};
use std::{collections::BTreeMap, net::SocketAddr, path::Path, time::Duration};
use tokio::{
    sync::mpsc,
    time::{Instant, timeout, timeout_at},
};
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// The time for which boards play before anything is counted.
const WARM_UP: Duration = Duration::from_secs(4);

/// The measured times of one run.
#[derive(Debug)]
struct Measured {
    name: &'static str,
    latencies: Vec<Duration>,
}

/// Measures the latency in three runs: without syncs, with syncs, and with syncs at their usual delay. Prints the
/// results.
pub async fn command(options: &LatencyOptions, json: bool) -> Outcome {
    for (name, care, sync_delay_ms) in [
        ("without sync", Care::Unsynced, 0),
        ("sync, no delay", Care::Synced, 0),
        ("sync, default delay", Care::Synced, Config::default().sync_delay_ms),
    ] {
        let measured = measure(options, name, care, sync_delay_ms).await?;
        print(&measured, options, json);
    }
    Ok(())
}

async fn measure(
    options: &LatencyOptions,
    name: &'static str,
    care: Care,
    sync_delay_ms: Millis,
) -> Result<Measured, Failure> {
    let scratch;
    let folder = match &options.data {
        Some(folder) => folder.join(name.replace([' ', ','], "-")),
        None => {
            scratch = Scratch::new("latency")?;
            scratch.path().to_owned()
        }
    };
    let (config, boards) = hall(options, &folder, sync_delay_ms)?;
    let listener = server::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let (probe, mut probed) = mpsc::unbounded_channel();
    let running = Running::start(
        &config,
        Listeners { pages: listener, arbiter: None, screens: None, metrics: None, livechess: None },
        care,
        Some(probe),
    )?;
    let players: Vec<_> = boards.into_iter().map(|board| tokio::spawn(board.run())).collect();
    let end = Instant::now() + WARM_UP + Duration::from_secs(options.seconds);
    let arrivals = listen(running.address, Instant::now() + WARM_UP, end).await?;
    running.stop().await?;
    for player in players {
        player.abort();
    }
    let mut latencies = Vec::new();
    while let Some((seq, read_at)) = probed.recv().await {
        if let Some(&arrived) = arrivals.get(&seq) {
            latencies.push(arrived.saturating_duration_since(read_at));
        }
    }
    latencies.sort();
    Ok(Measured { name, latencies })
}

fn hall(
    options: &LatencyOptions,
    folder: &Path,
    sync_delay_ms: Millis,
) -> Result<(Config, Vec<SimBoard>), Failure> {
    let mut config = Config {
        folder: folder.to_owned(),
        sync_delay_ms,
        devices: DeviceChoice::default(),
        ..Config::default()
    };
    config.setup.tables.clear();
    let mut boards = Vec::new();
    for table in 1..=options.tables {
        let pty = simulate::open()?;
        let port = pty.path().to_owned();
        config.devices.ports.push(port.clone());
        config.setup.tables.push(TableSetup { board: BoardChoice::Port(port), ..open_table(table) });
        let games = games::showcase();
        let first = usize::from(table) % games.len().max(1);
        boards.push(SimBoard::new(
            pty,
            SimTable::new(sim::SimOptions {
                seed: options.seed.wrapping_mul(1000).wrapping_add(u64::from(table)),
                games: games.iter().cycle().skip(first).take(100).cloned().collect(),
                device: simulate::device(u64::from(table)),
                speed_percent: simulate::percent(options.speed),
                ..sim::SimOptions::default()
            }),
        ));
    }
    Ok((config, boards))
}

/// Listens as a client, and notes the time at which each update arrives.
async fn listen(
    address: SocketAddr,
    from: Instant,
    until: Instant,
) -> Result<BTreeMap<u64, Instant>, Failure> {
    let failing = |why: String| Failure::Environment(format!("the hall feed broke ({why}); try again"));
    let connecting = connect_async(format!("ws://{address}/ws/hall"));
    let (mut socket, _) = timeout(Duration::from_secs(5), connecting)
        .await
        .map_err(|_| failing("no answer".to_owned()))?
        .map_err(|error| failing(error.to_string()))?;
    let mut arrivals = BTreeMap::new();
    while let Ok(next) = timeout_at(until, socket.next()).await {
        let arrived = Instant::now();
        match next {
            Some(Ok(Message::Text(text))) => {
                let frame: serde_json::Value =
                    serde_json::from_str(&text).map_err(|error| failing(error.to_string()))?;
                if arrived >= from
                    && frame["kind"] == "update"
                    && let Some(seq) = frame["seq"].as_u64()
                {
                    arrivals.insert(seq, arrived);
                }
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(failing(error.to_string())),
            None => return Err(failing("it was closed".to_owned())),
        }
    }
    Ok(arrivals)
}

fn print(measured: &Measured, options: &LatencyOptions, json: bool) {
    let Measured { name, latencies } = measured;
    let at = |percent: usize| {
        let index = (latencies.len() * percent / 100).min(latencies.len().saturating_sub(1));
        latencies.get(index).map_or(f64::NAN, |latency| latency.as_secs_f64() * 1000.0)
    };
    if json {
        say!(
            "{}",
            json!({"bench": "latency", "run": name, "tables": options.tables, "seed": options.seed,
                   "speed": options.speed, "updates": latencies.len(), "p50_ms": at(50), "p99_ms": at(99),
                   "max_ms": at(100)})
        );
    } else {
        say!(
            "{name:<20} {} tables, {} updates: median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms",
            options.tables,
            latencies.len(),
            at(50),
            at(99),
            at(100)
        );
    }
}

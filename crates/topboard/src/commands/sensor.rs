//! `topboard sensor`: requests to a home-made board on the bench: health, calibration, levels, update. The command
//! opens the port exclusively. If a running hall has the port open, the command says so.

use crate::terminal::stdout::say;
use crate::{
    devices::{port::Port, wire::Wire},
    terminal::failure::{Failure, Outcome},
};
use board::Maker;
use clap::Args;
use sensor::{CalibrationStep, Deframer, Health, Identity, Occupancy, Refusal, Report, Request};
use std::{collections::VecDeque, sync::Arc, time::Duration};
use tokio::time::{Instant, timeout_at};

/// The time that a board may take to identify itself.
const GREETING_MAX: Duration = Duration::from_secs(3);
/// The time that a board may take to carry out a request. A calibration measures for half a second.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// Options of `sensor`.
#[derive(Debug, Clone, Args)]
pub struct SensorOptions {
    /// The port of the board, such as /dev/ttyACM0.
    pub port: String,
    /// What to do with the board.
    pub what: SensorWhat,
    /// The time for which levels are shown, in seconds.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub seconds: u64,
}

/// A request to a home-made board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum SensorWhat {
    /// Show the health of the board: dead sensors, faults of the wiring, noise.
    Health,
    /// Show what every sensor measures, again and again.
    Levels,
    /// Calibrate the sensors with nothing on the board.
    CalibrateEmpty,
    /// Calibrate the sensors with all pieces in the starting position.
    CalibrateArray,
    /// Forget the calibration.
    Forget,
    /// Restart the board as a USB drive that takes new firmware.
    Update,
}

/// Carries out one request to a board.
pub async fn command(options: &SensorOptions) -> Outcome {
    let path = options.port.clone();
    let opened = tokio::task::spawn_blocking(move || Port::open(&path)).await;
    let port = opened
        .expect("opening a port does not panic")
        .map_err(|refusal| Failure::Environment(format!("{}: {}", options.port, refusal.reason)))?;
    let wire = Wire::new(port, Arc::from(options.port.as_str()));
    let mut bench = Bench { wire, deframer: Deframer::new(), heard: VecDeque::new() };
    bench.wire.set_line(Maker::Home.facts().line);
    let identity = bench.greet().await?;
    match options.what {
        SensorWhat::Health => {
            let health = bench.ask(Request::AskHealth).await?;
            print_health(&identity, &health);
        }
        SensorWhat::CalibrateEmpty => bench.calibrate(CalibrationStep::Empty).await?,
        SensorWhat::CalibrateArray => bench.calibrate(CalibrationStep::Array).await?,
        SensorWhat::Forget => bench.calibrate(CalibrationStep::Forget).await?,
        SensorWhat::Levels => bench.levels(options.seconds).await?,
        SensorWhat::Update => {
            bench.say(Request::Update);
            // The board answers only if it cannot restart as a drive.
            if let Ok(Some(Report::Refused { .. })) = bench.hear(Instant::now() + GREETING_MAX).await {
                return Err(Failure::Environment(
                    "this board cannot restart as a drive; hold BOOTSEL while you plug it in".to_owned(),
                ));
            }
            say!("the board restarts as a drive; copy the new program onto it");
        }
    }
    Ok(())
}

/// A board on the bench.
struct Bench {
    wire: Wire,
    deframer: Deframer,
    /// The reports that were received and not returned yet.
    heard: VecDeque<Report>,
}

impl Bench {
    fn say(&mut self, request: Request) {
        self.wire.say(request.emit().bytes());
    }

    /// Returns the next report; `None` if no report arrives before `end`.
    async fn hear(&mut self, end: Instant) -> Result<Option<Report>, Failure> {
        loop {
            if let Some(report) = self.heard.pop_front() {
                return Ok(Some(report));
            }
            let Ok(heard) = timeout_at(end, self.wire.hear()).await else { return Ok(None) };
            let bytes = heard.map_err(|reason| {
                Failure::Environment(format!("the link broke ({reason}); plug the board in again"))
            })?;
            for byte in bytes.into_iter().flatten() {
                self.heard.extend(self.deframer.push(byte).and_then(Report::parse));
            }
        }
    }

    /// Waits until the board has identified itself, and returns its identity. Nothing is sent before the board sends
    /// something: it could be another maker's.
    async fn greet(&mut self) -> Result<Identity, Failure> {
        let end = Instant::now() + GREETING_MAX;
        let mut is_asked = false;
        while let Some(report) = self.hear(end).await? {
            if let Report::Identity(identity) = report {
                return Ok(identity);
            }
            // The bytes came from a home-made board that still reports to an earlier host, so it is asked who it is.
            if !std::mem::replace(&mut is_asked, true) {
                self.say(Request::AskIdentity);
            }
        }
        Err(Failure::Environment(
            "no home-made board answers on this port; topboard boards shows whose board is where".to_owned(),
        ))
    }

    async fn ask(&mut self, request: Request) -> Result<Health, Failure> {
        self.say(request);
        let end = Instant::now() + ANSWER_MAX;
        while let Some(report) = self.hear(end).await? {
            if let Report::Health(health) = report {
                return Ok(health);
            }
        }
        Err(silent())
    }

    async fn calibrate(&mut self, step: CalibrationStep) -> Outcome {
        let request = Request::Calibrate(step);
        self.say(request);
        let end = Instant::now() + ANSWER_MAX;
        while let Some(report) = self.hear(end).await? {
            match report {
                Report::Done { request: done } if done == request.kind() => {
                    say!("done");
                    return Ok(());
                }
                Report::Refused { reason, .. } => {
                    return Err(Failure::Environment(refusal(reason, step).to_owned()));
                }
                Report::Identity(_)
                | Report::State(_)
                | Report::Health(_)
                | Report::Levels { .. }
                | Report::Done { .. }
                | Report::Clock(_) => {}
            }
        }
        Err(silent())
    }

    /// Prints the sensor levels, with rank 8 at the top, until the time is up.
    async fn levels(&mut self, seconds: u64) -> Outcome {
        self.say(Request::Jig { on: true });
        let end = Instant::now() + Duration::from_secs(seconds);
        let mut ranks = [None; 8];
        while let Some(report) = self.hear(end).await? {
            if let Report::Levels { rank, levels, limits } = report {
                ranks[usize::from(rank & 7)] = Some((levels, limits));
                if rank == 7 {
                    print_levels(&ranks);
                }
            }
        }
        self.say(Request::Jig { on: false });
        // This wait lets the last request go out before the port is closed.
        let _ = self.hear(Instant::now() + Duration::from_millis(300)).await;
        Ok(())
    }
}

fn silent() -> Failure {
    Failure::Environment("the board does not answer; plug it in again".to_owned())
}

fn refusal(reason: Refusal, step: CalibrationStep) -> &'static str {
    match (reason, step) {
        (Refusal::Unable, _) => "this board has switches or no memory: there is nothing to calibrate",
        (Refusal::Measured, CalibrationStep::Array) => {
            "a man of the array cannot be told from an empty square; set all thirty-two up, and calibrate the empty board first"
        }
        (Refusal::Measured, _) => "a sensor measures what none can; ask for the health and mend its wire",
        (Refusal::Unknown | Refusal::Version | Refusal::Other(_), _) => {
            "the board does not know this; give it the firmware of this version"
        }
    }
}

fn print_health(identity: &Identity, health: &Health) {
    let yes = |is: bool| if is { "yes" } else { "no" };
    let [major, minor, patch] = identity.firmware;
    say!("firmware            {major}.{minor}.{patch}, wire version {}", identity.version);
    say!("sensors             {}", if identity.is_analogue { "analogue" } else { "switches" });
    say!("calibrated          {}", yes(identity.is_calibrated));
    say!("lever switch        {}", yes(identity.has_lever));
    say!("dead sensors        {}", squares(health.dead));
    say!("never seen empty    {}", squares(health.stuck));
    say!("fault of the wiring {}", yes(health.is_wiring_faulty));
    say!("restarted by itself {}", yes(health.was_watchdog));
    say!(
        "rounds              {}, the longest {} µs, late ticks {}",
        health.scans,
        health.scan_max_us,
        health.late
    );
    say!("noise on the line   {} bytes", health.noise);
}

/// Returns the names of the occupied squares.
fn squares(occupied: Occupancy) -> String {
    let names: Vec<String> =
        shakmaty::Bitboard(occupied.0).into_iter().map(|square| square.to_string()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

fn print_levels(ranks: &[Option<([u16; 8], [u16; 8])>; 8]) {
    say!("       a      b      c      d      e      f      g      h    limit");
    for (number, rank) in ranks.iter().enumerate().rev() {
        let Some((levels, limits)) = rank else { continue };
        let row: Vec<String> = levels.iter().map(|level| format!("{level:>6}")).collect();
        let limit = limits.iter().max().copied().unwrap_or_default();
        say!("{} {} {limit:>7}", number + 1, row.join(" "));
    }
    say!("");
}

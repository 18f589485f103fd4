//! `topboard boards`: lists the connected boards, and what to write into the configuration for them.

use crate::terminal::stdout::say;
use crate::{
    cli::BoardsOptions,
    devices::{
        bluez::{self, Seen},
        hid, natural_order, pins,
        port::{self, Port},
        probe::ask,
        wire::Wire,
    },
    terminal::{
        failure::{Failure, Outcome},
        log::ailment_text,
    },
};
use board::{Ailment, Identity, LinkState, Maker, Millis, Orientation, Session, dgt::bus::Master};
use serde_json::json;
use std::{sync::Arc, time::Duration};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep_until},
};

/// The least time that is taken to find the boards on a bus.
const BUS_MIN: Duration = Duration::from_secs(10);

/// The answer or failure found on one port.
#[derive(Debug, Clone)]
struct Finding {
    port: String,
    answer: Result<Answer, String>,
}

#[derive(Debug, Clone, Default)]
struct Answer {
    /// The maker whose protocol the board understood; `None` if no board answered.
    maker: Option<Maker>,
    identity: Identity,
    state: LinkState,
    /// A fault of the board or its cable, if one was found.
    ailment: Option<Ailment>,
    /// The orientation of the board; `None` if too few pieces stand on it to recognise it.
    orientation: Option<Orientation>,
}

/// Asks every port and prints what answered.
pub async fn command(options: &BoardsOptions, json: bool) -> Outcome {
    let time = Duration::from_secs(options.seconds.clamp(1, 60));
    let mut ports = options.ports.clone();
    let mut findings = Vec::new();
    if ports.is_empty() {
        ports = port::present().iter().map(|path| path.to_string_lossy().into_owned()).collect();
        match bluez::present(time).await {
            Ok(seen) => {
                let (likely, others): (Vec<Seen>, Vec<Seen>) =
                    seen.into_iter().partition(|one| one.is_likely);
                ports.extend(likely.into_iter().map(|one| one.port));
                findings = others.into_iter().map(stranger).collect();
            }
            // Most halls have no boards over Bluetooth, so this is not reported to the user.
            Err(reason) => tracing::debug!("no boards over Bluetooth: {reason}"),
        }
    }
    if ports.is_empty() && findings.is_empty() {
        return Err(Failure::Environment(
            "no serial port was found; plug a board in, or name its port: topboard boards /dev/ttyACM0"
                .to_owned(),
        ));
    }
    let mut asking = JoinSet::new();
    for port in ports {
        let bus = options.bus;
        asking.spawn(async move {
            if bus {
                learn_bus(&port, time.max(BUS_MIN)).await
            } else {
                vec![Finding { answer: learn(&port, time).await, port }]
            }
        });
    }
    findings.extend(asking.join_all().await.concat());
    findings.sort_by(|one, other| natural_order::compare(&one.port, &other.port));
    if json {
        for finding in &findings {
            say!("{}", as_json(finding));
        }
    } else {
        print_table(&findings);
    }
    let is_board = |finding: &Finding| finding.answer.as_ref().is_ok_and(Answer::is_board);
    if findings.iter().any(is_board) {
        Ok(())
    } else {
        Err(Failure::Environment("no board answered; check power and cables, then try again".to_owned()))
    }
}

impl Answer {
    fn is_board(&self) -> bool {
        match self.state {
            LinkState::Live | LinkState::Doubtful => true,
            LinkState::Down | LinkState::Waking => self.identity != Identity::default(),
        }
    }
}

/// Returns the finding for a Bluetooth device that may be a board or something else. Such a device is asked only if a
/// person names it.
fn stranger(Seen { port, name, .. }: Seen) -> Finding {
    let reason = format!("{name:?} may be a board, and was not asked; to ask it: topboard boards {port}");
    Finding { port, answer: Err(reason) }
}

/// Finds the boards on a bus and asks each for its identity and its squares.
async fn learn_bus(path: &str, time: Duration) -> Vec<Finding> {
    let failed = |reason| vec![Finding { port: path.to_owned(), answer: Err(reason) }];
    let mut wire = match open(path).await {
        Ok(wire) => wire,
        Err(reason) => return failed(reason),
    };
    wire.set_line(Maker::DgtBus.facts().line);
    let start = Instant::now();
    let now = || Millis::try_from(start.elapsed().as_millis()).unwrap_or(Millis::MAX);
    let mut master = Master::new();
    master.handle_open(now());
    while start.elapsed() < time {
        if wire.is_free() {
            while let Some(bytes) = master.poll_transmit() {
                wire.say(&bytes);
            }
        }
        while master.poll_event().is_some() {}
        let deadline = master.next_deadline().map_or(start + time, |t| start + Duration::from_millis(t));
        tokio::select! {
            heard = wire.hear() => match heard {
                Ok(Some(bytes)) => master.handle_bytes(now(), &bytes),
                Ok(None) => {}
                Err(reason) => return failed(broken(&reason)),
            },
            () = sleep_until(deadline.min(start + time)) => master.advance(now()),
        }
    }
    let finding = |address| Finding {
        port: format!("{path}#{address:05}"),
        answer: Ok(Answer {
            maker: Some(Maker::DgtBus),
            identity: master.identity(address).cloned().unwrap_or_default(),
            state: master.state(address),
            ailment: None,
            orientation: master.told_orientation(address),
        }),
    };
    let findings: Vec<Finding> = master.addresses().map(finding).collect();
    if findings.is_empty() {
        failed("no board answers on this bus; check power and cables".to_owned())
    } else {
        findings
    }
}

async fn open(path: &str) -> Result<Wire, String> {
    let port = Port::find(path).await.map_err(|refusal| refusal.reason)?;
    Ok(Wire::new(port, Arc::from(path)))
}

/// Finds out whose board is on the port, and runs a session with it until the time is up or the board has reported
/// everything.
async fn learn(path: &str, time: Duration) -> Result<Answer, String> {
    let mut wire = open(path).await?;
    let answer = converse(path, &mut wire, time).await;
    // Other programs can reach a board over Bluetooth only once this connection is closed.
    let closed = tokio::task::spawn_blocking(move || wire.close()).await;
    closed.expect("closing a port does not panic");
    answer
}

async fn converse(path: &str, wire: &mut Wire, time: Duration) -> Result<Answer, String> {
    let start = Instant::now();
    let now = || Millis::try_from(start.elapsed().as_millis()).unwrap_or(Millis::MAX);
    let end = start + time;
    let maker = if hid::is_hid(path) {
        hid::MAKER
    } else {
        match ask(wire, Some(end)).await.map_err(|error| broken(&error))? {
            Some(maker) => maker,
            None => return Ok(Answer::default()),
        }
    };
    let Some(mut session) = Session::new(maker) else { return Ok(Answer::default()) };
    session.handle_open(now());
    while Instant::now() < end && !is_complete(&session) {
        if wire.is_free() {
            while let Some(bytes) = session.poll_transmit() {
                wire.say(&bytes);
            }
        }
        while session.poll_event().is_some() {}
        let deadline = session.next_deadline().map_or(end, |t| end.min(start + Duration::from_millis(t)));
        tokio::select! {
            heard = wire.hear() => if let Some(bytes) = heard.map_err(|error| broken(&error))? {
                session.handle_bytes(now(), &bytes);
            },
            () = sleep_until(deadline) => session.advance(now()),
        }
    }
    let orientation = session.told_orientation();
    let identity = session.identity().clone();
    let ailment = session.ailment();
    Ok(Answer { maker: Some(maker), identity, state: session.state(), ailment, orientation })
}

fn is_complete(session: &Session) -> bool {
    let Identity { serial, version, trademark, battery_percent, is_large } = session.identity();
    serial.is_some()
        && version.is_some()
        && trademark.is_some()
        && battery_percent.is_some()
        && (session.reading().is_some() || *is_large)
}

fn broken(error: &str) -> String {
    format!("the link broke ({error}); plug the board in again")
}

/// Returns the name that the board gives itself; if it gives none, the name of its protocol.
fn title(answer: &Answer) -> String {
    let identity = &answer.identity;
    let line =
        identity.trademark.as_deref().and_then(|text| text.lines().find(|line| !line.trim().is_empty()));
    line.map_or(answer.maker.map_or("?", Maker::title).to_owned(), |line| {
        line.trim().chars().take(40).collect()
    })
}

fn version(identity: &Identity) -> Option<String> {
    identity.version.map(|(major, minor)| format!("{major}.{minor:02}"))
}

fn as_json(finding: &Finding) -> serde_json::Value {
    match &finding.answer {
        Ok(answer) if answer.is_board() => json!({
            "port": finding.port,
            "maker": title(answer),
            "protocol": answer.maker.map(Maker::name),
            "serial": answer.identity.serial,
            "version": version(&answer.identity),
            "battery_percent": answer.identity.battery_percent,
            "orientation": answer.orientation.map(Orientation::name),
            "trouble": answer.ailment.map(ailment_text),
        }),
        Ok(answer) => json!({"port": finding.port, "error": silence(answer)}),
        Err(reason) => json!({"port": finding.port, "error": reason}),
    }
}

/// Returns why no usable board was found on a port.
fn silence(answer: &Answer) -> &'static str {
    answer.ailment.map_or(SILENT, ailment_text)
}

const SILENT: &str =
    "no board answered; is it switched on? boards that must not be asked are named under makers in [devices]";

fn print_table(findings: &[Finding]) {
    let or_unknown = |text: Option<String>| text.unwrap_or_else(|| "?".to_owned());
    say!("{:<20} {:<40} {:<12} {:<8} {:<8} {:<8}", "port", "maker", "serial", "version", "battery", "stands");
    for Finding { port, answer } in findings {
        match answer {
            Ok(answer) if answer.is_board() => {
                say!(
                    "{port:<20} {:<40} {:<12} {:<8} {:<8} {:<8}",
                    title(answer),
                    or_unknown(answer.identity.serial.clone()),
                    or_unknown(version(&answer.identity)),
                    or_unknown(answer.identity.battery_percent.map(|percent| format!("{percent} %"))),
                    answer.orientation.map_or("?", Orientation::name),
                );
                if let Some(ailment) = answer.ailment {
                    say!("{:<20} {}", "", ailment_text(ailment));
                }
            }
            Ok(answer) => say!("{port:<20} {}", silence(answer)),
            Err(reason) => say!("{port:<20} {reason}"),
        }
    }
    let boards = findings.iter().filter(|finding| finding.answer.as_ref().is_ok_and(Answer::is_board));
    let mut is_first = true;
    for (index, finding) in boards.enumerate() {
        if is_first {
            say!("\nFor topboard.toml:");
            is_first = false;
        }
        let serial = finding.answer.as_ref().ok().and_then(|answer| answer.identity.serial.as_ref());
        let key = if pins::is_clock(&finding.port) { "clock_port" } else { "port" };
        let board = match serial.filter(|_| key == "port") {
            Some(serial) => format!("serial = \"{serial}\""),
            None => format!("{key} = \"{}\"", finding.port),
        };
        say!("\n[[table]]\nnumber = {}\n{board}", index + 1);
    }
}

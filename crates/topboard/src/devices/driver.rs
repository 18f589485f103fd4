//! The driver: one task for each device, which moves bytes and nothing else.
//!
//! The driver opens the port exclusively, finds out whose board is there unless the configuration says so, hands the
//! bytes it reads to the main loop, and writes the hall's messages to the board. After any failure it starts over, for
//! ever, with growing pauses. The driver of a port that was discovered rather than named in the configuration ends when
//! the port's file is gone. If the device comes back, it is discovered again under whatever name it then has.

use crate::{
    devices::{port::Port, probe::ask, wire::Wire},
    mainloop::{DeviceInput, DeviceWord},
    terminal::log::{Trouble, report},
};
use board::Maker;
use hall::codec::KEPT;
use std::{ops::ControlFlow, sync::Arc, time::Duration};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep, timeout_at},
};

/// The first pause after a failure; each further pause is twice as long.
const PAUSE_MIN: Duration = Duration::from_millis(250);
/// The longest pause after a failure.
const PAUSE_MAX: Duration = Duration::from_secs(5);
/// The age at which a link counts as good, so that the pauses begin with [`PAUSE_MIN`] again.
const GOOD_LINK: Duration = Duration::from_secs(10);
/// The time without new bytes after which a report of all squares counts as complete.
const GATHER_QUIET: Duration = Duration::from_millis(4);
/// The longest time for which bytes are gathered into one record. Later bytes go into a new record.
const GATHER_MAX: Duration = Duration::from_millis(100);
/// The greatest number of messages that may wait for a board. At the limit the newest is dropped; the board's session
/// then asks again.
pub const TRANSMITS_MAX: usize = 64;

/// The way a port is treated after its file is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Devotion {
    /// The configuration names the port: the driver waits for ever until it is back.
    Named,
    /// The port was discovered: the driver ends.
    Found,
}

/// Runs the driver of a port until the main loop is gone or, for a discovered port, until the port's file is gone.
pub async fn run(
    port: Arc<str>,
    maker: Option<Maker>,
    devotion: Devotion,
    inputs: mpsc::Sender<DeviceInput>,
) {
    let mut pause = PAUSE_MIN;
    let mut refused = None;
    loop {
        match Port::find(&port).await {
            Ok(open) => {
                let since = Instant::now();
                refused = None;
                if serve(&port, maker, open, &inputs).await.is_break() {
                    return;
                }
                if since.elapsed() >= GOOD_LINK {
                    pause = PAUSE_MIN;
                }
            }
            Err(refusal) => {
                if devotion == Devotion::Found && refusal.absent {
                    return;
                }
                let is_known = refused.as_ref() == Some(&refusal.reason);
                report(&Trouble::PortRefused { port: &port, reason: &refusal.reason, is_known });
                refused = Some(refusal.reason);
            }
        }
        if inputs.is_closed() {
            return;
        }
        sleep(pause).await;
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

/// Serves an open port until it fails. Returns `Break` when the main loop is gone.
async fn serve(
    port: &Arc<str>,
    maker: Option<Maker>,
    open: Port,
    inputs: &mpsc::Sender<DeviceInput>,
) -> ControlFlow<()> {
    let mut wire = Wire::new(open, Arc::clone(port));
    tracing::info!(event = "port-open", %port, "{port}: open");
    let ended = talk(port, maker, &mut wire, inputs).await;
    tokio::task::spawn_blocking(move || wire.close());
    let End::Lost { reason, is_told } = ended else { return ControlFlow::Break(()) };
    report(&Trouble::PortLost { port, reason: &reason });
    let word = DeviceInput { port: Arc::clone(port), word: DeviceWord::Lost };
    if is_told && inputs.send(word).await.is_err() {
        return ControlFlow::Break(());
    }
    ControlFlow::Continue(())
}

/// The reason why the driver stopped carrying bytes.
enum End {
    /// The port does not work.
    Lost {
        /// The failure, in words.
        reason: String,
        /// Set if the port was announced to the main loop as open.
        is_told: bool,
    },
    /// The main loop is gone.
    Over,
}

/// Finds out whose board is on the port, reports that to the main loop, and carries bytes both ways.
async fn talk(
    port: &Arc<str>,
    maker: Option<Maker>,
    wire: &mut Wire,
    inputs: &mpsc::Sender<DeviceInput>,
) -> End {
    let maker = match maker {
        Some(maker) => {
            wire.set_line(maker.facts().line);
            maker
        }
        None => tokio::select! {
            found = ask(wire, None) => match found {
                Ok(Some(maker)) => maker,
                Ok(None) => return End::Over,
                Err(reason) => return End::Lost { reason, is_told: false },
            },
            () = inputs.closed() => return End::Over,
        },
    };
    tracing::info!(event = "board-found", %port, "{port}: {}", maker.title());
    let (transmits, to_board) = mpsc::channel(TRANSMITS_MAX);
    let word = DeviceWord::Opened(maker, transmits);
    if inputs.send(DeviceInput { port: Arc::clone(port), word }).await.is_err() {
        return End::Over;
    }
    let gathers = maker.repeats();
    carry(port, wire, gathers, to_board, inputs).await
}

/// Waits for the rest of a board's message, and returns all its bytes. An adapter delivers a few bytes at a time, and
/// each delivery would become a record. If the port is gone, the wait ends; the next read returns the error again.
async fn gather(wire: &mut Wire, mut bytes: Vec<u8>, end: Instant) -> Vec<u8> {
    while bytes.len() < KEPT {
        let quiet = (Instant::now() + GATHER_QUIET).min(end);
        match timeout_at(quiet, wire.hear()).await {
            Ok(Ok(more)) => bytes.extend(more.unwrap_or_default()),
            Ok(Err(_)) | Err(_) => break,
        }
    }
    bytes
}

/// Carries bytes between the port and the main loop, both ways.
async fn carry(
    port: &Arc<str>,
    wire: &mut Wire,
    gathers: bool,
    mut to_board: mpsc::Receiver<Vec<u8>>,
    inputs: &mpsc::Sender<DeviceInput>,
) -> End {
    loop {
        let is_free = wire.is_free();
        tokio::select! {
            heard = wire.hear() => match heard {
                Ok(Some(bytes)) => {
                    let read_at = Instant::now();
                    let bytes = match gathers {
                        false => bytes,
                        true => gather(wire, bytes, read_at + GATHER_MAX).await,
                    };
                    let word = DeviceWord::Bytes { bytes, read_at };
                    if inputs.send(DeviceInput { port: Arc::clone(port), word }).await.is_err() {
                        return End::Over;
                    }
                }
                Ok(None) => {}
                Err(reason) => return End::Lost { reason, is_told: true },
            },
            bytes = to_board.recv(), if is_free => match bytes {
                Some(bytes) => wire.say(&bytes),
                None => return End::Over,
            },
        }
    }
}

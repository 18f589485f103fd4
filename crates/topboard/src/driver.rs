//! The driver: one task a device, which moves bytes and nothing else.
//!
//! It opens the port for itself, hands what it reads to the main loop, writes what the hall has for the board, and
//! begins anew after any failure, for ever, with growing pauses. A port that was found by looking, not named in the
//! configuration, is given up when its file is gone: it comes back under whatever name it then has.
//!
//! Reading never waits for writing: a board that takes nothing may still report. A port that sends more than a board
//! does is read no faster than its [`Allowance`].

use crate::{
    allowance::Allowance,
    log::{Trouble, report},
    mainloop::{DeviceInput, DeviceWord},
    port::Port,
};
use std::{io, ops::ControlFlow, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::mpsc,
    time::{Instant, sleep, sleep_until},
};

/// The first pause after a failure; each further one is twice as long.
const PAUSE_MIN: Duration = Duration::from_millis(250);
/// The longest pause.
const PAUSE_MAX: Duration = Duration::from_secs(5);
/// A link that lived so long was a good one: the pauses start over.
const GOOD_LINK: Duration = Duration::from_secs(10);
/// How long a board may take no byte before the port is opened anew.
const WRITE_MAX: Duration = Duration::from_secs(5);
/// How many messages to a board may wait. At the limit the newest is dropped; the session asks again.
pub const TRANSMITS_MAX: usize = 64;

/// Whether a port is waited for after its file is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Devotion {
    /// Named by the configuration: for ever.
    Named,
    /// Found by looking: until it is gone.
    Found,
}

/// Runs the driver of one port until the main loop is gone, or the port if it was only found.
pub async fn run(port: Arc<str>, devotion: Devotion, inputs: mpsc::Sender<DeviceInput>) {
    let mut pause = PAUSE_MIN;
    let mut refused = None;
    loop {
        match open(&port).await {
            Ok(open) => {
                let since = Instant::now();
                refused = None;
                if serve(&port, open, &inputs).await.is_break() {
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

async fn open(port: &Arc<str>) -> Result<Port, crate::port::Refusal> {
    let path = Arc::clone(port);
    // Opening waits for some devices; it must not hold up a worker.
    let opened = tokio::task::spawn_blocking(move || Port::open(&path)).await;
    opened.expect("opening a port does not panic")
}

/// Serves an open port until it fails; breaks when the main loop is gone.
async fn serve(port: &Arc<str>, mut open: Port, inputs: &mpsc::Sender<DeviceInput>) -> ControlFlow<()> {
    let (transmits, to_board) = mpsc::channel(TRANSMITS_MAX);
    let say = |word| DeviceInput { port: Arc::clone(port), word };
    if inputs.send(say(DeviceWord::Opened(transmits))).await.is_err() {
        return ControlFlow::Break(());
    }
    tracing::info!("{port}: open");
    let ended = carry(port, &mut open, to_board, inputs).await;
    // Closing may wait for bytes nobody takes.
    tokio::task::spawn_blocking(move || open.close());
    let End::Lost(reason) = ended else { return ControlFlow::Break(()) };
    report(&Trouble::PortLost { port, reason: &reason });
    match inputs.send(say(DeviceWord::Lost)).await {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// Why nothing is carried any more.
enum End {
    /// The port does not work, for this reason.
    Lost(String),
    /// The main loop is gone.
    Over,
}

/// Carries bytes both ways.
async fn carry(
    port: &Arc<str>,
    open: &mut Port,
    mut to_board: mpsc::Receiver<Vec<u8>>,
    inputs: &mpsc::Sender<DeviceInput>,
) -> End {
    let (mut reader, mut writer) = tokio::io::split(&mut open.stream);
    let mut buffer = [0; 4096];
    let mut allowance = Allowance::new(Instant::now());
    let mut read_on = Instant::now();
    let mut is_loud = false;
    let mut unsent = Vec::new();
    let mut stuck = Instant::now();
    loop {
        let now = Instant::now();
        tokio::select! {
            read = reader.read(&mut buffer), if read_on <= now => {
                let length = match read {
                    Ok(0) => return End::Lost("it was closed at the other end".to_owned()),
                    Ok(length) => length,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => return End::Lost(error.to_string()),
                };
                tracing::trace!("{port}: {length} bytes read");
                let read_at = Instant::now();
                let word = DeviceWord::Bytes { bytes: buffer[..length].to_vec(), read_at };
                if inputs.send(DeviceInput { port: Arc::clone(port), word }).await.is_err() {
                    return End::Over;
                }
                if let Some(until) = allowance.spend(read_at, length) {
                    read_on = until;
                    if !std::mem::replace(&mut is_loud, true) {
                        report(&Trouble::PortLoud { port });
                    }
                }
            }
            () = sleep_until(read_on), if read_on > now => {}
            written = writer.write(&unsent), if !unsent.is_empty() => match written {
                Ok(length) => drop(unsent.drain(..length)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return End::Lost(error.to_string()),
            },
            () = sleep_until(stuck), if !unsent.is_empty() => {
                report(&Trouble::PortStuck { port });
                return End::Lost("it takes no bytes".to_owned());
            }
            bytes = to_board.recv(), if unsent.is_empty() => {
                let Some(bytes) = bytes else { return End::Over };
                (unsent, stuck) = (bytes, Instant::now() + WRITE_MAX);
            }
        }
    }
}

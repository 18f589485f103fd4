//! The driver: one task a device, which moves bytes and nothing else.
//!
//! It opens the port for itself, hands what it reads to the main loop, writes what the hall has for the board, and
//! begins anew after any failure, for ever, with growing pauses. A port that was found by looking, not named in the
//! configuration, is given up when its file is gone: it comes back under whatever name it then has.

use crate::{
    log::{Trouble, report},
    mainloop::{DeviceInput, DeviceWord},
    port::Port,
};
use std::{io, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::mpsc,
    time::{Instant, sleep, timeout},
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
    let mut tries = 0;
    loop {
        match open(&port).await {
            Ok(open) => {
                let since = Instant::now();
                tries = 0;
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
                report(&Trouble::PortRefused { port: &port, reason: &refusal.reason, tries });
                tries += 1;
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
async fn serve(
    port: &Arc<str>,
    mut open: Port,
    inputs: &mpsc::Sender<DeviceInput>,
) -> std::ops::ControlFlow<()> {
    let (transmits, mut to_board) = mpsc::channel::<Vec<u8>>(TRANSMITS_MAX);
    let say = |word| DeviceInput { port: Arc::clone(port), word };
    if inputs.send(say(DeviceWord::Opened(transmits))).await.is_err() {
        return std::ops::ControlFlow::Break(());
    }
    tracing::info!("{port}: open");
    let mut buffer = [0; 4096];
    let reason = loop {
        tokio::select! {
            read = open.stream.read(&mut buffer) => match read {
                Ok(0) => break "it was closed at the other end".to_owned(),
                Ok(length) => {
                    tracing::trace!("{port}: {length} bytes read");
                    let word = DeviceWord::Bytes { bytes: buffer[..length].to_vec(), read_at: Instant::now() };
                    if inputs.send(say(word)).await.is_err() {
                        return std::ops::ControlFlow::Break(());
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break error.to_string(),
            },
            bytes = to_board.recv() => {
                let Some(bytes) = bytes else { return std::ops::ControlFlow::Break(()) };
                match timeout(WRITE_MAX, open.stream.write_all(&bytes)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => break error.to_string(),
                    Err(_) => {
                        report(&Trouble::PortStuck { port });
                        break "it takes no bytes".to_owned();
                    }
                }
            }
        }
    };
    report(&Trouble::PortLost { port, reason: &reason });
    match inputs.send(say(DeviceWord::Lost)).await {
        Ok(()) => std::ops::ControlFlow::Continue(()),
        Err(_) => std::ops::ControlFlow::Break(()),
    }
}

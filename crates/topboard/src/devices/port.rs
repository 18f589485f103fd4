//! A port, opened for this program alone: a serial port, a human interface device ([`crate::devices::hid`]), a board
//! over Bluetooth LE ([`crate::devices::bluez`]), or this computer's own pins ([`crate::devices::pins`]).
//!
//! For serial ports the library takes two locks, because neither is enough: `flock` is seen by every program that asks
//! for it (root's, too), `TIOCEXCL` stops those that do not ask. A test checks that a port cannot be opened twice.
//! Ports are identified by their paths; pseudo-terminals are treated like any other port.

use crate::devices::{
    bluez::{self, Bluez},
    hid::{self, Hid},
    natural_order, pins,
};
use board::{SerialLine, gatt::Service};
use std::{
    fmt::Display,
    future::pending,
    io,
    panic::resume_unwind,
    path::{Path, PathBuf},
    pin::Pin,
    task::{Context, Poll},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::UnixStream,
    task::JoinError,
};
use tokio_serial::{ClearBuffer, ErrorKind, SerialPort, SerialPortBuilderExt, SerialStream};

/// The rate at which a serial port is opened, in baud. A caller that knows a better rate sets it afterwards.
const BAUD: u32 = 9600;

/// The prefixes of serial ports' names under `/dev`.
const NAMES: [&str; 3] = ["ttyACM", "ttyUSB", "rfcomm"];

/// An open port. Dropping it closes the port.
#[derive(Debug)]
pub struct Port {
    channel: Channel,
}

/// The way a board is reached.
#[derive(Debug)]
enum Channel {
    Serial(Box<SerialStream>),
    Hid(Box<Hid>),
    Bluetooth(Box<Bluez>),
    Pins(UnixStream),
}

/// The reason why a port cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// A sentence that says what to do.
    pub reason: String,
    /// True if the port does not exist.
    pub absent: bool,
}

impl Port {
    /// Opens a port of any kind.
    pub async fn find(name: &str) -> Result<Port, Refusal> {
        if bluez::is_bluetooth(name) {
            let board = Box::new(Bluez::open(name).await?);
            return Ok(Port { channel: Channel::Bluetooth(board) });
        }
        let path = name.to_owned();
        // Opening waits for some devices, so it is done on a thread that may block.
        let opened = tokio::task::spawn_blocking(move || Port::open(&path)).await;
        match opened.map_err(JoinError::try_into_panic) {
            Ok(opened) => opened,
            Err(Ok(panic)) => resume_unwind(panic),
            // The program ends before the port is opened, and this task ends with it.
            Err(Err(_)) => pending().await,
        }
    }

    /// Opens a port that has a path. Must be called within a Tokio runtime. The call may wait for the device.
    pub fn open(path: &str) -> Result<Port, Refusal> {
        if hid::is_hid(path) {
            let opened = Hid::open(Path::new(path));
            return opened.map(Port::of_hid).map_err(|error| refusal(error.kind(), &error));
        }
        if pins::file_of(path).is_some() {
            let opened = pins::open(path).and_then(|stream| {
                UnixStream::from_std(stream)
                    .map_err(|error| format!("the pins cannot be watched ({error}); try again"))
            });
            return opened
                .map(|stream| Port { channel: Channel::Pins(stream) })
                .map_err(|reason| Refusal { reason, absent: false });
        }
        let stream =
            tokio_serial::new(path, BAUD).open_native_async().map_err(|error| serial_refusal(&error))?;
        // Bytes that arrived before the port was opened would be taken for new ones. A pseudo-terminal may not support
        // this.
        let _ = stream.clear(ClearBuffer::All);
        Ok(Port { channel: Channel::Serial(Box::new(stream)) })
    }

    /// Creates a port from a human interface device.
    pub fn of_hid(device: Hid) -> Port {
        Port { channel: Channel::Hid(Box::new(device)) }
    }

    /// Returns the Bluetooth service over which the board is reached; `None` for a board on a cable.
    pub fn service(&self) -> Option<&'static Service> {
        match &self.channel {
            Channel::Serial(_) | Channel::Hid(_) | Channel::Pins(_) => None,
            Channel::Bluetooth(board) => Some(board.service()),
        }
    }

    /// Sets the rate of a serial line, and the level of DTR if the maker requires one. A board with its own USB, or a
    /// pseudo-terminal, may not support this but needs no rate either, so an error is harmless.
    pub fn set_line(&mut self, line: Option<SerialLine>) {
        let (Channel::Serial(stream), Some(line)) = (&mut self.channel, line) else { return };
        if let Err(error) = stream.set_baud_rate(line.baud) {
            tracing::debug!("the rate cannot be set: {error}");
        }
        if let Some(level) = line.dtr
            && let Err(error) = stream.write_data_terminal_ready(level)
        {
            tracing::debug!("the line DTR cannot be set: {error}");
        }
    }

    /// Closes the port. Unsent bytes are dropped first, since the system might otherwise wait half a minute for a board
    /// that takes nothing. The call may block even so.
    pub fn close(self) {
        match self.channel {
            Channel::Serial(stream) => drop(stream.clear(ClearBuffer::Output)),
            Channel::Hid(_) | Channel::Pins(_) => {}
            Channel::Bluetooth(board) => board.close(),
        }
    }
}

impl AsyncRead for Port {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match &mut self.get_mut().channel {
            Channel::Serial(stream) => Pin::new(stream).poll_read(cx, buffer),
            Channel::Hid(device) => Pin::new(device).poll_read(cx, buffer),
            Channel::Bluetooth(board) => Pin::new(board).poll_read(cx, buffer),
            Channel::Pins(stream) => Pin::new(stream).poll_read(cx, buffer),
        }
    }
}

impl AsyncWrite for Port {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match &mut self.get_mut().channel {
            Channel::Serial(stream) => Pin::new(stream).poll_write(cx, bytes),
            Channel::Hid(device) => Pin::new(device).poll_write(cx, bytes),
            Channel::Bluetooth(board) => Pin::new(board).poll_write(cx, bytes),
            Channel::Pins(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.get_mut().channel {
            Channel::Serial(stream) => Pin::new(stream).poll_flush(cx),
            Channel::Hid(device) => Pin::new(device).poll_flush(cx),
            Channel::Bluetooth(board) => Pin::new(board).poll_flush(cx),
            Channel::Pins(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.get_mut().channel {
            Channel::Serial(stream) => Pin::new(stream).poll_shutdown(cx),
            Channel::Hid(device) => Pin::new(device).poll_shutdown(cx),
            Channel::Bluetooth(board) => Pin::new(board).poll_shutdown(cx),
            Channel::Pins(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}

/// Returns the ports that are present: first the serial ones, then the boards that are human interface devices, each
/// group in the order of the names.
pub fn present() -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir("/dev") else { return Vec::new() };
    let mut ports: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| {
            let name = entry.file_name();
            NAMES.iter().any(|prefix| name.to_string_lossy().starts_with(prefix))
        })
        .map(|entry| entry.path())
        .collect();
    ports.sort_by(|one, other| natural_order::compare(&one.to_string_lossy(), &other.to_string_lossy()));
    ports.extend(hid::present());
    ports
}

/// Returns the path of the device behind a path, because names that udev gives are links to the device.
pub fn device_of(path: &str) -> PathBuf {
    Path::new(path).canonicalize().unwrap_or_else(|_| PathBuf::from(path))
}

fn serial_refusal(error: &tokio_serial::Error) -> Refusal {
    match error.kind() {
        // The library reports this for a port that another program has locked.
        ErrorKind::NoDevice => refusal(io::ErrorKind::WouldBlock, error),
        ErrorKind::Io(kind) => refusal(kind, error),
        ErrorKind::InvalidInput | ErrorKind::Unknown => refusal(io::ErrorKind::Other, error),
    }
}

fn refusal(kind: io::ErrorKind, error: &dyn Display) -> Refusal {
    let reason = match kind {
        io::ErrorKind::NotFound => "there is no such port; plug the board in".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "this user may not open it; install the rules of udev/ or join the group dialout".to_owned()
        }
        io::ErrorKind::WouldBlock => "another program uses it, or the configuration names it twice; close that program or delete one name"
                .to_owned(),
        _ => format!("it cannot be opened ({error}); check cable and power"),
    };
    Refusal { reason, absent: kind == io::ErrorKind::NotFound }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::devices::pty::Pty;

    #[tokio::test]
    async fn a_port_has_one_owner_at_a_time() {
        let pty = Pty::open().expect("the system gives a pseudo-terminal");
        let first = Port::open(pty.path()).expect("it is free");
        let refusal = Port::open(pty.path()).expect_err("it is taken");
        assert!(refusal.reason.contains("another program"), "{}", refusal.reason);
        assert!(!refusal.absent);
        drop(first);
        Port::open(pty.path()).expect("it is free again");
    }

    #[tokio::test]
    async fn a_port_that_is_not_there_is_told_so() {
        assert!(Port::open("/dev/ttyACM-none").expect_err("there is none").absent);
    }

    #[test]
    fn a_program_that_ends_while_a_port_is_being_opened_ends_without_a_mistake() {
        for _ in 0..200 {
            let mut runtime = tokio::runtime::Builder::new_multi_thread();
            let runtime = runtime.worker_threads(1).max_blocking_threads(1).enable_all().build();
            let runtime = runtime.expect("the system gives a thread");
            // The one thread that may block is busy, so that the port is not opened before the end.
            let (release, released) = std::sync::mpsc::channel::<()>();
            runtime.spawn_blocking(move || released.recv());
            let (begun, has_begun) = std::sync::mpsc::channel();
            let opening = runtime.spawn(async move {
                begun.send(()).expect("the test waits for it");
                Port::find("/dev/ttyACM-none").await.is_ok()
            });
            has_begun.recv().expect("the task is run");
            runtime.shutdown_background();
            drop(release);
            let ended = tokio::runtime::Builder::new_current_thread()
                .build()
                .expect("it needs nothing")
                .block_on(opening);
            assert!(ended.is_err_and(|error| error.is_cancelled()));
        }
    }
}

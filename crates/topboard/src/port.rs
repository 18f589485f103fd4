//! A serial port, opened for this program alone.
//!
//! The serial library takes two locks, because neither is enough: `flock` is seen by every program that asks (also as
//! root), `TIOCEXCL` stops those that do not ask. A test holds it to that. Ports are told by their path;
//! pseudo-terminals are ports like any other.

use board::Line;
use std::{
    io,
    path::{Path, PathBuf},
};
use tokio_serial::{ClearBuffer, ErrorKind, SerialPort, SerialPortBuilderExt, SerialStream};

/// The rate at which a port is opened; who knows better sets it afterwards.
const BAUD: u32 = 9600;

/// What serial ports are called under `/dev`.
const NAMES: [&str; 3] = ["ttyACM", "ttyUSB", "rfcomm"];

/// An open port. Dropping it gives it back.
#[derive(Debug)]
pub struct Port {
    /// The bytes.
    pub stream: SerialStream,
}

/// Why a port cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// A sentence that says what to do.
    pub reason: String,
    /// The port does not exist.
    pub absent: bool,
}

impl Port {
    /// Opens a port. Must be called within the runtime; may wait for the device.
    pub fn open(path: &str) -> Result<Port, Refusal> {
        let stream = tokio_serial::new(path, BAUD).open_native_async().map_err(|error| refusal(&error))?;
        // What came before anybody listened would be taken for now. A pseudo-terminal may not know how.
        let _ = stream.clear(ClearBuffer::All);
        Ok(Port { stream })
    }

    /// Sets the line. A board on USB of its own, a pseudo-terminal too, may not know what that is: then nothing is
    /// lost, for it needs no rate either.
    pub fn set_line(&mut self, line: Line) {
        if let Err(error) = self.stream.set_baud_rate(line.baud) {
            tracing::debug!("the rate cannot be set: {error}");
        }
        if let Some(level) = line.dtr
            && let Err(error) = self.stream.write_data_terminal_ready(level)
        {
            tracing::debug!("the line DTR cannot be set: {error}");
        }
    }

    /// Gives it back. What was not sent is thrown away, for else the system may wait half a minute for a board that
    /// takes nothing; it may wait nevertheless.
    pub fn close(self) {
        let _ = self.stream.clear(ClearBuffer::Output);
    }
}

/// The serial ports there are now, in the order of their names.
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
    ports.sort();
    ports
}

/// The device behind a path: names that udev gives are links to it.
pub fn device_of(path: &str) -> PathBuf {
    Path::new(path).canonicalize().unwrap_or_else(|_| PathBuf::from(path))
}

fn refusal(error: &tokio_serial::Error) -> Refusal {
    let reason = match error.kind() {
        ErrorKind::Io(io::ErrorKind::NotFound) => "there is no such port; plug the board in".to_owned(),
        ErrorKind::Io(io::ErrorKind::PermissionDenied) => {
            "this user may not open it; install the rules of udev/ or join the group dialout".to_owned()
        }
        // The library calls a port so that somebody else has locked.
        ErrorKind::NoDevice => "another program uses it, or the configuration names it twice; close that program or delete one name"
                .to_owned(),
        ErrorKind::Io(_) | ErrorKind::InvalidInput | ErrorKind::Unknown => {
            format!("it cannot be opened ({error}); check cable and power")
        }
    };
    Refusal { reason, absent: error.kind() == ErrorKind::Io(io::ErrorKind::NotFound) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pty::Pty;

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
}

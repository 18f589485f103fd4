//! A wire: an open port, the bytes to send on it, and the time at which the port is to be given up. First the probe
//! uses the wire, then the driver.
//!
//! Reading never waits for writing: a board that takes nothing may still report. A port that sends more than a board
//! does is read no faster than its [`Allowance`].

use crate::{
    devices::{port::Port, rate_limit::Allowance},
    terminal::log::{Trouble, report},
};
use board::{SerialLine, gatt::Service};
use std::{io, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::{Instant, sleep_until},
};

/// The longest time for which a board may take no byte that is sent to it. After that the port is opened anew.
const WRITE_MAX: Duration = Duration::from_secs(5);
/// The greatest number of bytes that one read returns.
const READ_MAX: usize = 4096;

/// An open port, with the bytes that wait to be sent on it.
#[derive(Debug)]
pub struct Wire {
    port: Port,
    name: Arc<str>,
    allowance: Allowance,
    read_on: Instant,
    is_loud: bool,
    unsent: Vec<u8>,
    /// The time at which the port is given up if none of the unsent bytes is taken.
    stuck: Instant,
}

impl Wire {
    /// Creates the wire of a port on which nothing was sent yet.
    pub fn new(port: Port, name: Arc<str>) -> Wire {
        let now = Instant::now();
        let allowance = Allowance::new(now);
        Wire { port, name, allowance, read_on: now, is_loud: false, unsent: Vec::new(), stuck: now }
    }

    /// Returns the port's path.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the Bluetooth service over which the board is reached; `None` for a board on a cable.
    pub fn service(&self) -> Option<&'static Service> {
        self.port.service()
    }

    /// Returns whether all bytes have been sent.
    pub fn is_free(&self) -> bool {
        self.unsent.is_empty()
    }

    /// Adds bytes to be sent. They are sent while [`Wire::hear`] waits.
    pub fn say(&mut self, bytes: &[u8]) {
        if self.is_free() {
            self.stuck = Instant::now() + WRITE_MAX;
        }
        self.unsent.extend_from_slice(bytes);
    }

    /// Sets the rate and levels of the serial line, if a setting is given.
    pub fn set_line(&mut self, line: Option<SerialLine>) {
        self.port.set_line(line);
    }

    /// Sends waiting bytes until something arrives, or until all are sent. Returns the bytes that arrived; `None` if
    /// all are sent. The error says why the port no longer works. Cancel-safe.
    pub async fn hear(&mut self) -> Result<Option<Vec<u8>>, String> {
        let mut buffer = [0; READ_MAX];
        let had_unsent = !self.is_free();
        loop {
            if had_unsent && self.is_free() {
                return Ok(None);
            }
            let now = Instant::now();
            let (mut reader, mut writer) = tokio::io::split(&mut self.port);
            tokio::select! {
                read = reader.read(&mut buffer), if self.read_on <= now => match read {
                    Ok(0) => return Err("it was closed at the other end".to_owned()),
                    Ok(length) => {
                        tracing::trace!("{}: {length} bytes read", self.name);
                        if let Some(until) = self.allowance.spend(Instant::now(), length) {
                            self.read_on = until;
                            if !std::mem::replace(&mut self.is_loud, true) {
                                report(&Trouble::PortLoud { port: &self.name });
                            }
                        }
                        return Ok(Some(buffer[..length].to_vec()));
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error.to_string()),
                },
                () = sleep_until(self.read_on), if self.read_on > now => {}
                written = writer.write(&self.unsent), if !self.unsent.is_empty() => match written {
                    Ok(length) => drop(self.unsent.drain(..length)),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error.to_string()),
                },
                () = sleep_until(self.stuck), if !self.unsent.is_empty() => {
                    report(&Trouble::PortStuck { port: &self.name });
                    return Err("it takes no bytes".to_owned());
                }
            }
        }
    }

    /// Closes the port. The call may block while unsent bytes are left.
    pub fn close(self) {
        self.port.close();
    }
}

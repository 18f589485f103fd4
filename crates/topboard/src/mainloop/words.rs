//! The messages that reach the main loop from the ports.

use board::Maker;
use std::sync::Arc;
use tokio::{sync::mpsc, time::Instant};

/// A message from the driver of a port.
#[derive(Debug)]
pub struct DeviceInput {
    /// The path of the port.
    pub port: Arc<str>,
    /// The event on the port.
    pub word: DeviceWord,
}

/// An event on a port.
#[derive(Debug)]
pub enum DeviceWord {
    /// The port was opened, and a board of this maker is there. The channel takes the bytes to be sent to the board.
    Opened(Maker, mpsc::Sender<Vec<u8>>),
    /// Bytes arrived.
    Bytes {
        /// The bytes, as they were read.
        bytes: Vec<u8>,
        /// The instant at which the bytes were read; used only for measurements.
        read_at: Instant,
    },
    /// The port was closed or its device is gone.
    Lost,
}

//! The messages that reach the main loop from the ports, and the publications that wait in it for the disk.

use board::Maker;
use hall::Publication;
use std::sync::Arc;
use tokio::{sync::mpsc, time::Instant};

/// A message from the driver of a port.
#[derive(Debug)]
pub struct DeviceInput {
    /// The port.
    pub port: Arc<str>,
    /// The event on the port.
    pub word: DeviceWord,
}

/// An event on a port.
#[derive(Debug)]
pub enum DeviceWord {
    /// The port was opened, this maker's board is there, and the channel takes bytes for it.
    Opened(Maker, mpsc::Sender<Vec<u8>>),
    /// Bytes arrived.
    Bytes {
        /// The bytes as they came.
        bytes: Vec<u8>,
        /// The time at which the bytes were read, for measurements alone.
        read_at: Instant,
    },
    /// The port was lost.
    Lost,
}

/// A publication that may be sent out once its record is safe.
#[derive(Debug)]
pub(super) struct Unreleased {
    pub(super) seq: u64,
    pub(super) publication: Publication,
    pub(super) read_at: Option<Instant>,
}

//! What comes to the main loop from the ports, and what waits in it for the disk.

use board::Maker;
use hall::Publication;
use std::sync::Arc;
use tokio::{sync::mpsc, time::Instant};

/// Something from the driver of a port.
#[derive(Debug)]
pub struct DeviceInput {
    /// The port.
    pub port: Arc<str>,
    /// What happened.
    pub word: DeviceWord,
}

/// What happened on a port.
#[derive(Debug)]
pub enum DeviceWord {
    /// It was opened, this maker's board is there, and bytes for it go here.
    Opened(Maker, mpsc::Sender<Vec<u8>>),
    /// Bytes came.
    Bytes {
        /// As they came.
        bytes: Vec<u8>,
        /// When they were read: for measurements alone.
        read_at: Instant,
    },
    /// It was lost.
    Lost,
}

/// Something that may be told once its record is safe.
#[derive(Debug)]
pub(super) struct Unreleased {
    pub(super) seq: u64,
    pub(super) publication: Publication,
    pub(super) read_at: Option<Instant>,
}

//! What comes to the main loop from outside.

use board::Maker;
use game::Command;
use hall::TableNo;
use std::sync::Arc;
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};

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

/// A question or an order from outside.
#[derive(Debug)]
pub enum Ask {
    /// All games of all tables as PGN.
    Games(oneshot::Sender<Arc<str>>),
    /// A person's word about a table.
    Command {
        /// The table.
        table: TableNo,
        /// What.
        command: Box<Command>,
        /// Whether it could be done; answered when it is safe in the book.
        answer: oneshot::Sender<Result<(), String>>,
    },
}

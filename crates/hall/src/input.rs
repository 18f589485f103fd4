//! The inputs of the hall, and its output for devices. The set of inputs is closed: each has its own kind of record.

use crate::HallSetup;
use board::{Maker, Millis};
use game::CommandJson;
use tournament::EventCommandJson;
pub use tournament::TableNo;

/// A device's number, given by the program when its port is first opened.
pub type LinkNo = u32;

/// The place of an input in the journal, and its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// The number of the input's record in the journal.
    pub seq: u64,
    /// The journal time, which never goes back.
    pub t_ms: Millis,
}

/// Everything that can happen to a hall. To add an input, add its record (record.rs) and its handling in the fold,
/// too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// The program started, so no link of its earlier run is open any more. This is the first input of each run.
    Start {
        /// The name and version of the program.
        program: String,
        /// The time of day in milliseconds since 1970; `None` if unknown. Nothing depends on it.
        wall_ms: Option<u64>,
    },
    /// The hall was set up, or its set-up changed.
    Setup(Box<HallSetup>),
    /// A port was opened.
    Opened {
        /// The number of the device on the port.
        link: LinkNo,
        /// The path of the port.
        port: String,
        /// The maker whose protocol the board on the port speaks: configured, or found by asking.
        maker: Maker,
    },
    /// A port was lost: it can no longer be read.
    Lost {
        /// The number of the device on the port.
        link: LinkNo,
    },
    /// Bytes came from a device.
    Bytes {
        /// The number of the device.
        link: LinkNo,
        /// The bytes, unchanged.
        bytes: Vec<u8>,
    },
    /// A person gave a command about a table.
    Command {
        /// The number of the table.
        table: TableNo,
        /// The command.
        command: CommandJson,
    },
    /// A person gave an order about the event: its rounds, its pairings, its results.
    Event(Box<EventCommandJson>),
}

/// Bytes for a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transmit {
    /// The number of the device.
    pub link: LinkNo,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Says whether the bytes carry out a person's order. If so, they are sent only once the order is safe in the
    /// journal.
    pub ordered: bool,
}

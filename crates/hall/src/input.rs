//! What goes into the hall and what comes out for a device: closed, and each input has its record.

use crate::{HallSetup, links::stream::Again};
use board::{Maker, Millis};
use game::Command;

/// A device's number, given by the program when its port is first opened.
pub type LinkNo = u32;
/// A table's number in the hall.
pub type TableNo = u16;

/// When something happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// Its place in the book.
    pub seq: u64,
    /// Journal time, never going back.
    pub t_ms: Millis,
}

/// Everything that can happen to a hall. Closed: whoever adds one adds its record (record.rs) and its fold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// The program started: every link of the run before is gone. The first input of each run.
    Start {
        /// Its name and version.
        program: String,
        /// The time of day, in milliseconds since 1970, where it is known: an annotation.
        wall_ms: Option<u64>,
    },
    /// The hall was set up, or its set-up changed.
    Setup(Box<HallSetup>),
    /// A port was opened.
    Opened {
        /// The device.
        link: LinkNo,
        /// Its path.
        port: String,
        /// Whose protocol the board on it speaks: configured, or found by asking.
        maker: Maker,
    },
    /// A port was lost.
    Lost {
        /// The device.
        link: LinkNo,
    },
    /// Bytes came from a device.
    Bytes {
        /// The device.
        link: LinkNo,
        /// As they came.
        bytes: Vec<u8>,
    },
    /// Bytes that devices had said before came again, each at its own instant from the stamp on.
    Again(Vec<Again>),
    /// A person said something about a table.
    Command {
        /// The table.
        table: TableNo,
        /// What.
        command: Command,
    },
}

/// Bytes for a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transmit {
    /// The device.
    pub link: LinkNo,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// They do what a person ordered: they are sent only once that order is safe in the book.
    pub ordered: bool,
}

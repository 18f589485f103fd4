//! The hall: links, tables and the order in which they are fed.

use crate::{HallSetup, Link, Notice, Publication, Table};
use board::Millis;
use game::{ClockFace, Command, GameEvent};
use laws::Incident;

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
}

/// Every table and every link.
#[derive(Debug, Default)]
pub struct Hall {}

impl Hall {
    /// An empty hall, before its set-up.
    pub fn new() -> Hall {
        Hall::default()
    }
    /// Advances to the stamp, then takes the input. `Err` is for a command that cannot be done: it says why.
    pub fn handle(&mut self, _stamp: Stamp, _input: &Input) -> Result<(), String> {
        Ok(())
    }
    /// Fires every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, _t_ms: Millis) {}
    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        None
    }
    /// Bytes to be sent.
    pub fn poll_transmit(&mut self) -> Option<Transmit> {
        None
    }
    /// What is to be told to the world.
    pub fn poll_publication(&mut self) -> Option<Publication> {
        None
    }
    /// What the operator should know.
    pub fn poll_notice(&mut self) -> Option<Notice> {
        None
    }
    /// What the arbiter should know: an incident that opened, changed or closed.
    pub fn poll_incident(&mut self) -> Option<(TableNo, Incident)> {
        None
    }
    /// A clock that was read again since the last poll; the latest reading of each table. Not for the journal.
    pub fn poll_clock(&mut self) -> Option<(TableNo, ClockFace)> {
        None
    }
    /// What changed in a game, for the program's log. The oldest are dropped beyond a limit.
    pub fn poll_game_event(&mut self) -> Option<(TableNo, Millis, GameEvent)> {
        None
    }
    /// The set-up, once there is one.
    pub fn setup(&self) -> Option<&HallSetup> {
        None
    }
    /// How far the hall has been advanced: the time of whatever it says now.
    pub fn now_ms(&self) -> Millis {
        0
    }
    /// Every link there has been, in the order of their numbers.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        std::iter::empty()
    }
    /// The number for the device on this port: the one it had before, or a new one.
    pub fn link_for_port(&self, _port: &str) -> LinkNo {
        1
    }
    /// One table.
    pub fn table(&self, _table: TableNo) -> Option<&Table> {
        None
    }
    /// The tables, in the order of their numbers.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        std::iter::empty()
    }
}

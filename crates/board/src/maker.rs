//! The facts of a maker's boards that are known before any byte is exchanged. Each maker's folder states its own; the
//! list of makers is in `makers/mod.rs`.
//!
//! Invariant: a maker's name never changes, because journals and configurations contain it.

use crate::device::BoardDevice;
use crate::gatt::Ble;
use crate::inquiry::{Ear, Question};
use crate::session::BoardSession;
use crate::{DeviceOptions, Maker, Millis, Sensing, Timing};
use shakmaty::Board;

/// The facts of one maker's boards; docs/protocols/README.md, "Boards", has their sources.
#[derive(Debug)]
pub struct Facts {
    /// The maker's name in configurations and journals.
    pub name: &'static str,
    /// The maker's name for people.
    pub title: &'static str,
    /// The kind of sensors in the boards. Boards that report moves count as knowing each piece.
    pub sensing: Sensing,
    /// The time in which a board scans all its squares once, in milliseconds. A change may be reported only after
    /// several scans: [`Timing::scan_ms`] is the time of all of them.
    pub scan_ms: u32,
    /// The delays with which the boards report.
    pub timing: Timing,
    /// The settings of the serial line, for boards that have one.
    pub line: Option<SerialLine>,
    /// The USB vendor number, for boards that are human interface devices.
    pub hid: Option<u16>,
    /// The service and the names of boards that are reached over Bluetooth LE.
    pub ble: Option<Ble>,
    /// True if the boards repeat identical bytes while nothing changes.
    pub repeats: bool,
    /// True if the boards remember what happened while no program listened, and report it with its times.
    pub remembers: bool,
    /// What the boards pass on of a clock that is connected to them.
    pub clock: ClockSense,
    /// True if a session sends anything to the boards. Players at a simulated board wait for the first message before
    /// they begin.
    pub hears: bool,
    /// The time that players at a simulated board wait before their first move, in milliseconds. It is long enough for
    /// a host to identify the board and learn its squares.
    pub known_ms: Millis,
    /// The questions that these boards answer on a port where any maker's board may be. Boards that report unasked need
    /// none, and no question is used that could harm another maker's board. Over Bluetooth LE only the first question
    /// is asked.
    pub(crate) questions: &'static [Question],
    /// Makes a listener that recognises these boards on a port by their bytes; `None` if they cannot be recognised.
    pub(crate) ear: Option<fn() -> Box<dyn Ear>>,
    /// Makes a session with one board; `None` for a cable that many boards share.
    pub(crate) session: Option<fn() -> Box<dyn BoardSession>>,
    /// Makes a simulated board with these pieces.
    pub(crate) device: fn(DeviceOptions, &Board) -> Box<dyn BoardDevice>,
}

/// What a board passes on of the clock that is connected to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClockSense {
    /// Nothing: no clock can be connected, or the board does not hear it.
    Nothing,
    /// At least its presses; its times only if the clock reports them.
    Presses,
    /// Presses and times.
    Times,
}

/// The settings of a serial line. Every maker's line has eight data bits and no parity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SerialLine {
    /// The rate in bits a second; boards with USB of their own ignore it.
    pub baud: u32,
    /// The level of "data terminal ready"; `None` leaves the level as the system sets it.
    pub dtr: Option<bool>,
}

impl Maker {
    /// Returns the maker with this name in configurations and journals.
    pub fn parse(name: &str) -> Option<Maker> {
        Maker::ALL.into_iter().find(|maker| maker.name() == name)
    }

    /// Returns the maker's name in configurations and journals.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the maker's name for people.
    pub fn title(self) -> &'static str {
        self.facts().title
    }

    /// Returns the kind of sensors in the maker's boards.
    pub fn sensing(self) -> Sensing {
        self.facts().sensing
    }

    /// Returns what the maker's boards pass on of a clock.
    pub fn clock_sense(self) -> ClockSense {
        self.facts().clock
    }

    /// Returns whether the boards repeat identical bytes while nothing changes.
    pub fn repeats(self) -> bool {
        self.facts().repeats
    }

    /// Returns whether the boards remember what happened while no program listened, and report it with its times.
    pub fn remembers(self) -> bool {
        self.facts().remembers
    }
}

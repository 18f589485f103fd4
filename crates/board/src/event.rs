//! Events that a board of any maker reports.

use crate::{Contents, Millis, Orientation, Reading};
use shakmaty::{ByColor, Color, KnownOutcome, Square};

/// One report from a board or its clock, in squares and colours, never in a maker's numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardEvent {
    /// A board dump: all squares at once.
    Reading(Reading),
    /// A field update: one square has new contents.
    Square {
        /// The square that changed.
        square: Square,
        /// Its contents now.
        contents: Contents,
    },
    /// A clock reading.
    Clock(ClockReading),
    /// This side pressed the clock: its own time stops, the opponent's runs.
    Press(Color),
    /// The clock shows that this side's flag has fallen.
    Flag(Color),
    /// The link was lost until now; a full reading follows.
    Gap {
        /// The time for which nothing could be seen.
        gap_ms: Millis,
    },
    /// A marker piece for a result was put on a square (DGT codes d, e, f). It is a wish, to be confirmed by a
    /// person.
    ResultPiece {
        /// The square of the marker piece.
        square: Square,
        /// The result that it stands for.
        outcome: KnownOutcome,
    },
    /// The board said who it is, in whole or in part.
    Identity(Identity),
    /// The link changed.
    Link(LinkState),
    /// The board was found to stand the opposite way round from what was believed; a full reading follows.
    Turned(Orientation),
    /// Pieces stand on the board, and nothing tells which way round it stands. Squares, times and presses are
    /// held back until something does. A full reading follows then.
    SidesUnknown,
    /// A message that the program does not understand, kept as it came.
    Unknown {
        /// The maker's message number.
        id: u8,
        /// Its data.
        data: Vec<u8>,
    },
}

impl BoardEvent {
    /// Returns whether the event is about the table, as far as anybody saw it, and not about the board or its
    /// link.
    pub fn is_sensed(&self) -> bool {
        match self {
            BoardEvent::Reading(_)
            | BoardEvent::Square { .. }
            | BoardEvent::Clock(_)
            | BoardEvent::Press(_)
            | BoardEvent::Flag(_)
            | BoardEvent::Gap { .. }
            | BoardEvent::ResultPiece { .. }
            | BoardEvent::Turned(_) => true,
            BoardEvent::Identity(_)
            | BoardEvent::Link(_)
            | BoardEvent::SidesUnknown
            | BoardEvent::Unknown { .. } => false,
        }
    }
}

/// The times a clock shows, by colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClockReading {
    /// The time shown for each side, in milliseconds; the clock's own quantum is usually a second.
    pub left_ms: ByColor<u32>,
    /// The side whose time runs; `None` while both clocks stand.
    pub running: Option<Color>,
    /// The side whose time would run if the clock were started, by its lever; `None` where the clock does not
    /// tell.
    pub lever: Option<Color>,
}

/// The board's own account of who it is. Every part may be missing: boards answer what they know.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identity {
    /// The serial number, in its long form where the board has one.
    pub serial: Option<String>,
    /// Firmware version, major and minor.
    pub version: Option<(u8, u8)>,
    /// The maker's trademark text.
    pub trademark: Option<String>,
    /// Battery charge in percent.
    pub battery_percent: Option<u8>,
    /// True for a board of ten by ten squares: no chess can be followed on it.
    pub is_large: bool,
}

/// The state of the link with a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LinkState {
    /// No port, or a port on which nothing has answered yet.
    #[default]
    Down,
    /// The port is open. The board is being asked who it is and what stands on it: for the first time, or again
    /// after it was doubted and gave no answer.
    Waking,
    /// The board answers and its reading is trusted.
    Live,
    /// The board has been quiet for longer than it should; it has been asked again.
    Doubtful,
}

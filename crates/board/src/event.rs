//! What a board reports, whoever made it.

use crate::{Contents, Millis, Orientation, Reading};
use shakmaty::{ByColor, Color, KnownOutcome, Square};

/// One report of a board or its clock, in squares and colours, never in a maker's numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardEvent {
    /// A board dump: all squares at once.
    Reading(Reading),
    /// A field update: this square now reads so.
    Square {
        /// The square that changed.
        square: Square,
        /// What it reads now.
        contents: Contents,
    },
    /// A clock reading.
    Clock(ClockReading),
    /// This side pressed the clock: its own time stops, the other's runs.
    Press(Color),
    /// The clock shows that this side's flag has fallen.
    Flag(Color),
    /// The link was lost for so long before now; a full reading follows.
    Gap {
        /// How long nothing could be seen.
        gap_ms: Millis,
    },
    /// A marker piece for a result was put on a square (DGT codes d, e, f): a wish, to be confirmed by a person.
    ResultPiece {
        /// Where it stands.
        square: Square,
        /// What it asks for.
        outcome: KnownOutcome,
    },
    /// The board said who it is.
    Identity(Identity),
    /// The link changed.
    Link(LinkState),
    /// The board was found to stand the other way round than thought; a full reading follows.
    Turned(Orientation),
    /// Pieces stand on the board, and nothing tells which way round it stands: squares, times and presses are held back until
    /// something does. A full reading follows then.
    SidesUnknown,
    /// A message that is understood by nobody, kept as it came.
    Unknown {
        /// The maker's message number.
        id: u8,
        /// Its data.
        data: Vec<u8>,
    },
}

impl BoardEvent {
    /// Whether it tells what happened on the table, as far as anybody saw; else it is about the board or its link.
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

/// What a clock shows, by colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClockReading {
    /// The time shown for each side, in milliseconds; the clock's own quantum is usually a second.
    pub left_ms: ByColor<u32>,
    /// Whose time runs; none when both stand.
    pub running: Option<Color>,
    /// Whose time would run if the clock were started: what its lever says, where it tells.
    pub lever: Option<Color>,
}

/// Who a board says it is. Every part may be missing: boards answer what they know.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identity {
    /// The serial number, the long one where the board has it.
    pub serial: Option<String>,
    /// Firmware version, major and minor.
    pub version: Option<(u8, u8)>,
    /// The maker's trademark text.
    pub trademark: Option<String>,
    /// Battery charge in percent.
    pub battery_percent: Option<u8>,
    /// It has ten by ten squares: no chess can be followed on it.
    pub is_large: bool,
}

/// Where the link with a board stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LinkState {
    /// No port, or a port on which nothing has answered yet.
    #[default]
    Down,
    /// The port is open; the board is being asked who it is and what stands on it, for the first time or after it
    /// gave no answer when it was doubted.
    Waking,
    /// The board answers and its reading is trusted.
    Live,
    /// The board has been quiet for longer than it should; it has been asked again.
    Doubtful,
}

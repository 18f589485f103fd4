//! Events that a board of any maker reports.

use crate::{Contents, Millis, Orientation, Reading};
use shakmaty::{Bitboard, ByColor, Color, KnownOutcome, Square};

/// One report from a board or its clock. Squares and sides are those of chess, not the maker's numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardEvent {
    /// A board dump: all squares at once.
    Reading(Reading),
    /// A field update: one square has new contents.
    Square {
        /// The square that changed.
        square: Square,
        /// The new contents of the square.
        contents: Contents,
    },
    /// The times that the clock shows.
    Clock(ClockReading),
    /// This side pressed the clock: this side's time stops, the opponent's time runs.
    Press(Color),
    /// The clock shows that this side's flag has fallen.
    Flag(Color),
    /// The link was lost and has now returned; a full reading follows.
    Gap {
        /// The time for which the squares could not be seen, in milliseconds.
        gap_ms: Millis,
    },
    /// A marker piece for a result was put on a square (DGT codes d, e, f). The result is a proposal that a person
    /// must confirm.
    ResultPiece {
        /// The square of the marker piece.
        square: Square,
        /// The result that the marker piece represents.
        outcome: KnownOutcome,
    },
    /// The board identified itself, completely or in part.
    Identity(Identity),
    /// The link changed.
    Link(LinkState),
    /// The board was found to stand the opposite way round from what was assumed so far; a full reading follows.
    Turned(Orientation),
    /// Pieces are on the board, but it is unknown which way round the board stands. Squares, times and presses are held
    /// back until this is known; then a full reading follows.
    SidesUnknown,
    /// A message that the program does not understand, with its bytes unchanged.
    Unknown {
        /// The maker's message number.
        id: u8,
        /// The data of the message.
        data: Vec<u8>,
    },
}

impl BoardEvent {
    /// Returns whether the event reports something that the sensors noticed at the table, rather than the state of
    /// the board or its link.
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
    /// The remaining time that the clock shows for each side, in milliseconds; most clocks report whole seconds.
    pub left_ms: ByColor<u32>,
    /// The side whose time is running; `None` while both times are stopped.
    pub running: Option<Color>,
    /// The side whose time would run if the clock were started, according to the position of the clock's lever;
    /// `None` if the clock does not report its lever.
    pub lever: Option<Color>,
}

/// The facts by which a board identifies itself. Each of them may be missing, because not every board knows all of
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identity {
    /// The serial number: the long one if the board has one, otherwise the short one.
    pub serial: Option<String>,
    /// The firmware version: major, minor.
    pub version: Option<(u8, u8)>,
    /// The text of the maker's trademark.
    pub trademark: Option<String>,
    /// The battery charge in percent.
    pub battery_percent: Option<u8>,
    /// True for a board of ten by ten squares, on which no game of chess can be followed.
    pub is_large: bool,
}

/// The state of the link with a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LinkState {
    /// The port is not open, or nothing has answered on it yet.
    #[default]
    Down,
    /// The port is open, and the board is being asked for its identity and its squares: either for the first time, or
    /// again because it gave no answer while it was doubtful.
    Waking,
    /// The board answers and its reading is trusted.
    Live,
    /// The board has been silent for longer than it should be, and is being asked again.
    Doubtful,
}

/// What a board says about its own sensors, by squares as the game names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SensorHealth {
    /// The squares whose sensors give no level that a working sensor can give.
    pub dead: Bitboard,
    /// The squares that have read occupied ever since the board was switched on.
    pub stuck: Bitboard,
    /// True if the wiring is at fault: a broken chain, a short.
    pub is_wiring_faulty: bool,
}

/// A fault of a board or its cable that the board's bytes reveal. It is reported to the operator; the board may still
/// be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ailment {
    /// The board sends reports but answers no question, so it seems to receive nothing. Its reports are followed, but
    /// it cannot be asked which pieces are on it.
    Deaf {
        /// True once the pieces on the board are known; false until the board has reported enough of them.
        is_followed: bool,
    },
    /// The characters arrive without the parity that the maker's boards send.
    NoParity,
}

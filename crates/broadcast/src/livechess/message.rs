//! The frames and objects of the interface. A boundary file: their keys and the order of their keys are those of captures,
//! and strict clients die of any other.

use super::{Now, boards::ShownBoard, line::seconds};
use game::ClockFace;
use serde::Serialize;
use serde_json::Value;
use shakmaty::{Board, Color};

/// A frame to a client.
#[derive(Debug, Serialize)]
pub struct Frame<'a, P> {
    /// What it is: `call`, `feed` or `error`.
    pub response: &'static str,
    /// The client's own name of the call or of the feed, in the type that it has.
    pub id: &'a Value,
    /// What is told.
    pub param: P,
    /// The time of day, in milliseconds since 1970.
    pub time: u64,
}

/// The refusal of a call.
#[derive(Debug, Serialize)]
pub struct Refused<'a> {
    /// What is wrong, and what to do.
    pub message: &'a str,
}

/// A board in the list of boards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EboardView {
    /// The serial number, by which feeds name the board.
    pub serialnr: String,
    /// The name of the port.
    pub source: String,
    /// `ACTIVE`, `INACTIVE` or `NOTRESPONDING`.
    pub state: &'static str,
    /// The charge, such as `84%`; null if the board does not tell it.
    pub battery: Option<String>,
    /// Always null.
    pub comment: Option<String>,
    /// The pieces, as the first field of a FEN.
    pub board: String,
    /// Always false: the program finds out itself which way round a board stands.
    pub flipped: bool,
    /// The clock; null if none was read.
    pub clock: Option<EboardClock>,
}

/// A clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct EboardClock {
    /// White's time left, in seconds.
    pub white: u64,
    /// Black's time left, in seconds.
    pub black: u64,
    /// True while White's time runs, false while Black's does, null while both stand.
    pub run: Option<bool>,
    /// The time of day of the reading, in milliseconds since 1970.
    pub time: u64,
}

/// What a feed tells of its board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BoardNews {
    /// The serial number.
    pub serialnr: String,
    /// Whether the client said that the board is turned.
    pub flipped: bool,
    /// The pieces, as the first field of a FEN.
    pub board: String,
    /// The clock, if it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Option<EboardClock>>,
    /// The moves since the client's set-up, if they or the board changed.
    #[serde(flatten)]
    pub moves: Option<MovesView>,
}

/// The moves since a set-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MovesView {
    /// The client's FEN.
    pub start: String,
    /// All moves since then.
    pub san: Vec<String>,
    /// Whether the pieces stand as they do after these moves.
    #[serde(rename = "match")]
    pub is_match: bool,
}

impl EboardView {
    pub(crate) fn of(board: &ShownBoard, now: Now) -> EboardView {
        EboardView {
            serialnr: board.serial.clone(),
            source: board.source.clone(),
            state: board.state,
            battery: board.battery_percent.map(|percent| format!("{percent}%")),
            comment: None,
            board: placement(&board.pieces),
            flipped: false,
            clock: board.clock.as_ref().map(|clock| EboardClock::of(clock, now)),
        }
    }
}

impl EboardClock {
    pub(crate) fn of(clock: &ClockFace, now: Now) -> EboardClock {
        EboardClock {
            white: seconds(clock.left_ms.white),
            black: seconds(clock.left_ms.black),
            run: clock.running.map(Color::is_white),
            time: now.wall_at(clock.read_ms),
        }
    }
}

/// Returns pieces as the first field of a FEN.
pub(crate) fn placement(board: &Board) -> String {
    board.to_string()
}

/// Returns a value as the text of a frame.
pub(crate) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("such values have text as keys")
}

//! A review: all that the journal holds about one game, in the order in which it happened, for an arbiter who looks again
//! at a disputed move.
//!
//! ```text
//! journal ──▶ Reviewer ──▶ Review      the log, and what the game believed after each of its entries
//!                   Review ──▶ json    one document for the page of reviews
//! ```
//!
//! Invariants:
//! * A review is a function of the journal. The journal is folded anew for it, so it can differ from no case and no export.
//! * The log has what happened in order. What was seen comes before what the program concluded from it.
//! * Nothing is filled in: a time without data is an entry, and no reading is computed from its neighbours.
//! * A review decides nothing, and holds no bytes of any device.
//! * Every list has its limit, and the log says how many entries are left out.

mod beliefs;
mod clock_run;
mod json;
mod reviewer;

pub use beliefs::BelievedPly;
pub use clock_run::ClockRun;
pub use json::ReviewJson;
pub use reviewer::Reviewer;

use crate::case::{Commanded, Limited, TimesOfDay};
use board::{Contents, LinkState, Millis, Reading, Timing};
use game::{GameEvent, Player, Reckoning, ResultEntry, Standing};
use hall::TableNo;
use laws::Incident;
use shakmaty::{ByColor, CastlingMode, Color, KnownOutcome, Square};

/// A review of one game.
#[derive(Debug, Clone)]
pub struct Review {
    /// The number of the table.
    pub table: TableNo,
    /// The number of the game at the table, as published.
    pub game: u32,
    /// The players.
    pub players: ByColor<Player>,
    /// The rules of castling: standard or Chess960.
    pub mode: CastlingMode,
    /// The greatest errors that the times of the board and the clock may have.
    pub timing: Timing,
    /// The notes from which the time of day follows.
    pub times: TimesOfDay,
    /// The journal times of the first and the last entry.
    pub span_ms: (Millis, Millis),
    /// The board when the game began; `None` if nothing was read by then.
    pub squares: Option<Reading>,
    /// The standing from which the game started, as it was believed at first.
    pub start: Standing,
    /// The board's link when the game began.
    pub link: LinkState,
    /// The last reading of the clock before the game began, with its journal time.
    pub clock: Option<(Millis, ClockRun)>,
    /// The entries, in order.
    pub log: Limited<Logged>,
    /// The plies that were ever believed. Entries name them by their index.
    pub nodes: Vec<BelievedPly>,
    /// The plies that are believed at the end of the journal.
    pub line: Vec<usize>,
    /// The incidents of the game, as they are at the end of the journal.
    pub incidents: Vec<Incident>,
    /// The commands of people. Entries name them by their index.
    pub said: Vec<Commanded>,
    /// The confirmed result at the end of the journal.
    pub result: Option<ResultEntry>,
}

/// An entry of the log, with its time and its record.
#[derive(Debug, Clone, PartialEq)]
pub struct Logged {
    /// The journal time.
    pub t_ms: Millis,
    /// The number of the record that caused the entry.
    pub seq: u64,
    /// What happened.
    pub what: Happened,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Happened {
    /// The sensors of a square told that it changed.
    Square(Square, Contents),
    /// The board told all its squares after a time in which it was not followed.
    Reading(Reading),
    /// A side pressed the clock.
    Press(Color),
    /// A side's flag was down.
    Flag(Color),
    /// The clock was read, for a while as its running time had to be.
    Clock(ClockRun),
    /// Nothing could be seen for so many milliseconds until now.
    Gap(Millis),
    /// The board's link changed.
    Link(LinkState),
    /// The board was found to stand the other way round.
    Turned,
    /// Which way round the board stands is not known: its squares are held back.
    SidesUnknown,
    /// A piece that stands for a result was put on a square.
    Marker(Square, KnownOutcome),
    /// The program started again. It saw nothing while it did not run.
    Started,
    /// The game is told from this standing on.
    Array(Standing),
    /// The game is believed to be the first so many plies that were believed before, and then these.
    Line(usize, Vec<usize>),
    /// The program concluded something. Where it settled a ply, the explanations that were alive then come with it.
    Concluded(Box<GameEvent>, Vec<Reckoning>),
    /// The incident of this number was found.
    Incident(u32),
    /// A person said what is in the list of commands at this index.
    Said(usize),
}

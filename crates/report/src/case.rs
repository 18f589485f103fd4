//! A case: what the journal holds about a few minutes at one table, for the arbiter who has to decide a dispute.
//!
//! ```text
//! journal ──▶ CaseSurvey ──▶ CaseWindow   which records: by journal time, time of day, or plies
//! journal ──▶ Gather ──▶ Case               what happened in the window, as data
//!                     Case ──▶ page         one page of HTML, a pure function of the case
//! ```
//!
//! Invariants:
//! * A case says what was seen and when, with the error of each time. Where the errors leave the order of events open,
//!   the case says so.
//! * A case decides nothing: it cites articles with its findings, and the page says that the arbiter decides.
//! * An anonymous case holds no player's name anywhere, not even in the records quoted from the journal.
//! * Every list has its limit, and says how many entries are left out.

mod clocks;
mod conceal;
mod diagram;
mod gather;
mod given;
mod html;
mod order;
mod page;
mod sections;
mod survey;
mod time_of_day;
pub(crate) mod words;

pub use conceal::{Shown, shown};
pub use gather::Gather;
pub use html::escape;
pub use page::{CaseProof, page};
pub use survey::{CaseSurvey, CaseWindow, Span, When};
pub use time_of_day::TimesOfDay;

use crate::ordered::Ordered;
use board::{Contents, Millis, Reading, Time, Timing};
use game::{CommandJson, GameEvent, Player, PlyState, Reason, ResultEntry, Standing};
use hall::{HallSetup, Refusal, TableNo};
use laws::Incident;
use shakmaty::{ByColor, CastlingMode, Color, Square};

/// A case: what the journal holds about some minutes of one game, gathered for a decision or an appeal.
#[derive(Debug, Clone)]
pub struct Case {
    /// The game and the minutes of it that the case covers.
    pub window: CaseWindow,
    /// The set-up of the event, with its rules.
    pub hall: HallSetup,
    /// The players; their names are empty in an anonymous case.
    pub players: ByColor<Player>,
    /// Says whether the case is anonymous: the words White and Black replace the names.
    pub anonymous: bool,
    /// The board's serial number, if the board reported one, and its port; `None` if the table had no board.
    pub board: Option<String>,
    /// The names and versions of the programs that wrote the journal.
    pub programs: Vec<String>,
    /// The epoch of the journal.
    pub epoch: String,
    /// The greatest errors that the times of the board and the clock may have.
    pub timing: Timing,
    /// The castling mode: standard or Chess960.
    pub mode: CastlingMode,
    /// The state of the game at the beginning of the window.
    pub before: Stand,
    /// The state of the game at the end of the window.
    pub after: Stand,
    /// The changes of squares, the presses, the falls of a flag and the gaps, in the order in which they were read.
    pub touches: Limited<Touch>,
    /// The plies made in the window, with what is known of them at the end of the journal.
    pub moves: Limited<Move>,
    /// The clock readings in which another side's time runs than before, those that show a jump, and the first and the
    /// last reading in the window.
    pub clocks: Limited<ClockShown>,
    /// The incidents of which the arbiter was notified, in their state at the end of the journal.
    pub incidents: Limited<Incident>,
    /// The commands that people gave in the window.
    pub decisions: Limited<Commanded>,
    /// The orders about the game's pairing and its round, whenever they were given, and those about the table in the
    /// window.
    pub orders: Limited<Ordered>,
    /// The conclusions of the program about the game: corrections, questions, irregular plies, results. The states of
    /// plies are in `moves`.
    pub opinions: Limited<(Millis, GameEvent)>,
    /// The records of the window that concern this table.
    pub records: Limited<RawRecord>,
    /// The confirmed result of the game, at the end of the journal.
    pub result: Option<ResultEntry>,
}

/// A list with a limit on the number of its entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limited<T> {
    /// The first entries, up to the limit.
    pub items: Vec<T>,
    /// The number of further entries, which are left out of the list.
    pub left_out: usize,
}

/// The state of a game at an instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    /// The journal time of the instant.
    pub t_ms: Millis,
    /// The number of plies made.
    pub plies: usize,
    /// The position in the game.
    pub standing: Standing,
    /// The board's reading at that instant; `None` if the board was not read.
    pub reading: Option<Reading>,
    /// The clock at that instant: the time left for each side in milliseconds, and the side whose time ran. `None` if
    /// the clock was not read.
    pub clock: Option<(ByColor<u32>, Option<Color>)>,
}

/// An event at the table that the board or the clock noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// The time of the event, with its error.
    pub time: Time,
    /// The number of the record in which the event was found.
    pub seq: u64,
    /// The kind of event.
    pub what: Handled,
    /// The first and the last place that the event may have in the true order of all touches, counted from 1.
    pub place: (usize, usize),
}

/// The kinds of events at a table, and gaps in which nothing could be noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handled {
    /// A change in the contents that the sensors report for a square.
    Square {
        /// The square.
        square: Square,
        /// The reading of the square before; `None` if unknown.
        before: Option<Contents>,
        /// The new reading of the square.
        now: Contents,
    },
    /// A press of the clock by this side.
    Press(Color),
    /// The fall of this side's flag.
    Flag(Color),
    /// A gap in which nothing could be seen, with its length in milliseconds. It ended at the time of this event.
    Gap(Millis),
}

/// A ply of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The number of the ply; the first is 1.
    pub ply: usize,
    /// The number of the move that the ply belongs to, and the side that made the ply.
    pub number: (u32, Color),
    /// The move in SAN, or as squares if no rule allows it.
    pub text: String,
    /// Says whether the move is legal.
    pub legal: bool,
    /// The time at which the first of the move's squares changed.
    pub touched: Time,
    /// The time at which the last of the move's squares had changed, so that the move was on the board.
    pub made: Time,
    /// The time at which the clock was pressed after the ply; `None` if no press was seen.
    pub pressed: Option<Time>,
    /// The mover's time left after the ply, in milliseconds; `None` if unknown.
    pub left_ms: Option<u32>,
    /// The certainty of the ply.
    pub state: PlyState,
    /// The evidence on which the program accepted the ply.
    pub reason: Reason,
    /// Says whether the ply's times were not seen but estimated from later events.
    pub estimated: bool,
}

/// A reading of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockShown {
    /// The journal time of the reading.
    pub t_ms: Millis,
    /// The time shown for each side, in milliseconds.
    pub left_ms: ByColor<u32>,
    /// The side whose time runs; `None` if neither runs.
    pub running: Option<Color>,
    /// The reason why the reading is listed.
    pub why: Listed,
}

/// The reason why a reading of the clock is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// The first reading in the window.
    First,
    /// A reading in which the running side differs from the previous reading, or no side's time runs any more.
    Changed,
    /// A reading with a time that cannot follow from the previous reading.
    Jumped,
    /// The last reading in the window.
    Last,
}

/// A person's command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commanded {
    /// The journal time of the command.
    pub t_ms: Millis,
    /// The number of the command's record.
    pub seq: u64,
    /// The command, with its author.
    pub command: CommandJson,
    /// The reason why the command could not be carried out; `None` if it was carried out.
    pub refusal: Option<Refusal>,
    /// The journal time at which the decision was prepared that the command announces, changes or drops, if it is about
    /// one.
    pub prepared_ms: Option<Millis>,
}

/// A record of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawRecord {
    /// The number of the record.
    pub seq: u64,
    /// The record's line copied from the journal, or its body without names. `None` if names must be concealed and a
    /// person wrote free text in the record.
    pub line: Option<String>,
    /// Says whether `line` differs from the line in the journal because names or free text were concealed.
    pub concealed: bool,
}

impl<T> Default for Limited<T> {
    fn default() -> Limited<T> {
        Limited { items: Vec::new(), left_out: 0 }
    }
}

impl<T> Limited<T> {
    /// Adds an item to the list; if the list is full, only counts the item.
    pub(crate) fn push(&mut self, item: T, max: usize) {
        if self.items.len() < max {
            self.items.push(item);
        } else {
            self.left_out += 1;
        }
    }
}

impl Case {
    /// Returns the number of the table.
    pub fn table(&self) -> TableNo {
        self.window.table
    }

    /// Returns the number of the move that a ply belongs to, as on a score sheet: `2.` for White's ply, `2…` for
    /// Black's.
    pub fn move_of(&self, ply: usize) -> String {
        let next = &self.before.standing;
        // The count of half-moves at the first ply after the window's beginning; White's first move counts as 2.
        let number = next.setup().fullmoves.get() as usize * 2 + usize::from(next.turn() == Color::Black);
        let half = (number + ply).saturating_sub(self.before.plies + 1);
        format!("{}{}", half / 2, if half.is_multiple_of(2) { "." } else { "…" })
    }

    /// Returns the name by which the page calls a side: the player's name, or the colour if the name is empty.
    pub fn name(&self, color: Color) -> &str {
        let name = self.players[color].name.as_str();
        if name.is_empty() { color.fold_wb("White", "Black") } else { name }
    }
}

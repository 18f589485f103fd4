//! A case: what the journal holds of a few minutes at one table, for the arbiter who has to decide.
//!
//! ```text
//! journal ──▶ Survey ──▶ Window       which records: by journal time, time of day, or plies
//! journal ──▶ Gather ──▶ Case         what happened in it, as data
//!                     Case ──▶ page   one page of HTML, a pure function of the case
//! ```
//!
//! Invariants:
//! * A case says what was seen and when, with its error. Events that may have come in another order are said to have
//!   none.
//! * A case decides nothing: findings carry their articles, and the page says that the arbiter decides.
//! * An anonymous case holds no player's name anywhere, not even in records that the journal wrote at the time.
//! * Every list has its limit, and says how many entries are left out.

mod clocks;
mod conceal;
mod diagram;
mod gather;
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
pub use page::{Proof, page};
pub use survey::{Span, Survey, When, Window};
pub use time_of_day::TimesOfDay;

use board::{Contents, Millis, Reading, Time, Timing};
use game::{Command, GameEvent, Player, PlyState, Reason, ResultEntry, Standing};
use hall::{HallSetup, TableNo};
use laws::Incident;
use shakmaty::{ByColor, CastlingMode, Color, Square};

/// The content of a case, as data.
#[derive(Debug, Clone)]
pub struct Case {
    /// The minutes and the game that it is about.
    pub window: Window,
    /// The event and its rules.
    pub hall: HallSetup,
    /// The players; their names are empty in an anonymous case.
    pub players: ByColor<Player>,
    /// Says whether names were replaced by White and Black.
    pub anonymous: bool,
    /// The board: its serial number where it told one, and its port.
    pub board: Option<String>,
    /// The versions of the program that wrote the journal.
    pub programs: Vec<String>,
    /// The epoch of the journal.
    pub epoch: String,
    /// The errors that times may have.
    pub timing: Timing,
    /// The castling mode: standard or Chess960.
    pub mode: CastlingMode,
    /// The position before the window.
    pub before: Stand,
    /// The position at the end of the window.
    pub after: Stand,
    /// The lifts, placements, presses and gaps, in the order in which they were read.
    pub touches: Limited<Touch>,
    /// The plies of the game as they are believed at the end of the journal.
    pub moves: Limited<Move>,
    /// The clock readings at which it changed hands, jumped, or was first and last read.
    pub clocks: Limited<ClockShown>,
    /// The incidents that the arbiter was told, as they stood at the end of the journal.
    pub incidents: Limited<Incident>,
    /// The commands of people.
    pub decisions: Limited<Decision>,
    /// The conclusions of the program that it changed, took back or left open.
    pub opinions: Limited<(Millis, GameEvent)>,
    /// The records of this table.
    pub records: Limited<RawRecord>,
    /// The confirmed result of the game, at the end of the journal.
    pub result: Option<ResultEntry>,
}

/// A list with a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limited<T> {
    /// The first entries, up to the limit.
    pub items: Vec<T>,
    /// The number of further entries.
    pub left_out: usize,
}

/// The state of a game at an instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    /// The journal time.
    pub t_ms: Millis,
    /// The number of plies made.
    pub plies: usize,
    /// The position in the game.
    pub standing: Standing,
    /// The board's reading, where it was read.
    pub reading: Option<Reading>,
    /// The clock at that instant: time left by colour in milliseconds, and whose time ran.
    pub clock: Option<(ByColor<u32>, Option<Color>)>,
}

/// An act of hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// The time of it, with its error.
    pub time: Time,
    /// The number of the record.
    pub seq: u64,
    /// The act.
    pub what: Handled,
    /// The first and the last place that it may have in the order of all touches.
    pub place: (usize, usize),
}

/// The kinds of acts of hands, and what kept the board from seeing them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handled {
    /// A square came to read differently.
    Square {
        /// The square.
        square: Square,
        /// The reading until then, where it is known.
        before: Option<Contents>,
        /// The reading from then on.
        now: Contents,
    },
    /// A press of the clock by this side.
    Press(Color),
    /// The fall of this side's flag.
    Flag(Color),
    /// A time in which nothing could be seen, in milliseconds, up to this instant.
    Gap(Millis),
}

/// A ply of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The number of the ply; the first is 1.
    pub ply: usize,
    /// The number of the move that the ply belongs to, and whose it is.
    pub number: (u32, Color),
    /// The move in SAN, or in squares when no rule allows it.
    pub text: String,
    /// Says whether a rule allows it.
    pub legal: bool,
    /// The time at which the first square changed.
    pub touched: Time,
    /// The time at which the last square that it needs had changed.
    pub made: Time,
    /// The time at which the clock was pressed.
    pub pressed: Option<Time>,
    /// The time left, in milliseconds.
    pub left_ms: Option<u32>,
    /// The certainty of the ply.
    pub state: PlyState,
    /// The reason why it is believed.
    pub reason: Reason,
    /// Says whether its times follow from what came later.
    pub estimated: bool,
}

/// A reading of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockShown {
    /// The journal time.
    pub t_ms: Millis,
    /// The time shown for each side, in milliseconds.
    pub left_ms: ByColor<u32>,
    /// The side whose time runs.
    pub running: Option<Color>,
    /// The reason why it is listed.
    pub why: Listed,
}

/// The reason why a reading of the clock is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// The first reading in the window.
    First,
    /// A change of the side whose time runs, also to neither.
    Changed,
    /// A time that does not follow from the reading before.
    Jumped,
    /// The last reading in the window.
    Last,
}

/// A person's command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The journal time.
    pub t_ms: Millis,
    /// The number of the record.
    pub seq: u64,
    /// The command, with its author.
    pub command: Command,
    /// The reason why it could not be done, if it could not.
    pub refusal: Option<String>,
}

/// A record of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawRecord {
    /// The number of the record.
    pub seq: u64,
    /// The record's line as it stands in the journal, or its body without names. `None` where a person wrote freely
    /// and names are to be kept back.
    pub line: Option<String>,
    /// Says whether the line differs from the one in the journal.
    pub concealed: bool,
}

impl<T> Default for Limited<T> {
    fn default() -> Limited<T> {
        Limited { items: Vec::new(), left_out: 0 }
    }
}

impl<T> Limited<T> {
    /// Adds an item, or counts it if the list is full.
    pub(crate) fn push(&mut self, item: T, max: usize) {
        if self.items.len() < max {
            self.items.push(item);
        } else {
            self.left_out += 1;
        }
    }
}

impl Case {
    /// Returns the table.
    pub fn table(&self) -> TableNo {
        self.window.table
    }

    /// Returns the move that a ply belongs to, as a score sheet numbers it: `2.` is White's, `2…` Black's.
    pub fn move_of(&self, ply: usize) -> String {
        let next = &self.before.standing;
        // The number counts half-moves from White's first, for the ply after the position before.
        let number = next.setup().fullmoves.get() as usize * 2 + usize::from(next.turn() == Color::Black);
        let half = (number + ply).saturating_sub(self.before.plies + 1);
        format!("{}{}", half / 2, if half.is_multiple_of(2) { "." } else { "…" })
    }

    /// Returns what to call a side: the player's name, or the colour.
    pub fn name(&self, color: Color) -> &str {
        let name = self.players[color].name.as_str();
        if name.is_empty() { color.fold_wb("White", "Black") } else { name }
    }
}

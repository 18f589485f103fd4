//! A case: what the book holds of a few minutes at one table, for the arbiter who has to decide.
//!
//! ```text
//! book ──▶ Survey ──▶ Window          which records: by journal time, time of day, or plies
//! book ──▶ Gather ──▶ Case            what happened in it, as data
//!                     Case ──▶ page   one page of HTML, a pure function of the case
//! ```
//!
//! Invariants:
//! * A case says what was seen and when, with its error; what may have happened in another order is said to have none.
//! * It decides nothing: findings carry their articles, and the page says that the arbiter decides.
//! * An anonymous case holds no player's name anywhere, also not in what the book wrote at the time.
//! * Every list has its limit, and says how many are left out.

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

/// What a case is about, as data.
#[derive(Debug, Clone)]
pub struct Case {
    /// Which minutes of which game.
    pub window: Window,
    /// The event and its rules.
    pub hall: HallSetup,
    /// Who plays; empty names in an anonymous case.
    pub players: ByColor<Player>,
    /// Whether names were replaced by White and Black.
    pub anonymous: bool,
    /// The board: its maker's serial number where it told one, and its port.
    pub board: Option<String>,
    /// Which versions of the program wrote the book.
    pub programs: Vec<String>,
    /// The book's own mark.
    pub epoch: String,
    /// How far times may be off.
    pub timing: Timing,
    /// Standard or Chess960.
    pub mode: CastlingMode,
    /// The position before.
    pub before: Stand,
    /// The position at the end.
    pub after: Stand,
    /// Lifts, placements, presses and gaps, in the order they were read.
    pub touches: Limited<Touch>,
    /// The plies of the game as they are believed at the end of the book.
    pub moves: Limited<Move>,
    /// The clock when it changed hands, jumped, or was first and last read.
    pub clocks: Limited<ClockShown>,
    /// What the arbiter was told, as it stood at the end of the book.
    pub incidents: Limited<Incident>,
    /// What people said.
    pub decisions: Limited<Decision>,
    /// What the program made of it, and took back.
    pub opinions: Limited<(Millis, GameEvent)>,
    /// The records of this table.
    pub records: Limited<RawRecord>,
    /// The confirmed result of the game, as at the end of the book.
    pub result: Option<ResultEntry>,
}

/// A list with a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limited<T> {
    /// The first of them.
    pub items: Vec<T>,
    /// How many more there were.
    pub left_out: usize,
}

/// Where a game stood at an instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    /// When.
    pub t_ms: Millis,
    /// How many plies were made.
    pub plies: usize,
    /// The game's position.
    pub standing: Standing,
    /// What the board read, where it was read.
    pub reading: Option<Reading>,
    /// The clock then: time left by colour, and whose ran.
    pub clock: Option<(ByColor<u32>, Option<Color>)>,
}

/// One thing hands did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// When, with its error.
    pub time: Time,
    /// The record.
    pub seq: u64,
    /// What.
    pub what: Handled,
    /// The first and the last place it may have in the order of all of them.
    pub place: (usize, usize),
}

/// What hands did, or kept the board from saying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handled {
    /// A square came to read otherwise.
    Square {
        /// The square.
        square: Square,
        /// What it read before, where that is known.
        before: Option<Contents>,
        /// What it reads now.
        now: Contents,
    },
    /// This side pressed the clock.
    Press(Color),
    /// This side's flag was down.
    Flag(Color),
    /// Nothing could be seen for so long before.
    Gap(Millis),
}

/// One ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// Its number; the first is 1.
    pub ply: usize,
    /// The number of the move it belongs to, and whose it is.
    pub number: (u32, Color),
    /// In SAN; in squares when no rule allows it.
    pub text: String,
    /// Whether a rule allows it.
    pub legal: bool,
    /// When the first square changed.
    pub touched: Time,
    /// When the last square it needs had changed.
    pub made: Time,
    /// When the clock was pressed.
    pub pressed: Option<Time>,
    /// Time left, in milliseconds.
    pub left_ms: Option<u32>,
    /// How sure it is.
    pub state: PlyState,
    /// Why it is believed.
    pub reason: Reason,
    /// Its times follow from what came later.
    pub estimated: bool,
}

/// A reading of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockShown {
    /// When.
    pub t_ms: Millis,
    /// Time shown for each side.
    pub left_ms: ByColor<u32>,
    /// Whose time runs.
    pub running: Option<Color>,
    /// Why it is listed.
    pub why: Listed,
}

/// Why a reading of the clock is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// It is the first here.
    First,
    /// Another side's time runs, or none.
    Changed,
    /// It shows another time than had to follow from the reading before.
    Jumped,
    /// It is the last here.
    Last,
}

/// What a person said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// When.
    pub t_ms: Millis,
    /// The record.
    pub seq: u64,
    /// What, and who.
    pub command: Command,
    /// Why it could not be done, if it could not.
    pub refusal: Option<String>,
}

/// A record of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawRecord {
    /// Its number.
    pub seq: u64,
    /// Its line as it stands in the book, or its body without the names in it; none where a person wrote freely and
    /// names are to be kept back.
    pub line: Option<String>,
    /// Whether the line is not as it stands in the book.
    pub concealed: bool,
}

impl<T> Default for Limited<T> {
    fn default() -> Limited<T> {
        Limited { items: Vec::new(), left_out: 0 }
    }
}

impl<T> Limited<T> {
    /// Adds one, or counts it.
    pub(crate) fn push(&mut self, item: T, max: usize) {
        if self.items.len() < max {
            self.items.push(item);
        } else {
            self.left_out += 1;
        }
    }
}

impl Case {
    /// The table.
    pub fn table(&self) -> TableNo {
        self.window.table
    }

    /// The move a ply belongs to, as a score sheet numbers it: `2.` is White's, `2…` Black's.
    pub fn move_of(&self, ply: usize) -> String {
        let next = &self.before.standing;
        // Half-moves counted from White's first, for the ply after the position before.
        let number = next.setup().fullmoves.get() as usize * 2 + usize::from(next.turn() == Color::Black);
        let half = (number + ply).saturating_sub(self.before.plies + 1);
        format!("{}{}", half / 2, if half.is_multiple_of(2) { "." } else { "…" })
    }

    /// What to call a side: its name, or its colour.
    pub fn name(&self, color: Color) -> &str {
        let name = self.players[color].name.as_str();
        if name.is_empty() { color.fold_wb("White", "Black") } else { name }
    }
}

//! An item of the list: what is missing, and where.

use super::words::{self, Words};
use crate::TableNo;
use board::{Ailment, Time};
use laws::{Phrase, Value, reports::round_check::Unready};
use shakmaty::{ByColor, Color, Square};
use std::fmt::Display;
use tournament::{BoardNo, PairingNo, PlayerNo, RoundNo};

/// The gravity of a lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The round cannot begin, or a game of it would not be followed.
    Stop,
    /// Somebody should look at it. It may be as it is meant.
    Look,
}

impl Severity {
    /// Returns the name used on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Stop => "stop",
            Severity::Look => "look",
        }
    }
}

/// Something that is missing before a round, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// What is missing.
    pub lack: Lack,
    /// The key of the tournament, if one is concerned.
    pub tournament: Option<String>,
    /// The board of the tournament, if one is concerned.
    pub board: Option<BoardNo>,
    /// The table of the hall, if one is concerned.
    pub table: Option<TableNo>,
}

/// A kind of lack, with what is to be said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lack {
    /// The round has no pairings.
    NoPairings(RoundNo),
    /// An earlier round is open, and these boards have no result.
    NoResult(RoundNo, Vec<BoardNo>),
    /// An earlier round has all results and is still open.
    NotEnded(RoundNo),
    /// A player sits at several boards.
    PairedTwice(String, Vec<BoardNo>),
    /// A pairing lacks the player of this colour.
    NoPlayer(Color),
    /// A paired player has no name.
    NoName(PlayerNo),
    /// Several players have this identity number of FIDE.
    FideIdTwice(u32, Vec<String>),
    /// A player who has withdrawn after this round is paired.
    Withdrawn(String, RoundNo),
    /// So many players are neither paired nor among those with a bye; some of them by name.
    NotPaired(usize, Vec<String>),
    /// The players of a board do not fit the match of their teams.
    TeamColors,
    /// So many pairings are for tables that the hall does not have; the event has more boards than the hall has tables.
    ByHand(usize),
    /// The hall does not have the table.
    NoTable,
    /// The table is for another pairing as well: tournament, round and board.
    TableTwice((String, RoundNo, BoardNo)),
    /// The table failed for this reason (in English).
    TableFailed(String),
    /// The table has no board.
    NoBoard,
    /// The board's port is gone.
    BoardLost,
    /// The board does not answer.
    BoardSilent,
    /// The board has ten by ten squares.
    LargeBoard,
    /// Something is wrong with the board or its cable.
    Ailing(Ailment),
    /// The board says that the sensors of these squares are dead.
    DeadSensors(Vec<Square>),
    /// The board says that these squares have read occupied ever since it was switched on, and nothing should stand there.
    StuckSensors(Vec<Square>),
    /// The board says that its wiring is at fault.
    Wiring,
    /// These few squares alone read empty or occupied where the start position has it the other way.
    DoubtedSensors(Vec<Square>),
    /// The battery of the board has only so many percent.
    Battery(u8),
    /// Several tables wait for the board with this serial number.
    SerialClaimedTwice(String, Vec<TableNo>),
    /// The boards on these ports say that they have this serial number.
    SerialTwice(String, Vec<String>),
    /// The check of the table before its first move found something.
    Unready(Unready),
    /// The clock tells no times, so nothing was heard of it yet.
    ClockUnheard,
    /// The time control is unknown, and the clock shows other times than most.
    ClockDiffers {
        /// The times that the clock shows.
        shown: ByColor<Time>,
        /// The times that most clocks show.
        usual: ByColor<Time>,
    },
}

/// The greatest number of wrong squares that are listed. If more are wrong, the pieces were not set up at all.
const SQUARES_MAX: usize = 12;

impl Missing {
    pub(super) fn of_event(lack: Lack) -> Missing {
        Missing { lack, tournament: None, board: None, table: None }
    }

    pub(super) fn of_tournament(lack: Lack, key: &str) -> Missing {
        Missing { tournament: Some(key.to_owned()), ..Missing::of_event(lack) }
    }

    pub(super) fn of_board(lack: Lack, at: &PairingNo, table: Option<TableNo>) -> Missing {
        Missing { lack, tournament: Some(at.key.clone()), board: Some(at.board), table }
    }

    pub(super) fn at_table(lack: Lack, at: Option<&PairingNo>, table: TableNo) -> Missing {
        match at {
            Some(at) => Missing::of_board(lack, at, Some(table)),
            None => Missing { table: Some(table), ..Missing::of_event(lack) },
        }
    }

    /// Returns the name of the lack on the wire.
    pub fn kind(&self) -> &'static str {
        self.lack.words().kind
    }

    /// Returns how grave the lack is.
    pub fn severity(&self) -> Severity {
        self.lack.words().severity
    }

    /// Returns a sentence that says what is missing. It names neither the table nor the board.
    pub fn phrase(&self) -> Phrase {
        self.lack.words().says.with(self.lack.values())
    }

    /// Returns a sentence that says what to do.
    pub fn what_to_do(&self) -> Phrase {
        self.lack.words().to_do.with(self.lack.values())
    }
}

impl Lack {
    fn words(&self) -> &'static Words {
        match self {
            Lack::NoPairings(_) => &words::NO_PAIRINGS,
            Lack::NoResult(..) => &words::NO_RESULT,
            Lack::NotEnded(_) => &words::NOT_ENDED,
            Lack::PairedTwice(..) => &words::PAIRED_TWICE,
            Lack::NoPlayer(_) => &words::NO_PLAYER,
            Lack::NoName(_) => &words::NO_NAME,
            Lack::FideIdTwice(..) => &words::FIDE_ID_TWICE,
            Lack::Withdrawn(..) => &words::WITHDRAWN,
            Lack::NotPaired(..) => &words::NOT_PAIRED,
            Lack::TeamColors => &words::TEAM_COLORS,
            Lack::ByHand(_) => &words::BY_HAND,
            Lack::NoTable => &words::NO_TABLE,
            Lack::TableTwice(_) => &words::TABLE_TWICE,
            Lack::TableFailed(_) => &words::TABLE_FAILED,
            Lack::NoBoard => &words::NO_BOARD,
            Lack::BoardLost => &words::BOARD_LOST,
            Lack::BoardSilent => &words::BOARD_SILENT,
            Lack::LargeBoard => &words::LARGE_BOARD,
            Lack::Ailing(Ailment::Deaf { is_followed: false }) => &words::DEAF,
            Lack::Ailing(Ailment::Deaf { is_followed: true }) => &words::DEAF_BUT_FOLLOWED,
            Lack::Ailing(Ailment::NoParity) => &words::NO_PARITY,
            Lack::DeadSensors(_) => &words::DEAD_SENSORS,
            Lack::StuckSensors(_) => &words::STUCK_SENSORS,
            Lack::Wiring => &words::WIRING,
            Lack::DoubtedSensors(_) => &words::DOUBTED_SENSORS,
            Lack::Battery(_) => &words::BATTERY,
            Lack::SerialClaimedTwice(..) => &words::SERIAL_CLAIMED,
            Lack::SerialTwice(..) => &words::SERIAL_TWICE,
            Lack::Unready(Unready::NoReading) => &words::NOT_READ,
            Lack::Unready(Unready::Turned) => &words::TURNED,
            Lack::Unready(Unready::Pieces(squares)) if squares.len() > SQUARES_MAX => &words::NOT_SET_UP,
            Lack::Unready(Unready::Pieces(_)) => &words::PIECES,
            Lack::Unready(Unready::NoClock) => &words::NO_CLOCK,
            Lack::Unready(Unready::Setting { .. }) => &words::SETTING,
            Lack::Unready(Unready::Running(_)) => &words::RUNNING,
            Lack::Unready(Unready::Lever(_)) => &words::LEVER,
            Lack::ClockUnheard => &words::CLOCK_UNHEARD,
            Lack::ClockDiffers { .. } => &words::CLOCK_DIFFERS,
        }
    }

    fn values(&self) -> Vec<Value> {
        match self {
            Lack::NoPairings(round) | Lack::NotEnded(round) => vec![number(*round)],
            Lack::NoResult(round, boards) => vec![number(*round), listed(boards)],
            Lack::PairedTwice(name, boards) => vec![Value::Words(name.clone()), listed(boards)],
            Lack::Withdrawn(name, after) => vec![Value::Words(name.clone()), number(*after)],
            Lack::NotPaired(count, names) => vec![number(*count as u64), listed(names)],
            Lack::DeadSensors(squares) | Lack::StuckSensors(squares) | Lack::DoubtedSensors(squares) => {
                vec![Value::Squares(squares.clone())]
            }
            Lack::NoPlayer(color) => vec![Value::Side(*color)],
            Lack::NoName(player) => vec![number(*player)],
            Lack::FideIdTwice(id, names) => vec![number(*id), listed(names)],
            Lack::ByHand(count) => vec![number(*count as u64)],
            Lack::TableTwice((key, round, board)) => {
                vec![Value::Words(key.clone()), number(*round), number(*board)]
            }
            Lack::TableFailed(why) => vec![Value::Words(why.clone())],
            Lack::Battery(percent) => vec![number(*percent)],
            Lack::SerialClaimedTwice(serial, tables) => vec![Value::Words(serial.clone()), listed(tables)],
            Lack::SerialTwice(serial, ports) => vec![Value::Words(serial.clone()), listed(ports)],
            Lack::Unready(unready) => vec![Value::Phrase(Box::new(unready.phrase()))],
            Lack::ClockDiffers { shown, usual } => vec![Value::Readings(*shown), Value::Readings(*usual)],
            Lack::TeamColors
            | Lack::NoTable
            | Lack::NoBoard
            | Lack::BoardLost
            | Lack::BoardSilent
            | Lack::LargeBoard
            | Lack::Ailing(_)
            | Lack::Wiring
            | Lack::ClockUnheard => Vec::new(),
        }
    }
}

fn number(count: impl Into<u64>) -> Value {
    Value::Number(count.into())
}

fn listed<T: Display>(items: &[T]) -> Value {
    Value::Words(items.iter().map(T::to_string).collect::<Vec<_>>().join(", "))
}

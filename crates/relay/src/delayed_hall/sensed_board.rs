//! The boards as their sensors read them: what programs on the hall's own computer may know of a board beside its game.
//!
//! The pieces on a board are evidence that no audience is shown. Whoever sits at this computer could open its port.

use board::{ClockReading, LinkState, Reading, Sensing};
use hall::{Hall, Link, LinkNo, TableNo};

/// A board of the hall, with or without a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SensedBoard {
    /// The number of its link.
    pub link: LinkNo,
    /// The table that it serves; `None` if it serves none.
    pub table: Option<TableNo>,
    /// The serial number; `None` if the board has told none.
    pub serial: Option<String>,
    /// The port.
    pub port: String,
    /// The state of the link.
    pub state: LinkState,
    /// The battery charge in percent; `None` if the board does not tell it.
    pub battery_percent: Option<u8>,
    /// The latest reading, by the squares of the game; `None` if there is none since the link was opened.
    pub reading: Option<Reading>,
    /// The latest reading of the clock on the board's own port; `None` if there is none.
    pub clock: Option<ClockReading>,
    /// What the board can sense of a square.
    pub sensing: Sensing,
}

impl SensedBoard {
    /// Returns every board of a hall that is connected or has a table, in the order of their links. A device that is
    /// nothing but a clock is no board.
    pub(crate) fn all(hall: &Hall) -> Vec<SensedBoard> {
        let is_board = |link: &&Link| {
            (link.is_open() || link.table().is_some()) && hall.table_of_clock(link.no()).is_none()
        };
        hall.links().filter(is_board).map(SensedBoard::of).collect()
    }

    fn of(link: &Link) -> SensedBoard {
        SensedBoard {
            link: link.no(),
            table: link.table(),
            serial: link.serial().map(str::to_owned),
            port: link.port().to_owned(),
            state: if link.is_open() { link.state() } else { LinkState::Down },
            battery_percent: link.identity().battery_percent,
            reading: link.reading().cloned(),
            clock: link.clock(),
            sensing: link.maker().sensing(),
        }
    }
}

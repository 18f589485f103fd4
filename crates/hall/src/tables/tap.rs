//! Taps: a tap records the inputs of tables, for a caller that follows them.

use crate::TableNo;
use board::BoardEvent;
use game::CommandJson;

/// The tables whose inputs are recorded, to be polled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tap {
    /// One table.
    Table(TableNo),
    /// Every table.
    All,
}

impl Tap {
    pub(crate) fn takes(self, table: TableNo) -> bool {
        match self {
            Tap::Table(wanted) => wanted == table,
            Tap::All => true,
        }
    }
}

/// An input of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tapped {
    /// An event of the table's board or clock.
    Board(BoardEvent),
    /// A person's command.
    Command(CommandJson),
}

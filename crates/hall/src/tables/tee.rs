//! Tees: a tee copies out the inputs of tables, for a caller that follows them.

use crate::TableNo;
use board::BoardEvent;
use game::CommandJson;

/// The tables whose inputs are copied out and can be polled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tee {
    /// One table.
    Table(TableNo),
    /// Every table.
    All,
}

impl Tee {
    pub(crate) fn takes(self, table: TableNo) -> bool {
        match self {
            Tee::Table(wanted) => wanted == table,
            Tee::All => true,
        }
    }
}

/// An input of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TeeInput {
    /// An event of the table's board or clock.
    Board(BoardEvent),
    /// A person's command.
    Command(CommandJson),
}

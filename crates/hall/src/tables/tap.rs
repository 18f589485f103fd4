//! A tap: what a table was given, kept for whoever follows it.

use crate::TableNo;
use board::BoardEvent;
use game::Command;

/// Whose inputs are kept, to be polled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tap {
    /// One table's.
    Table(TableNo),
    /// Every table's.
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

/// What a table was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tapped {
    /// Its board or its clock said something.
    Board(BoardEvent),
    /// A person said something.
    Command(Command),
}

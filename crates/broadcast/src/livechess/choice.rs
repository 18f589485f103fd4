//! The organiser's choice of boards: clients that know one board take the first.

use hall::TableNo;

/// The name of a board in a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardName {
    /// The board of this table.
    Table(TableNo),
    /// The board with this serial number.
    Serial(String),
}

/// Which boards are told, and which of them first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Choice {
    /// All boards, in the order of their tables.
    #[default]
    All,
    /// All boards, this one before the others.
    First(BoardName),
    /// This board alone.
    Only(BoardName),
}

impl Choice {
    /// Returns the board that is named, if one is.
    pub(crate) fn name(&self) -> Option<&BoardName> {
        match self {
            Choice::All => None,
            Choice::First(name) | Choice::Only(name) => Some(name),
        }
    }
}

/// Returns whether two serial numbers are of one board. The number on the label may have leading zeros when the one that the
/// board tells has none, or the reverse.
pub(crate) fn is_same_serial(one: &str, other: &str) -> bool {
    let bare = |serial: &str| serial.trim().trim_start_matches('0').to_ascii_lowercase();
    one == other || (!bare(one).is_empty() && bare(one) == bare(other))
}

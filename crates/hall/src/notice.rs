//! What the operator should know, beside what the world is told.

use crate::{Divergence, LinkNo, TableNo};
use board::Ailment;
use std::any::Any;

/// Something for the operator: a wrong plug, a broken table, a set-up that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A board serves this table from now on.
    Seated {
        /// The table.
        table: TableNo,
        /// The link.
        link: LinkNo,
        /// Its port.
        port: String,
    },
    /// A second board answers for a table that already has one. It is not used.
    SecondBoard {
        /// The table.
        table: TableNo,
        /// The link that was not used.
        link: LinkNo,
        /// Its port.
        port: String,
        /// The link in use.
        holder: LinkNo,
    },
    /// A board with ten by ten squares is on this port: it is told apart, and not used.
    LargeBoard {
        /// The link.
        link: LinkNo,
        /// Its port.
        port: String,
    },
    /// A board or its cable is not as it should be, though it may be followed; or is again.
    Ailing {
        /// The link.
        link: LinkNo,
        /// Its port.
        port: String,
        /// What was wrong before.
        before: Option<Ailment>,
        /// What is wrong now.
        now: Option<Ailment>,
    },
    /// A table failed for a mistake in this program. It stands still; the others play on.
    TableFaulted {
        /// The table.
        table: TableNo,
        /// What the program said.
        why: String,
    },
    /// A session failed for a mistake in this program; it was begun anew.
    LinkFaulted {
        /// The link.
        link: LinkNo,
        /// What the program said.
        why: String,
    },
    /// A table's set-up cannot be used as it stands.
    BadSetup {
        /// The table.
        table: TableNo,
        /// Why, and what is done instead.
        why: String,
    },
    /// Something this book says was published would be decided differently by this program. What was published
    /// stands; where the game goes on, what is believed now is told as a revision.
    Diverged {
        /// What, where, then and now.
        divergence: Divergence,
    },
    /// How much of the book would be published differently, after its first examples.
    DivergedInAll {
        /// How many publications.
        publications: u64,
        /// At which tables.
        tables: Vec<TableNo>,
    },
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without words").to_owned()
}

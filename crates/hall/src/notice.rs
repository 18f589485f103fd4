//! Notices: news for the operator that is not published.

use crate::{Divergence, LinkNo, TableNo};
use board::Ailment;
use std::any::Any;

/// News for the operator, such as a second board for one table, a failed table or a set-up that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A board has begun to serve a table.
    Seated {
        /// The number of the table.
        table: TableNo,
        /// The number of the board's link.
        link: LinkNo,
        /// The path of the port.
        port: String,
    },
    /// A second board claims a table that already has one. The second board is not used.
    SecondBoard {
        /// The number of the table.
        table: TableNo,
        /// The link of the second board.
        link: LinkNo,
        /// The path of the second board's port.
        port: String,
        /// The link of the board in use.
        holder: LinkNo,
    },
    /// A board with ten by ten squares is on this port. It is recognised, but not used.
    LargeBoard {
        /// The number of the board's link.
        link: LinkNo,
        /// The path of the port.
        port: String,
    },
    /// A board or its cable began or ceased to have an ailment. The board may still be readable.
    Ailing {
        /// The number of the board's link.
        link: LinkNo,
        /// The path of the port.
        port: String,
        /// The ailment until now; `None` if there was none.
        before: Option<Ailment>,
        /// The ailment from now on; `None` if there is none.
        now: Option<Ailment>,
    },
    /// A table failed because of a mistake in this program. Its game is not followed any more; the other tables go on.
    TableFaulted {
        /// The number of the table.
        table: TableNo,
        /// The text of the panic.
        why: String,
    },
    /// A session failed because of a mistake in this program, and a new session took its place.
    LinkFaulted {
        /// The number of the session's link.
        link: LinkNo,
        /// The text of the panic.
        why: String,
    },
    /// A table's set-up cannot be used as configured.
    BadSetup {
        /// The number of the table.
        table: TableNo,
        /// The reason, and what is done instead.
        why: String,
    },
    /// The journal holds a publication that this version of the program would make differently. What was published
    /// remains. If the game is still going on, the new decision is published as a revision.
    Diverged {
        /// The difference: its place, what was published, and what this version of the program would publish.
        divergence: Divergence,
    },
    /// The number of all divergences: publications in the journal that differ from what this version of the program
    /// would publish. The first few have a notice of their own, before this one.
    DivergedInAll {
        /// The number of publications that differ.
        publications: u64,
        /// The tables whose publications differ.
        tables: Vec<TableNo>,
    },
}

/// Returns the message of a panic.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without words").to_owned()
}

//! Notices: news for the operator that is not published.

use crate::{Divergence, LinkNo, TableNo};
use board::Ailment;
use std::any::Any;

/// News for the operator, such as a wrong plug, a failed table or a set-up that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A board begins to serve a table.
    Seated {
        /// The table.
        table: TableNo,
        /// The link.
        link: LinkNo,
        /// The path of the port.
        port: String,
    },
    /// A second board claims a table that already has one. The second board is not used.
    SecondBoard {
        /// The table.
        table: TableNo,
        /// The link that was not used.
        link: LinkNo,
        /// The path of the port.
        port: String,
        /// The link in use.
        holder: LinkNo,
    },
    /// A board with ten by ten squares is on this port. It is recognised, but not used.
    LargeBoard {
        /// The link.
        link: LinkNo,
        /// The path of the port.
        port: String,
    },
    /// A board or its cable began or ceased to have an ailment. The board may still be readable.
    Ailing {
        /// The link.
        link: LinkNo,
        /// The path of the port.
        port: String,
        /// The ailment until now.
        before: Option<Ailment>,
        /// The ailment from now on.
        now: Option<Ailment>,
    },
    /// A table failed because of a mistake in this program. Its game is not followed any more; the other tables go on.
    TableFaulted {
        /// The table.
        table: TableNo,
        /// The text of the panic.
        why: String,
    },
    /// A session failed because of a mistake in this program, and a new session took its place.
    LinkFaulted {
        /// The link.
        link: LinkNo,
        /// The text of the panic.
        why: String,
    },
    /// A table's set-up cannot be used as configured.
    BadSetup {
        /// The table.
        table: TableNo,
        /// The reason, and what is done instead.
        why: String,
    },
    /// The journal holds a publication that this program would make differently today. What was published remains. If
    /// the game is still going on, today's decision is published as a revision.
    Diverged {
        /// The difference: where it is, what was published, and what would be published today.
        divergence: Divergence,
    },
    /// The extent of the divergences. This notice follows the notices of the first few.
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

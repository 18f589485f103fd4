//! Who is to be advanced next, and when.

use crate::{Hall, LinkNo, TableNo};
use board::Millis;

/// Who has to be advanced. The order settles ties: boards before seating before tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Due {
    /// A device, or the cable it shares with others.
    Link(LinkNo),
    /// Which board belongs to which table.
    Seating,
    /// A table.
    Table(TableNo),
}

impl Hall {
    /// The earliest deadline, and whose it is.
    pub(crate) fn first_due(&self) -> Option<(Millis, Due)> {
        let links =
            self.links.values().filter_map(|link| Some((link.next_deadline()?, Due::Link(link.no()))));
        let cables =
            self.cables.iter().filter_map(|(no, cable)| Some((cable.next_deadline()?, Due::Link(*no))));
        let tables = self
            .tables
            .values()
            .filter_map(|table| Some((table.next_deadline()?, Due::Table(table.number()))));
        let seating = self.seating_due().map(|at| (at, Due::Seating));
        links.chain(cables).chain(seating).chain(tables).min()
    }
}

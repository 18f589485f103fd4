//! A clock on a port of its own: a lever switch, or a clock that tells its times, beside a board that hears none.
//!
//! Whatever is on the port, only what it says of a clock reaches the table that names the port. It is never taken for a
//! table's board, and a table that waits for its board hears its clock all the same.

use crate::{Hall, Link, LinkNo, TableNo};
use board::{BoardEvent, Millis};

impl Hall {
    /// The table that names the port of this link as its clock's.
    pub(crate) fn table_of_clock(&self, link: LinkNo) -> Option<TableNo> {
        if !self.has_clock_ports {
            return None;
        }
        let port = self.links.get(&link).map(Link::port)?;
        let names = |table: &&crate::Table| table.setup().clock_port.as_deref() == Some(port);
        self.tables.values().find(names).map(crate::Table::number)
    }

    /// What is on the port of a table's clock said something.
    pub(crate) fn hear_clock(&mut self, link: LinkNo, table: TableNo, t_ms: Millis, event: &BoardEvent) {
        if let Some(entry) = self.links.get_mut(&link) {
            entry.note(t_ms, event);
        }
        self.plan_seating();
        match event {
            BoardEvent::Press(_) | BoardEvent::Clock(_) | BoardEvent::Flag(_) => {
                let moved_on_ms = self.tables.get(&table).map_or(0, crate::Table::moved_on_ms);
                self.show(t_ms.max(moved_on_ms.min(self.now_ms)), table, event);
            }
            BoardEvent::Reading(_)
            | BoardEvent::Square { .. }
            | BoardEvent::Gap { .. }
            | BoardEvent::ResultPiece { .. }
            | BoardEvent::Identity(_)
            | BoardEvent::Link(_)
            | BoardEvent::Turned(_)
            | BoardEvent::Unknown { .. } => {}
        }
    }
}

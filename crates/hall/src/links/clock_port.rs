//! A clock on a port of its own: a lever switch, or a clock that reports its times, for a board that has no clock
//! input.
//!
//! Only clock events from the port reach the table whose set-up names the port. Its device never becomes a table's
//! board. A table that still waits for its board already receives events of its clock.

use crate::{Hall, Link, LinkNo, TableNo};
use board::{BoardEvent, Maker, Millis, Timing};

impl Hall {
    /// Returns the table whose clock is on this link's port; `None` if there is none.
    pub fn table_of_clock(&self, link: LinkNo) -> Option<TableNo> {
        if !self.has_clock_ports {
            return None;
        }
        let port = self.links.get(&link).map(Link::port)?;
        let names = |table: &&crate::Table| table.setup().clock_port.as_deref() == Some(port);
        self.tables.values().find(names).map(crate::Table::number)
    }

    /// Returns the delays with which a table with a board of this maker learns of events. A clock on a port of its own
    /// has its own delays. If both board and clock can report an event, the longer delay counts.
    pub(crate) fn timing_with(&self, table: TableNo, maker: Maker) -> Timing {
        let of_board = Timing::of(maker);
        let is_clock = |link: &&Link| self.table_of_clock(link.no()) == Some(table);
        match self.links.values().find(is_clock).map(|link| Timing::of(link.maker())) {
            Some(clock) => Timing {
                link_ms: of_board.link_ms.max(clock.link_ms),
                press_ms: clock.press_ms,
                quantum_ms: clock.quantum_ms,
                ..of_board
            },
            None => of_board,
        }
    }

    /// Updates a table's delays after the device on the port of its clock may have changed.
    pub(crate) fn sense_clock(&mut self, table: TableNo) {
        let board =
            self.tables.get(&table).and_then(|entry| entry.link).and_then(|link| self.links.get(&link));
        if let Some(maker) = board.map(Link::maker) {
            self.sense(table, maker);
        }
    }

    /// Passes a clock event from the port of a table's clock on to the table.
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
            _ => {}
        }
    }
}

//! A clock on a port of its own: a lever switch, or a clock that tells its times, beside a board that hears none.
//!
//! Whatever is on the port, only what it says of a clock reaches the table that names the port. It is never taken for a
//! table's board, and a table that waits for its board hears its clock all the same.

use crate::{Hall, Link, LinkNo, TableNo};
use board::{BoardEvent, Maker, Millis, Timing};

impl Hall {
    /// The table that names the port of this link as its clock's.
    pub fn table_of_clock(&self, link: LinkNo) -> Option<TableNo> {
        if !self.has_clock_ports {
            return None;
        }
        let port = self.links.get(&link).map(Link::port)?;
        let names = |table: &&crate::Table| table.setup().clock_port.as_deref() == Some(port);
        self.tables.values().find(names).map(crate::Table::number)
    }

    /// How late a table is told things that has a board of this maker: a clock on a port of its own has delays of its own.
    /// What both of them say is told by the slower way.
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

    /// Another clock may tell a table its presses now.
    pub(crate) fn sense_clock(&mut self, table: TableNo) {
        let board =
            self.tables.get(&table).and_then(|entry| entry.link).and_then(|link| self.links.get(&link));
        if let Some(maker) = board.map(Link::maker) {
            self.sense(table, maker);
        }
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
            | BoardEvent::SidesUnknown
            | BoardEvent::Unknown { .. } => {}
        }
    }
}

//! Seating: the choice of a table for each board.
//!
//! A table claims its board by serial number or by port. Boards that no table claims go to the tables that take any
//! board: the board whose port was opened first gets the table with the lowest number. Before a board is given away
//! like that, it must have identified itself, because its serial number may be one that a table claims. So must a board on a
//! table's port, if the board that was last there belongs to another table by its serial number. It also waits,
//! for up to 3 s, until boards on ports opened earlier have identified themselves.
//!
//! A table has at most one open link. A lost link keeps its table until another board takes over, so unplugging a
//! cable and plugging it in again changes nothing.

use crate::hall::Hall;
use crate::output::push_bounded;
use crate::{BoardChoice, Link, LinkNo, Notice, PublicLink, Table, TableNo, TableSetup};
use board::{BoardEvent, LinkState, Millis};

/// The time that an identified board waits for boards on ports opened earlier, in milliseconds.
const EARLIER_PORT_MS: Millis = 3_000;

impl Hall {
    /// Seats every board that can be seated now.
    pub(crate) fn seat(&mut self, t_ms: Millis) {
        let mut open: Vec<(u64, LinkNo)> =
            self.links.values().filter(|link| link.is_open()).map(|link| (link.opening, link.no())).collect();
        open.sort_unstable();
        for &(_, link) in &open {
            self.know_again(t_ms, link);
            self.seat_claimed(t_ms, link);
        }
        for &(_, link) in &open {
            let may = self.links.get(&link).and_then(|entry| self.any_from(entry));
            if may.is_some_and(|from| from <= t_ms)
                && let Some(table) = self.table_for_any(link)
            {
                self.plug(t_ms, link, table);
            }
        }
        self.plan_seating();
    }

    /// Returns the earliest instant at which a board stops waiting for ports opened earlier; `None` if no board waits.
    pub(crate) fn seating_due(&self) -> Option<Millis> {
        self.links
            .values()
            .filter_map(|link| {
                self.any_from(link).filter(|&from| from > self.now_ms).map(|from| (from, link))
            })
            .filter(|(_, link)| self.table_for_any(link.no()).is_some())
            .map(|(from, _)| from)
            .min()
    }

    /// Handles a port that was opened again. If its table takes any board, another board may now be on the port, so
    /// the board is seated anew once it is identified.
    pub(crate) fn unseat_any(&mut self, t_ms: Millis, link: LinkNo) {
        let table = self.links.get(&link).and_then(|entry| entry.table);
        if let Some(table) = table
            && self.tables.get(&table).is_some_and(|entry| entry.setup().board == BoardChoice::Any)
        {
            self.leave(t_ms, link);
        }
    }

    /// Frees a table whose set-up now chooses its board differently. The present board leaves, and comes back if the
    /// table still claims it.
    pub(crate) fn reseat(&mut self, t_ms: Millis, setup: &TableSetup) {
        let Some(seat) = self.tables.get_mut(&setup.table).filter(|seat| seat.setup().board != setup.board)
        else {
            return;
        };
        seat.last_serial = None;
        if let Some(link) = seat.link {
            self.leave(t_ms, link);
        }
        self.links.values_mut().for_each(|link| link.refused = None);
    }

    /// Takes devices that are on a clock's port away from tables that hold them as boards.
    pub(crate) fn unseat_clocks(&mut self, t_ms: Millis) {
        let clocks: Vec<LinkNo> =
            self.links.keys().copied().filter(|link| self.table_of_clock(*link).is_some()).collect();
        clocks.into_iter().for_each(|link| self.leave(t_ms, link));
    }

    /// Passes the last reading of a table's board, and the board's other latest events, on to the table.
    pub(crate) fn show_board(&mut self, t_ms: Millis, table: TableNo) {
        let Some(link) = self.tables.get(&table).and_then(|entry| entry.link) else { return };
        let Some(entry) = self.links.get(&link) else { return };
        let reading = entry.reading().cloned().map(BoardEvent::Reading);
        let clock = entry.clock().map(BoardEvent::Clock);
        for event in reading.into_iter().chain(clock) {
            self.show(t_ms, table, &event);
        }
        if let Some(placement) = self.tables.get(&table).map(|entry| entry.expected().clone()) {
            self.expect(link, &placement);
        }
    }

    /// Passes on what stands on a board that remembered what happened while its link was lost. Such a board tells the
    /// changes alone, and a game that began meanwhile does not know what they changed.
    pub(crate) fn show_what_stayed(
        &mut self,
        t_ms: Millis,
        link: LinkNo,
        table: TableNo,
        event: &BoardEvent,
    ) {
        let Some(entry) = self.links.get_mut(&link) else { return };
        let is_back = matches!(event, BoardEvent::Link(LinkState::Live)) && entry.take_up_left();
        let is_needed = self.tables.get(&table).is_some_and(Table::needs_reading);
        if let Some(reading) = entry.reading().cloned().filter(|_| is_back && is_needed) {
            self.show(t_ms, table, &BoardEvent::Reading(reading));
        }
    }

    /// Returns the instant, past or future, from which the board may go to a table that takes any board; `None` if the
    /// board may not go to one.
    fn any_from(&self, link: &Link) -> Option<Millis> {
        let is_clock = |link: &Link| self.table_of_clock(link.no()).is_some();
        if !link.is_open() || link.table.is_some() || link.refused.is_some() || is_clock(link) {
            return None;
        }
        let ready_ms = link.ready_ms?;
        let waiting = self.links.values().any(|other| {
            other.is_open()
                && other.opening < link.opening
                && other.table.is_none()
                && other.refused.is_none()
                && other.ready_ms.is_none()
                && !is_clock(other)
        });
        Some(if waiting { ready_ms + EARLIER_PORT_MS } else { ready_ms })
    }

    /// Returns the table that should get a board that no table claims; `None` if no such table is free.
    fn table_for_any(&self, link: LinkNo) -> Option<TableNo> {
        let entry = self.links.get(&link)?;
        let free = |table: &&Table| {
            table.setup().board == BoardChoice::Any
                && table.link.is_none_or(|holder| !self.links.get(&holder).is_some_and(Link::is_open))
        };
        let known =
            |table: &&Table| entry.serial().is_some() && table.last_serial.as_deref() == entry.serial();
        let home = |table: &&Table| {
            entry.home == Some(table.number()) && (table.last_serial.is_none() || entry.serial().is_none())
        };
        let fresh = |table: &&Table| table.link.is_none() && table.last_serial.is_none();
        let tables = || self.tables.values().filter(free);
        tables()
            .find(known)
            .or_else(|| tables().find(home))
            .or_else(|| tables().find(fresh))
            .or_else(|| tables().next())
            .map(Table::number)
    }

    /// Makes a table remember the serial number that its board has just reported. If a table that takes any board
    /// remembers a different number, the wrong board is on its link, for example because two cables were exchanged.
    fn know_again(&mut self, t_ms: Millis, link: LinkNo) {
        let Some(entry) = self.links.get(&link) else { return };
        let (Some(serial), Some(table)) = (entry.serial().map(str::to_owned), entry.table) else { return };
        let Some(seat) = self.tables.get_mut(&table) else { return };
        let other = seat.last_serial.as_deref().is_some_and(|last| last != serial && !entry.answers_to(last));
        let elsewhere = self
            .tables
            .values()
            .any(|seat| seat.number() != table && seat.last_serial.as_deref() == Some(&serial));
        if other
            && elsewhere
            && self.tables.get(&table).is_some_and(|seat| seat.setup().board == BoardChoice::Any)
        {
            self.leave(t_ms, link);
        } else if let Some(seat) = self.tables.get_mut(&table) {
            seat.last_serial = Some(serial);
        }
    }

    /// Seats a board at the table whose set-up names its serial number or its port.
    fn seat_claimed(&mut self, t_ms: Millis, link: LinkNo) {
        if self.table_of_clock(link).is_some() {
            return;
        }
        let Some(entry) = self.links.get_mut(&link) else { return };
        let claims_serial = |table: &Table| matches!(table.setup().board, BoardChoice::Serial(_));
        // Where a table claims by serial number the board that was last on this port, the port's table waits until the board says
        // which it is.
        let is_awaited = entry.ready_ms.is_none()
            && entry.home.and_then(|home| self.tables.get(&home)).is_some_and(claims_serial);
        let by_serial = |table: &&Table| match &table.setup().board {
            BoardChoice::Serial(serial) => entry.answers_to(serial),
            BoardChoice::Port(_) | BoardChoice::Any => false,
        };
        let by_port = |table: &&Table| match &table.setup().board {
            BoardChoice::Port(port) => port == entry.port(),
            BoardChoice::Serial(_) | BoardChoice::Any => false,
        };
        let tables = &self.tables;
        let of_port = || tables.values().find(by_port).filter(|_| !is_awaited);
        let claim = tables.values().find(by_serial).or_else(of_port).map(Table::number);
        let Some(table) = claim.filter(|table| entry.table != Some(*table)) else { return };
        let port = entry.port().to_owned();
        let holder = tables.get(&table).and_then(|seat| seat.link).filter(|holder| *holder != link);
        if let Some(holder) = holder.filter(|holder| self.links.get(holder).is_some_and(Link::is_open)) {
            if let Some(entry) = self.links.get_mut(&link).filter(|entry| entry.refused != Some(table)) {
                entry.refused = Some(table);
                push_bounded(&mut self.outputs.notices, Notice::SecondBoard { table, link, port, holder });
            }
            return;
        }
        self.plug(t_ms, link, table);
    }

    /// Seats a board at a table.
    fn plug(&mut self, t_ms: Millis, link: LinkNo, table: TableNo) {
        self.leave(t_ms, link);
        if let Some(before) = self.tables.get(&table).and_then(|seat| seat.link) {
            self.leave(t_ms, before);
        }
        let Some(entry) = self.links.get_mut(&link) else { return };
        entry.table = Some(table);
        entry.home = Some(table);
        entry.refused = None;
        let (state, port, maker) = (entry.state(), entry.port().to_owned(), entry.maker());
        let serial = entry.serial().map(str::to_owned);
        let Some(seat) = self.tables.get_mut(&table) else { return };
        // A board that returns to its table and has a memory reports gaps itself.
        let remembers = maker.remembers() && serial.is_some() && seat.last_serial == serial;
        seat.link = Some(link);
        seat.last_serial = serial.or(seat.last_serial.take());
        let lost = match seat.public_link() {
            PublicLink::Lost { since_ms } => Some(since_ms),
            PublicLink::Absent | PublicLink::Live => None,
        };
        push_bounded(&mut self.outputs.notices, Notice::Seated { table, link, port });
        self.sense(table, maker);
        if let Some(since_ms) = lost.filter(|_| !remembers) {
            self.show(t_ms, table, &BoardEvent::Gap { gap_ms: t_ms.saturating_sub(since_ms) });
        }
        self.show(t_ms, table, &BoardEvent::Link(state));
        self.give_orientation(table);
        self.show_board(t_ms, table);
    }

    /// Takes a board away from its table.
    fn leave(&mut self, t_ms: Millis, link: LinkNo) {
        let Some(table) = self.links.get_mut(&link).and_then(|entry| entry.table.take()) else { return };
        if let Some(seat) = self.tables.get_mut(&table).filter(|seat| seat.link == Some(link)) {
            seat.link = None;
            self.unplug(t_ms, table);
        }
    }
}

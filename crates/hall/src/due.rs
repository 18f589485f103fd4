//! Who is to be advanced next, and when.
//!
//! Every input asks for the earliest deadline, and changes one or two: they stand in a list that is kept up, not asked for
//! one by one. Invariant: whoever changes what somebody's deadline depends on says so here before the hall is advanced
//! again; a debug build asks everybody all the same and compares.

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

/// When everybody is due, in the order that settles ties.
#[derive(Debug, Default)]
pub(crate) struct Agenda(Vec<(Due, Option<Millis>)>);

impl Agenda {
    /// From now on this one has this deadline, or none.
    fn put(&mut self, due: Due, at: Option<Millis>) {
        match self.0.binary_search_by_key(&due, |(due, _)| *due) {
            Ok(index) => self.0[index].1 = at,
            Err(index) => self.0.insert(index, (due, at)),
        }
    }

    fn first(&self) -> Option<(Millis, Due)> {
        let mut first: Option<(Millis, Due)> = None;
        for (due, at) in &self.0 {
            if let Some(at) = *at
                && first.is_none_or(|(earliest, _)| at < earliest)
            {
                first = Some((at, *due));
            }
        }
        first
    }
}

impl Hall {
    /// The earliest deadline, and whose it is.
    pub(crate) fn first_due(&self) -> Option<(Millis, Due)> {
        let first = self.agenda.first();
        debug_assert_eq!(first, self.first_of_all(), "somebody's deadline changed unsaid");
        first
    }

    /// Something was done with a device, or the cable with this number.
    pub(crate) fn plan_link(&mut self, no: LinkNo) {
        let link = self.links.get(&no).and_then(|link| link.next_deadline());
        let cable = self.cables.get(&no).and_then(|cable| cable.next_deadline());
        self.agenda.put(Due::Link(no), link.into_iter().chain(cable).min());
    }

    /// Something was done with a table, or it is gone.
    pub(crate) fn plan_table(&mut self, no: TableNo) {
        let at = self.tables.get(&no).and_then(|table| table.next_deadline());
        self.agenda.put(Due::Table(no), at);
    }

    /// A board came, went, was seated, or said who it is.
    pub(crate) fn plan_seating(&mut self) {
        self.agenda.put(Due::Seating, self.seating_due());
    }

    /// The same as the agenda says, asked of everybody.
    fn first_of_all(&self) -> Option<(Millis, Due)> {
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

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
pub(crate) struct Agenda(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    /// The order of [`Due`] as one number: the list is searched by it.
    rank: u64,
    due: Due,
    /// [`NEVER`] where nothing is due.
    at_ms: Millis,
}

const NEVER: Millis = Millis::MAX;

impl Due {
    fn rank(self) -> u64 {
        match self {
            Due::Link(no) => u64::from(no),
            Due::Seating => 1 << 32,
            Due::Table(no) => 2 << 32 | u64::from(no),
        }
    }
}

impl Agenda {
    /// From now on this one has this deadline, or none.
    fn put(&mut self, due: Due, at_ms: Option<Millis>) {
        let (rank, at_ms) = (due.rank(), at_ms.unwrap_or(NEVER));
        match self.0.binary_search_by_key(&rank, |entry| entry.rank) {
            Ok(index) => self.0[index].at_ms = at_ms,
            Err(index) => self.0.insert(index, Entry { rank, due, at_ms }),
        }
    }

    fn first(&self) -> Option<(Millis, Due)> {
        // Of equals the first.
        let first = self.0.iter().min_by_key(|entry| entry.at_ms)?;
        (first.at_ms != NEVER).then_some((first.at_ms, first.due))
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

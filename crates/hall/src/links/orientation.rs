//! The orientation that the organiser gives for the board of a table: the session is told, wherever the board is.

use crate::hall::Hall;
use crate::links::link::Voice;
use crate::{Link, TableNo};

impl Hall {
    /// Tells the session of a table's board how the organiser says that the board stands.
    pub(crate) fn give_orientation(&mut self, table: TableNo) {
        let Some(seat) = self.tables.get(&table) else { return };
        let (link, given) = (seat.link, seat.setup().stands.board);
        let Some(entry) = link.and_then(|link| self.links.get_mut(&link)) else { return };
        if std::mem::replace(&mut entry.given_orientation, given) == given {
            return;
        }
        let no = entry.no();
        if let Some((cable, address)) = entry.cable() {
            self.work_cable(self.now_ms, cable, |master| master.give_orientation(address, given));
        } else {
            let heard = entry.work(self.now_ms, |session, _| session.give_orientation(given));
            self.take(no, heard);
        }
    }
}

impl Link {
    /// Returns whether the board was found to be turned by a quarter, and nobody said that it is.
    pub(crate) fn is_across(&self) -> bool {
        let is_quarter = match &self.voice {
            Voice::Own { session, .. } => session.orientation().is_quarter(),
            Voice::Cable { .. } => false,
        };
        is_quarter && self.given_orientation.is_none()
    }
}

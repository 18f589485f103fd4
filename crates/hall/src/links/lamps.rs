//! Permission for boards to use their lamps. It depends on the organiser's setting and on whether a game is under way.

use crate::hall::Hall;
use crate::{Lamps, Table, TableNo};

impl Hall {
    /// Allows or forbids a table's board to use its lamps to show misplaced pieces.
    pub(crate) fn light(&mut self, table: TableNo) {
        let (Some(setup), Some(entry)) = (self.setup(), self.table(table)) else { return };
        let is_allowed = match setup.lamps {
            Lamps::Never => false,
            Lamps::BeforeGames => !is_under_way(entry),
            Lamps::Always => true,
        };
        let link = entry.link();
        let Some(link) = link.and_then(|link| self.links.get_mut(&link)) else { return };
        if link.has_leave() != is_allowed {
            let no = link.no();
            let heard = link.allow_lamps(self.now_ms, is_allowed);
            self.take(no, heard);
        }
    }
}

fn is_under_way(table: &Table) -> bool {
    let score = table.score();
    !score.plies.is_empty() || score.clock.is_some_and(|clock| clock.running.is_some())
}

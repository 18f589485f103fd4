//! Tables that are told as a whole, as halls elsewhere tell them: what changed is found by comparison.

use super::{HallFeed, Touched, views::empty};
use crate::{message::TableView, released::onlookers::Onlookers};
use hall::TableNo;
use std::collections::BTreeMap;

impl<A: Onlookers> HallFeed<A> {
    /// Replaces tables, in order. Returns one update, with one change for each table that changed; `None` if there is
    /// nothing to send.
    pub(super) fn replace_all(&mut self, tables: &[TableView], now_ms: u64) -> Option<String> {
        let mut touched: BTreeMap<TableNo, Touched> = BTreeMap::new();
        for table in tables {
            self.replace(table, touched.entry(table.table).or_default());
        }
        self.tell(&touched, now_ms)
    }

    fn replace(&mut self, table: &TableView, touched: &mut Touched) {
        let known = self.tables.entry(table.table).or_insert_with(|| empty(table.table));
        let alike = known.moves.iter().zip(&table.moves).take_while(|(known, ply)| known == ply).count();
        if alike < known.moves.len() || alike < table.moves.len() {
            self.lines.remove(&table.table);
            touched.from = Some(touched.from.map_or(alike, |before| before.min(alike)));
        }
        // No change says that there is no clock any more.
        let is_unclocked = known.clock.is_some() && table.clock.is_none();
        touched.whole |= known.game != table.game || known.start != table.start || is_unclocked;
        touched.players |= known.white != table.white || known.black != table.black;
        touched.clock |= known.clock != table.clock;
        touched.result |= known.result != table.result || known.score != table.score;
        touched.link |= known.link != table.link;
        // No table goes back, whatever a hall says of itself after it was restarted.
        let rev = known.rev + 1;
        let Touched { whole, from, players, result, link, .. } = touched;
        let seen = *whole || from.is_some() || *players || *result || *link;
        touched.rev |= seen;
        *known = TableView { rev: if seen { rev } else { known.rev }, ..table.clone() };
    }
}

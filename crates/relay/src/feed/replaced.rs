//! Tables that are told as a whole, as halls elsewhere tell them: what changed is found by comparison.

use super::{HallFeed, Touched, views::empty};
use crate::{message::TableView, released::onlookers::Onlookers};
use hall::TableNo;
use std::collections::BTreeMap;

/// The time by which a known instant may be wrong until the clock is read again, in milliseconds.
const WRONG_MAX_MS: u64 = 1_000;

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
        // Viewers keep the clock that was read last. An instant found to be earlier than it was told would reach only those who
        // come anew, so it waits for the next reading or, where it was far off, comes with the whole table.
        let mut table = table.clone();
        if let (Some(before), Some(clock)) = (known.clock, &mut table.clock) {
            touched.whole |= before.read_ms.saturating_sub(clock.read_ms) > WRONG_MAX_MS;
            if !touched.whole {
                clock.read_ms = clock.read_ms.max(before.read_ms);
            }
        }
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
        *known = TableView { rev: if seen { rev } else { known.rev }, ..table };
    }
}

#[cfg(test)]
mod tests {
    use super::super::{HallFeed, views::empty};
    use crate::{
        message::{ClockView, EventView, TableView},
        released::{Released, onlookers::Spectators},
    };
    use serde_json::Value;

    fn told(white_ms: u32, read_ms: u64) -> Released<Spectators> {
        let clock = ClockView { white_ms, black_ms: 60_000, running: Some("white"), read_ms };
        Released { told: vec![TableView { clock: Some(clock), ..empty(1) }], ..Released::default() }
    }

    #[test]
    fn an_instant_found_to_be_earlier_comes_with_the_next_reading_or_with_the_whole_table() {
        let mut feed = HallFeed::<Spectators>::new("e", EventView::default());
        let update =
            |frame: Option<String>| serde_json::from_str::<Value>(&frame?).ok()?["tables"].get(0).cloned();
        update(feed.publish(&told(60_000, 10_000), 10_000)).expect("a first reading");
        assert_eq!(
            update(feed.publish(&told(60_000, 9_950), 10_100)),
            None,
            "viewers would keep what they know"
        );
        let next = update(feed.publish(&told(59_000, 10_950), 11_000)).expect("the next reading");
        assert_eq!(next["clock"]["read_ms"], 10_950);
        let (rev, whole) =
            (next["rev"].as_u64(), update(feed.publish(&told(59_000, 2_000), 11_100)).expect("ten seconds"));
        assert_eq!((&whole["clock"]["read_ms"], whole["from"].as_u64()), (&2_000.into(), Some(0)));
        assert!(whole["rev"].as_u64() > rev, "of two states viewers keep the later");
    }
}

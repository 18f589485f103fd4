//! The proofs of the gazette: news that is to be printed but is not yet safe in the journal.
//!
//! Limit: however long the disk accepts nothing, there are at most two pieces of news for a table: the first that
//! waits, and one that merges all later ones.

use hall::{GamesNews, TableNo};
use std::collections::BTreeMap;

/// The news that waits for the disk.
#[derive(Debug, Default)]
pub(crate) struct Proofs(BTreeMap<TableNo, Waiting>);

/// The waiting news of a table. Each piece has the number of the record that must be safe first.
#[derive(Debug)]
struct Waiting {
    first: (u64, GamesNews),
    later: Option<(u64, GamesNews)>,
}

impl Proofs {
    /// Adds the news of a table. It may be printed once record `seq` is safe.
    pub(crate) fn take(&mut self, seq: u64, news: GamesNews) {
        let Some(waiting) = self.0.get_mut(&news.table) else {
            self.0.insert(news.table, Waiting { first: (seq, news), later: None });
            return;
        };
        match &mut waiting.later {
            Some((until, later)) => {
                *until = seq;
                later.and_then(news);
            }
            None => waiting.later = Some((seq, news)),
        }
    }

    /// Returns the news that may be printed, given that the journal is safe up to record `safe_seq`.
    pub(crate) fn release(&mut self, safe_seq: u64) -> Vec<GamesNews> {
        let is_safe = |waiting: &Waiting| waiting.first.0 <= safe_seq;
        let safe: Vec<TableNo> =
            self.0.iter().filter(|(_, waiting)| is_safe(waiting)).map(|(table, _)| *table).collect();
        let mut released = Vec::new();
        for table in safe {
            let Some(Waiting { first: (_, mut news), later }) = self.0.remove(&table) else { continue };
            match later {
                Some((seq, later)) if seq <= safe_seq => news.and_then(later),
                Some(first) => drop(self.0.insert(table, Waiting { first, later: None })),
                None => {}
            }
            released.push(news);
        }
        released
    }

    /// Returns whether no news waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Proofs;
    use hall::GamesNews;
    use std::collections::BTreeMap;

    fn news(table: u16, kept: u32) -> GamesNews {
        GamesNews { table, kept: vec![kept], changed: BTreeMap::new() }
    }

    #[test]
    fn nothing_is_given_before_it_is_safe_and_nobody_waits_for_what_comes_after() {
        let mut proofs = Proofs::default();
        proofs.take(5, news(1, 1));
        proofs.take(7, news(1, 2));
        proofs.take(9, news(1, 3));
        proofs.take(6, news(2, 1));
        assert_eq!(proofs.release(4), []);
        assert_eq!(proofs.release(5), [news(1, 1)]);
        assert_eq!(proofs.release(8), [news(2, 1)], "what came at 7 goes with what came at 9");
        assert_eq!(proofs.release(9), [news(1, 3)]);
        assert!(proofs.is_empty());
    }
}

//! The tables that changed lately. A client that had everything a moment ago is not searched through table by table.

use hall::TableNo;
use std::collections::VecDeque;

/// The number of changes that are kept. For a client that is further behind all tables are looked at.
const CHANGES_MAX: usize = 64;

/// The last changes of tables, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Lately {
    changes: VecDeque<(u64, TableNo)>,
    /// The number of the last change that is not among them.
    forgotten: u64,
}

impl Lately {
    /// Notes the change of a table.
    pub(super) fn note(&mut self, seq: u64, table: TableNo) {
        if self.changes.len() == CHANGES_MAX
            && let Some((seq, _)) = self.changes.pop_front()
        {
            self.forgotten = seq;
        }
        self.changes.push_back((seq, table));
    }

    /// Forgets everything up to this change.
    pub(super) fn forget(&mut self, seq: u64) {
        self.changes.clear();
        self.forgotten = seq;
    }

    /// Returns the tables that changed after this change, some of them several times; `None` if not all are known.
    pub(super) fn since(&self, seq: u64) -> Option<impl Iterator<Item = TableNo>> {
        let later = self.changes.iter().rev().take_while(move |(changed, _)| *changed > seq);
        (seq >= self.forgotten).then(|| later.map(|(_, table)| *table))
    }
}

#[cfg(test)]
mod tests {
    use super::{CHANGES_MAX, Lately};

    #[test]
    fn what_is_not_known_whole_is_not_told() {
        let mut lately = Lately::default();
        for seq in 1..=CHANGES_MAX as u64 + 1 {
            lately.note(seq, (seq % 3) as u16);
        }
        assert!(lately.since(0).is_none());
        assert_eq!(lately.since(1).map(Iterator::count), Some(CHANGES_MAX));
        let last: Vec<_> = lately.since(CHANGES_MAX as u64 - 1).into_iter().flatten().collect();
        assert_eq!(last, [2, 1]);
        lately.forget(70);
        assert!(
            lately.since(69).is_none() && lately.since(70).is_some_and(|mut later| later.next().is_none())
        );
    }
}

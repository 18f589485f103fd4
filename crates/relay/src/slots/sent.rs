//! What one client was sent: the revision of each table, and nothing else. So a client costs a few bytes a table, however
//! slowly it reads.

use super::{
    Slots,
    message::{Tables, Wish},
    slot::Slot,
};
use hall::TableNo;
use std::{collections::BTreeMap, sync::Arc};

/// What one client wants and has.
#[derive(Debug, Default)]
pub struct Sent {
    wanted: Wanted,
    without_clocks: bool,
    without_results: bool,
    /// The tables that are told whole also without results.
    revealed: Vec<TableNo>,
    hall_seq: u64,
    tables: BTreeMap<TableNo, Known>,
    /// The table that was served last. The search goes on behind it, so none waits for a busy one.
    last: TableNo,
    /// The change up to which everything was sent.
    settled: u64,
}

/// The tables that a client wants to follow.
#[derive(Debug, Default)]
enum Wanted {
    #[default]
    None,
    All,
    These(Vec<TableNo>),
}

/// What a client has of a table.
#[derive(Debug, Clone, Copy)]
struct Known {
    rev: u64,
    clock_seq: u64,
    /// Says whether it only knows that the game is over.
    is_over: bool,
}

impl Sent {
    /// Carries out what a client wants.
    pub fn wish<A>(&mut self, wish: &Wish, slots: &Slots<A>) {
        self.settled = 0;
        if let Some(clocks) = wish.clocks {
            self.without_clocks = !clocks;
        }
        if let Some(results) = wish.results {
            self.without_results = !results;
        }
        if let Some(tables) = &wish.reveal {
            self.revealed.clone_from(tables);
            self.revealed.sort_unstable();
            self.revealed.dedup();
        }
        match &wish.sub {
            None => {}
            Some(Tables::All(_)) => self.wanted = Wanted::All,
            Some(Tables::These(tables)) => {
                let mut tables = tables.clone();
                tables.sort_unstable();
                tables.dedup();
                self.tables.retain(|table, _| tables.binary_search(table).is_ok());
                self.wanted = Wanted::These(tables);
            }
        }
        for table in &wish.get {
            self.tables.remove(table);
        }
        if let Some(seq) = wish.since.as_ref().and_then(|since| slots.seq_of(since)) {
            self.resume(seq, slots);
        }
    }

    /// Takes note that the client has everything up to change `seq`.
    fn resume<A>(&mut self, seq: u64, slots: &Slots<A>) {
        if slots.hall.seq <= seq {
            self.hall_seq = slots.hall.seq;
        }
        for slot in slots.tables.values() {
            // Of a game that was over at the time the client may have nothing but that.
            let is_unsure = self.without_results && (slot.is_over() || slot.had_result());
            if let Some(rev) = slot.rev_at(seq).filter(|_| self.wanted.contains(slot.table) && !is_unsure) {
                // The client may have wanted no clocks until now.
                self.tables.entry(slot.table).or_insert(Known { rev, clock_seq: 0, is_over: false });
            }
        }
    }

    /// Returns the next frame that the client lacks; `None` if it has everything.
    pub fn next<A>(&mut self, slots: &Slots<A>) -> Option<Arc<str>> {
        if self.settled == slots.seq || matches!(self.wanted, Wanted::None) {
            return None;
        }
        if self.hall_seq != slots.hall.seq {
            self.hall_seq = slots.hall.seq;
            self.tables.retain(|table, _| slots.tables.contains_key(table));
            return Some(slots.hall.frame());
        }
        if let Some((table, (frame, known))) = self.next_table(slots) {
            self.tables.insert(table, known);
            self.last = table;
            return Some(frame);
        }
        self.settled = slots.seq;
        None
    }

    /// Returns the next table of which the client lacks something, the frame, and what the client has then.
    fn next_table<A>(&self, slots: &Slots<A>) -> Option<(TableNo, (Arc<str>, Known))> {
        let behind = self.last.saturating_add(1);
        let lacking = |slot: &Slot| {
            let known = self.tables.get(&slot.table).copied();
            let is_spared = self.without_results && self.revealed.binary_search(&slot.table).is_err();
            let is_wanted = self.wanted.contains(slot.table);
            Some((slot.table, lacking(slot, known, is_spared, self.without_clocks).filter(|_| is_wanted)?))
        };
        // A client that had everything lacks only what changed since.
        if self.settled > 0
            && let Some(changed) = slots.lately.since(self.settled)
        {
            let changed = changed.filter_map(|table| lacking(slots.tables.get(&table)?));
            return changed.min_by_key(|(table, _)| table.wrapping_sub(behind));
        }
        let mut round = slots.tables.range(behind..).chain(slots.tables.range(..behind));
        round.find_map(|(_, slot)| lacking(slot))
    }

    /// Returns whether the client has everything it wants, up to the last change.
    pub fn is_settled<A>(&self, slots: &Slots<A>) -> bool {
        self.settled == slots.seq || matches!(self.wanted, Wanted::None)
    }
}

impl Wanted {
    fn contains(&self, table: TableNo) -> bool {
        match self {
            Wanted::None => false,
            Wanted::All => true,
            Wanted::These(tables) => tables.binary_search(&table).is_ok(),
        }
    }
}

/// Returns the next frame of a table for a client who has this of it, and what the client has then. A client who is spared
/// results gets nothing of a game that is over, and no change with a result.
fn lacking(
    slot: &Slot,
    known: Option<Known>,
    is_spared: bool,
    without_clocks: bool,
) -> Option<(Arc<str>, Known)> {
    let is_over = is_spared && slot.is_over();
    let whole = || {
        let frame = if is_over { slot.over() } else { slot.whole() };
        (frame, Known { rev: slot.rev, clock_seq: slot.clock_seq, is_over })
    };
    let Some(known) = known.filter(|known| known.is_over == is_over) else { return Some(whole()) };
    if known.rev != slot.rev {
        let change = slot.following(known.rev).filter(|change| !(is_over || is_spared && change.has_result));
        let Some(change) = change else { return Some(whole()) };
        let clock_seq = if change.has_clock { change.rev } else { known.clock_seq };
        return Some((Arc::clone(&change.frame), Known { rev: change.rev, clock_seq, is_over }));
    }
    if known.clock_seq == slot.clock_seq || without_clocks || is_over {
        return None;
    }
    Some((slot.clock_alone()?, Known { clock_seq: slot.clock_seq, ..known }))
}

impl<A> Slots<A> {
    /// Reads where a client was, such as `5f3a91c2:412`; `None` for another epoch, or a change that did not come yet.
    fn seq_of(&self, since: &str) -> Option<u64> {
        let (epoch, seq) = since.rsplit_once(':')?;
        seq.parse().ok().filter(|seq| epoch == &*self.epoch && *seq <= self.seq)
    }
}

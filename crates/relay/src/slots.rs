//! Protocol 2 of the hall feed (web/PROTOCOL.md, "Protocol 2"): a *slot* for each table, with its latest state and its last few changes.
//!
//! ```text
//!  Released<A> ──▶ HallFeed::publish ──▶ Slots: per table the latest frame, encoded once, and its last changes
//!                                          │ shared by all clients
//!                                          ▼
//!                            Sent, one for each client: the revision of each table that it was sent
//! ```
//! Nothing is queued for a client. Whenever it can take a frame, [`Sent::next`] looks up what it lacks: the change that
//! follows what it was sent, or else the whole table. So a slow client skips states, and what it has is never wrong.
//!
//! Invariants:
//! * `seq` goes up with each change of anything. The revision of a table is the `seq` of its last change, a clock
//!   reading alone excepted.
//! * A client that applied a frame of a table holds the state at the revision that the frame names.

mod lately;
pub mod message;
mod page;
mod page_words;
mod plies;
mod sent;
pub(crate) mod slot;

pub use page_words::PageWords;
pub use sent::Sent;

use crate::{
    feed::pieces::around,
    message::{EventView, HeadView, PlayerView, TableChange, TableView},
};
use hall::TableNo;
use lately::Lately;
use message::{Beat, HallFrame, HallPart, Hello, Snapshot};
use serde::Serialize;
use slot::Slot;
use std::{
    collections::BTreeMap,
    marker::PhantomData,
    sync::{Arc, OnceLock},
};

/// The latest state of all tables that audience `A` may see. A clone shares everything with its original.
///
/// Nobody but a [`HallFeed`](crate::HallFeed) fills the slots, with what was released to its own audience.
#[derive(Debug)]
pub struct Slots<A> {
    epoch: Arc<str>,
    seq: u64,
    pub(crate) hall: Arc<Hall>,
    pub(crate) tables: BTreeMap<TableNo, Arc<Slot>>,
    lately: Lately,
    audience: PhantomData<A>,
}

/// What is known of the hall as a whole.
#[derive(Debug, Default)]
pub(crate) struct Hall {
    pub(crate) seq: u64,
    pub(crate) event: EventView,
    pub(crate) head: Option<HeadView>,
    pub(crate) tables: Vec<TableNo>,
    frame: OnceLock<Arc<str>>,
}

impl<A> Clone for Slots<A> {
    fn clone(&self) -> Slots<A> {
        let Slots { epoch, seq, hall, tables, lately, audience } = self;
        Slots {
            epoch: Arc::clone(epoch),
            seq: *seq,
            hall: Arc::clone(hall),
            tables: tables.clone(),
            lately: lately.clone(),
            audience: *audience,
        }
    }
}

impl<A> Slots<A> {
    pub(crate) fn new(epoch: &str, event: &EventView) -> Slots<A> {
        let hall = Hall { seq: 1, event: event.clone(), ..Hall::default() };
        let (hall, tables, lately) = (Arc::new(hall), BTreeMap::new(), Lately::default());
        Slots { epoch: epoch.into(), seq: 1, hall, tables, lately, audience: PhantomData }
    }

    /// Takes over the state of the feed after these changes. Tables that the feed does not have any more are forgotten.
    pub(crate) fn tell(
        &mut self,
        event: &EventView,
        head: Option<&HeadView>,
        views: &BTreeMap<TableNo, TableView>,
        changes: &[TableChange],
    ) {
        let seq = self.seq + 1;
        let mut is_new = false;
        for change in changes {
            if let Some((slot, view)) = self.tables.get(&change.table).zip(views.get(&change.table))
                && let Some(slot) = slot.after(seq, view, change)
            {
                self.tables.insert(change.table, Arc::new(slot));
                self.lately.note(seq, change.table);
                is_new = true;
            }
        }
        self.tables.retain(|table, _| views.contains_key(table));
        for (table, view) in views {
            self.tables.entry(*table).or_insert_with(|| Arc::new(Slot::new(seq, view)));
        }
        let Hall { event: known, head: known_head, tables, .. } = &*self.hall;
        if known != event || known_head.as_ref() != head || !tables.iter().eq(self.tables.keys()) {
            let (event, head) = (event.clone(), head.cloned());
            let tables: Vec<TableNo> = self.tables.keys().copied().collect();
            if tables != self.hall.tables {
                self.lately.forget(seq);
            }
            self.hall = Arc::new(Hall { seq, event, head, tables, frame: OnceLock::new() });
            is_new = true;
        }
        if is_new {
            self.seq = seq;
        }
    }

    /// Returns the epoch, in which sequence numbers and revisions can be compared.
    pub fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Returns the number of the last change.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the event.
    pub fn event(&self) -> &EventView {
        &self.hall.event
    }

    /// Returns the tables in their order: number, players of White and of Black, the position from which the game starts, which
    /// is empty for draughts, and whether it has begun.
    pub fn seats(&self) -> impl Iterator<Item = (TableNo, &PlayerView, &PlayerView, &str, bool)> {
        self.tables.iter().map(|(table, slot)| {
            let (white, black) = &*slot.players;
            (*table, white, black, &*slot.start, !slot.plies.is_empty() || slot.is_over())
        })
    }

    /// Returns the first frame of a connection.
    pub fn hello(&self, now_ms: u64) -> Arc<str> {
        text(&Hello { v: 2, epoch: &self.epoch, s: self.seq, t: now_ms })
    }

    /// Returns a heartbeat, for all who have been sent everything.
    pub fn beat(&self, now_ms: u64) -> Arc<str> {
        text(&Beat { s: self.seq, t: now_ms })
    }

    /// Returns everything at once: each table with players and moves, or with its position alone. Without results a game
    /// that is over has its players alone.
    pub fn snapshot(&self, now_ms: u64, with_moves: bool, with_results: bool) -> Arc<str> {
        let frames = self.tables.values().map(|slot| match (with_results, with_moves) {
            (false, true) if slot.is_over() => slot.over(),
            (false, false) if slot.is_over() => slot.over_alone(),
            (_, true) => slot.whole(),
            (_, false) => slot.position(),
        });
        let frames: Vec<Arc<str>> = frames.collect();
        let hall = self.hall.part();
        let rest = Snapshot { v: 2, epoch: &self.epoch, s: self.seq, t: now_ms, hall, tables: [] };
        let (before, after) = around(&text(&rest), "tables");
        [before, frames.join(","), after].concat().into()
    }
}

impl Hall {
    fn part(&self) -> HallPart<'_> {
        HallPart { event: &self.event, n: &self.tables, head: self.head.as_ref() }
    }

    fn frame(&self) -> Arc<str> {
        Arc::clone(self.frame.get_or_init(|| text(&HallFrame { hall: self.part() })))
    }
}

fn text(frame: &impl Serialize) -> Arc<str> {
    serde_json::to_string(frame).expect("a frame is made of numbers and text").into()
}

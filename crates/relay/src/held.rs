//! The hall feed while nothing can be made safe: what is known stands still, and says since when.
//!
//! Nothing unsafe is ever told, so what is shown grows old while the journal's disk takes nothing. Each table whose board
//! is there is shown as lost since then, so that every client stops its clocks, also one that knows nothing of this.

use crate::message::{LinkView, TableView};
use game::ClockFace;
use hall::TableNo;
use std::collections::BTreeMap;

/// A time in which nothing new may be told.
#[derive(Debug, Clone)]
pub(crate) struct Held {
    since_ms: u64,
    clocks: BTreeMap<TableNo, ClockFace>,
}

impl Held {
    /// One that began then.
    pub(crate) fn since(since_ms: u64) -> Held {
        Held { since_ms, clocks: BTreeMap::new() }
    }

    /// How the link to a board is shown.
    pub(crate) fn shown(&self, link: LinkView) -> LinkView {
        match link {
            LinkView::Live => LinkView::Lost { since_ms: self.since_ms, held: true },
            LinkView::Absent | LinkView::Lost { .. } => link,
        }
    }

    /// A clock was read. What it shows is told when the moves are.
    pub(crate) fn keep(&mut self, table: TableNo, face: ClockFace) {
        self.clocks.insert(table, face);
    }

    /// It is over: what clocks showed last.
    pub(crate) fn over(self) -> BTreeMap<TableNo, ClockFace> {
        self.clocks
    }
}

/// How the link of a table is when nothing is held.
pub(crate) fn real(view: &TableView) -> LinkView {
    match view.link {
        LinkView::Lost { held: true, .. } => LinkView::Live,
        LinkView::Absent | LinkView::Live | LinkView::Lost { held: false, .. } => view.link,
    }
}

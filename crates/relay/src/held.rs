//! The hall feed in a hold, when nothing can be made safe: the picture stands still and says since when.
//!
//! Nothing unsafe is ever published, so the picture grows old while the journal's disk takes nothing. Each table
//! whose board is present is shown as lost since then. Every client then stops its clocks, even one that does not
//! know about holds.

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
    /// Creates a hold that began at this time.
    pub(crate) fn since(since_ms: u64) -> Held {
        Held { since_ms, clocks: BTreeMap::new() }
    }

    /// Returns how the link to a board is shown.
    pub(crate) fn shown(&self, link: LinkView) -> LinkView {
        match link {
            LinkView::Live => LinkView::Lost { since_ms: self.since_ms, held: true },
            LinkView::Absent | LinkView::Lost { .. } => link,
        }
    }

    /// Keeps a clock reading until the moves can be told.
    pub(crate) fn keep(&mut self, table: TableNo, face: ClockFace) {
        self.clocks.insert(table, face);
    }

    /// Ends the hold and returns the last clock readings.
    pub(crate) fn over(self) -> BTreeMap<TableNo, ClockFace> {
        self.clocks
    }
}

/// Returns the link of a table as it is without a hold.
pub(crate) fn real(view: &TableView) -> LinkView {
    match view.link {
        LinkView::Lost { held: true, .. } => LinkView::Live,
        LinkView::Absent | LinkView::Live | LinkView::Lost { held: false, .. } => view.link,
    }
}

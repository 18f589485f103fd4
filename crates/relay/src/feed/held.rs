//! The hall feed during a hold, that is, while the disk accepts no data: viewers see an unchanging picture, which says
//! how old it is.
//!
//! Nothing is published before it is safe on disk, so the picture grows old during a hold. The link of each table whose
//! board is present is shown as lost since the hold began. Every client then stops the clocks it shows, even a client
//! that does not know about holds.

use crate::message::{LinkView, TableView};
use game::ClockFace;
use hall::TableNo;
use std::collections::BTreeMap;

/// A hold: a time in which nothing new may be published.
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

    /// Returns the state of a table's link as it is shown during the hold.
    pub(crate) fn shown(&self, link: LinkView) -> LinkView {
        match link {
            LinkView::Live => LinkView::Lost { since_ms: self.since_ms, held: true },
            LinkView::Absent | LinkView::Lost { .. } => link,
        }
    }

    /// Keeps a table's last clock reading until the moves before it can be published.
    pub(crate) fn keep(&mut self, table: TableNo, face: ClockFace) {
        self.clocks.insert(table, face);
    }

    /// Ends the hold and returns the last clock reading of each table.
    pub(crate) fn over(self) -> BTreeMap<TableNo, ClockFace> {
        self.clocks
    }
}

/// Returns the state of a table's link as it is without a hold.
pub(crate) fn real(view: &TableView) -> LinkView {
    match view.link {
        LinkView::Lost { held: true, .. } => LinkView::Live,
        LinkView::Absent | LinkView::Live | LinkView::Lost { held: false, .. } => view.link,
    }
}

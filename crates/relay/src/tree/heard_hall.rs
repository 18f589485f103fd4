//! One hall, as a node hears of it through the broker.

use super::{
    documents::Documents,
    message::{Beat, ClockMessage, HallMessage, TableMessage, VERSION, Versioned},
    offset::Offset,
    whole_table::view_of,
};
use crate::{
    limits::{TABLES_MAX, shown_event},
    message::{EventView, HeadView, LinkView, TableView},
};
use hall::TableNo;
use std::collections::{BTreeMap, BTreeSet};

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It is known, or of no concern.
    Passed,
    /// It told something.
    News,
    /// It changed a document, or the list of documents.
    Document,
    /// It shows that something before it is missing.
    Gap,
    /// It is of another version of the program.
    Foreign,
    /// It cannot be understood.
    Unreadable,
}

/// One hall. Its times are of its own clock, and are turned into the node's when the table is shown.
#[derive(Debug, Default)]
pub(super) struct HeardHall {
    epoch: String,
    event: EventView,
    head: Option<HeadView>,
    numbers: Vec<TableNo>,
    tables: BTreeMap<TableNo, HeardTable>,
    documents: Documents,
    offset: Offset,
    /// The last beat: its epoch and its time. Another with a later time proves that the hall lives.
    beat: Option<(String, u64)>,
    /// When the hall was last known to live.
    lived_ms: Option<u64>,
    /// Since when nothing is heard; `None` while the hall lives.
    silent_ms: Option<u64>,
    changed: BTreeSet<TableNo>,
}

#[derive(Debug)]
struct HeardTable {
    epoch: String,
    view: TableView,
}

impl HeardHall {
    /// Takes the message of this subject. `is_last` says that the broker had no later one of any hall.
    pub(super) fn take(&mut self, subject: &str, body: &[u8], is_last: bool, now_ms: u64) -> Taken {
        let head = body.split(|byte| *byte == b'\n').next().unwrap_or_default();
        match serde_json::from_slice::<Versioned>(head) {
            Ok(Versioned { v: VERSION }) => {}
            Ok(_) => return Taken::Foreign,
            Err(_) => return Taken::Unreadable,
        }
        if self.lived_ms.is_none() {
            self.silent_ms.get_or_insert(now_ms);
        }
        let (kind, rest) = subject.split_once('.').unwrap_or((subject, ""));
        let taken = match kind {
            "hall" => self.hall(body, now_ms),
            "beat" => self.beat(body, is_last, now_ms),
            "table" => self.table(body),
            "clock" => self.clock(body),
            "index" => self.documents.list(body).map(document),
            "doc" => self.documents.take(rest, body).map(document),
            // A later version may tell more.
            _ => Some(Taken::Passed),
        };
        taken.unwrap_or(Taken::Unreadable)
    }

    fn hall(&mut self, body: &[u8], now_ms: u64) -> Option<Taken> {
        let HallMessage { epoch, t, event, mut n, head, .. } = serde_json::from_slice(body).ok()?;
        n.sort_unstable();
        n.dedup();
        if n.len() > TABLES_MAX {
            return None;
        }
        self.note(&epoch, t, now_ms);
        self.tables.retain(|table, _| n.contains(table));
        (self.epoch, self.event, self.head, self.numbers) = (epoch, shown_event(&event), head, n);
        Some(Taken::News)
    }

    fn beat(&mut self, body: &[u8], is_last: bool, now_ms: u64) -> Option<Taken> {
        let Beat { epoch, t, sum, .. } = Beat::read(body)?;
        self.note(&epoch, t, now_ms);
        let is_alive = self.beat.as_ref().is_some_and(|(known, before)| *known == epoch && *before < t);
        if is_alive {
            self.lived_ms = Some(now_ms);
            if self.silent_ms.take().is_some() {
                self.change_all();
            }
        }
        // While later messages wait, what they replaced at the broker is not missing.
        let known = self.tables.values().filter(|table| table.epoch == epoch);
        let is_short = is_last && known.map(|table| table.view.rev).sum::<u64>() < sum;
        self.beat = Some((epoch, t));
        Some(if is_short { Taken::Gap } else { Taken::News })
    }

    /// Notes what the hall's clock showed.
    fn note(&mut self, epoch: &str, t: u64, now_ms: u64) {
        let is_known = self.beat.as_ref().is_none_or(|(known, _)| known == epoch);
        if !is_known {
            (self.offset, self.beat) = (Offset::default(), None);
        }
        if self.offset.note(t, now_ms) {
            self.change_all();
        }
    }

    fn table(&mut self, body: &[u8]) -> Option<Taken> {
        let TableMessage { epoch, table } = serde_json::from_slice(body).ok()?;
        let view = table.view()?;
        if let Some(known) = self.tables.get(&view.table).filter(|known| known.epoch == epoch) {
            let read = |view: &TableView| view.clock.map(|clock| clock.read_ms);
            let is_old = (view.rev, read(&view)) < (known.view.rev, read(&known.view));
            if is_old || known.view == view {
                return Some(Taken::Passed);
            }
        }
        if self.tables.len() >= TABLES_MAX && !self.tables.contains_key(&view.table) {
            return None;
        }
        self.changed.insert(view.table);
        self.tables.insert(view.table, HeardTable { epoch, view });
        Some(Taken::News)
    }

    fn clock(&mut self, body: &[u8]) -> Option<Taken> {
        let ClockMessage { epoch, clock } = serde_json::from_slice(body).ok()?;
        let (number, read) = (clock.b, view_of(&clock.c)?);
        let known = self.tables.get_mut(&number);
        let known = known.filter(|known| known.epoch == epoch && known.view.rev == clock.r);
        let is_news = |known: &&mut HeardTable| {
            let before = known.view.clock;
            before.is_none_or(|before| before.read_ms <= read.read_ms && before != read)
        };
        let Some(known) = known.filter(is_news) else { return Some(Taken::Passed) };
        known.view.clock = Some(read);
        self.changed.insert(number);
        Some(Taken::News)
    }

    /// Begins a new connection. What it brings first may have lain at the broker.
    pub(super) fn begin(&mut self) {
        if let Some((_, t)) = &mut self.beat {
            // The next beat is not older than the last, and proves nothing by itself.
            *t = u64::MAX;
        }
    }

    /// Notices that nothing was heard for so long.
    pub(super) fn look(&mut self, now_ms: u64, silence_max_ms: u64) {
        if let Some(lived_ms) = self.lived_ms
            && self.silent_ms.is_none()
            && now_ms.saturating_sub(lived_ms) > silence_max_ms
        {
            self.silent_ms = Some(lived_ms);
            self.change_all();
        }
    }

    fn change_all(&mut self) {
        self.changed.extend(self.tables.keys());
    }

    /// Takes out the numbers of the tables that changed.
    pub(super) fn take_changed(&mut self) -> BTreeSet<TableNo> {
        std::mem::take(&mut self.changed)
    }

    /// Returns a table as the node shows it, under this number; `None` if nothing of it was heard.
    pub(super) fn shown(&self, table: TableNo, number: TableNo) -> Option<TableView> {
        let mut view = self.tables.get(&table)?.view.clone();
        view.table = number;
        if let Some(clock) = &mut view.clock {
            clock.read_ms = self.offset.here(clock.read_ms);
        }
        view.link = match (view.link, self.silent_ms) {
            // The hall's own link is lost, and so that of all its boards.
            (LinkView::Live, Some(since_ms)) => LinkView::Lost { since_ms, held: false },
            (LinkView::Lost { since_ms, held }, _) => {
                LinkView::Lost { since_ms: self.offset.here(since_ms), held }
            }
            (link, _) => link,
        };
        Some(view)
    }

    /// Returns whether the hall has introduced itself.
    pub(super) fn is_known(&self) -> bool {
        !self.epoch.is_empty()
    }

    /// Returns whether the hall lives, as far as is known.
    pub(super) fn is_alive(&self) -> bool {
        self.lived_ms.is_some() && self.silent_ms.is_none()
    }

    pub(super) fn event(&self) -> &EventView {
        &self.event
    }

    pub(super) fn head(&self) -> Option<&HeadView> {
        self.head.as_ref()
    }

    pub(super) fn numbers(&self) -> &[TableNo] {
        &self.numbers
    }

    pub(super) fn documents(&self) -> &Documents {
        &self.documents
    }
}

fn document(is_new: bool) -> Taken {
    if is_new { Taken::Document } else { Taken::Passed }
}

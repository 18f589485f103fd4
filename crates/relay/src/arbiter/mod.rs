//! The arbiter's feed: every table, with its incidents and what people decided.
//!
//! The arbiter's feed and the hall feed have different types, and neither can carry what belongs to the other:
//! [`ArbiterFeed`] takes [`News`], which no [`hall::Publication`] holds, and makes [`message::ArbiterFrame`]s, which
//! no [`crate::message::Frame`] holds.
//!
//! ```compile_fail,E0308
//! # fn public(feed: &mut relay::HallFeed, news: relay::arbiter::News) {
//! feed.update(&[news], &[], 0); // the hall's feed takes publications and nothing else
//! # }
//! ```
//! ```compile_fail,E0616
//! # fn inside(news: relay::arbiter::News) {
//! let _ = news.0; // and nothing can be taken out of news but by the arbiter's feed
//! # }
//! ```
//!
//! Invariants:
//! * A snapshot and the updates after it make the next snapshot. A table that changed comes as a whole.
//! * The feed does not say how many moves were completed, that a press was forgotten, or that a draw could be
//!   claimed, unless an incident does: the arbiter may not act on it unasked (12.6).
//! * Anything told before it is safe in the journal says so (`unsaved`) until it is safe. The arbiter has to act on
//!   it, and may lose it in a power cut. This happens only while the disk takes nothing (disk_thread.rs).
//! * Incidents and people's commands are limited for each table. The oldest are forgotten here, never in the journal.

mod disk;
pub mod message;
mod view;

use crate::{
    feed::clock_view,
    message::EventView,
    pieces::{Pieces, around},
};
use board::Timing;
pub use disk::Disk;
use game::{ClockFace, Command, Decision, Order};
use hall::{Table, TableNo};
use laws::{Incident, Phrase};
use message::{
    ArbiterFrame, ArbiterTable, DeskView, DiskView, IncidentView, RoundRow, RulesView, RulingView, SaidView,
};
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

/// The number of incidents kept of one table. At the limit the oldest that is over is forgotten, or else the oldest.
pub const INCIDENTS_MAX: usize = 500;
/// The number of people's commands kept of one table; beyond it the oldest are forgotten.
pub const SAID_MAX: usize = 200;

/// Returns sentences of the Laws in every language.
pub fn by_language(phrases: &[Phrase]) -> BTreeMap<&'static str, Vec<String>> {
    view::list_by_language(phrases)
}

/// News for arbiters. Nothing public can be made of it.
#[derive(Debug, Clone)]
pub struct News(Word, Option<u64>);

#[derive(Debug, Clone)]
enum Word {
    Table(Box<ArbiterTable>),
    Incident { table: TableNo, game: u32, incident: Box<Incident> },
    Said { table: TableNo, game: u32, t_ms: u64, command: Box<Command> },
}

impl News {
    /// Tells the present state of a table, and how far its times may be off.
    pub fn table(table: &Table, timing: Timing) -> News {
        News(Word::Table(Box::new(view::table(table, timing))), None)
    }

    /// Tells an incident that opened, changed or closed at this table.
    pub fn incident(table: &Table, incident: Incident) -> News {
        let game = view::game_at(table, incident.t_ms);
        News(Word::Incident { table: table.number(), game, incident: Box::new(incident) }, None)
    }

    /// Tells a command that was obeyed at this table.
    pub fn said(table: &Table, t_ms: u64, command: Command) -> News {
        let game = view::game_at(table, t_ms);
        News(Word::Said { table: table.number(), game, t_ms, command: Box::new(command) }, None)
    }

    /// Marks news as told before this record, from which it follows, is safe in the journal.
    pub fn unsaved(self, record: u64) -> News {
        News(self.0, Some(record))
    }
}

/// The picture that arbiters may see.
#[derive(Debug, Clone)]
pub struct ArbiterFeed {
    epoch: String,
    seq: u64,
    event: EventView,
    rules: RulesView,
    disk: DiskView,
    desks: BTreeMap<TableNo, Desk>,
}

#[derive(Debug, Clone, Default)]
struct Desk {
    table: Option<ArbiterTable>,
    /// The incidents by game and number: a new game may number its incidents anew.
    incidents: BTreeMap<(u32, u32), IncidentView>,
    said: VecDeque<SaidView>,
    /// The table's part of a snapshot, written when the first snapshot after a change needs it.
    written: Option<Arc<str>>,
    unsaved: Option<u64>,
}

impl ArbiterFeed {
    /// Creates a feed that has said nothing yet. The epoch must differ for each start of the program.
    pub fn new(epoch: impl Into<String>, event: EventView, rules: RulesView) -> ArbiterFeed {
        let (epoch, disk) = (epoch.into(), DiskView::default());
        ArbiterFeed { epoch, seq: 0, event, rules, disk, desks: BTreeMap::new() }
    }

    /// Takes all news that came together, in order; returns one update, if there is anything to say.
    pub fn update(
        &mut self,
        news: Vec<News>,
        clocks: &[(TableNo, ClockFace)],
        now_ms: u64,
    ) -> Option<String> {
        let touched = news.into_iter().map(|News(word, unsaved)| self.take(word, unsaved)).collect();
        self.tell(touched, clocks, now_ms)
    }

    /// Notes that everything up to this record is safe in the journal. Returns an update in which it is no longer
    /// marked as unsaved.
    pub fn saved(&mut self, record: u64, now_ms: u64) -> Option<String> {
        let changed = self.desks.iter_mut().filter_map(|(table, desk)| desk.saved(record).then_some(*table));
        let touched = changed.collect();
        self.tell(touched, &[], now_ms)
    }

    /// Takes the state of the disk. Returns an update if it changed.
    pub fn disk(&mut self, disk: &Disk, now_ms: u64) -> Option<String> {
        let view = disk.view();
        if view == self.disk {
            return None;
        }
        self.disk = view;
        self.seq += 1;
        let (seq, tables, clocks) = (self.seq, Vec::new(), BTreeMap::new());
        Some(text(&ArbiterFrame::Update { seq, now_ms, tables, clocks, disk: Some(&self.disk) }))
    }

    fn tell(
        &mut self,
        touched: BTreeSet<TableNo>,
        clocks: &[(TableNo, ClockFace)],
        now_ms: u64,
    ) -> Option<String> {
        let mut ticked = BTreeMap::new();
        for (table, face) in clocks {
            let Some(desk) = self.desks.get_mut(table) else { continue };
            let known = desk.table.as_mut();
            if let Some(view) = known.filter(|view| view.clock != Some(clock_view(face))) {
                view.clock = Some(clock_view(face));
                desk.written = None;
                ticked.insert(*table, clock_view(face));
            }
        }
        let tables: Vec<DeskView<'_>> =
            touched.iter().filter_map(|table| self.desks.get(table)?.view()).collect();
        if tables.is_empty() && ticked.is_empty() {
            return None;
        }
        self.seq += 1;
        Some(text(&ArbiterFrame::Update { seq: self.seq, now_ms, tables, clocks: ticked, disk: None }))
    }

    /// Returns a snapshot, for an arbiter who is new or fell behind.
    pub fn snapshot(&self, now_ms: u64) -> String {
        text(&ArbiterFrame::Snapshot {
            epoch: &self.epoch,
            seq: self.seq,
            now_ms,
            event: &self.event,
            rules: &self.rules,
            disk: &self.disk,
            tables: self.desks.values().filter_map(Desk::view).collect(),
        })
    }

    /// Returns [`ArbiterFeed::snapshot`] in pieces. Tables that did not change since the last snapshot are shared
    /// with it.
    pub fn snapshot_pieces(&mut self, now_ms: u64) -> Pieces {
        let (mut between, end) = around(
            &text(&ArbiterFrame::Snapshot {
                epoch: &self.epoch,
                seq: self.seq,
                now_ms,
                event: &self.event,
                rules: &self.rules,
                disk: &self.disk,
                tables: Vec::new(),
            }),
            "tables",
        );
        let mut pieces = Pieces::default();
        for desk in self.desks.values_mut().filter_map(Desk::written) {
            pieces.push(std::mem::replace(&mut between, ",".to_owned()));
            pieces.push(desk);
        }
        pieces.push(if between == "," { end } else { between + &end });
        pieces
    }

    /// Returns the sequence of the last update.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns every table before its first move, as one list: pieces, board, clock, lever, and what is left to do.
    pub fn round(&self, now_ms: u64) -> String {
        let tables = self.desks.values().filter_map(|desk| desk.table.as_ref());
        let rows: Vec<RoundRow<'_>> = tables
            .map(|table| RoundRow {
                table: table.table,
                white: &table.white,
                black: &table.black,
                round: &table.round,
            })
            .collect();
        text(&ArbiterFrame::Round { now_ms, tables: rows })
    }

    /// Returns a sign of life.
    pub fn beat(&self, now_ms: u64) -> String {
        text(&ArbiterFrame::Beat { seq: self.seq, now_ms })
    }

    fn take(&mut self, word: Word, unsaved: Option<u64>) -> TableNo {
        let number = match &word {
            Word::Table(table) => table.table,
            Word::Incident { table, .. } | Word::Said { table, .. } => *table,
        };
        let desk = self.desks.entry(number).or_default();
        desk.written = None;
        desk.unsaved = desk.unsaved.max(unsaved);
        match word {
            Word::Table(table) => desk.table = Some(*table),
            Word::Incident { game, incident, .. } => desk.note(game, &incident, unsaved),
            Word::Said { game, t_ms, command, .. } => desk.hear(game, t_ms, *command, unsaved),
        }
        number
    }
}

impl Desk {
    fn written(&mut self) -> Option<Arc<str>> {
        if self.written.is_none() {
            self.written = self.view().map(|view| text(&view).into());
        }
        self.written.clone()
    }

    fn view(&self) -> Option<DeskView<'_>> {
        Some(DeskView {
            table: self.table.as_ref()?,
            incidents: self.incidents.values().collect(),
            said: self.said.iter().collect(),
            unsaved: self.unsaved,
        })
    }

    /// Notes what is safe. Returns whether that changed anything.
    fn saved(&mut self, record: u64) -> bool {
        if self.unsaved.is_none() {
            return false;
        }
        self.written = None;
        let incidents = self.incidents.values_mut().map(|incident| &mut incident.unsaved);
        let said = self.said.iter_mut().map(|said| &mut said.unsaved);
        let marks = incidents.chain(said).chain([&mut self.unsaved]);
        marks.filter(|mark| mark.is_some_and(|unsaved| unsaved <= record)).map(|mark| *mark = None).count()
            > 0
    }

    fn note(&mut self, game: u32, incident: &Incident, unsaved: Option<u64>) {
        let key = (game, incident.no);
        let rulings = self.incidents.remove(&key).map(|known| known.rulings).unwrap_or_default();
        if self.incidents.len() == INCIDENTS_MAX {
            let over = self.incidents.iter().find(|(_, known)| !known.open).map(|(key, _)| *key);
            if let Some(oldest) = over.or_else(|| self.incidents.keys().next().copied()) {
                self.incidents.remove(&oldest);
            }
        }
        let view = view::incident(game, incident, rulings);
        self.incidents.insert(key, IncidentView { unsaved, ..view });
    }

    fn hear(&mut self, game: u32, t_ms: u64, command: Command, unsaved: Option<u64>) {
        if let Order::Rule { incident, decision } = &command.order
            && let Ok(no) = u32::try_from(*incident)
            && let Some(known) = self.incidents.get_mut(&(game, no))
        {
            let decision = match decision {
                Decision::Confirm => "confirm",
                Decision::Dismiss => "dismiss",
                Decision::Stands => "stands",
            };
            known.rulings.push(RulingView { decision, author: command.author.clone(), t_ms });
            known.open = false;
            known.unsaved = known.unsaved.max(unsaved);
        }
        if self.said.len() == SAID_MAX {
            self.said.pop_front();
        }
        self.said.push_back(SaidView { t_ms, command, unsaved });
    }
}

fn text(part: &impl Serialize) -> String {
    serde_json::to_string(part).expect("a frame is made of numbers and text")
}

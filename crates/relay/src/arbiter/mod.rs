//! The arbiter's feed: every table, with its incidents and with people's commands about it.
//!
//! The arbiter's feed and the hall feed have different types, and neither can carry what belongs to the other.
//! [`ArbiterFeed`] takes [`News`], which is part of no [`hall::Publication`], and makes [`message::ArbiterFrame`]s,
//! which are part of no [`crate::message::Frame`].
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
//! * A snapshot with all later updates applied equals the next snapshot. An update holds each changed table in full.
//! * The feed does not say how many moves were completed, that a press was forgotten, or that a draw could be claimed,
//!   unless an incident says so: the arbiter may not act on these facts without a player's request (12.6 of the FIDE
//!   Laws).
//! * Anything sent before it is safe in the journal is marked (`unsaved`) until it is safe. The arbiter has to act on
//!   it although a power cut may lose it. This happens only while the disk accepts no data (disk_thread.rs).
//! * The feed keeps a limited number of incidents and of people's commands for each table. The oldest are forgotten in
//!   the feed, never in the journal.

mod disk;
pub mod message;
pub(crate) mod view;

use crate::{
    feed::pieces::{Pieces, around},
    feed::views::clock_view,
    message::EventView,
};
use board::Timing;
pub use disk::DiskState;
use game::{ClockFace, CommandJson, Decision, OrderJson, PlyNo};
use hall::{Table, TableNo};
use laws::{Incident, Language, Phrase, RuleId};
use message::{
    ArbiterFrame, ArbiterTable, ArbiterTableView, DiskView, IncidentView, RoundRow, RulesView, RulingView,
    SaidView,
};
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

/// The greatest number of incidents that the feed keeps for one table. Beyond that, the oldest incident that is not
/// open is forgotten; if all are open, the oldest is.
pub const INCIDENTS_MAX: usize = 500;
/// The greatest number of commands that the feed keeps for one table. Beyond that, the oldest command is forgotten.
pub const SAID_MAX: usize = 200;

/// Returns sentences of the Laws in every language, by the language's code.
pub fn by_language(phrases: &[Phrase]) -> BTreeMap<&'static str, Vec<String>> {
    view::list_by_language(phrases)
}

/// Returns the names of all rules for people: for each rule's id its name by language.
pub fn rule_names() -> BTreeMap<&'static str, BTreeMap<&'static str, &'static str>> {
    let names =
        |rule: &RuleId| Language::ALL.map(|language| (language.code(), rule.page().title(language))).into();
    RuleId::ALL.iter().map(|rule| (rule.name(), names(rule))).collect()
}

/// Returns an incident of a game in the words of the feed, without the rulings on it.
pub fn incident_view(game: u32, incident: &Incident) -> IncidentView {
    view::incident(game, incident, None, Vec::new())
}

/// News for arbiters. No public message can be made from it.
#[derive(Debug, Clone)]
pub struct News(Word, Option<u64>);

#[derive(Debug, Clone)]
enum Word {
    Table(Box<ArbiterTable>),
    Incident { table: TableNo, game: u32, until_ply: Option<PlyNo>, incident: Box<Incident> },
    Said { table: TableNo, game: u32, t_ms: u64, command: Box<CommandJson> },
}

impl News {
    /// Creates the news of a table's present state, with the greatest errors that the table's times may have.
    pub fn table(table: &Table, timing: Timing) -> News {
        News(Word::Table(Box::new(view::table(table, timing))), None)
    }

    /// Creates the news that an incident opened, changed or closed at this table.
    pub fn incident(table: &Table, incident: Incident) -> News {
        let game = view::game_at(table, incident.t_ms);
        let until_ply = incident.waits_until(&table.watch().profile().parameters());
        News(Word::Incident { table: table.number(), game, until_ply, incident: Box::new(incident) }, None)
    }

    /// Creates the news that a command was obeyed at this table.
    pub fn said(table: &Table, t_ms: u64, command: CommandJson) -> News {
        // A command may name an earlier game.
        let game = command.game.unwrap_or_else(|| view::game_at(table, t_ms));
        News(Word::Said { table: table.number(), game, t_ms, command: Box::new(command) }, None)
    }

    /// Marks news that is sent before it is safe in the journal. `record` is the number of the record that the news
    /// follows from.
    pub fn unsaved(self, record: u64) -> News {
        News(self.0, Some(record))
    }
}

/// The state of all tables that arbiters may see, and the updates that announce its changes.
#[derive(Debug, Clone)]
pub struct ArbiterFeed {
    epoch: String,
    seq: u64,
    event: EventView,
    rules: RulesView,
    disk: DiskView,
    tables: BTreeMap<TableNo, TableState>,
}

#[derive(Debug, Clone, Default)]
struct TableState {
    table: Option<ArbiterTable>,
    /// The incidents by game and number. An incident's number alone is not enough: a new game may number its incidents
    /// from 1 again.
    incidents: BTreeMap<(u32, u32), IncidentView>,
    said: VecDeque<SaidView>,
    /// The table's part of a snapshot, as JSON. It is written for the first snapshot after a change.
    written: Option<Arc<str>>,
    unsaved: Option<u64>,
}

impl ArbiterFeed {
    /// Creates a feed that has sent nothing yet. The epoch must be another one at each start of the program.
    pub fn new(epoch: impl Into<String>, event: EventView, rules: RulesView) -> ArbiterFeed {
        let (epoch, disk) = (epoch.into(), DiskView::default());
        ArbiterFeed { epoch, seq: 0, event, rules, disk, tables: BTreeMap::new() }
    }

    /// Sets the data of the event: its round changed, for example. Every page then needs a snapshot, and asks for it
    /// when it misses a number.
    pub fn name_event(&mut self, event: EventView) {
        if self.event != event {
            self.event = event;
            self.seq += 1;
        }
    }

    /// Applies all news and clock readings that arrived together, in order. Returns one update; `None` if nothing
    /// changed.
    pub fn update(
        &mut self,
        news: Vec<News>,
        clocks: &[(TableNo, ClockFace)],
        now_ms: u64,
    ) -> Option<String> {
        let touched = news.into_iter().map(|News(word, unsaved)| self.take(word, unsaved)).collect();
        self.tell(touched, clocks, now_ms)
    }

    /// Notes that all records up to this number are safe in the journal. Returns an update in which news that follows
    /// from these records is no longer marked; `None` if none was marked.
    pub fn saved(&mut self, record: u64, now_ms: u64) -> Option<String> {
        let changed =
            self.tables.iter_mut().filter_map(|(table, state)| state.saved(record).then_some(*table));
        let touched = changed.collect();
        self.tell(touched, &[], now_ms)
    }

    /// Sets the state of the disk. Returns an update; `None` if the state did not change.
    pub fn disk(&mut self, disk: &DiskState, now_ms: u64) -> Option<String> {
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
            let Some(state) = self.tables.get_mut(table) else { continue };
            let known = state.table.as_mut();
            if let Some(view) = known.filter(|view| view.clock != Some(clock_view(face))) {
                view.clock = Some(clock_view(face));
                state.written = None;
                ticked.insert(*table, clock_view(face));
            }
        }
        let tables: Vec<ArbiterTableView<'_>> =
            touched.iter().filter_map(|table| self.tables.get(table)?.view()).collect();
        if tables.is_empty() && ticked.is_empty() {
            return None;
        }
        self.seq += 1;
        Some(text(&ArbiterFrame::Update { seq: self.seq, now_ms, tables, clocks: ticked, disk: None }))
    }

    /// Returns a snapshot, for an arbiter who has just connected or fell behind.
    pub fn snapshot(&self, now_ms: u64) -> String {
        text(&ArbiterFrame::Snapshot {
            epoch: &self.epoch,
            seq: self.seq,
            now_ms,
            event: &self.event,
            rules: &self.rules,
            disk: &self.disk,
            tables: self.tables.values().filter_map(TableState::view).collect(),
        })
    }

    /// Returns the text of [`ArbiterFeed::snapshot`] in pieces. Tables that did not change since the last snapshot are
    /// shared with that snapshot.
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
        for state in self.tables.values_mut().filter_map(TableState::written) {
            pieces.push(std::mem::replace(&mut between, ",".to_owned()));
            pieces.push(state);
        }
        pieces.push(if between == "," { end } else { between + &end });
        pieces
    }

    /// Returns the sequence number of the last update.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the list of all tables for the check before the round: pieces, board, clock and lever of each table, and
    /// what is left to do.
    pub fn round(&self, now_ms: u64) -> String {
        let tables = self.tables.values().filter_map(|state| state.table.as_ref());
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

    /// Returns a sign of life, to be sent after a while in which nothing else was sent.
    pub fn beat(&self, now_ms: u64) -> String {
        text(&ArbiterFrame::Beat { seq: self.seq, now_ms })
    }

    fn take(&mut self, word: Word, unsaved: Option<u64>) -> TableNo {
        let number = match &word {
            Word::Table(table) => table.table,
            Word::Incident { table, .. } | Word::Said { table, .. } => *table,
        };
        let state = self.tables.entry(number).or_default();
        state.written = None;
        state.unsaved = state.unsaved.max(unsaved);
        match word {
            Word::Table(table) => state.table = Some(*table),
            Word::Incident { game, until_ply, incident, .. } => {
                state.note(game, &incident, until_ply, unsaved)
            }
            Word::Said { game, t_ms, command, .. } => state.hear(game, t_ms, *command, unsaved),
        }
        number
    }
}

impl TableState {
    fn written(&mut self) -> Option<Arc<str>> {
        if self.written.is_none() {
            self.written = self.view().map(|view| text(&view).into());
        }
        self.written.clone()
    }

    fn view(&self) -> Option<ArbiterTableView<'_>> {
        Some(ArbiterTableView {
            table: self.table.as_ref()?,
            incidents: self.incidents.values().collect(),
            said: self.said.iter().collect(),
            unsaved: self.unsaved,
        })
    }

    /// Removes the `unsaved` marks with record numbers up to this one. Returns whether any mark was removed.
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

    fn note(&mut self, game: u32, incident: &Incident, until_ply: Option<PlyNo>, unsaved: Option<u64>) {
        let key = (game, incident.no);
        let rulings = self.incidents.remove(&key).map(|known| known.rulings).unwrap_or_default();
        if self.incidents.len() == INCIDENTS_MAX {
            let over = self.incidents.iter().find(|(_, known)| !known.open).map(|(key, _)| *key);
            if let Some(oldest) = over.or_else(|| self.incidents.keys().next().copied()) {
                self.incidents.remove(&oldest);
            }
        }
        let view = view::incident(game, incident, until_ply, rulings);
        self.incidents.insert(key, IncidentView { unsaved, ..view });
    }

    fn hear(&mut self, game: u32, t_ms: u64, command: CommandJson, unsaved: Option<u64>) {
        if let OrderJson::Rule { incident, decision } = &command.order
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

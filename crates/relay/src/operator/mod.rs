//! The operator's feed, which organisers follow, too: every table as it is at this moment, its board, clock and sensors, and
//! the journal's disk. What is the arbiter's stays with the arbiter: incidents and hints, claims, rulings, counts, notes,
//! and illegal moves until the arbiter lets them stand.
//!
//! The games come from [`Publication`]s, which have no place for a matter of the arbiter's, and the rest is [`Upkeep`], which
//! has none either. News for arbiters does not fit:
//!
//! ```compile_fail,E0308
//! # fn operate(feed: &mut relay::OperatorFeed, news: relay::arbiter::News) {
//! feed.update(vec![news], &[], 0); // the arbiter's news is not the operator's
//! # }
//! ```
//! ```compile_fail,E0599
//! # fn tell(table: &hall::Table, incident: laws::Incident) {
//! relay::operator::OperatorNews::incident(table, incident); // and there is no other way in
//! # }
//! ```
//! ```compile_fail,E0423
//! # fn forge(incident: laws::Incident) {
//! let _ = relay::operator::OperatorNews(incident); // nobody but the feed's own constructors makes news
//! # }
//! ```
//!
//! Invariants:
//! * A snapshot with all later updates applied equals the next snapshot. An update holds each changed table in full.
//! * Nothing is sent before it is safe in the journal, but the state of the disk.

pub mod message;

use crate::{
    arbiter::{DiskState, message::DiskView, message::RoundRow, view},
    feed::pieces::{Pieces, around},
    feed::views::{clock_view, link_view, odd, player_view},
    limits::PLIES_MAX,
    message::{ClockView, EventView},
};
use board::{Ailment, SensorHealth};
use game::{ClockFace, Player, ResultEntry};
use hall::{Hall, Link, PublicPly, Publication, Table, TableNo};
use message::{OperatorFrame, OperatorPly, OperatorRules, OperatorTable, SensorsView, Upkeep};
use serde::Serialize;
use shakmaty::{Bitboard, ByColor};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// News for operators.
#[derive(Debug, Clone)]
pub struct OperatorNews(Word);

#[derive(Debug, Clone)]
enum Word {
    Published(Box<Publication>),
    Kept { table: TableNo, game: u32, players: Box<ByColor<Player>>, upkeep: Box<Upkeep> },
}

impl OperatorNews {
    /// Creates the news of what everybody may see of a table.
    pub fn published(publication: Publication) -> OperatorNews {
        OperatorNews(Word::Published(Box::new(publication)))
    }

    /// Creates the news of how a table's board, clock and sensors are, with the greatest errors that its times may have.
    pub fn upkeep(hall: &Hall, table: &Table) -> OperatorNews {
        let board = table.link().and_then(|link| hall.link(link)).map(Link::condition).unwrap_or_default();
        OperatorNews(Word::Kept {
            table: table.number(),
            game: table.game_number(),
            players: Box::new(table.players().clone()),
            upkeep: Box::new(Upkeep {
                timing: view::errors(hall.timing(table.number())),
                round: view::round(table),
                asked: view::asked_among_legal(table),
                ended: table.is_ended(),
                astray: table.is_astray(),
                played_on: table.is_played_on(),
                fault: table.fault().map(str::to_owned),
                heard_ms: board.silent_since_ms,
                battery: board.battery_percent,
                ailment: board.ailment.map(ailment),
                sensors: board.sensors.and_then(|health| sensors(table, health)),
            }),
        })
    }
}

fn ailment(ailment: Ailment) -> &'static str {
    match ailment {
        Ailment::Deaf { is_followed: false } => "deaf",
        Ailment::Deaf { is_followed: true } => "deaf-but-followed",
        Ailment::NoParity => "no-parity",
    }
}

/// Returns what a board says against its sensors; `None` if that is nothing. A piece that has not moved since the board was
/// switched on says nothing against its square, and neither does one in a game that only an arbiter can settle.
fn sensors(
    table: &Table,
    SensorHealth { dead, stuck, is_wiring_faulty }: SensorHealth,
) -> Option<SensorsView> {
    let stands = table.score().standing().board().occupied();
    let stuck = if table.is_plain(None) { stuck & !stands & !dead } else { Bitboard::EMPTY };
    let names = |squares: Bitboard| squares.into_iter().map(|square| square.to_string()).collect();
    (dead.any() || stuck.any() || is_wiring_faulty).then(|| SensorsView {
        dead: names(dead),
        stuck: names(stuck),
        wiring: is_wiring_faulty,
    })
}

/// The state of all tables that operators may see, and the updates that announce its changes.
#[derive(Debug, Clone)]
pub struct OperatorFeed {
    epoch: String,
    seq: u64,
    event: EventView,
    rules: OperatorRules,
    disk: DiskView,
    tables: BTreeMap<TableNo, TableState>,
}

#[derive(Debug, Clone, Default)]
struct TableState {
    view: OperatorTable,
    /// The number of the last publication.
    rev: u64,
    /// The position after each ply, as FEN.
    fens: Vec<String>,
    /// The table's part of a snapshot, as JSON. It is written for the first snapshot after a change.
    written: Option<Arc<str>>,
}

impl OperatorFeed {
    /// Creates a feed that has sent nothing yet. The epoch must be another one at each start of the program.
    pub fn new(epoch: impl Into<String>, event: EventView, rules: OperatorRules) -> OperatorFeed {
        let (epoch, disk) = (epoch.into(), DiskView::default());
        OperatorFeed { epoch, seq: 0, event, rules, disk, tables: BTreeMap::new() }
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
        news: Vec<OperatorNews>,
        clocks: &[(TableNo, ClockFace)],
        now_ms: u64,
    ) -> Option<String> {
        let (touched, ticked) = self.follow(news, clocks);
        if touched.is_empty() && ticked.is_empty() {
            return None;
        }
        self.seq += 1;
        let tables = touched.iter().filter_map(|table| Some(&self.tables.get(table)?.view)).collect();
        Some(text(&OperatorFrame::Update { seq: self.seq, now_ms, tables, clocks: ticked, disk: None }))
    }

    /// Applies all news and clock readings that arrived together, without an update. Returns the tables that look different
    /// now, and the readings that are new.
    pub fn follow(
        &mut self,
        news: Vec<OperatorNews>,
        clocks: &[(TableNo, ClockFace)],
    ) -> (BTreeSet<TableNo>, BTreeMap<TableNo, ClockView>) {
        let touched = news.into_iter().filter_map(|OperatorNews(word)| self.take(word)).collect();
        let mut ticked = BTreeMap::new();
        for (table, face) in clocks {
            let Some(state) = self.tables.get_mut(table) else { continue };
            let clock = Some(clock_view(face));
            if state.view.clock != clock {
                state.view.clock = clock;
                state.written = None;
                ticked.insert(*table, clock_view(face));
            }
        }
        (touched, ticked)
    }

    /// Returns the tables as operators see them, in the order of their numbers.
    pub fn tables(&self) -> impl Iterator<Item = &OperatorTable> {
        self.tables.values().map(|state| &state.view)
    }

    /// Applies news from a journal that is being read, without an update.
    pub fn recall(&mut self, OperatorNews(word): OperatorNews) {
        self.take(word);
    }

    /// Begins an epoch with these tables; others, of earlier set-ups, are forgotten.
    pub fn begin(&mut self, epoch: impl Into<String>, tables: impl IntoIterator<Item = TableNo>) {
        let tables: BTreeSet<TableNo> = tables.into_iter().collect();
        self.tables.retain(|table, _| tables.contains(table));
        self.epoch = epoch.into();
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
        Some(text(&OperatorFrame::Update { seq, now_ms, tables, clocks, disk: Some(&self.disk) }))
    }

    /// Returns a snapshot, for an operator who has just connected or fell behind.
    pub fn snapshot(&self, now_ms: u64) -> String {
        self.whole(now_ms, self.tables.values().map(|state| &state.view).collect())
    }

    /// Returns the text of [`OperatorFeed::snapshot`] in pieces. Tables that did not change since the last snapshot are
    /// shared with that snapshot.
    pub fn snapshot_pieces(&mut self, now_ms: u64) -> Pieces {
        let (mut between, end) = around(&self.whole(now_ms, Vec::new()), "tables");
        let mut pieces = Pieces::default();
        for state in self.tables.values_mut() {
            let written = state.written.get_or_insert_with(|| text(&state.view).into());
            pieces.push(std::mem::replace(&mut between, ",".to_owned()));
            pieces.push(Arc::clone(written));
        }
        pieces.push(if between == "," { end } else { between + &end });
        pieces
    }

    fn whole(&self, now_ms: u64, tables: Vec<&OperatorTable>) -> String {
        let OperatorFeed { epoch, seq, event, rules, disk, .. } = self;
        text(&OperatorFrame::Snapshot { epoch, seq: *seq, now_ms, event, rules, disk, tables })
    }

    /// Returns the list of all tables for the check before the round.
    pub fn round(&self, now_ms: u64) -> String {
        let tables = self.tables.values().map(|TableState { view, .. }| RoundRow {
            table: view.table,
            white: &view.white,
            black: &view.black,
            round: &view.upkeep.round,
        });
        text(&OperatorFrame::Round { now_ms, tables: tables.collect() })
    }

    /// Returns a sign of life, to be sent after a while in which nothing else was sent.
    pub fn beat(&self, now_ms: u64) -> String {
        text(&OperatorFrame::Beat { seq: self.seq, now_ms })
    }

    /// Returns the sequence number of the last update.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Takes news in. Returns the table, if it looks different now.
    fn take(&mut self, word: Word) -> Option<TableNo> {
        let number = match &word {
            Word::Published(publication) => publication.table,
            Word::Kept { table, .. } => *table,
        };
        let state = self.tables.entry(number).or_insert_with(|| TableState::of(number));
        let is_changed = match word {
            Word::Published(publication) => state.show(&publication),
            Word::Kept { game, players, upkeep, .. } => state.keep(game, &players, *upkeep),
        };
        if is_changed {
            state.written = None;
        }
        is_changed.then_some(number)
    }
}

impl TableState {
    fn of(table: TableNo) -> TableState {
        let view = OperatorTable { table, result: "*", ..OperatorTable::default() };
        TableState { view, ..TableState::default() }
    }

    fn show(&mut self, publication: &Publication) -> bool {
        let TableState { view, rev, fens, .. } = self;
        if publication.rev <= *rev {
            return false;
        }
        *rev = publication.rev;
        if publication.game != view.game {
            view.clock = None;
            view.moves.clear();
            fens.clear();
        }
        let from = publication.from.min(view.moves.len());
        view.moves.truncate(from);
        fens.truncate(from);
        let fresh = publication.plies.iter().take(PLIES_MAX.saturating_sub(from));
        view.moves.extend(fresh.clone().map(ply));
        fens.extend(fresh.map(|ply| ply.fen.clone()));
        view.game = publication.game;
        view.start.clone_from(&publication.start_fen);
        view.fen.clone_from(fens.last().unwrap_or(&publication.start_fen));
        view.white = player_view(&publication.players.white);
        view.black = player_view(&publication.players.black);
        view.clock = publication.clock.as_ref().map(clock_view).or(view.clock);
        view.result = publication.result.map_or("*", ResultEntry::pgn);
        view.score = odd(publication.result);
        view.link = link_view(publication.link);
        true
    }

    fn keep(&mut self, game: u32, players: &ByColor<Player>, upkeep: Upkeep) -> bool {
        let view = &mut self.view;
        let mut is_changed = view.upkeep != upkeep;
        view.upkeep = upkeep;
        // A table of which nothing was published yet still has a number for its game, and names.
        if self.rev == 0 {
            let [white, black] = [&players.white, &players.black].map(player_view);
            is_changed |= (view.game, &view.white, &view.black) != (game, &white, &black);
            (view.game, view.white, view.black) = (game, white, black);
        }
        is_changed
    }
}

fn ply(ply: &PublicPly) -> OperatorPly {
    let PublicPly { san, uci, irregular, provisional, left_ms, fen: _, check: _, spent_ms: _ } = ply;
    let (san, uci) = (san.clone(), uci.clone());
    OperatorPly { san, uci, irregular: *irregular, provisional: *provisional, left_ms: *left_ms }
}

fn text(part: &impl Serialize) -> String {
    serde_json::to_string(part).expect("a frame is made of numbers and text")
}

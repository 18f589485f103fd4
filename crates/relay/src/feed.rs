//! The hall feed: the latest state of each table, with an epoch and a sequence number.

mod at_once;
mod held;
pub(crate) mod pieces;
mod replaced;
pub(crate) mod views;

use crate::{
    delayed_hall::EarlyResult,
    limits::{PLIES_MAX, shown_event, shown_player},
    message::{EventView, Frame, HeadView, MoveView, TableChange, TableView},
    released::{Released, onlookers::Onlookers},
    slots::Slots,
};
use game::ClockFace;
use hall::{Publication, TableNo};
use held::{Held, real};
use pieces::{Pieces, around};
use serde::Serialize;
use std::{collections::BTreeMap, marker::PhantomData, sync::Arc};
use views::{empty, link_view, move_view, player_view, set_clock, set_result};

/// The state of all tables that audience `A` may see, and the updates that announce its changes.
///
/// A feed takes nothing that was released to others:
///
/// ```compile_fail,E0308
/// use relay::{HallFeed, Released, Screens, Spectators};
/// fn tell(feed: &mut HallFeed<Spectators>, released: &Released<Screens>) {
///     feed.publish(released, 0); // the screens are ahead of the world
/// }
/// ```
#[derive(Debug)]
pub struct HallFeed<A> {
    epoch: String,
    seq: u64,
    event: EventView,
    tables: BTreeMap<TableNo, TableView>,
    /// The plies of each table, as JSON for snapshots. They are written for the first snapshot after a change.
    lines: BTreeMap<TableNo, Arc<str>>,
    head: Option<HeadView>,
    is_head_new: bool,
    is_event_new: bool,
    /// The hold in progress, during which nothing new may be published; `None` outside a hold.
    held: Option<Held>,
    slots: Slots<A>,
    audience: PhantomData<A>,
}

/// The parts of a table that changed within one update.
#[derive(Debug, Default)]
struct Touched {
    rev: bool,
    from: Option<usize>,
    whole: bool,
    players: bool,
    clock: bool,
    result: bool,
    link: bool,
}

impl<A: Onlookers> HallFeed<A> {
    /// Creates a feed that has sent nothing yet. The epoch must differ for each start of the program, even when the
    /// feed is filled again from a journal, because sequence numbers start again at 0.
    pub fn new(epoch: impl Into<String>, event: EventView) -> HallFeed<A> {
        let (epoch, event) = (epoch.into(), shown_event(&event));
        HallFeed {
            slots: Slots::new(&epoch, &event),
            epoch,
            seq: 0,
            event,
            tables: BTreeMap::new(),
            lines: BTreeMap::new(),
            head: None,
            is_head_new: false,
            is_event_new: false,
            held: None,
            audience: PhantomData,
        }
    }

    /// Sets the epoch. It is not known when the feed is created: the feed is first filled from the journal, and the
    /// epoch's name contains the number of the journal's last record.
    pub fn begin(&mut self, epoch: impl Into<String>) {
        self.epoch = epoch.into();
        self.slots = Slots::new(&self.epoch, &self.event);
        self.slots.tell(&self.event, self.head.as_ref(), &self.tables, &[]);
    }

    /// Applies what was released from a journal that is being read, without sending an update.
    pub fn recall(&mut self, released: &Released<A>) {
        released.publications.iter().for_each(|publication| self.take(publication, &mut Touched::default()));
        for early in &released.results {
            self.take_result(early);
        }
        self.head = released.head.clone().or(self.head.take());
    }

    /// Applies what was released. Returns one update, with one change for each changed table; `None` if there is
    /// nothing to send.
    pub fn publish(&mut self, released: &Released<A>, now_ms: u64) -> Option<String> {
        if let Some(head) = &released.head {
            self.sign(head.clone());
        }
        if let Some(event) = &released.event {
            self.name_event(event);
        }
        if let Some(tables) = &released.tables
            && self.tables.keys().any(|table| !tables.contains(table))
        {
            self.set_up(self.event.clone(), tables);
        }
        if !released.told.is_empty() {
            return self.replace_all(&released.told, now_ms);
        }
        self.update_all(&released.publications, &released.clocks, &released.results, now_ms)
    }

    /// Applies publications, clock readings and early results that arrived together, in order. Returns one update, with
    /// one change for each changed table; `None` if there is nothing to send.
    fn update_all(
        &mut self,
        publications: &[Publication],
        clocks: &[(TableNo, ClockFace)],
        results: &[EarlyResult],
        now_ms: u64,
    ) -> Option<String> {
        let mut touched: BTreeMap<TableNo, Touched> = BTreeMap::new();
        for publication in publications {
            self.take(publication, touched.entry(publication.table).or_default());
        }
        for (table, face) in clocks {
            if let Some(held) = &mut self.held {
                held.keep(*table, *face);
            } else if let Some(view) = self.tables.get_mut(table) {
                touched.entry(*table).or_default().clock |= set_clock(view, face);
            }
        }
        for early in results {
            touched.entry(early.table).or_default().result |= self.take_result(early);
        }
        self.tell(&touched, now_ms)
    }

    /// Begins a hold, during which nothing can be made safe or published; with `None`, ends the hold. Returns an update
    /// if a hold began or ended and anything has changed; otherwise `None`.
    pub fn hold(&mut self, since_ms: Option<u64>, now_ms: u64) -> Option<String> {
        if since_ms.is_some() == self.held.is_some() {
            return None;
        }
        let clocks = self.held.take().map(Held::over).unwrap_or_default();
        self.held = since_ms.map(Held::since);
        let mut touched: BTreeMap<TableNo, Touched> = BTreeMap::new();
        for (table, view) in &mut self.tables {
            let link = self.held.as_ref().map_or(real(view), |held| held.shown(view.link));
            let clock = clocks.get(table).is_some_and(|face| set_clock(view, face));
            let change = Touched { link: link != view.link, clock, ..Touched::default() };
            view.link = link;
            touched.insert(*table, change);
        }
        self.tell(&touched, now_ms)
    }

    /// Returns one update with one change for each table that changed; `None` if there is nothing to send.
    fn tell(&mut self, touched: &BTreeMap<TableNo, Touched>, now_ms: u64) -> Option<String> {
        let tables: Vec<TableChange> = touched
            .iter()
            .filter(|(_, touched)| touched.anything())
            .filter_map(|(table, touched)| Some(touched.change(self.tables.get(table)?)))
            .collect();
        let head = self.head.clone().filter(|_| std::mem::take(&mut self.is_head_new));
        let event = std::mem::take(&mut self.is_event_new).then(|| self.event.clone());
        self.slots.tell(&self.event, self.head.as_ref(), &self.tables, &tables);
        if tables.is_empty() && head.is_none() && event.is_none() {
            return None;
        }
        self.seq += 1;
        Some(text(&Frame::Update { seq: self.seq, now_ms, tables, head, event }))
    }

    /// Sets the journal's newly signed head. The next update announces it.
    pub fn sign(&mut self, head: HeadView) {
        self.is_head_new = self.head.as_ref() != Some(&head);
        self.head = Some(head);
    }

    /// Sets the data of the event: its round changed, for example. The next update announces it.
    pub fn name_event(&mut self, event: &EventView) {
        let event = shown_event(event);
        self.is_event_new |= self.event != event;
        self.event = event;
    }

    /// Sets the new data of the event, and forgets the tables not listed. Every viewer then needs a snapshot.
    pub fn set_up(&mut self, event: EventView, tables: &[TableNo]) {
        self.event = shown_event(&event);
        self.tables.retain(|table, _| tables.contains(table));
        self.lines.retain(|table, _| tables.contains(table));
        self.seq += 1;
        self.slots.tell(&self.event, self.head.as_ref(), &self.tables, &[]);
    }

    /// Returns the latest state of each table, as protocol 2 sends it.
    pub fn slots(&self) -> &Slots<A> {
        &self.slots
    }

    /// Returns a snapshot, for a viewer who has just connected or fell behind.
    pub fn snapshot(&self, now_ms: u64) -> String {
        text(&self.whole(now_ms, self.tables.values().collect()))
    }

    /// Returns the text of [`HallFeed::snapshot`] in pieces. The plies of games that did not change since the last
    /// snapshot are shared with that snapshot.
    pub fn snapshot_pieces(&mut self, now_ms: u64) -> Pieces {
        let (mut between, end) = around(&text(&self.whole(now_ms, Vec::new())), "tables");
        let mut pieces = Pieces::default();
        for (index, (number, view)) in self.tables.iter_mut().enumerate() {
            let line = self.lines.entry(*number).or_insert_with(|| plies(&view.moves).into());
            // The table is written with an empty list of moves. Its plies are then put between the brackets of that
            // list.
            let moves = std::mem::take(&mut view.moves);
            let (before, after) = around(&text(view), "moves");
            view.moves = moves;
            between.push_str(if index == 0 { "" } else { "," });
            between.push_str(&before);
            pieces.push(std::mem::replace(&mut between, after));
            pieces.push(Arc::clone(line));
        }
        pieces.push(between + &end);
        pieces
    }

    fn whole<'a>(&'a self, now_ms: u64, tables: Vec<&'a TableView>) -> Frame<'a> {
        let HallFeed { epoch, seq, event, head, .. } = self;
        Frame::Snapshot { epoch, seq: *seq, now_ms, event, tables, head: head.as_ref() }
    }

    /// Returns a sign of life, to be sent after a while in which nothing else was sent.
    pub fn beat(&self, now_ms: u64) -> String {
        text(&Frame::Beat { seq: self.seq, now_ms })
    }

    /// Returns the sequence number of the last update.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the epoch.
    pub fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Takes a result that is ahead of its moves. Returns whether the table shows another result now.
    fn take_result(&mut self, early: &EarlyResult) -> bool {
        let view = self.tables.get_mut(&early.table).filter(|view| view.game == early.game);
        view.is_some_and(|view| set_result(view, early.result))
    }

    fn take(&mut self, publication: &Publication, touched: &mut Touched) {
        let view = self.tables.entry(publication.table).or_insert_with(|| empty(publication.table));
        if publication.rev <= view.rev {
            return;
        }
        let new_game = publication.game != view.game;
        if new_game {
            self.lines.remove(&publication.table);
            view.moves.clear();
            view.clock = None;
            (view.result, view.score) = ("*", None);
            touched.whole = true;
        }
        view.game = publication.game;
        view.rev = publication.rev;
        touched.rev = true;
        let from = publication.from.min(view.moves.len());
        if from < view.moves.len() || !publication.plies.is_empty() {
            self.lines.remove(&publication.table);
            view.moves.truncate(from);
            view.moves.extend(publication.plies.iter().take(PLIES_MAX - from).map(move_view));
            touched.from = Some(touched.from.map_or(from, |before| before.min(from)));
        }
        if view.start != publication.start_fen {
            view.start.clone_from(&publication.start_fen);
            touched.whole = true;
        }
        let (white, black) = (&publication.players.white, &publication.players.black);
        let (white, black) = (shown_player(player_view(white)), shown_player(player_view(black)));
        touched.players |= view.white != white || view.black != black;
        (view.white, view.black) = (white, black);
        if let Some(face) = &publication.clock {
            touched.clock |= set_clock(view, face);
        }
        touched.result |= set_result(view, publication.result);
        let link = link_view(publication.link);
        let link = self.held.as_ref().map_or(link, |held| held.shown(link));
        touched.link |= view.link != link;
        view.link = link;
    }
}

impl Touched {
    fn anything(&self) -> bool {
        // Every publication raises the table's revision. A clock reading or a hold changes a table without raising its
        // revision, and so does a result that is ahead of its moves.
        self.rev || self.clock || self.link || self.result
    }

    /// Returns the change that brings a client's copy of a table up to date.
    fn change(&self, view: &TableView) -> TableChange {
        let from = if self.whole { Some(0) } else { self.from.map(|from| from.min(view.moves.len())) };
        TableChange {
            table: view.table,
            game: view.game,
            rev: view.rev,
            from,
            moves: from.map(|from| view.moves[from..].to_vec()).unwrap_or_default(),
            white: (self.whole || self.players).then(|| view.white.clone()),
            black: (self.whole || self.players).then(|| view.black.clone()),
            start: self.whole.then(|| view.start.clone()),
            clock: if self.whole || self.clock { view.clock } else { None },
            result: (self.whole || self.result).then_some(view.result),
            score: view.score.clone().filter(|_| self.whole || self.result),
            link: (self.whole || self.link).then_some(view.link),
        }
    }
}

/// Returns the plies as JSON, without the brackets of their list.
fn plies(moves: &[MoveView]) -> String {
    let list = text(moves);
    list[1..list.len() - 1].to_owned()
}

fn text(part: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(part).expect("a frame is made of numbers and text")
}

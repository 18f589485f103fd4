//! The slot of one table: its latest state, its latest frame as soon as somebody needs it, and its last changes.

use super::{
    message::{Link, Person, TableFrame, clock},
    plies::{self, SentPly},
    text,
};
use crate::message::{ClockView, LinkView, PlayerView, TableChange, TableView};
use hall::TableNo;
use std::{
    collections::VecDeque,
    sync::{Arc, OnceLock},
};

/// The number of changes that are kept of a table. A client that is further behind gets the whole table.
pub(crate) const CHANGES_MAX: usize = 8;
/// The usual start position, which is not sent.
pub(crate) const USUAL_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The state of one table after its last change.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(super) table: TableNo,
    /// The revision: the number of the last change, clock readings excepted.
    pub(crate) rev: u64,
    /// The number of the last change of the clock.
    pub(crate) clock_seq: u64,
    pub(super) game: u32,
    pub(super) players: Arc<(PlayerView, PlayerView)>,
    pub(super) start: Arc<str>,
    pub(super) plies: Arc<Vec<SentPly>>,
    position: Arc<str>,
    pub(super) clock: Option<ClockView>,
    pub(super) result: &'static str,
    pub(super) score: Option<String>,
    pub(super) link: LinkView,
    changes: VecDeque<Change>,
    whole: OnceLock<Arc<str>>,
    over: OnceLock<Arc<str>>,
    clock_alone: OnceLock<Arc<str>>,
}

/// A change of a table, encoded.
#[derive(Debug, Clone)]
pub(super) struct Change {
    /// The revision that the change follows.
    before: u64,
    pub(super) rev: u64,
    /// Says whether the clock is in it.
    pub(super) has_clock: bool,
    /// Says whether a result is in it, or is taken back by it.
    pub(super) has_result: bool,
    pub(super) frame: Arc<str>,
}

impl Slot {
    /// Returns the slot of a table of which no client knows anything.
    pub(super) fn new(seq: u64, view: &TableView) -> Slot {
        let plies = plies::from(&view.start, &view.moves, 0);
        Slot {
            table: view.table,
            rev: seq,
            clock_seq: seq,
            game: view.game,
            players: Arc::new((view.white.clone(), view.black.clone())),
            start: view.start.as_str().into(),
            plies: Arc::new(plies),
            position: position(view),
            clock: view.clock,
            result: view.result,
            score: view.score.clone(),
            link: view.link,
            changes: VecDeque::new(),
            whole: OnceLock::new(),
            over: OnceLock::new(),
            clock_alone: OnceLock::new(),
        }
    }

    /// Returns the slot after a change that led to this view of the table; `None` if nothing can be seen of the change.
    pub(super) fn after(&self, seq: u64, view: &TableView, change: &TableChange) -> Option<Slot> {
        // A new game or start position leaves nothing of what a client knows.
        if change.start.is_some() {
            return Some(Slot::new(seq, view));
        }
        let TableChange { from, white, black, clock, result, link, .. } = change;
        let has_players = white.is_some() || black.is_some();
        let is_seen = from.is_some() || has_players || result.is_some() || link.is_some();
        if !is_seen && clock.is_none() {
            return None;
        }
        let mut after = self.kept();
        after.clock = view.clock;
        if clock.is_some() {
            after.clock_seq = seq;
        }
        if !is_seen {
            return Some(after);
        }
        (after.rev, after.link) = (seq, view.link);
        (after.result, after.score) = (view.result, view.score.clone());
        if has_players {
            after.players = Arc::new((view.white.clone(), view.black.clone()));
        }
        if let Some(from) = *from {
            let plies = Arc::make_mut(&mut after.plies);
            plies.truncate(from);
            plies.extend(plies::from(&view.start, &view.moves, from));
            after.position = position(view);
        }
        let frame = after.change(self.rev, change);
        if after.changes.len() == CHANGES_MAX {
            after.changes.pop_front();
        }
        let (has_clock, has_result) = (clock.is_some(), result.is_some());
        after.changes.push_back(Change { before: self.rev, rev: seq, has_clock, has_result, frame });
        Some(after)
    }

    fn kept(&self) -> Slot {
        Slot {
            players: Arc::clone(&self.players),
            start: Arc::clone(&self.start),
            plies: Arc::clone(&self.plies),
            position: Arc::clone(&self.position),
            score: self.score.clone(),
            changes: self.changes.clone(),
            whole: OnceLock::new(),
            over: OnceLock::new(),
            clock_alone: OnceLock::new(),
            ..*self
        }
    }

    fn change(&self, before: u64, change: &TableChange) -> Arc<str> {
        let mut frame = TableFrame {
            b: self.table,
            r: self.rev,
            p: Some(before),
            w: change.white.as_ref().map(Person::even_nobody),
            bl: change.black.as_ref().map(Person::even_nobody),
            from: change.from,
            c: change.clock.map(clock),
            res: change.result,
            sc: change.score.as_deref(),
            k: change.link.map(Link::of),
            ..TableFrame::default()
        };
        if let Some(from) = change.from {
            plies::add(&mut frame, &self.plies, from);
        }
        text(&frame)
    }

    fn frame(&self) -> TableFrame<'_> {
        let (white, black) = &*self.players;
        TableFrame {
            b: self.table,
            r: self.rev,
            g: Some(self.game),
            w: Person::of(white),
            bl: Person::of(black),
            st: Some(&*self.start).filter(|start| *start != USUAL_START),
            c: self.clock.map(clock),
            res: Some(self.result).filter(|result| *result != "*"),
            sc: self.score.as_deref(),
            k: Some(Link::of(self.link)).filter(|link| *link != Link::Is("live")),
            ..TableFrame::default()
        }
    }

    /// Returns the frame of the whole table. It is encoded for the first who needs it, and shared by all others.
    pub(crate) fn whole(&self) -> Arc<str> {
        Arc::clone(self.whole.get_or_init(|| {
            let mut frame = self.frame();
            plies::add(&mut frame, &self.plies, 0);
            text(&frame)
        }))
    }

    /// Returns whether the game has a result.
    pub(crate) fn is_over(&self) -> bool {
        self.result != "*"
    }

    /// Returns the frame of a game that is over, for whoever does not want to know how it went: the players alone. The
    /// length of the game, its clocks and the state of the board would say too much.
    pub(super) fn over(&self) -> Arc<str> {
        Arc::clone(self.over.get_or_init(|| {
            let TableFrame { b, r, g, w, bl, .. } = self.frame();
            text(&TableFrame { b, r, g, w, bl, over: true, ..TableFrame::default() })
        }))
    }

    /// Returns the frame of a game that is over in place of its position, for whoever does not want to know how it went.
    pub(super) fn over_alone(&self) -> Arc<str> {
        text(&TableFrame { b: self.table, r: self.rev, over: true, ..TableFrame::default() })
    }

    /// Returns the frame of the table with its position alone, in place of players and moves.
    pub(super) fn position(&self) -> Arc<str> {
        let counters = self.position.match_indices(' ').nth(1).map_or(self.position.len(), |(at, _)| at);
        let frame = TableFrame {
            g: None,
            w: None,
            bl: None,
            st: None,
            n: Some(self.plies.len()),
            pos: Some(&self.position[..counters]),
            last: self.plies.last().and_then(|ply| ply.text.split(' ').next()),
            ..self.frame()
        };
        text(&frame)
    }

    /// Returns the frame of the clock alone; `None` if no clock was read.
    pub(crate) fn clock_alone(&self) -> Option<Arc<str>> {
        let clock = clock(self.clock?);
        let frame = || TableFrame { b: self.table, r: self.rev, c: Some(clock), ..TableFrame::default() };
        Some(Arc::clone(self.clock_alone.get_or_init(|| text(&frame()))))
    }

    /// Returns the change that follows this revision; `None` if it is not kept any more.
    pub(super) fn following(&self, rev: u64) -> Option<&Change> {
        self.changes.iter().find(|change| change.before == rev)
    }

    /// Returns whether a result came or went with one of the last changes.
    pub(super) fn had_result(&self) -> bool {
        self.changes.iter().any(|change| change.has_result)
    }

    /// Returns the revision that the table had at change `seq`; `None` if that is not known any more.
    pub(super) fn rev_at(&self, seq: u64) -> Option<u64> {
        if self.rev <= seq {
            return Some(self.rev);
        }
        let change = self.changes.iter().find(|change| change.before <= seq && seq < change.rev)?;
        Some(change.before)
    }
}

fn position(view: &TableView) -> Arc<str> {
    view.moves.last().map_or(view.start.as_str(), |ply| ply.fen.as_str()).into()
}

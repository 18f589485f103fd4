//! Lines that are read off the squares in the order in which they were touched. Elsewhere lines grow from one position that the
//! board showed to the next. Where squares read nothing for a while, or nobody could follow, no such position is left, but
//! each hand that lifted a piece and put it down was seen: one move after the other is taken from the changes, however many
//! there are, until the reading is explained.
//!
//! ```text
//!   changes   e7 · b1 a3 · a8 a7 · f2 f4 · e5      (e5 was not read until its pawn was adjusted)
//!   line      e7-e5  Nb1-a3  Ra8-a7  f2-f4          costs a square that was seen too late
//! ```
//!
//! Invariant: the search is bounded by the number of moves that it may try, by [`PLIES_MAX`] and by [`COST_MAX`].

use crate::lines::{
    costs,
    evidence::Evidence,
    search::{changed, unseen_cost},
    sensor_faults::{SensorFaults, priced},
};
use board::Millis;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Square};

/// A line that explains the reading.
#[derive(Debug, Clone)]
pub(crate) struct Retraced {
    pub(crate) plies: Vec<RetracedPly>,
    pub(crate) sensor_faults: SensorFaults,
    /// What the line costs without its sensor faults, in points.
    pub(crate) cost: u32,
}

/// A ply of such a line, with the instants of the changes that it explains and of the press for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RetracedPly {
    pub(crate) mv: Move,
    pub(crate) touched_ms: Millis,
    pub(crate) made_ms: Millis,
    pub(crate) pressed_ms: Option<Millis>,
}

/// The greatest number of plies of a line.
const PLIES_MAX: usize = 14;
/// The greatest cost of a line, without its sensor faults.
const COST_MAX: u32 = 24;
/// The greatest number of squares that may read empty under a piece.
const MISSING_MAX: usize = 8;
/// The greatest number of lines that are returned.
const FOUND_MAX: usize = 8;
/// The time, in milliseconds, after which a square that belongs to a move has rather not been seen to change with it.
const APART_MAX_MS: Millis = 3_000;

/// Finds the cheapest lines that lead from `position` to the reading by the changes after `since`. `presses` were heard since,
/// oldest first. Each move that is tried uses up one of `nodes`.
pub(crate) fn retrace(
    evidence: &Evidence,
    position: &Chess,
    since: Millis,
    presses: &[(Millis, Color)],
    nodes: &mut u32,
) -> Vec<Retraced> {
    if evidence.touches.are_forgotten_since(since) {
        return Vec::new();
    }
    let changes: Vec<(Millis, Square)> = evidence.touches.after(since).collect();
    // What one full reading told has no order at all.
    let overlap_ms = if evidence.has_undated(since, Bitboard::FULL) { 0 } else { evidence.apart_ms };
    let mut search = Search {
        evidence,
        changes: &changes,
        presses,
        overlap_ms,
        start: position,
        nodes,
        most: COST_MAX,
        line: Vec::new(),
        found: Vec::new(),
    };
    search.descend(position, State::default());
    let mut found = search.found;
    found.sort_by_cached_key(|line| line.cost + line.sensor_faults.cost());
    let least = found.first().map_or(0, |line| line.cost + line.sensor_faults.cost());
    found.retain(|line| line.cost + line.sensor_faults.cost() < least + costs::ASK_MARGIN);
    found.truncate(FOUND_MAX);
    found
}

struct Search<'a> {
    evidence: &'a Evidence<'a>,
    changes: &'a [(Millis, Square)],
    presses: &'a [(Millis, Color)],
    /// The longest time, in milliseconds, by which a reply may be reported to have begun before the move it answers.
    overlap_ms: Millis,
    start: &'a Chess,
    nodes: &'a mut u32,
    /// The greatest cost that is still of interest.
    most: u32,
    line: Vec<RetracedPly>,
    found: Vec<Retraced>,
}

/// What the plies so far explain.
#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// The changes that are explained, a bit for each.
    explained: u128,
    /// The instants at which the last ply was begun and made.
    touched_ms: Millis,
    made_ms: Millis,
    /// The number of presses that are accounted for.
    pressed: usize,
    cost: u32,
}

impl Search<'_> {
    fn descend(&mut self, position: &Chess, state: State) {
        self.end(position, state);
        if self.line.len() == PLIES_MAX {
            return;
        }
        let (board, turn) = (position.board(), position.turn());
        let touched: Bitboard = self.open(state).map(|index| self.changes[index].1).collect();
        let mut tried: Vec<(State, RetracedPly)> = Vec::new();
        for mv in &position.legal_moves() {
            if !mv.from().is_some_and(|from| touched.contains(from)) {
                continue;
            }
            if *self.nodes == 0 || self.evidence.seen.is_work_done() {
                return;
            }
            *self.nodes -= 1;
            tried.extend(self.played(*mv, turn, changed(board, *mv, turn), state));
        }
        // A good line is found soon, and bounds the others.
        tried.sort_by_key(|(after, ply)| (after.cost, ply.touched_ms));
        for (after, ply) in tried {
            let mut next = position.clone();
            next.play_unchecked(ply.mv);
            self.line.push(ply);
            self.descend(&next, after);
            self.line.pop();
        }
    }

    /// Returns the changes that are not explained yet, and were not seen before the last ply was begun, as far as scans tell.
    fn open(&self, state: State) -> impl Iterator<Item = usize> {
        let first = self.changes.partition_point(|&(at, _)| at + self.overlap_ms <= state.touched_ms);
        (first..self.changes.len()).filter(move |&index| state.explained & 1 << index == 0)
    }

    /// Returns what is explained once `turn` has made this move, which changes `squares`; `None` if that costs too much.
    fn played(&self, mv: Move, turn: Color, squares: Bitboard, state: State) -> Option<(State, RetracedPly)> {
        let first = |square: Square| {
            let of_square = || self.open(state).filter(|&index| self.changes[index].1 == square);
            of_square().find(|&index| self.changes[index].0 > state.made_ms).or_else(|| of_square().next())
        };
        let from = first(mv.from()?)?;
        let lifted_ms = self.changes[from].0;
        let is_near = |index: &usize| self.changes[*index].0.abs_diff(lifted_ms) <= APART_MAX_MS;
        let seen: Vec<usize> =
            squares.into_iter().filter_map(|square| first(square).filter(is_near)).collect();
        let unseen = squares.count() - seen.len();
        let began = *seen.iter().min()?;
        let made_ms = self.changes[*seen.iter().max()?].0;
        let press = self.presses[state.pressed..]
            .first()
            .filter(|(at, by)| *by == turn && *at + self.evidence.apart_ms >= made_ms);
        // What happens on these squares until the press, or for a while, belongs to the move.
        let until = press.map_or(made_ms + self.evidence.apart_ms, |(at, _)| (*at).max(made_ms));
        let own = (began..self.changes.len())
            .filter(|&index| squares.contains(self.changes[index].1) && self.changes[index].0 <= until)
            .fold(0u128, |own, index| own | 1 << index);
        let mut cost = state.cost + costs::PLY + unseen_cost(self.evidence.seen, unseen);
        if self.changes[began].0 < state.touched_ms {
            cost += costs::ORDER;
        }
        if made_ms + self.evidence.apart_ms < state.made_ms {
            cost += costs::ANSWERED_BEFORE;
        }
        // Before the first press the clock may have stood.
        if press.is_none() && self.presses.first().is_some_and(|(at, _)| *at < made_ms) {
            cost += costs::UNPRESSED;
        }
        if cost > self.most {
            return None;
        }
        let after = State {
            touched_ms: self.changes[began].0,
            explained: state.explained | own,
            made_ms: made_ms.max(state.made_ms),
            pressed: state.pressed + usize::from(press.is_some()),
            cost,
        };
        let pressed_ms = press.map(|(at, _)| *at);
        Some((after, RetracedPly { mv, touched_ms: self.changes[began].0, made_ms, pressed_ms }))
    }

    /// Notes the line if it explains the reading, but for pieces that are not read.
    fn end(&mut self, position: &Chess, state: State) {
        let (board, turn, seen) = (position.board(), position.turn(), self.evidence.seen);
        let diff = seen.diff(board);
        if self.line.is_empty() || (diff & seen.occupied()).any() || diff.count() > MISSING_MAX {
            return;
        }
        let left = (0..self.changes.len()).filter(|index| state.explained & 1 << index == 0);
        let adjusted: Bitboard =
            left.map(|index| self.changes[index].1).filter(|square| !diff.contains(*square)).collect();
        let idle = u32::try_from(self.presses.len() - state.pressed).unwrap_or(u32::MAX / 64);
        let cost = state.cost
            + costs::ADJUSTED * u32::try_from(adjusted.count()).unwrap_or(64)
            + costs::IDLE_PRESS * idle;
        if cost > self.most {
            return;
        }
        let sensor_faults = priced(self.start.board(), board, seen, diff, turn);
        self.most = self.most.min(cost + costs::ASK_MARGIN);
        self.found.push(Retraced { plies: self.line.clone(), sensor_faults, cost });
    }
}

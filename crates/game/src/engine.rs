//! The live hypotheses: every explanation of the evidence since the trunk that is not yet too dear.
//!
//! ```text
//!   score:  e4 e5 Nf3 │ Nc6 Bb5        │ = the trunk's end; before it all hypotheses agree
//!   hypotheses:       ├ Nc6 Bb5        cost 0, the board agrees
//!                     ├ Nc6            cost 3, a bishop is missing, one stands on b5
//!                     └ Nc6 Be2        cost 9, a slide that went on
//! ```
//! A hypothesis grows when the reading becomes exactly what one or two more legal moves would leave (`see`);
//! at a *rest* (a press, a quiet time) also by lines that leave squares unexplained, and by one irregular ply
//! (`rest.rs`). What contradicts the reading at a rest is charged. Limits: [`costs::HYPOTHESES_MAX`] lines of
//! [`costs::TAIL_MAX`] plies; the dearest line is dropped, the oldest ply of the best becomes trunk.

use crate::{
    Score, Standing, costs,
    hypothesis::{Hypothesis, Step, legal_step, mismatch},
    search,
    seen::Seen,
    touches::Touches,
};
use board::Millis;
use shakmaty::{Bitboard, Square};

/// The live hypotheses over one score.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) hyps: Vec<Hypothesis>,
    /// How many plies of the score are beyond doubt.
    pub(crate) trunk: usize,
    /// Whether presses are to be expected.
    pub(crate) clock: bool,
}

/// How far back a take-back is looked for.
const TAKEBACK_MAX: usize = 12;

impl Engine {
    pub(crate) fn new(clock: bool) -> Engine {
        Engine { hyps: vec![Hypothesis::new(0)], trunk: 0, clock }
    }

    /// One line and nothing else: after a command, at a new game.
    pub(crate) fn settle_on(&mut self, plies: usize) {
        self.trunk = plies;
        self.hyps = vec![Hypothesis::new(plies)];
    }

    /// Where a hypothesis stands.
    pub(crate) fn at<'a>(&self, score: &'a Score, hyp: &'a Hypothesis) -> &'a Standing {
        hyp.tail.last().map_or_else(|| score.after(hyp.keep), |step| &step.after)
    }

    /// The squares on which the reading contradicts a hypothesis.
    pub(crate) fn diff(&self, score: &Score, hyp: &Hypothesis, seen: &Seen) -> Bitboard {
        seen.diff(self.at(score, hyp).board()) & !hyp.excused
    }

    /// What it costs to believe a hypothesis now.
    pub(crate) fn total(&self, score: &Score, hyp: &Hypothesis, seen: &Seen) -> u32 {
        let diff = self.diff(score, hyp, seen);
        let now = if diff.is_empty() { 0 } else { mismatch(self.at(score, hyp), seen, diff) };
        let unpressed = if self.clock { hyp.unpressed_cost() } else { 0 };
        hyp.cost + hyp.excuse_cost + unpressed + now
    }

    /// The cheapest hypothesis and its cost; of equals the older.
    pub(crate) fn best(&self, score: &Score, seen: &Seen) -> (usize, u32) {
        let mut best = (0, u32::MAX);
        for (index, hyp) in self.hyps.iter().enumerate() {
            let total = self.total(score, hyp, seen);
            if total < best.1 {
                best = (index, total);
            }
        }
        best
    }

    /// The reading changed: grows every hypothesis that one or two legal moves bring into agreement.
    pub(crate) fn see(&mut self, t: Millis, score: &Score, seen: &Seen, touches: &Touches) {
        let best = self.best(score, seen).1;
        let mut matched = false;
        for index in 0..self.hyps.len() {
            let diff = self.diff(score, &self.hyps[index], seen);
            let hyp = &mut self.hyps[index];
            if diff.is_empty() {
                hyp.matched_ms.get_or_insert(t);
                matched = true;
            } else {
                hyp.matched_ms = None;
            }
        }
        let mut fresh = Vec::new();
        for hyp in self.hyps.iter().filter(|hyp| hyp.matched_ms.is_none()) {
            if self.total(score, hyp, seen) <= best + costs::DROP_MARGIN {
                self.grow_by_one(t, score, seen, touches, hyp, &mut fresh);
            }
        }
        if fresh.is_empty() && !matched {
            for hyp in &self.hyps {
                self.grow_by_two(t, score, seen, touches, hyp, &mut fresh);
            }
        }
        if fresh.is_empty() && !matched {
            fresh.extend(self.taken_back(t, score, seen));
        }
        for hyp in fresh {
            self.add(score, seen, hyp);
        }
    }

    fn grow_by_one(
        &self,
        t: Millis,
        score: &Score,
        seen: &Seen,
        touches: &Touches,
        hyp: &Hypothesis,
        fresh: &mut Vec<Hypothesis>,
    ) {
        let standing = self.at(score, hyp);
        let Some(position) = standing.position() else { return };
        for mv in search::exact_moves(position, seen, hyp.excused) {
            fresh.push(hyp.extended(self.step(t, score, hyp, touches, mv)));
        }
    }

    fn grow_by_two(
        &self,
        t: Millis,
        score: &Score,
        seen: &Seen,
        touches: &Touches,
        hyp: &Hypothesis,
        fresh: &mut Vec<Hypothesis>,
    ) {
        let standing = self.at(score, hyp);
        let Some(position) = standing.position() else { return };
        for pair in search::exact_pairs(position, seen, hyp.excused) {
            fresh.push(self.with_moves(t, score, hyp, touches, &pair));
        }
    }

    /// A hypothesis with these legal moves added.
    pub(crate) fn with_moves(
        &self,
        t: Millis,
        score: &Score,
        hyp: &Hypothesis,
        touches: &Touches,
        moves: &[shakmaty::Move],
    ) -> Hypothesis {
        let mut longer = hyp.clone();
        for &mv in moves {
            let standing = self.at(score, &longer);
            let squares = search::changed(standing.board(), mv, standing.turn());
            let unseen = touches.untouched(squares, self.made_before(score, &longer, 2));
            let step = self.step(t, score, &longer, touches, mv);
            longer = longer.extended(step);
            longer.cost += costs::UNSEEN * unseen;
        }
        longer
    }

    /// The step of a legal move, with the instants at which its squares were touched.
    fn step(
        &self,
        t: Millis,
        score: &Score,
        hyp: &Hypothesis,
        touches: &Touches,
        mv: shakmaty::Move,
    ) -> Step {
        let standing = self.at(score, hyp);
        let squares = search::changed(standing.board(), mv, standing.turn());
        let (touched, made) = touches.span(squares, self.made_before(score, hyp, 1), t);
        legal_step(standing, mv, touched, made)
    }

    /// When the ply so many plies back was made; 0 before the first.
    fn made_before(&self, score: &Score, hyp: &Hypothesis, back: usize) -> Millis {
        let plies = hyp.keep + hyp.tail.len();
        let Some(index) = plies.checked_sub(back) else { return 0 };
        match index.checked_sub(hyp.keep) {
            Some(step) => hyp.tail[step].made_ms,
            None => score.plies[index].made_ms,
        }
    }

    /// The latest earlier position of the line that the reading agrees with.
    fn taken_back(&self, t: Millis, score: &Score, seen: &Seen) -> Option<Hypothesis> {
        let (best, _) = self.best(score, seen);
        let hyp = &self.hyps[best];
        let plies = hyp.keep + hyp.tail.len();
        let oldest = plies.saturating_sub(TAKEBACK_MAX);
        (oldest..plies).rev().find_map(|keep| {
            let standing = match keep.checked_sub(hyp.keep) {
                Some(0) | None => score.after(keep.min(score.plies.len())),
                Some(steps) => &hyp.tail[steps - 1].after,
            };
            if !(seen.diff(standing.board()) & !hyp.excused).is_empty() {
                return None;
            }
            let mut shorter = hyp.clone();
            shorter.keep = keep.min(hyp.keep);
            shorter.tail.truncate(keep.saturating_sub(hyp.keep));
            shorter.cost += costs::TAKEBACK;
            shorter.matched_ms = Some(t);
            Some(shorter)
        })
    }

    /// Adds a hypothesis, or makes the one that tells the same story cheaper. Beyond the limit the dearest goes.
    pub(crate) fn add(&mut self, score: &Score, seen: &Seen, hyp: Hypothesis) {
        let total = self.total(score, &hyp, seen);
        if let Some(index) = self.hyps.iter().position(|known| known.same_line(&hyp)) {
            if total < self.total(score, &self.hyps[index], seen) {
                self.hyps[index] = hyp;
            }
            return;
        }
        if self.hyps.len() >= costs::HYPOTHESES_MAX {
            let totals = self.hyps.iter().map(|known| self.total(score, known, seen));
            if let Some((index, dearest)) = totals.enumerate().max_by_key(|&(_, total)| total) {
                if dearest <= total {
                    return;
                }
                self.hyps.remove(index);
            }
        }
        self.hyps.push(hyp);
    }

    /// A square changed: what was set aside there counts again.
    pub(crate) fn unexcuse(&mut self, square: Square) {
        for hyp in &mut self.hyps {
            hyp.unexcuse(square);
        }
    }

    /// Drops what has become too dear, and moves into the trunk what all agree on.
    pub(crate) fn prune(&mut self, score: &Score, seen: &Seen) {
        let (best, cheapest) = self.best(score, seen);
        let limit = cheapest.saturating_add(costs::DROP_MARGIN);
        let deep = self.hyps[best].tail.len() > costs::TAIL_MAX;
        let proved = self.hyps[best].tail.first().map(|step| step.played);
        let keep = self.hyps[best].keep;
        let totals: Vec<u32> = self.hyps.iter().map(|hyp| self.total(score, hyp, seen)).collect();
        let mut index = 0;
        self.hyps.retain(|hyp| {
            let total = totals[index];
            index += 1;
            let agrees = hyp.keep == keep && hyp.tail.first().map(|step| step.played) == proved;
            total <= limit && (!deep || agrees)
        });
        let floor = self.hyps.iter().map(|hyp| hyp.cost).min().unwrap_or(0);
        self.hyps.iter_mut().for_each(|hyp| hyp.cost -= floor);
        while self.advance_trunk(score) {}
    }

    fn advance_trunk(&mut self, score: &Score) -> bool {
        let Some(shown) = score.plies.get(self.trunk) else { return false };
        let agreed = self
            .hyps
            .iter()
            .all(|hyp| hyp.keep == self.trunk && hyp.tail.len() > 1 && hyp.tail[0].played == shown.played);
        if agreed {
            for hyp in &mut self.hyps {
                hyp.tail.remove(0);
                hyp.keep += 1;
            }
            self.trunk += 1;
        }
        agreed
    }

    /// Makes the trunk end where this hypothesis leaves the score: the others carry the rest in their tails.
    pub(crate) fn cut_trunk(&mut self, score: &Score, keep: usize) {
        for hyp in self.hyps.iter_mut().filter(|hyp| hyp.keep > keep) {
            let mut tail: Vec<Step> = score.plies[keep..hyp.keep].iter().map(Step::from_ply).collect();
            tail.append(&mut hyp.tail);
            hyp.tail = tail;
            hyp.keep = keep;
        }
        self.trunk = self.trunk.min(keep);
    }
}

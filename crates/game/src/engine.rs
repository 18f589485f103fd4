//! The live hypotheses: every explanation of the evidence since the trunk that is not yet too dear.
//!
//! ```text
//!   score:  e4 e5 Nf3 │ Nc6 Bb5        │ = the trunk's end; before it all hypotheses agree
//!   hypotheses:       ├ Nc6 Bb5        cost 0, the board agrees
//!                     ├ Nc6            cost 3, a bishop is missing, one stands on b5
//!                     └ Nc6 Be2        cost 9, a slide that went on
//! ```
//! A hypothesis grows when the reading becomes exactly what one or two more legal moves would leave ([`Engine::see`]);
//! at a *rest* (a press, a quiet time) also by lines that leave squares unexplained, and by one irregular ply
//! ([`Engine::rest`]). What contradicts the reading at a rest is charged. Limits: [`costs::HYPOTHESES_MAX`] lines of
//! [`costs::TAIL_MAX`] plies; the dearest line is dropped, the oldest ply of the best becomes trunk.

use crate::{
    Played, Ply, PlyState, Reason, Score, Standing, costs,
    hypothesis::{Hypothesis, Step, irregular, legal_step, mismatch, step_squares},
    search,
    seen::Seen,
    touches::Touches,
};
use board::Millis;
use shakmaty::{Bitboard, Color, Square};

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
/// Positions looked at by one search at a rest: below 3 ms on a small computer.
const NODES_REST: u32 = 4_000;
/// Positions looked at when a lost link has to be bridged.
const NODES_GAP: u32 = 60_000;
/// Plies looked for at a rest, and over a gap.
const PLIES_REST: usize = 3;
const PLIES_GAP: usize = 6;
/// How many of the cheapest hypotheses a rest looks on from.
const BASES_MAX: usize = 3;

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
    fn with_moves(
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
    fn add(&mut self, score: &Score, seen: &Seen, hyp: Hypothesis) {
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

    /// The board rests: at a press (`pressed` says whose), or because it was quiet. Lines that leave squares
    /// unexplained are considered, and what contradicts the reading is charged.
    pub(crate) fn rest(&mut self, t: Millis, score: &Score, seen: &Seen, touches: &Touches, rest: Rest) {
        let (best, _) = self.best(score, seen);
        let mut fresh = Vec::new();
        if self.hyps[best].matched_ms.is_none() {
            let mut order: Vec<usize> = (0..self.hyps.len()).collect();
            order.sort_by_key(|&index| self.total(score, &self.hyps[index], seen));
            for &index in order.iter().take(BASES_MAX) {
                self.guess(t, score, seen, touches, &self.hyps[index], rest, &mut fresh);
            }
        }
        let most = match rest {
            Rest::Press(_) | Rest::Gap => costs::REST_MAX,
            Rest::Quiet if self.clock => costs::HOVER_MAX,
            Rest::Quiet => costs::REST_MAX,
            Rest::LongQuiet => 0,
        };
        for index in 0..self.hyps.len() {
            let diff = self.diff(score, &self.hyps[index], seen);
            if !diff.is_empty() {
                let charge = mismatch(self.at(score, &self.hyps[index]), seen, diff).min(most);
                self.hyps[index].cost += charge;
            }
        }
        for hyp in fresh {
            self.add(score, seen, hyp);
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the evidence is read from its four owners, never stored twice"
    )]
    fn guess(
        &self,
        t: Millis,
        score: &Score,
        seen: &Seen,
        touches: &Touches,
        hyp: &Hypothesis,
        rest: Rest,
        fresh: &mut Vec<Hypothesis>,
    ) {
        let standing = self.at(score, hyp);
        let (plies, nodes) = match rest {
            Rest::Gap => (PLIES_GAP, NODES_GAP),
            Rest::Press(_) | Rest::Quiet | Rest::LongQuiet => (PLIES_REST, NODES_REST),
        };
        if let Some(position) = standing.position() {
            for found in search::explanations(position, seen, hyp.excused, plies, nodes) {
                let mut longer = self.with_moves(t, score, hyp, touches, &found.moves);
                longer.excuse(found.excused, found.cost);
                longer.matched_ms = Some(t);
                longer.cost += u32::try_from(found.moves.len()).unwrap_or(0);
                if rest == Rest::Gap {
                    longer.tail.iter_mut().skip(hyp.tail.len()).for_each(|step| step.estimated = true);
                }
                fresh.push(longer);
            }
        }
        let diff = self.diff(score, hyp, seen);
        if rest != Rest::Quiet {
            let mut same = hyp.clone();
            let cost = search::excuse_cost(standing.board(), standing.board(), seen, diff, standing.turn());
            same.excuse(diff, cost);
            same.matched_ms = Some(t);
            fresh.push(same);
        }
        let completed = match rest {
            Rest::Press(by) => by == standing.turn(),
            Rest::LongQuiet => true,
            Rest::Quiet | Rest::Gap => false,
        };
        if !completed {
            return;
        }
        if let Some((played, after)) = irregular(standing, seen, diff) {
            let step = Step { played, after, touched_ms: t, made_ms: t, pressed_ms: None, estimated: false };
            let (touched, made) = touches.span(step_squares(standing, &step), 0, t);
            let mut longer = hyp.extended(Step { touched_ms: touched, made_ms: made, ..step });
            let patience = if matches!(rest, Rest::Press(_)) || !self.clock { 0 } else { costs::UNPRESSED };
            longer.cost += costs::IRREGULAR + patience;
            longer.excused |= seen.diff(self.at(score, &longer).board());
            longer.matched_ms = Some(t);
            fresh.push(longer);
        }
    }

    /// Gives a press to the ply it completes, in every hypothesis; charges those in which there is none.
    pub(crate) fn press(&mut self, score: &mut Score, by: Color, pressed: Millis, charge: bool) {
        for index in 0..self.hyps.len() {
            let found = press_target(score, &self.hyps[index], by, pressed);
            let hyp = &mut self.hyps[index];
            match found {
                Target::Tail(step) => hyp.tail[step].pressed_ms = Some(pressed),
                Target::Score(ply) => {
                    score.plies[ply].pressed_ms.get_or_insert(pressed);
                    score.plies[ply].state = PlyState::Completed;
                }
                Target::Start => {}
                Target::None if charge => hyp.cost += costs::IDLE_PRESS,
                Target::None => {}
            }
        }
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

/// Why the board rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rest {
    /// This side pressed.
    Press(Color),
    /// Quiet for as long as makes a move final.
    Quiet,
    /// Quiet for as long as makes an illegal move a fact.
    LongQuiet,
    /// The link was lost and is back.
    Gap,
}

enum Target {
    Tail(usize),
    Score(usize),
    Start,
    None,
}

/// The ply a press completes: the presser's last one, if nobody pressed for it; one reply later it is still his
/// (RU20, FIDE 6.2.2).
fn press_target(score: &Score, hyp: &Hypothesis, by: Color, pressed: Millis) -> Target {
    let plies = hyp.keep + hyp.tail.len();
    if plies == 0 {
        return Target::Start;
    }
    let open = |state: Option<Millis>| state.is_none_or(|at| at == pressed);
    for ply in (plies.saturating_sub(2)..plies).rev() {
        if score_mover(score, hyp, ply) != by {
            continue;
        }
        if let Some(step) = ply.checked_sub(hyp.keep) {
            return if open(hyp.tail[step].pressed_ms) { Target::Tail(step) } else { Target::None };
        }
        return if open(score.plies[ply].pressed_ms) { Target::Score(ply) } else { Target::None };
    }
    if plies == 1 { Target::Start } else { Target::None }
}

fn score_mover(score: &Score, hyp: &Hypothesis, ply: usize) -> Color {
    match ply.checked_sub(hyp.keep) {
        Some(0) | None => score.after(ply).turn(),
        Some(steps) => hyp.tail[steps - 1].after.turn(),
    }
}

impl Step {
    /// A shown ply as a step again.
    pub(crate) fn from_ply(ply: &Ply) -> Step {
        Step {
            played: ply.played,
            after: ply.after.clone(),
            touched_ms: ply.touched_ms,
            made_ms: ply.made_ms,
            pressed_ms: ply.pressed_ms,
            estimated: ply.estimated,
        }
    }

    /// The step as a ply of the score.
    pub(crate) fn to_ply(&self, state: PlyState, reason: Reason) -> Ply {
        Ply {
            played: self.played,
            after: self.after.clone(),
            state,
            reason,
            touched_ms: self.touched_ms,
            made_ms: self.made_ms,
            pressed_ms: self.pressed_ms,
            left_ms: None,
            estimated: self.estimated,
        }
    }
}

/// Whether two lines can both be true so far: one is the beginning of the other.
pub(crate) fn compatible(a: &Hypothesis, b: &Hypothesis) -> bool {
    a.keep == b.keep && a.tail.iter().zip(&b.tail).all(|(x, y)| x.played == y.played)
}

/// The plies of a hypothesis as played, from `from` on.
pub(crate) fn played_at(hyp: &Hypothesis, ply: usize) -> Option<Played> {
    ply.checked_sub(hyp.keep).and_then(|step| hyp.tail.get(step)).map(|step| step.played)
}

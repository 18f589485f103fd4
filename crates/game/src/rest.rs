//! What a resting board proves: at a press, or when nothing has moved for a while, lines that leave squares
//! unexplained are considered too, and what contradicts the reading is charged.

use crate::{
    Score, costs,
    engine::Engine,
    hypothesis::{Hypothesis, Step, irregular, mismatch, step_squares},
    search,
    seen::Seen,
    touches::Touches,
};
use board::Millis;
use shakmaty::Color;

/// Positions looked at by one search at a rest: below 3 ms on a small computer.
const NODES_REST: u32 = 4_000;
/// Positions looked at when a lost link has to be bridged.
const NODES_GAP: u32 = 60_000;
/// Plies looked for at a rest, and over a gap.
const PLIES_REST: usize = 3;
const PLIES_GAP: usize = 6;
/// How many of the cheapest hypotheses a rest looks on from.
const BASES_MAX: usize = 3;

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

impl Engine {
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
}

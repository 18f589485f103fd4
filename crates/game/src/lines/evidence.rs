//! What there is to explain: the score so far, the reading now, the touches that led to it. Hypotheses are weighed
//! against it; nothing here changes.

use crate::{
    Played, Score, Standing,
    follow::{seen::Seen, touches::Touches},
    lines::{
        costs,
        hypothesis::{Hypothesis, Step, legal_step, mismatch},
        search,
    },
};
use board::Millis;
use shakmaty::{Bitboard, Move, Role, Square};
use std::sync::Arc;

/// The board may tell of one square so much later than of another.
const SCAN_MS: Millis = 300;
/// Pieces that are put back go back one after the other, seldom with such a pause.
const PAUSE_MS: Millis = 2_000;
/// In so long one thinks.
const LONG_PAUSE_MS: Millis = 4_000;

/// The evidence at an instant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence<'a> {
    pub(crate) t: Millis,
    pub(crate) score: &'a Score,
    pub(crate) seen: &'a Seen,
    pub(crate) touches: &'a Touches,
    /// Whether presses are to be expected.
    pub(crate) clock: bool,
}

impl<'a> Evidence<'a> {
    /// Where a hypothesis stands.
    pub(crate) fn at<'h>(&self, hyp: &'h Hypothesis) -> &'h Standing
    where
        'a: 'h,
    {
        hyp.tail.last().map_or_else(|| self.score.after(hyp.keep), |step| &step.after)
    }

    /// Where a hypothesis stood after its first so many plies.
    pub(crate) fn after<'h>(&self, hyp: &'h Hypothesis, plies: usize) -> &'h Standing
    where
        'a: 'h,
    {
        match plies.checked_sub(hyp.keep + 1) {
            Some(step) => &hyp.tail[step].after,
            None => self.score.after(plies),
        }
    }

    /// Live hypotheses of so many plies after the trunk, at most.
    pub(crate) fn hypotheses_max(&self, plies: usize) -> usize {
        if self.seen.is_occupancy() {
            costs::HYPOTHESES_MAX_OCCUPANCY.min(costs::STEPS_MAX / plies.max(1))
        } else {
            costs::HYPOTHESES_MAX
        }
    }

    /// Plies that may follow the trunk.
    pub(crate) fn tail_max(&self) -> usize {
        if self.seen.is_occupancy() { costs::TAIL_MAX_OCCUPANCY } else { costs::TAIL_MAX }
    }

    /// The squares on which the reading contradicts a hypothesis, those set aside included.
    pub(crate) fn whole_diff(&self, hyp: &Hypothesis) -> Bitboard {
        self.seen.diff(self.at(hyp).board())
    }

    /// The squares on which the reading contradicts a hypothesis.
    pub(crate) fn diff(&self, hyp: &Hypothesis) -> Bitboard {
        self.whole_diff(hyp) & !hyp.excuses.squares()
    }

    /// Whether the board shows what the hypothesis says; the player to move may have lifted a piece already.
    pub(crate) fn stands(&self, hyp: &Hypothesis) -> bool {
        let standing = self.at(hyp);
        search::is_in_hand(self.diff(hyp), standing.board(), self.seen, standing.turn())
    }

    /// Whether the reading shows all that the hypothesis says, though the player to move may have lifted a piece already.
    pub(crate) fn has_rested_on(&self, hyp: &Hypothesis) -> bool {
        hyp.excuses.is_empty()
            && if self.seen.is_occupancy() { hyp.matched_ms.is_some() } else { self.stands(hyp) }
    }

    /// What the contradictions of this instant cost.
    pub(crate) fn mismatch(&self, hyp: &Hypothesis) -> u32 {
        self.mismatch_on(hyp, self.diff(hyp))
    }

    /// The same on these squares.
    pub(crate) fn mismatch_on(&self, hyp: &Hypothesis, diff: Bitboard) -> u32 {
        if diff.is_empty() { 0 } else { mismatch(self.at(hyp), self.seen, diff) }
    }

    /// What it costs to believe a hypothesis now.
    pub(crate) fn total(&self, hyp: &Hypothesis) -> u32 {
        let past = hyp.answered_cost(self.clock) + if self.clock { self.undone_cost(hyp) } else { 0 };
        hyp.cost + hyp.excuses.cost() + past + self.mismatch(hyp)
    }

    /// What it costs that plies nobody pressed for undo what their player did before: a take-back looks like that.
    fn undone_cost(&self, hyp: &Hypothesis) -> u32 {
        let answered = hyp.keep..(hyp.keep + hyp.tail.len()).saturating_sub(1);
        let unseen = |ply: usize| ply.checked_sub(hyp.keep).is_some_and(|step| hyp.tail[step].estimated);
        let undone = answered
            .filter(|&ply| !unseen(ply) && self.pressed_ms(hyp, ply).is_none() && self.undoes(hyp, ply));
        costs::UNDONE * u32::try_from(undone.count()).unwrap_or(0)
    }

    /// What it costs to call the plies from index `keep` on taken back: nobody presses when he takes a move back.
    pub(crate) fn takeback_cost(&self, hyp: &Hypothesis, keep: usize) -> u32 {
        let plies = keep + 2..hyp.keep + hyp.tail.len();
        let pressed = plies.filter(|&ply| self.pressed_ms(hyp, ply).is_some() && self.undoes(hyp, ply));
        let paused = match self.pause_ms(hyp, keep) {
            ..PAUSE_MS => 0,
            PAUSE_MS..LONG_PAUSE_MS => costs::TAKEBACK_PAUSE,
            LONG_PAUSE_MS.. => costs::TAKEBACK_LONG_PAUSE,
        };
        costs::TAKEBACK + paused + costs::IDLE_PRESS * u32::try_from(pressed.count()).unwrap_or(0)
    }

    /// How long the hands rested between one piece they put back and the next: between two moves one thinks.
    fn pause_ms(&self, hyp: &Hypothesis, keep: usize) -> Millis {
        let put_back = |ply: usize| {
            let (from, to) = self.squares(hyp, ply);
            Some((self.touches.last(to?)?, self.touches.last(from?)?))
        };
        let undone = |ply: usize| ply >= keep + 2 && self.undoes(hyp, ply);
        let plies = (keep..hyp.keep + hyp.tail.len()).filter(|&ply| !undone(ply));
        let mut back: Vec<(Millis, Millis)> = plies.filter_map(put_back).collect();
        back.sort_unstable();
        back.windows(2).map(|pair| pair[1].0.saturating_sub(pair[0].1)).max().unwrap_or(0)
    }

    /// Whether the ply with this index puts the piece back that its player moved before.
    fn undoes(&self, hyp: &Hypothesis, ply: usize) -> bool {
        ply >= 2 && {
            let ((from, to), (before, after)) = (self.squares(hyp, ply), self.squares(hyp, ply - 2));
            from == after && to == before
        }
    }

    fn squares(&self, hyp: &Hypothesis, ply: usize) -> (Option<Square>, Option<Square>) {
        match ply.checked_sub(hyp.keep) {
            Some(step) => hyp.tail[step].played.squares(),
            None => self.score.plies[ply].played.squares(),
        }
    }

    fn pressed_ms(&self, hyp: &Hypothesis, ply: usize) -> Option<Millis> {
        match ply.checked_sub(hyp.keep) {
            Some(step) => hyp.tail[step].pressed_ms,
            None => self.score.plies[ply].pressed_ms,
        }
    }

    /// Whether the press at this instant completed one of the last two plies.
    pub(crate) fn was_pressed(&self, hyp: &Hypothesis, pressed: Millis) -> bool {
        let shown = self.score.plies[..hyp.keep].iter().map(|ply| ply.pressed_ms);
        let tail = hyp.tail.iter().map(|step| step.pressed_ms);
        tail.rev().chain(shown.rev()).take(2).any(|at| at == Some(pressed))
    }

    /// The hypothesis with these legal moves added.
    pub(crate) fn with_moves(&self, hyp: &Hypothesis, moves: &[Move]) -> Hypothesis {
        let mut longer = hyp.clone();
        for &mv in moves {
            let step = self.step(&longer, mv);
            longer = longer.extended(step);
        }
        longer
    }

    /// The step of a legal move, with the instants at which its squares were touched.
    pub(crate) fn step(&self, hyp: &Hypothesis, mv: Move) -> Step {
        let standing = self.at(hyp);
        let squares = search::changed(standing.board(), mv, standing.turn());
        let (touched, made) = self.touches.span(squares, self.last_made_ms(hyp), self.t);
        let mut step = legal_step(standing, mv, touched, made);
        if let (true, Some(Role::Queen), Some(from)) = (self.seen.is_occupancy(), mv.promotion(), mv.from()) {
            step.played = Played::Promotion { from, to: mv.to(), assumed: mv };
        }
        step
    }

    /// What promotions to other pieces than a queen cost where nobody can see the piece.
    pub(crate) fn underpromotion_cost(&self, hyp: &Hypothesis, longer: &Hypothesis) -> u32 {
        let hidden = |step: &&Arc<Step>| matches!(step.played, Played::Legal(mv) if mv.is_promotion());
        let count = longer.tail[hyp.tail.len()..].iter().filter(hidden).count();
        if self.seen.is_occupancy() { costs::UNDERPROMOTION * u32::try_from(count).unwrap_or(0) } else { 0 }
    }

    /// The squares that changed since the hypothesis' last ply was made.
    pub(crate) fn touched(&self, hyp: &Hypothesis) -> Bitboard {
        self.touches.since(self.last_made_ms(hyp))
    }

    /// Whether none of these squares has changed since the last ply was pressed for, as far as the scan can tell.
    pub(crate) fn stood_at_last_press(&self, hyp: &Hypothesis, squares: Bitboard) -> bool {
        let last = (hyp.keep + hyp.tail.len()).checked_sub(1);
        let pressed = last.and_then(|ply| self.pressed_ms(hyp, ply));
        pressed.is_some_and(|at| (self.touches.since(at.saturating_sub(SCAN_MS)) & squares).is_empty())
    }

    /// The squares of the player to move that changed after a hypothesis' last ply was made, before `until`: he had begun.
    pub(crate) fn begun(&self, hyp: &Hypothesis, until: Millis) -> Bitboard {
        let standing = self.at(hyp);
        self.touches.between(self.last_made_ms(hyp), until) & standing.board().by_color(standing.turn())
    }

    /// What the squares cost that these moves change and that nobody saw change.
    pub(crate) fn unseen_cost(&self, hyp: &Hypothesis, longer: &Hypothesis) -> u32 {
        let touched = self.touched(hyp);
        let unseen: usize = (hyp.tail.len()..longer.tail.len())
            .map(|index| {
                let before = index.checked_sub(1).map_or(self.at(hyp), |last| &longer.tail[last].after);
                (longer.tail[index].squares(before) & !touched).count()
            })
            .sum();
        costs::UNSEEN * u32::try_from(unseen).unwrap_or(u32::MAX / 64)
    }

    /// What it costs when the second of two new plies was begun, or even made, before the first. By the squares that one of
    /// them alone changes.
    pub(crate) fn order_cost(&self, hyp: &Hypothesis, longer: &Hypothesis) -> u32 {
        let [first, second] = &longer.tail[hyp.tail.len()..] else { return 0 };
        let (one, other) = (first.squares(self.at(hyp)), second.squares(&first.after));
        let since = self.last_made_ms(hyp);
        let span = |squares: Bitboard| self.touches.span(squares, since, self.t);
        if (one & !other).is_empty() || (other & !one).is_empty() {
            return 0;
        }
        let (move_ms, reply_ms) = (span(one & !other), span(other & !one));
        if reply_ms.1 + SCAN_MS < move_ms.1 {
            costs::ANSWERED_BEFORE
        } else if reply_ms.0 < move_ms.0 {
            costs::ORDER
        } else {
            0
        }
    }

    /// Whether its last ply was taken for irregular, and a legal move leaves the same: the pawn on the last rank was
    /// exchanged after all.
    pub(crate) fn is_legal_after_all(&self, hyp: &Hypothesis) -> bool {
        let Some((last, before)) = hyp.tail.split_last() else { return false };
        let before = before.last().map_or_else(|| self.score.after(hyp.keep), |step| &step.after);
        matches!(last.played, Played::Irregular { .. }) && before.has_move_to(last.after.board())
    }

    /// Whether its last ply was a promotion whose pawn stood, and the pawn is gone since: the hand had not finished.
    pub(crate) fn is_promoted_after_all(&self, hyp: &Hypothesis) -> bool {
        let Some(last) = hyp.tail.last() else { return false };
        let Played::Irregular { from: Some(from), to: Some(_) } = last.played else { return false };
        let stood = last.after.board().piece_at(from) == Some((!last.after.turn()).pawn());
        stood && !self.seen.at(from).is_occupied()
    }

    /// When the hypothesis' last ply was made; 0 before the first.
    pub(crate) fn last_made_ms(&self, hyp: &Hypothesis) -> Millis {
        match (hyp.tail.last(), hyp.keep.checked_sub(1)) {
            (Some(step), _) => step.made_ms,
            (None, Some(last)) => self.score.plies[last].made_ms,
            (None, None) => 0,
        }
    }
}

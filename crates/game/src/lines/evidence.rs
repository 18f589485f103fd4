//! The evidence to explain: the score so far, the present reading, and the touches that led to it. Hypotheses are
//! weighed against the evidence. No function of this file changes the evidence.

mod as_told;
pub(crate) mod became;
pub(crate) mod gone_home;
mod hovered;
pub(crate) mod landed_late;
pub(crate) mod landed_unread;
pub(crate) mod reckoning;
mod reply;
pub(crate) mod slipped;
mod taken_back;
mod unseen;

use crate::{
    Assumed, Played, Score, Standing,
    follow::{seen::Seen, touches::Touches},
    lines::{
        costs,
        engine::Engine,
        hypothesis::{Hypothesis, Step, legal_step, mismatch},
        search,
        sensor_faults::is_waiting_pawn,
        witness::Witnesses,
    },
};
use board::Millis;
use shakmaty::{Bitboard, Move, Position, Role, Square};
use std::sync::Arc;

/// The greatest time, in milliseconds, by which reports of the same scan may differ in their arrival.
const ON_THE_WAY_MS: Millis = 100;
/// The smallest value of [`Engine::apart_ms`], in milliseconds: a press is reported separately, however fast the board
/// scans. In place of 300, one scan period, a scan period and 50 ms, or a scan period and 100 ms gave identical tables
/// in `topboard bench accuracy`. But with less than 300, a piece moved 150 ms before a press would count as certainly
/// moved before the press.
const APART_MIN_MS: Millis = 300;
/// The greatest number of plies before a line that are looked at to tell whether the clock can tell of the next press.
const UNHEARD_MAX: usize = 8;

/// The evidence at the instant `t`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence<'a> {
    pub(crate) t: Millis,
    pub(crate) score: &'a Score,
    pub(crate) seen: &'a Seen,
    pub(crate) touches: &'a Touches,
    /// The positions that the board bore out.
    pub(crate) witnesses: &'a Witnesses,
    /// Set if presses of the clock are to be expected.
    pub(crate) clock: bool,
    /// The longest time, in milliseconds, between the reports of things that happened together.
    pub(crate) apart_ms: Millis,
    /// The instant of the latest press.
    pub(crate) pressed_ms: Option<Millis>,
    /// The instant at which a person last said what was played, or 0.
    pub(crate) told_ms: Millis,
}

impl Engine {
    /// Returns the longest time, in milliseconds, between the reports of things that happened together: the changes of
    /// two squares, or the change of a square and a press.
    pub(crate) fn apart_ms(&self) -> Millis {
        (Millis::from(self.scan_ms) + ON_THE_WAY_MS).max(APART_MIN_MS)
    }
}

impl<'a> Evidence<'a> {
    /// Returns the standing after the last ply of a hypothesis.
    pub(crate) fn at<'h>(&self, hyp: &'h Hypothesis) -> &'h Standing
    where
        'a: 'h,
    {
        hyp.tail.last().map_or_else(|| self.score.after(hyp.keep), |step| &step.after)
    }

    /// Returns the standing of a hypothesis after its first `plies` plies.
    pub(crate) fn after<'h>(&self, hyp: &'h Hypothesis, plies: usize) -> &'h Standing
    where
        'a: 'h,
    {
        match plies.checked_sub(hyp.keep + 1) {
            Some(step) => &hyp.tail[step].after,
            None => self.score.after(plies),
        }
    }

    /// Returns the greatest number of live hypotheses when a line has `plies` plies after the trunk, and some line sets a
    /// dead square aside or none does.
    pub(crate) fn hypotheses_max(&self, plies: usize, has_dead: bool) -> usize {
        match self.seen.is_occupancy() {
            true => costs::HYPOTHESES_MAX_OCCUPANCY.min(costs::STEPS_MAX / plies.max(1)),
            false if has_dead => costs::HYPOTHESES_MAX_DEAD,
            false => costs::HYPOTHESES_MAX,
        }
    }

    /// Returns the greatest number of plies after the trunk.
    pub(crate) fn tail_max(&self) -> usize {
        match self.seen.is_occupancy() {
            true => costs::TAIL_MAX_OCCUPANCY,
            false => costs::TAIL_MAX_ASKED,
        }
    }

    /// Returns the squares on which the reading contradicts a hypothesis, including those that the hypothesis sets
    /// aside.
    pub(crate) fn whole_diff(&self, hyp: &Hypothesis) -> Bitboard {
        self.seen.diff(self.at(hyp).board())
    }

    /// Returns the squares on which the reading contradicts a hypothesis, except those that the hypothesis sets aside.
    pub(crate) fn diff(&self, hyp: &Hypothesis) -> Bitboard {
        self.whole_diff(hyp) & !hyp.sensor_faults.squares()
    }

    /// Charges a line that goes on from `base` for the sensor faults that it leaves behind.
    pub(crate) fn leave_sensor_faults(&self, base: &Hypothesis, longer: &mut Hypothesis) {
        let standing = self.at(longer);
        let own = standing.board().by_color(standing.turn());
        longer.sensor_faults.hold_last(own, |square| self.touches.last(square));
        if longer.tail.len() > base.tail.len() {
            longer.sensor_faults.put_down(&base.sensor_faults);
        }
        let mut faults = std::mem::take(&mut longer.sensor_faults);
        let gone_to = |from| self.stands_on(longer, base.keep + base.tail.len(), from);
        let points = faults.go_on_from(&base.sensor_faults, gone_to);
        longer.sensor_faults = faults;
        longer.charge(Assumed::SensorsWrongBefore, points);
        // Whoever has moved another piece since holds none that is missing.
        if let Some(last) = longer.tail.get(base.tail.len()..).and_then(<[_]>::last) {
            let (before, turn) = (self.after(longer, longer.keep + longer.tail.len() - 1), last.after.turn());
            let others = last.after.board().by_color(!turn) & !last.squares(before);
            longer.sensor_faults.note_let_go(others);
        }
    }

    /// Returns whether the reading agrees with the hypothesis on all squares that it does not set aside. One piece of
    /// the side to move may be in a hand.
    pub(crate) fn stands(&self, hyp: &Hypothesis) -> bool {
        let standing = self.at(hyp);
        let diff = self.diff(hyp) & !self.exchanged(hyp);
        search::is_in_hand(diff, standing.board(), self.seen, standing.turn())
    }

    /// Returns the square of a last rank on which the last ply of a line put a pawn that is being exchanged for another piece:
    /// it reads empty, and nobody has pressed.
    fn exchanged(&self, hyp: &Hypothesis) -> Bitboard {
        let is_open = |step: &&Arc<Step>| self.seen.is_occupancy() && step.pressed_ms.is_none();
        let Some(Played::Promotion { to, .. }) = hyp.tail.last().filter(is_open).map(|step| step.played)
        else {
            return Bitboard::EMPTY;
        };
        if self.seen.at(to).is_occupied() { Bitboard::EMPTY } else { Bitboard::from(to) }
    }

    /// Returns whether the reading agrees with the hypothesis on all squares, and the hypothesis sets none aside.
    /// Unless the board senses occupancy only, one piece of the side to move may be in a hand.
    pub(crate) fn has_rested_on(&self, hyp: &Hypothesis) -> bool {
        (hyp.sensor_faults.squares() & !self.dead(hyp)).is_empty()
            && if self.seen.is_occupancy() { hyp.matched_ms.is_some() } else { self.stands(hyp) }
    }

    /// Returns the cost of the contradictions between the hypothesis and the present reading.
    pub(crate) fn mismatch(&self, hyp: &Hypothesis) -> u32 {
        self.mismatch_on(hyp, self.diff(hyp))
    }

    /// Returns the cost of the contradictions between the hypothesis and the present reading on the squares `diff`.
    pub(crate) fn mismatch_on(&self, hyp: &Hypothesis, diff: Bitboard) -> u32 {
        let diff = if diff.is_empty() { diff } else { diff & !self.exchanged(hyp) };
        if diff.is_empty() { 0 } else { mismatch(self.at(hyp), self.seen, diff) }
    }

    /// Returns the total cost of a hypothesis, including its contradictions with the present reading.
    pub(crate) fn total(&self, hyp: &Hypothesis) -> u32 {
        let past = self.answered_cost(hyp) + self.unsaid_cost(hyp);
        hyp.cost() + hyp.sensor_faults.cost() + past + self.mismatch(hyp)
    }

    /// Returns the cost of the answered plies after which nobody pressed the clock, or the board was never still. A ply
    /// without a press that undoes its player's previous ply looks like a take-back, and costs more unless both sides go to
    /// and fro already. The last ply costs nothing: its press, or a still board, may yet come.
    fn answered_cost(&self, hyp: &Hypothesis) -> u32 {
        let answered = hyp.tail.split_last().map_or(&[][..], |(_, answered)| answered);
        let is_first_pressed = answered.first().is_none_or(|step| step.pressed_ms.is_some());
        let mut can_be_heard = is_first_pressed || self.can_press_be_heard(hyp.keep);
        let mut cost = 0;
        for (ply, step) in (hyp.keep..).zip(answered) {
            let is_silent = self.clock && step.pressed_ms.is_none() && !step.estimated;
            let is_forgotten = is_silent && (can_be_heard || !step.rested);
            if is_forgotten {
                let is_shuffle = || ply >= 2 && self.undoes(hyp, ply - 1) && self.undoes(hyp, ply - 2);
                cost += costs::UNPRESSED * if self.undoes(hyp, ply) && !is_shuffle() { 2 } else { 1 };
            }
            if self.are_undone_at_once(hyp, ply) {
                cost += costs::UNDONE_AT_ONCE;
            } else if !step.estimated && !step.rested && !self.is_of_undone(hyp, ply) {
                cost += costs::UNRESTED;
            }
            can_be_heard = !is_forgotten;
        }
        cost
    }

    /// Returns whether the clock can tell of a press for the ply with this index. Whoever replies to a move for which
    /// nobody pressed finds the lever on their side already, and their press has no effect.
    fn can_press_be_heard(&self, ply: usize) -> bool {
        let before = self.score.plies[..ply].iter().rev().take(UNHEARD_MAX);
        let silent = before.take_while(|ply| ply.pressed_ms.is_none() && !ply.estimated).count();
        silent.is_multiple_of(2)
    }

    /// Returns whether the ply with this index moves a piece back to where it was before its player's previous ply.
    fn undoes(&self, hyp: &Hypothesis, ply: usize) -> bool {
        ply >= 2 && {
            let ((from, to), (before, after)) = (self.squares(hyp, ply), self.squares(hyp, ply - 2));
            from == after && to == before
        }
    }

    /// Returns the ply of a line with this index.
    fn step_of(&self, hyp: &Hypothesis, ply: usize) -> Step {
        match ply.checked_sub(hyp.keep) {
            Some(step) => (*hyp.tail[step]).clone(),
            None => Step::from_ply(&self.score.plies[ply]),
        }
    }

    fn played(&self, hyp: &Hypothesis, ply: usize) -> Played {
        match ply.checked_sub(hyp.keep) {
            Some(step) => hyp.tail[step].played,
            None => self.score.plies[ply].played,
        }
    }

    fn squares(&self, hyp: &Hypothesis, ply: usize) -> (Option<Square>, Option<Square>) {
        self.played(hyp, ply).squares()
    }

    fn pressed_ms(&self, hyp: &Hypothesis, ply: usize) -> Option<Millis> {
        match ply.checked_sub(hyp.keep) {
            Some(step) => hyp.tail[step].pressed_ms,
            None => self.score.plies[ply].pressed_ms,
        }
    }

    fn made_ms(&self, hyp: &Hypothesis, ply: usize) -> Millis {
        match ply.checked_sub(hyp.keep) {
            Some(step) => hyp.tail[step].made_ms,
            None => self.score.plies[ply].made_ms,
        }
    }

    /// Returns whether the press at `pressed` completed one of the last two plies.
    pub(crate) fn was_pressed(&self, hyp: &Hypothesis, pressed: Millis) -> bool {
        let shown = self.score.plies[..hyp.keep].iter().map(|ply| ply.pressed_ms);
        let tail = hyp.tail.iter().map(|step| step.pressed_ms);
        tail.rev().chain(shown.rev()).take(2).any(|at| at == Some(pressed))
    }

    /// Returns the hypothesis with these legal moves added.
    pub(crate) fn with_moves(&self, hyp: &Hypothesis, moves: &[Move]) -> Hypothesis {
        let mut longer = hyp.clone();
        for &mv in moves {
            let step = self.step(&longer, mv);
            longer.extend(step);
        }
        longer
    }

    /// Creates the step of a legal move, with the instants at which its squares were touched.
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

    /// Returns the cost of the promotions to pieces other than a queen that `longer` adds to `hyp`. The cost is 0 if
    /// the board can see the piece.
    pub(crate) fn underpromotion_cost(&self, hyp: &Hypothesis, longer: &Hypothesis) -> u32 {
        let hidden = |step: &&Arc<Step>| matches!(step.played, Played::Legal(mv) if mv.is_promotion());
        let count = longer.tail[hyp.tail.len()..].iter().filter(hidden).count();
        if self.seen.is_occupancy() { costs::UNDERPROMOTION * u32::try_from(count).unwrap_or(0) } else { 0 }
    }

    /// Returns whether a line is the score as it is shown.
    pub(crate) fn is_shown(&self, hyp: &Hypothesis) -> bool {
        let shown = &self.score.plies;
        let is_same =
            || shown[hyp.keep..].iter().zip(&hyp.tail).all(|(ply, step)| ply.played.is_same(&step.played));
        hyp.keep + hyp.tail.len() == shown.len() && is_same()
    }

    /// Returns the squares that changed since the last ply of the hypothesis was made.
    pub(crate) fn touched(&self, hyp: &Hypothesis) -> Bitboard {
        self.touches.since(self.last_made_ms(hyp))
    }

    /// Returns whether none of these squares has changed since the press for the last ply, allowing for the delay of a
    /// scan. False if nobody has pressed.
    pub(crate) fn stood_at_last_press(&self, hyp: &Hypothesis, squares: Bitboard) -> bool {
        let last = (hyp.keep + hyp.tail.len()).checked_sub(1);
        let pressed = last.and_then(|ply| self.pressed_ms(hyp, ply));
        pressed.is_some_and(|at| (self.touches.since(at.saturating_sub(self.apart_ms)) & squares).is_empty())
    }

    /// Returns the squares with pieces of the side to move that changed after the last ply of the hypothesis was made
    /// and before `until`: that side had begun its next move.
    pub(crate) fn begun(&self, hyp: &Hypothesis, until: Millis) -> Bitboard {
        let standing = self.at(hyp);
        self.touches.between(self.last_made_ms(hyp), until) & standing.board().by_color(standing.turn())
    }

    /// Returns whether the second of these new moves takes the piece of a line's last ply on that had only just come down, to a
    /// square where one move could have brought it: it had not landed, and nobody has replied.
    pub(crate) fn slides_on(&self, hyp: &Hypothesis, moves: &[Move]) -> bool {
        let (Some(last), Some(on)) = (hyp.tail.last(), moves.get(1)) else { return false };
        let squares: Bitboard = on.from().into_iter().chain([on.to()]).collect();
        let touched_ms = self.touches.span(squares, last.made_ms, self.t).0;
        let (from, to) = last.played.squares();
        let before = self.after(hyp, hyp.keep + hyp.tail.len() - 1).position();
        let is_one_move = |mv: &Move| mv.from() == from && mv.to() == on.to();
        on.from() == to
            && touched_ms < last.made_ms + self.apart_ms
            && before.is_none_or(|before| before.legal_moves().iter().any(is_one_move))
    }

    /// Returns the cost of each new ply that was begun, or even made, before the new ply that it answers. Only squares that
    /// one of the two plies changes and the other does not can show their order.
    pub(crate) fn order_cost(&self, hyp: &Hypothesis, longer: &Hypothesis) -> u32 {
        let first = longer.tail.get(hyp.tail.len()).into_iter().map(|step| step.squares(self.at(hyp)));
        let later = longer.tail[hyp.tail.len()..].windows(2).map(|pair| pair[1].squares(&pair[0].after));
        let squares: Vec<Bitboard> = first.chain(later).collect();
        let since = self.last_made_ms(hyp);
        squares.windows(2).map(|pair| self.order_cost_of(since, pair[0], pair[1])).sum()
    }

    /// Returns the cost of a new ply of `longer` that was made while the piece of the ply before was back where it had come
    /// from, if no clock tells anything.
    pub(crate) fn gone_back_cost(&self, hyp: &Hypothesis, longer: &Hypothesis) -> u32 {
        let is_told = self.clock || self.seen.is_occupancy();
        let (Some(last), Some(new), false) = (hyp.tail.last(), longer.tail.last(), is_told) else { return 0 };
        let (Some(from), Some(to)) = last.played.squares() else { return 0 };
        let changed = |square| self.touches.count(square, last.made_ms, new.made_ms) % 2 == 1;
        let is_apart = (new.squares(&last.after) & (Bitboard::from(from) | to)).is_empty();
        if is_apart && changed(from) && changed(to) { costs::ANSWERED_BEFORE } else { 0 }
    }

    fn order_cost_of(&self, since: Millis, one: Bitboard, other: Bitboard) -> u32 {
        let span = |squares: Bitboard| self.touches.span(squares, since, self.t);
        let is_undated = self.has_undated(since, one | other);
        if is_undated || (one & !other).is_empty() || (other & !one).is_empty() {
            return 0;
        }
        let (move_ms, reply_ms) = (span(one & !other), span(other & !one));
        if reply_ms.1 + self.apart_ms < move_ms.1 {
            costs::ANSWERED_BEFORE
        } else if reply_ms.0 < move_ms.0 {
            costs::ORDER
        } else {
            0
        }
    }

    /// Returns whether the last ply of a line took a pawn to its last rank, and the reading still shows the pawn there.
    pub(crate) fn waiting_pawn(&self, hyp: &Hypothesis) -> bool {
        let to = hyp.tail.last().and_then(|last| last.played.squares().1);
        let became = to.and_then(|to| Some((to, self.at(hyp).board().piece_at(to)?)));
        became.is_some_and(|(to, piece)| is_waiting_pawn(self.seen, to, piece))
    }

    /// Returns whether the last ply was considered irregular although a legal move leaves the same placement: the pawn
    /// on the last rank has been exchanged for a piece after all.
    pub(crate) fn is_legal_after_all(&self, hyp: &Hypothesis) -> bool {
        let Some((last, before)) = hyp.tail.split_last() else { return false };
        let before = before.last().map_or_else(|| self.score.after(hyp.keep), |step| &step.after);
        let waits = self.waiting_pawn(hyp);
        matches!(last.played, Played::Irregular { .. }) && !waits && before.has_move_to(last.after.board())
    }

    /// Returns the instant at which the last ply of the hypothesis was made, or 0 if the hypothesis has no ply.
    pub(crate) fn last_made_ms(&self, hyp: &Hypothesis) -> Millis {
        match (hyp.tail.last(), hyp.keep.checked_sub(1)) {
            (Some(step), _) => step.made_ms,
            (None, Some(last)) => self.score.plies[last].made_ms,
            (None, None) => 0,
        }
    }
}

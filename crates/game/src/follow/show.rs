//! The line that the score shows: the best hypothesis, once it is clear enough and the time has come.

use crate::{
    Ending, GameEvent, Irregular, Played, Ply, PlyNo, PlyState, Reason, Scribe,
    follow::{
        replacement_times::Withdrawn,
        rest::Occasion,
        scribe::{LONG_QUIET_MS, Over},
        timers::Timer,
    },
    lines::{
        costs,
        engine::{PRESS_OPEN_MS, cheapest},
        evidence::reckoning::Reckoning,
        hypothesis::{Hypothesis, Step, compatible, parting, played_at},
    },
    record::proof::Outcome,
};
use board::Millis;
use shakmaty::{KnownOutcome, Position};

/// The time, in milliseconds, for which an irregular ply must be on the board before it is shown: hands sometimes press
/// before they have finished (6.2.4 of the FIDE Laws).
const IRREGULAR_MS: Millis = 1_250;

/// Returns the instant from which a line with an irregular last ply may be shown; `None` if it may be shown at `t`.
fn too_early_for(line: &Hypothesis, t: Millis) -> Option<Millis> {
    let last = line.tail.last().filter(|step| matches!(step.played, Played::Irregular { .. }))?;
    let due = last.made_ms + IRREGULAR_MS;
    (t < due).then_some(due)
}

impl Scribe {
    /// Returns the explanations of the evidence at `t` that are alive, cheapest first, with what each costs.
    pub fn reckonings(&self, t: Millis) -> Vec<Reckoning> {
        Reckoning::of_all(&self.evidence(t), &self.engine.hyps)
    }

    /// Shows the best hypothesis if the board agrees with it. Asks a person if another hypothesis is about as likely.
    pub(crate) fn show(&mut self, t: Millis, occasion: Occasion) {
        self.reopen(t, occasion);
        if self.over.is_some() || !self.ready || self.is_restored() {
            return;
        }
        let left = std::mem::take(&mut self.left_pawns);
        self.weigh(t, |engine, evidence| engine.leave_pawns(evidence, &left));
        self.left_pawns = left;
        let mut totals = self.engine.totals(&self.evidence(t));
        if self.note_presses(cheapest(totals.iter().copied()).0) {
            totals = self.engine.totals(&self.evidence(t));
        }
        self.weigh(t, |engine, evidence| engine.prune(evidence, &mut totals));
        let (cheapest, total) = cheapest(totals.iter().copied());
        let mut best = self.shown_still(t, &totals, total).unwrap_or(cheapest);
        let line = &self.engine.hyps[best];
        if !self.evidence(t).stands(line) || self.is_put_back_after_play(line) {
            return;
        }
        // If the board senses occupancy only, or the question is old, play goes on while it is open, and both lines are
        // followed.
        let mut open = false;
        while let Some(rival) = self.rival(t, best, &totals, total) {
            let unseen = self.engine.hyps[best].tail.last().is_some_and(|step| step.estimated);
            if self.stopped_ms.is_some() && !unseen {
                return;
            }
            if !self.is_doubt(t, best, rival) {
                if self.evidence(t).goes_on_open(&self.engine.hyps[best], &self.engine.hyps[rival]) {
                    open = true;
                    break;
                }
                self.ask(t, occasion, best, rival);
                return;
            }
            self.doubt(t, best, rival);
            best -= usize::from(rival < best);
            totals = self.engine.totals(&self.evidence(t));
        }
        if open {
            let partings = self.partings(t, best, total);
            self.tell_questions(t, best, &partings);
        }
        let mut line = self.engine.hyps[best].clone();
        if let Some(last) = self.last_of_play_ms() {
            let made = line.tail.iter().take_while(|step| step.made_ms <= last).count();
            let is_told_late = self.is_told_late(&line, last, line.tail.len() - made);
            let before = if is_told_late { line.tail.len() } else { made };
            line.tail.truncate(before);
            if line.keep + before < self.score.plies.len() {
                return;
            }
        }
        if let Some(due) = too_early_for(&line, t) {
            self.timers.set(Timer::Settle, due);
            return;
        }
        if self.may_replace(t, &line, occasion) && !self.only_unsays(t, &line) {
            if !open {
                let kept = self.question_kept(t, &line);
                kept.into_iter().for_each(|doubt| self.ask_next(t, doubt));
                self.answered(t);
            }
            self.set_line(t, &line, occasion);
            self.ask_about_transpositions(t);
        }
    }

    /// Returns whether a line took moves back after the clock was stopped, or a flag had fallen: that is no part of the game, nor
    /// does it answer what is asked about it.
    fn is_put_back_after_play(&self, line: &Hypothesis) -> bool {
        let last = self.last_of_play_ms().or(self.fallen_ms);
        let is_later = |at: Option<Millis>| last.zip(at).is_some_and(|(last, at)| at > last);
        is_later(line.put_back_ms) || is_later(line.taken_back_ms)
    }

    /// Returns whether the last ply of a line, the only one after the clock was stopped, was told by a full reading, and no
    /// hand was seen since: it may have been made before the clock was stopped, while the board was off.
    fn is_told_late(&self, line: &Hypothesis, stopped: Millis, later: usize) -> bool {
        later == 1
            && line.sensor_faults.is_empty()
            && self.touches.are_undated_since(stopped)
            && self.evidence(stopped).diff(line).is_empty()
    }

    /// Copies the presses of the best line to the score, up to the first ply at which line and score differ. Returns
    /// whether the score has changed.
    fn note_presses(&mut self, best: usize) -> bool {
        let line = &self.engine.hyps[best];
        let before = self.score.plies.changes();
        for (index, step) in (line.keep..self.score.plies.len()).zip(&line.tail) {
            let ply = &self.score.plies[index];
            if !ply.played.is_same(&step.played) {
                break;
            }
            let (played, pressed_ms) = (step.played, step.pressed_ms.or(ply.pressed_ms));
            if (ply.played, ply.pressed_ms) != (played, pressed_ms) {
                let ply = self.score.plies.at_mut(index);
                (ply.played, ply.pressed_ms) = (played, pressed_ms);
            }
        }
        self.score.plies.changes() != before
    }

    /// Returns the cheapest line that contradicts the best line, agrees with the board as well, and costs about as much. A
    /// line for which play has to wait comes first: until the score shows the best line, no doubt can be about it.
    fn rival(&self, t: Millis, best: usize, totals: &[u32], total: u32) -> Option<usize> {
        let (hyps, evidence) = (&self.engine.hyps, self.evidence(t));
        let goes_on =
            |rival: usize| self.is_doubt(t, best, rival) || evidence.goes_on_open(&hyps[best], &hyps[rival]);
        (0..hyps.len())
            .filter(|&index| totals[index] < total + costs::ASK_MARGIN)
            .filter(|&index| evidence.stands(&hyps[index]) && !compatible(&hyps[best], &hyps[index]))
            .filter(|&index| self.can_be_asked(&hyps[best], &hyps[index]))
            .min_by_key(|&index| (goes_on(index), totals[index]))
    }

    /// Returns whether both lines have a ply in which they differ. While one of them takes moves back and nothing more, or plays
    /// the same moves again, there is no second move to ask about, and both are followed.
    fn can_be_asked(&self, line: &Hypothesis, other: &Hypothesis) -> bool {
        let shorter = (line.keep + line.tail.len()).min(other.keep + other.tail.len());
        let played = |hyp: &Hypothesis, ply: usize| played_at(&self.score, hyp, ply);
        let differ = |ply: usize| played(line, ply) != played(other, ply);
        (parting(line, other)..shorter).any(differ)
    }

    /// Returns the line that the score shows, if it costs about as little as the cheapest line: the score then does
    /// not switch between equally good lines.
    fn shown_still(&self, t: Millis, totals: &[u32], cheapest: u32) -> Option<usize> {
        let evidence = self.evidence(t);
        let shown = |&index: &usize| {
            let hyp = &self.engine.hyps[index];
            totals[index] < cheapest + costs::ASK_MARGIN
                && evidence.stands(hyp)
                && self.common_with_score(hyp) == self.score.plies.len()
                && (self.seen.is_occupancy() || evidence.is_followed(hyp))
        };
        (0..totals.len()).filter(shown).min_by_key(|&index| totals[index])
    }

    /// Shows the plies that both lines have in common, and asks about the ply at which they part.
    fn ask(&mut self, t: Millis, occasion: Occasion, best: usize, rival: usize) {
        let parting = self.parting(best, rival);
        self.tell_questions(t, best, &[parting]);
        let hyps = &self.engine.hyps;
        let mut common = hyps[best].clone();
        common.tail.truncate(parting.saturating_sub(common.keep));
        if parting >= common.keep && parting <= self.score.plies.len().max(common.keep + common.tail.len()) {
            self.set_line(t, &common, occasion);
        }
    }

    /// Returns the number of plies on which two lines, and all lines that they represent (`transposition`), agree.
    pub(crate) fn parting(&self, best: usize, rival: usize) -> usize {
        let (best, rival) = (&self.engine.hyps[best], &self.engine.hyps[rival]);
        parting(best, rival).min(self.sure_plies(best)).min(self.sure_plies(rival))
    }

    /// Returns whether `line` may replace the line that is shown. A final ply is not withdrawn for a momentary reading.
    /// It can be withdrawn at a press, on a quiet board, or, if it is the last ply, when another ply replaces it: until the
    /// press for it, and for a moment afterwards, the hand may go on. An illegal one may be put right at any time.
    fn may_replace(&self, t: Millis, line: &Hypothesis, occasion: Occasion) -> bool {
        let kept = self.common_with_score(line);
        let replaced = line.keep + line.tail.len() > kept;
        let settled_enough = match occasion {
            Occasion::Quiet | Occasion::LongQuiet | Occasion::Press(_) => true,
            Occasion::Still | Occasion::Touched | Occasion::Gap => {
                let is_open = |ply: &Ply| {
                    let is_illegal = matches!(ply.played, Played::Irregular { .. });
                    is_illegal || ply.pressed_ms.is_none_or(|at| t <= at + PRESS_OPEN_MS)
                };
                replaced && self.score.plies.len() <= kept + 1 && self.score.plies.last().is_none_or(is_open)
            }
        };
        let completed = self.score.plies[kept..].iter().any(|ply| ply.state >= PlyState::Final);
        settled_enough || !completed
    }

    /// Returns the number of plies, from the first, that the score and the line share.
    pub(crate) fn common_with_score(&self, line: &Hypothesis) -> usize {
        let shown = self.score.plies.get(line.keep..).unwrap_or(&[]);
        line.keep.min(self.score.plies.len())
            + shown.iter().zip(&line.tail).take_while(|(ply, step)| ply.played.is_same(&step.played)).count()
    }

    /// Makes the score show this line.
    pub(crate) fn set_line(&mut self, t: Millis, line: &Hypothesis, occasion: Occasion) {
        let kept = self.common_with_score(line);
        let unsaid_ply = self.unsaid_ply(t, line, kept);
        let unsaid = unsaid_ply.and_then(|_| self.question_about_unsaid(t, line, kept));
        if kept < self.engine.trunk {
            self.engine.cut_trunk(&self.score, kept);
        }
        self.note_stood(t, kept);
        self.note_gone_through(kept, line);
        self.withdraw(t, kept);
        let line = self.with_own_times(t, line);
        for (index, step) in (line.keep..self.score.plies.len()).zip(&line.tail) {
            if self.score.plies[index].played != step.played {
                self.score.plies.at_mut(index).played = step.played;
            }
        }
        let known = kept.saturating_sub(line.keep);
        for step in line.tail.iter().skip(known) {
            self.push(t, step);
        }
        self.raise_states(t, line.keep, occasion);
        self.note_times_left();
        self.prove_promotions();
        self.drop_answered_doubts(t);
        self.ask_about_unsaid(t, unsaid);
        debug_assert!(
            unsaid_ply.is_none_or(|ply| self.questions().iter().any(|asked| *asked <= ply)),
            "no ply that the board bore out is withdrawn without a question"
        );
        if let Some(first) = unsaid_ply.and_then(|_| self.questions().first().copied()) {
            self.witnesses.note_asked(first.index());
        }
        self.look_for_end(t);
    }

    /// Withdraws the plies from index `kept` on.
    pub(crate) fn withdraw(&mut self, t: Millis, kept: usize) {
        while self.score.plies.len() > kept {
            let Some(ply) = self.score.plies.pop() else { break };
            let number = PlyNo::of_index(self.score.plies.len());
            let was_final = ply.state >= PlyState::Final;
            if was_final {
                self.score.revisions += 1;
            }
            self.events.push_back((t, GameEvent::Superseded { ply: number, played: ply.played, was_final }));
            if matches!(ply.played, Played::Irregular { .. }) {
                self.withdrawn = Some(Withdrawn::of(number.index(), &ply));
                let closed = GameEvent::IrregularClosed { ply: number, ending: Ending::Restored };
                self.events.push_back((t, closed));
            }
        }
    }

    pub(crate) fn push(&mut self, t: Millis, step: &Step) {
        let plies = self.score.plies.len();
        let number = PlyNo::of_index(plies);
        if let Some(Ply { played: Played::Irregular { .. }, .. }) = self.score.plies.last() {
            let last = PlyNo::of_index(plies - 1);
            let closed = GameEvent::IrregularClosed { ply: last, ending: Ending::Stands };
            self.events.push_back((t, closed));
        }
        if let Played::Irregular { from, .. } = step.played {
            let before = self.score.standing();
            let legal = before.position().map_or_else(Vec::new, |position| {
                position
                    .legal_moves()
                    .iter()
                    .copied()
                    .filter(|mv| from.is_some() && mv.from() == from)
                    .collect()
            });
            let irregular = Irregular {
                ply: number,
                by: before.turn(),
                played: step.played,
                pressed: step.pressed_ms.is_some(),
                before_fen: before.fen(),
                after_fen: step.after.fen(),
                seen: self.seen.reading(),
                legal,
            };
            self.events.push_back((t, GameEvent::Irregular(irregular)));
        }
        self.score.plies.push(step.to_ply(PlyState::Provisional, Reason::Leading));
        self.tell(t, number, PlyState::Provisional, Reason::Leading);
    }

    /// Raises the state of each ply to the state that the evidence supports. No state is lowered.
    fn raise_states(&mut self, t: Millis, from: usize, occasion: Occasion) {
        let from = from.saturating_sub(2);
        for index in from..self.score.plies.len() {
            let ply = &self.score.plies[index];
            let (state, reason) = if ply.pressed_ms.is_some() {
                (PlyState::Completed, Reason::Press)
            } else if index + 2 < self.score.plies.len() && self.terms.next_move_completes {
                (PlyState::Completed, Reason::NextMove)
            } else if index + 1 < self.score.plies.len() {
                let reason = if ply.estimated { Reason::OnlyExplanation } else { Reason::OpponentTouched };
                (PlyState::Final, reason)
            } else {
                match occasion {
                    Occasion::Quiet | Occasion::LongQuiet => (PlyState::Final, Reason::Quiet),
                    Occasion::Touched => (PlyState::Final, Reason::OpponentTouched),
                    Occasion::Still | Occasion::Press(_) | Occasion::Gap => continue,
                }
            };
            self.raise(t, index, state, reason);
        }
    }

    pub(crate) fn raise(&mut self, t: Millis, index: usize, state: PlyState, reason: Reason) {
        if self.score.plies[index].state >= state {
            return;
        }
        let ply = self.score.plies.at_mut(index);
        let was_provisional = ply.state == PlyState::Provisional;
        ply.state = state;
        ply.reason = reason;
        if was_provisional {
            self.tell(t, PlyNo::of_index(index), PlyState::Final, reason);
        }
        if state == PlyState::Completed {
            self.tell(t, PlyNo::of_index(index), PlyState::Completed, reason);
        }
    }

    fn tell(&mut self, t: Millis, ply: PlyNo, state: PlyState, reason: Reason) {
        let played = self.score.plies[ply.index()].played;
        self.events.push_back((t, GameEvent::Ply { ply, played, state, reason }));
    }

    /// Returns the outcome that the last position has by the rules of chess alone, unless its ply was irregular. The
    /// result is cached, because it is needed far more often than a move is made.
    fn outcome_of_position(&mut self) -> Option<KnownOutcome> {
        let Some(last) = self.score.plies.last() else {
            return self.score.start.position().and_then(|position| position.outcome().known());
        };
        let (plies, played, board) = (self.score.plies.len(), last.played, last.after.board());
        if let Some(known) = self.outcome.as_ref().filter(|it| it.plies == plies && it.played == played)
            && known.board == *board
        {
            return known.outcome;
        }
        let position = last.after.position().filter(|_| !matches!(played, Played::Irregular { .. }));
        let outcome = position.and_then(|position| position.outcome().known());
        self.outcome = Some(Outcome { plies, played, board: board.clone(), outcome });
        outcome
    }

    /// Proposes a result when the position ends the game: mate, stalemate, a dead position. The game is over once the
    /// last ply is final, if that ply was legal (5.1.1 of the FIDE Laws).
    pub(crate) fn look_for_end(&mut self, t: Millis) {
        match self.outcome_of_position() {
            Some(outcome) => {
                self.propose(t, outcome);
                // If the board senses occupancy only, the piece that seems to have captured may still be in the hand,
                // and a queen that seems to give mate may really be a knight that does not.
                let held = |ply: &Ply| self.seen.is_occupancy() && t < ply.made_ms + LONG_QUIET_MS;
                let assumed = |ply: &Ply| matches!(ply.played, Played::Promotion { .. });
                let last = self.score.plies.last().filter(|ply| ply.state >= PlyState::Final);
                let known = self.asked.is_empty() && !self.score.plies.iter().any(assumed);
                let sure = known && last.is_some_and(|ply| !held(ply));
                self.over = sure.then_some(Over::Position);
            }
            None => self.withdraw_proposal(t),
        }
    }
}

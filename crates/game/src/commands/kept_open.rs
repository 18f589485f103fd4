//! What stays in doubt when a person tells a later part of a game. Whoever corrects the last moves has not said which piece was
//! captured twenty plies before.

use crate::{Scribe, lines::doubt::Doubt, lines::hypothesis::Hypothesis};
use board::Millis;

impl Scribe {
    /// Keeps the questions about the first `kept` plies open, now that a person tells the later ones, and closes the others that wait.
    /// Unless the lines between which they are stay `followed`, they stay open without these, and without what these say of later
    /// plies.
    pub(super) fn keep_questions_before(&mut self, t: Millis, kept: usize, followed: bool) {
        let known = std::mem::take(&mut self.doubts);
        self.doubts = known.into_iter().map(|doubt| doubt.told_until(kept)).collect();
        if !followed {
            let waited = self.waited_for(self.score.plies.len());
            self.doubts.extend(waited.iter().filter_map(|doubt| doubt.before(kept)));
            return self.answered(t);
        }
        let is_later = |open: &mut Doubt| open.ply.index() >= kept;
        let closed: Vec<_> = self.asked.extract_if(.., is_later).map(|open| open.ply).collect();
        self.tell_answered(t, closed);
    }

    /// Returns the lines that have the plies of `line`, which a person told: the score with them, and the lines that part from the
    /// score before, if these plies can follow. Empty if no line is followed that begins as the score does, or if the board tells
    /// pieces apart: there play might have to wait for an answer, and what a person told would not be shown.
    pub(super) fn lines_with(&self, t: Millis, line: &Hypothesis) -> Vec<Hypothesis> {
        if !self.seen.is_occupancy() {
            return Vec::new();
        }
        let mut begun: Vec<Hypothesis> = Vec::new();
        for line in self.engine.hyps.iter().filter_map(|hyp| hyp.beginning(line.keep)) {
            match begun.iter_mut().find(|known| known.same_line(&line)) {
                Some(known) if line.cost() < known.cost() => *known = line,
                Some(_) => {}
                None => begun.push(line),
            }
        }
        let evidence = self.evidence(t);
        let told = |begun: Hypothesis| {
            let mut steps = line.tail.iter().map(|step| (**step).clone());
            steps.try_fold(begun, |line, step| evidence.replay(line, step))
        };
        let lines: Vec<Hypothesis> = begun.into_iter().filter_map(told).collect();
        let is_score = |told: &Hypothesis| self.common_with_score(told) >= line.keep;
        if lines.iter().any(is_score) { lines } else { Vec::new() }
    }
}

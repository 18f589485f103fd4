//! Lines that meet: moves that nobody saw, and that lead from one position to another in several ways. A hypothesis
//! holds one of the lines and represents all of them until a person says which was played.
//!
//! Invariant: the lines of a transposition have equal length, and the first is the one that the hypothesis holds.

use crate::{
    Played, PlyNo, Scribe,
    lines::{doubt::Doubt, hypothesis::Hypothesis},
};
use board::Millis;
use std::sync::Arc;

/// Several lines that lead from one position to another.
#[derive(Debug, Clone)]
pub(crate) struct Transposition {
    /// The number of plies of the game before the lines begin.
    from: usize,
    /// The orders of moves that lead to the same position. There are at least two at first; once a person says which was
    /// played, one may be left.
    lines: Vec<Vec<Played>>,
}

/// The greatest number of transpositions remembered. When there are more, the oldest are forgotten.
const TRANSPOSITIONS_MAX: usize = 64;

impl Transposition {
    /// Creates a transposition of `lines`; `None` if there are fewer than two.
    pub(crate) fn of(from: usize, lines: Vec<Vec<Played>>) -> Option<Transposition> {
        (lines.len() > 1).then_some(Transposition { from, lines })
    }

    fn told(&self) -> &[Played] {
        &self.lines[0]
    }

    /// Returns the number of plies of the game up to the end of the lines.
    fn end(&self) -> usize {
        self.from + self.told().len()
    }

    /// Returns the number of plies of the game before the first ply at which the lines differ.
    fn parting(&self) -> usize {
        let same = |&ply: &usize| self.lines.iter().all(|line| line[ply] == self.told()[ply]);
        self.from + (0..self.told().len()).take_while(same).count()
    }

    /// Returns whether `played`, the plies after the first `keep` of the game, contains the first line of this
    /// transposition.
    fn is_told_by(&self, keep: usize, played: &[Played]) -> bool {
        let there = self.from.checked_sub(keep).and_then(|skipped| played.get(skipped..self.end() - keep));
        there.is_some_and(|there| there.iter().zip(self.told()).all(|(a, b)| a.is_same(b)))
    }

    /// Returns `played`, the plies after the first `keep` of the game, with `line` in place of the plies of this
    /// transposition.
    fn replaced(&self, keep: usize, played: &[Played], line: &[Played]) -> Vec<Played> {
        let mut replaced = played.to_vec();
        replaced[self.from - keep..self.end() - keep].copy_from_slice(line);
        replaced
    }
}

impl Scribe {
    pub(crate) fn remember_transpositions(&mut self, transpositions: Vec<Transposition>) {
        self.transpositions.extend(transpositions);
        let too_many = self.transpositions.len().saturating_sub(TRANSPOSITIONS_MAX);
        self.transpositions.drain(..too_many);
    }

    /// Asks a person about each transposition whose first line the score shows.
    pub(crate) fn ask_about_transpositions(&mut self, t: Millis) {
        if self.transpositions.is_empty() {
            return;
        }
        let played: Vec<Played> = self.score.plies.iter().map(|ply| ply.played).collect();
        let goes_on = |plies: usize| self.score.plies.get(plies).is_some_and(|ply| ply.estimated);
        let is_asked = |index: usize| self.doubts.iter().any(|doubt| doubt.ply.index() == index);
        let new = self.transpositions.iter().filter(|transposition| {
            transposition.is_told_by(0, &played)
                && !goes_on(transposition.end())
                && !is_asked(transposition.parting())
        });
        let doubts = new.filter_map(|transposition| {
            Doubt::among(t, PlyNo::of_index(transposition.from), transposition.lines.clone())
        });
        for doubt in doubts.collect::<Vec<_>>() {
            self.ask_next(t, doubt);
        }
    }

    /// Returns every line that a hypothesis may represent, starting at the ply with index `from`. The line that the
    /// hypothesis holds comes first.
    pub(crate) fn told_by(&self, hyp: &Hypothesis, from: usize) -> Vec<Vec<Played>> {
        let played = hyp.played();
        let before = from.saturating_sub(hyp.keep).min(played.len());
        // If the other line of a question takes moves back, the two lines may differ in plies that this hypothesis
        // keeps.
        let kept: Vec<Played> =
            self.score.plies[from.min(hyp.keep)..hyp.keep].iter().map(|ply| ply.played).collect();
        let mut lines = vec![played[before..].to_vec()];
        for transposition in
            self.transpositions.iter().filter(|transposition| transposition.is_told_by(hyp.keep, &played))
        {
            for line in &transposition.lines {
                let other = transposition.replaced(hyp.keep, &played, line);
                if other[..before] == played[..before] && !lines.iter().any(|line| *line == other[before..]) {
                    lines.push(other[before..].to_vec());
                }
            }
        }
        lines.into_iter().map(|line| kept.iter().copied().chain(line).collect()).collect()
    }

    /// Returns the number of plies of a hypothesis before the first ply for which a transposition offers another move;
    /// `usize::MAX` if there is no such ply.
    pub(crate) fn sure_plies(&self, hyp: &Hypothesis) -> usize {
        let played = hyp.played();
        let told =
            self.transpositions.iter().filter(|transposition| transposition.is_told_by(hyp.keep, &played));
        told.map(Transposition::parting).min().unwrap_or(usize::MAX)
    }

    /// Applies a person's choice of move for the ply with this index. Hypotheses that represent several lines now hold
    /// a line that has `chosen` at this ply.
    pub(crate) fn choose_line(&mut self, t: Millis, index: usize, chosen: Played) {
        let mut hyps = std::mem::take(&mut self.engine.hyps);
        let mut transpositions = std::mem::take(&mut self.transpositions);
        for transposition in transpositions
            .iter_mut()
            .filter(|transposition| (transposition.from..transposition.end()).contains(&index))
        {
            let at = index - transposition.from;
            let fits =
                |line: &Vec<Played>| line[..at] == transposition.told()[..at] && line[at].is_same(&chosen);
            let kept: Vec<Vec<Played>> =
                transposition.lines.iter().filter(|line| fits(line)).cloned().collect();
            let Some(line) = kept.first() else { continue };
            for hyp in hyps.iter_mut().filter(|hyp| transposition.is_told_by(hyp.keep, &hyp.played())) {
                let replaced = transposition.replaced(hyp.keep, &hyp.played(), line);
                if let Ok(line) = self.line_of(t, hyp.keep, &replaced) {
                    for (step, other) in hyp.tail.iter_mut().zip(line.tail) {
                        let step = Arc::make_mut(step);
                        step.played = other.played;
                        step.after.clone_from(&other.after);
                    }
                }
            }
            transposition.lines = kept;
        }
        (self.engine.hyps, self.transpositions) = (hyps, transpositions);
    }
}

//! Lines that meet: moves that nobody saw, and that lead from one position to another in several ways. A hypothesis
//! holds one of the lines and represents all of them until a person says which was played.
//!
//! Invariant: the lines of a meeting have equal length, and the first is the one that the hypothesis holds.

use crate::{
    Played, PlyNo, Scribe,
    lines::{doubt::Doubt, hypothesis::Hypothesis},
};
use board::Millis;
use std::sync::Arc;

/// Lines that all end in the same position.
#[derive(Debug)]
pub(crate) struct Meeting {
    /// Number of plies of the game before the lines begin.
    from: usize,
    /// The lines. There are at least two when the meeting is made; a person's answer can leave one.
    lines: Vec<Vec<Played>>,
}

/// Limit on the meetings remembered. Beyond it the oldest are forgotten.
const MEETINGS_MAX: usize = 64;

impl Meeting {
    /// Makes a meeting of `lines`. `None` if there are fewer than two.
    pub(crate) fn of(from: usize, lines: Vec<Vec<Played>>) -> Option<Meeting> {
        (lines.len() > 1).then_some(Meeting { from, lines })
    }

    fn told(&self) -> &[Played] {
        &self.lines[0]
    }

    /// The number of plies of the game up to the end of the lines.
    fn end(&self) -> usize {
        self.from + self.told().len()
    }

    /// The number of plies of the game before the first ply at which the lines differ.
    fn parting(&self) -> usize {
        let same = |&ply: &usize| self.lines.iter().all(|line| line[ply] == self.told()[ply]);
        self.from + (0..self.told().len()).take_while(same).count()
    }

    /// Returns whether `played`, the plies after the first `keep` of the game, contains the first line of this meeting.
    fn is_told_by(&self, keep: usize, played: &[Played]) -> bool {
        let there = self.from.checked_sub(keep).and_then(|skipped| played.get(skipped..self.end() - keep));
        there.is_some_and(|there| there.iter().zip(self.told()).all(|(a, b)| a.is_same(b)))
    }

    /// Returns `played` with the first line replaced by `line`.
    fn replaced(&self, keep: usize, played: &[Played], line: &[Played]) -> Vec<Played> {
        let mut replaced = played.to_vec();
        replaced[self.from - keep..self.end() - keep].copy_from_slice(line);
        replaced
    }
}

impl Scribe {
    pub(crate) fn remember_meetings(&mut self, meetings: Vec<Meeting>) {
        self.meetings.extend(meetings);
        let too_many = self.meetings.len().saturating_sub(MEETINGS_MAX);
        self.meetings.drain(..too_many);
    }

    /// Asks a person about each meeting whose first line the score shows.
    pub(crate) fn ask_for_meetings(&mut self, t: Millis) {
        let played: Vec<Played> = self.score.plies.iter().map(|ply| ply.played).collect();
        let goes_on = |plies: usize| self.score.plies.get(plies).is_some_and(|ply| ply.estimated);
        let is_asked = |index: usize| self.doubts.iter().any(|doubt| doubt.ply.index() == index);
        let new = self.meetings.iter().filter(|meeting| {
            meeting.is_told_by(0, &played) && !goes_on(meeting.end()) && !is_asked(meeting.parting())
        });
        let doubts =
            new.filter_map(|meeting| Doubt::among(PlyNo::of_index(meeting.from), meeting.lines.clone()));
        for doubt in doubts.collect::<Vec<_>>() {
            self.ask_next(t, doubt);
        }
    }

    /// Returns every line that a hypothesis may represent, starting at the ply with index `from`. The line that it
    /// holds comes first.
    pub(crate) fn told_by(&self, hyp: &Hypothesis, from: usize) -> Vec<Vec<Played>> {
        let played = hyp.played();
        let before = from.saturating_sub(hyp.keep).min(played.len());
        // If the other line of a question takes moves back, the two may differ in plies that this one keeps.
        let kept: Vec<Played> =
            self.score.plies[from.min(hyp.keep)..hyp.keep].iter().map(|ply| ply.played).collect();
        let mut lines = vec![played[before..].to_vec()];
        for meeting in self.meetings.iter().filter(|meeting| meeting.is_told_by(hyp.keep, &played)) {
            for line in &meeting.lines {
                let other = meeting.replaced(hyp.keep, &played, line);
                if other[..before] == played[..before] && !lines.iter().any(|line| *line == other[before..]) {
                    lines.push(other[before..].to_vec());
                }
            }
        }
        lines.into_iter().map(|line| kept.iter().copied().chain(line).collect()).collect()
    }

    /// The number of plies of a hypothesis before the first for which a meeting offers another move. `usize::MAX` if
    /// there is no such ply.
    pub(crate) fn sure_plies(&self, hyp: &Hypothesis) -> usize {
        let played = hyp.played();
        let told = self.meetings.iter().filter(|meeting| meeting.is_told_by(hyp.keep, &played));
        told.map(Meeting::parting).min().unwrap_or(usize::MAX)
    }

    /// Applies a person's choice of move for the ply with this index. Hypotheses that represent several lines now hold
    /// one that has `chosen` at this ply.
    pub(crate) fn choose_line(&mut self, t: Millis, index: usize, chosen: Played) {
        let mut hyps = std::mem::take(&mut self.engine.hyps);
        let mut meetings = std::mem::take(&mut self.meetings);
        for meeting in meetings.iter_mut().filter(|meeting| (meeting.from..meeting.end()).contains(&index)) {
            let at = index - meeting.from;
            let fits = |line: &Vec<Played>| line[..at] == meeting.told()[..at] && line[at].is_same(&chosen);
            let kept: Vec<Vec<Played>> = meeting.lines.iter().filter(|line| fits(line)).cloned().collect();
            let Some(line) = kept.first() else { continue };
            for hyp in hyps.iter_mut().filter(|hyp| meeting.is_told_by(hyp.keep, &hyp.played())) {
                let replaced = meeting.replaced(hyp.keep, &hyp.played(), line);
                if let Ok(line) = self.line_of(t, hyp.keep, &replaced) {
                    for (step, other) in hyp.tail.iter_mut().zip(line.tail) {
                        let step = Arc::make_mut(step);
                        step.played = other.played;
                        step.after.clone_from(&other.after);
                    }
                }
            }
            meeting.lines = kept;
        }
        (self.engine.hyps, self.meetings) = (hyps, meetings);
    }
}

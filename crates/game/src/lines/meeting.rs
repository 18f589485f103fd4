//! Lines that meet: moves nobody saw, which lead from one position to another in several ways. A hypothesis tells one of
//! them and stands for all, until a person says which was played.
//!
//! Invariant: the lines of a meeting have one length, and the first is the one that is told.

use crate::{
    Played, Scribe,
    lines::{doubt::Doubt, hypothesis::Hypothesis},
};
use board::Millis;
use std::sync::Arc;

/// Lines that all end in one position.
#[derive(Debug)]
pub(crate) struct Meeting {
    /// How many plies there are before them.
    from: usize,
    /// At least two when it begins.
    lines: Vec<Vec<Played>>,
}

/// Meetings remembered; the oldest are forgotten beyond it.
const MEETINGS_MAX: usize = 64;

impl Meeting {
    /// None of one line alone.
    pub(crate) fn of(from: usize, lines: Vec<Vec<Played>>) -> Option<Meeting> {
        (lines.len() > 1).then_some(Meeting { from, lines })
    }

    fn told(&self) -> &[Played] {
        &self.lines[0]
    }

    /// How many plies there are after them.
    fn end(&self) -> usize {
        self.from + self.told().len()
    }

    /// How many plies there are before the first that differs.
    fn parting(&self) -> usize {
        let same = |&ply: &usize| self.lines.iter().all(|line| line[ply] == self.told()[ply]);
        self.from + (0..self.told().len()).take_while(same).count()
    }

    /// Whether these plies, the first of which follows `keep` others, tell it.
    fn is_told_by(&self, keep: usize, played: &[Played]) -> bool {
        let there = self.from.checked_sub(keep).and_then(|skipped| played.get(skipped..self.end() - keep));
        there.is_some_and(|there| there.iter().zip(self.told()).all(|(a, b)| a.is_same(b)))
    }

    /// The same plies with this line instead.
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

    /// The score tells one of several lines: the others are asked about.
    pub(crate) fn ask_for_meetings(&mut self, t: Millis) {
        let played: Vec<Played> = self.score.plies.iter().map(|ply| ply.played).collect();
        let goes_on = |plies: usize| self.score.plies.get(plies).is_some_and(|ply| ply.estimated);
        let is_asked = |ply: usize| self.doubts.iter().any(|doubt| doubt.ply == ply);
        let new = self.meetings.iter().filter(|meeting| {
            meeting.is_told_by(0, &played) && !goes_on(meeting.end()) && !is_asked(meeting.parting() + 1)
        });
        let doubts = new.filter_map(|meeting| Doubt::among(meeting.from + 1, meeting.lines.clone()));
        for doubt in doubts.collect::<Vec<_>>() {
            self.ask_next(t, doubt);
        }
    }

    /// All that a hypothesis may stand for, from the ply with index `from` on; what it tells itself comes first.
    pub(crate) fn told_by(&self, hyp: &Hypothesis, from: usize) -> Vec<Vec<Played>> {
        let played = hyp.played();
        let before = from.saturating_sub(hyp.keep).min(played.len());
        // Beside a line on which moves were taken back, what it keeps may differ already.
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

    /// How many plies a hypothesis tells before the first that may have been another; no limit if there is none.
    pub(crate) fn sure_plies(&self, hyp: &Hypothesis) -> usize {
        let played = hyp.played();
        let told = self.meetings.iter().filter(|meeting| meeting.is_told_by(hyp.keep, &played));
        told.map(Meeting::parting).min().unwrap_or(usize::MAX)
    }

    /// Somebody chose this for the ply with this index: hypotheses that stand for several lines tell one that says so.
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

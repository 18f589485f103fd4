//! Questions that only a person can answer, and that need not stop the game. Either two lines have reached the same
//! position, so that nothing on the board will ever tell them apart, or a question has stayed open for so long that
//! play must go on.

pub(crate) mod decided;

use crate::{
    GameEvent, Played, PlyNo, Score, Scribe,
    lines::{
        costs,
        evidence::{Evidence, became},
        hypothesis::{Hypothesis, compatible, parting},
    },
};
use board::Millis;
use std::collections::BTreeSet;

/// A ply for which more than one move is possible.
#[derive(Debug, Clone)]
pub(crate) struct Doubt {
    /// The instant at which the question was first asked.
    pub(crate) asked_ms: Millis,
    /// The number of the ply that is in doubt.
    pub(crate) ply: PlyNo,
    /// The moves that are possible at this ply. The score shows the first of them.
    pub(crate) alternatives: Vec<Played>,
    /// Set if the score has no such ply, and perhaps none was played ([`NO_MOVE`] says so).
    pub(crate) may_be_none: bool,
    /// The possible lines of plies, from the ply in doubt to the position in which the lines met, or to the position
    /// from which play went on. Several lines may begin with the same move. The score shows the first line.
    lines: Vec<Vec<Played>>,
}

impl Doubt {
    fn new(asked_ms: Millis, ply: PlyNo, lines: Vec<Vec<Played>>) -> Doubt {
        let mut alternatives: Vec<Played> = Vec::new();
        for first in lines.iter().filter_map(|line| line.first()) {
            if !alternatives.contains(first) {
                alternatives.push(*first);
            }
        }
        became::name_queens(&mut alternatives);
        Doubt { asked_ms, ply, alternatives, may_be_none: false, lines }
    }

    /// Creates the doubt whether one of these lines was played from `ply` on, and the game ended with it.
    pub(crate) fn whether(asked_ms: Millis, ply: PlyNo, lines: Vec<Vec<Played>>) -> Doubt {
        Doubt { may_be_none: true, ..Doubt::new(asked_ms, ply, lines) }
    }

    /// Returns whether the score still shows the first line of this doubt, or none if that is in doubt.
    pub(crate) fn is_about(&self, score: &Score) -> bool {
        if self.may_be_none {
            return score.plies.len() == self.ply.index();
        }
        let shown = score.plies.get(self.ply.index()..).unwrap_or_default();
        !shown.is_empty() && shown.iter().zip(&self.lines[0]).all(|(ply, told)| ply.played.is_same(told))
    }

    /// Returns the plies about which the lines of this doubt differ, in order: its own and later ones.
    pub(crate) fn disputed(&self) -> impl Iterator<Item = PlyNo> {
        let longest = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        let differ = |&at: &usize| {
            self.may_be_none || self.lines.iter().any(|line| line.get(at) != self.lines[0].get(at))
        };
        (0..longest).filter(differ).map(|at| PlyNo::of_index(self.ply.index() + at))
    }

    /// Returns the doubt that remains about the first `kept` plies if the later ones are given up; `None` if the lines differ in
    /// those alone.
    pub(crate) fn before(&self, kept: usize) -> Option<Doubt> {
        let most = kept.checked_sub(self.ply.index()).filter(|_| !self.may_be_none)?;
        let lines = self.lines.iter().map(|line| line[..line.len().min(most)].to_vec());
        Doubt::among(self.asked_ms, self.ply, lines.collect())
    }

    /// Returns this doubt without what its lines say of the plies after the first `kept`, unless it is about those alone.
    pub(crate) fn told_until(self, kept: usize) -> Doubt {
        self.before(kept).unwrap_or(self)
    }

    /// Returns the doubt that remains once `chosen` is settled; `None` if the choice decides between all lines.
    fn narrowed(&self, chosen: Played) -> Option<Doubt> {
        let lines: Vec<Vec<Played>> =
            self.lines.iter().filter(|line| line[0].is_same(&chosen)).cloned().collect();
        Doubt::among(self.asked_ms, self.ply, lines)
    }

    /// Creates the doubt between these lines, all of which begin at `ply`. The ply of the doubt is the first at which
    /// the lines differ. Returns `None` if they do not differ.
    pub(crate) fn among(asked_ms: Millis, ply: PlyNo, lines: Vec<Vec<Played>>) -> Option<Doubt> {
        let shortest = lines.iter().map(Vec::len).min()?;
        let parting = (0..shortest).find(|&at| lines.iter().any(|line| line[at] != lines[0][at]))?;
        Some(Doubt::new(
            asked_ms,
            PlyNo::of_index(ply.index() + parting),
            lines.iter().map(|line| line[parting..].to_vec()).collect(),
        ))
    }
}

/// The answer that no move was played, to a question that allows it ([`Scribe::may_be_none`]).
pub const NO_MOVE: &str = "-";

/// The greatest number of open doubts of one game. No question is asked about a further doubt.
pub(crate) const DOUBTS_MAX: usize = 32;
/// The greatest number of lines of one doubt. Further lines are left out of the question.
const LINES_MAX: usize = 1_000;
/// The greatest number of plies about which a person is asked at a time because lines differ. The others are asked about
/// once these are decided.
const QUESTIONS_MAX: usize = 16;

impl Evidence<'_> {
    /// Returns whether a line is shown while a question about its first ply is open, and its rival is followed: play has
    /// gone on for long, or both came to one position and differ in which square is dead. On a board that senses
    /// occupancy only this is so at once.
    pub(crate) fn goes_on_open(&self, hyp: &Hypothesis, rival: &Hypothesis) -> bool {
        let has_met = self.at(hyp).is_same_place(self.at(rival));
        self.seen.is_occupancy() || self.is_followed(hyp) || has_met
    }

    /// Returns whether a line has more plies after the trunk than a line without rivals.
    pub(crate) fn is_followed(&self, hyp: &Hypothesis) -> bool {
        hyp.tail.len() >= costs::TAIL_MAX
    }
}

impl Scribe {
    /// Returns the first ply that a person must decide, and the possible moves; `None` if no question is open.
    pub fn asked(&self) -> Option<(PlyNo, &[Played])> {
        self.first_question().map(|doubt| (doubt.ply, doubt.alternatives.as_slice()))
    }

    /// Returns the plies about which questions are open, in order.
    pub fn questions(&self) -> Vec<PlyNo> {
        let mut plies: Vec<PlyNo> = self.doubts.iter().chain(&self.asked).map(|doubt| doubt.ply).collect();
        plies.sort_unstable();
        plies.dedup();
        plies
    }

    /// Returns the instant at which the open question was first asked; `None` if no question is open.
    pub fn asked_ms(&self) -> Option<Millis> {
        self.first_question().map(|doubt| doubt.asked_ms)
    }

    /// Returns whether the open question allows the answer that no move was played ([`NO_MOVE`]).
    pub fn may_be_none(&self) -> bool {
        self.first_question().is_some_and(|doubt| doubt.may_be_none)
    }

    fn first_question(&self) -> Option<&Doubt> {
        self.doubts.iter().chain(&self.asked).min_by_key(|doubt| doubt.ply)
    }

    /// Returns the plies about which the answers to the open questions differ, in order. A person decides one ply after
    /// the other: several of these may be behind one question.
    pub fn disputed(&self) -> Vec<PlyNo> {
        let doubts = self.doubts.iter().chain(&self.asked);
        BTreeSet::from_iter(doubts.flat_map(Doubt::disputed)).into_iter().collect()
    }

    /// Returns whether the question between these two hypotheses, given by index, is only a doubt: play can go on
    /// without an answer.
    pub(crate) fn is_doubt(&self, t: Millis, best: usize, rival: usize) -> bool {
        let (evidence, hyps) = (self.evidence(t), &self.engine.hyps);
        let (a, b) = (evidence.at(&hyps[best]), evidence.at(&hyps[rival]));
        let (best, rival) = (&hyps[best], &hyps[rival]);
        let is_alike = best.sensor_faults.is_same_weak(&rival.sensor_faults);
        a.is_same_place(b) && is_alike || best.tail.len() >= evidence.tail_max()
    }

    /// Adds the line of `rival` as an alternative to the line of `best`, and drops the hypothesis `rival`.
    pub(crate) fn doubt(&mut self, t: Millis, best: usize, rival: usize) {
        let from = self.parting(best, rival);
        let moved_up = usize::from(rival < best);
        let rival = self.engine.hyps.remove(rival);
        let best = &self.engine.hyps[best - moved_up];
        let (mut told, mut others) = (self.told_by(best, from), self.told_by(&rival, from));
        // Lines that keep different plies of the score may go on alike.
        let all = || told.iter().chain(&others);
        let shortest = all().map(Vec::len).min().unwrap_or(0);
        let Some(same) = (0..shortest).find(|&at| all().any(|line| line[at] != told[0][at])) else { return };
        told.iter_mut().chain(&mut others).for_each(|line| drop(line.drain(..same)));
        let ply = PlyNo::of_index(from + same);
        let index = self.doubts.iter().position(|doubt| doubt.ply == ply);
        // Play since then goes on in all lines of a doubt. One of which the best line tells other plies is about those.
        let gone_on = |doubt: &Doubt| {
            let since = told.iter().find_map(|line| line.strip_prefix(&doubt.lines[0][..]))?;
            Some(doubt.lines.iter().map(|line| [line, since].concat()).collect())
        };
        let mut lines = index.and_then(|index| gone_on(&self.doubts[index])).unwrap_or_else(|| told.clone());
        let known = lines.len();
        for line in others {
            if lines.len() < LINES_MAX && !lines.contains(&line) {
                lines.push(line);
            }
        }
        if lines.len() == known {
            return;
        }
        let doubt = Doubt::new(index.map_or(t, |index| self.doubts[index].asked_ms), ply, lines);
        let alternatives = doubt.alternatives.clone();
        match index {
            Some(index) => self.doubts[index] = doubt,
            None if self.doubts.len() == DOUBTS_MAX => return,
            None => self.doubts.push(doubt),
        }
        self.events.push_back((t, GameEvent::Asked { ply, alternatives }));
    }

    /// Returns the plies, in order and without repetition, at which the lines that cost about as much as the best line
    /// part from it.
    pub(crate) fn partings(&self, t: Millis, best: usize, total: u32) -> Vec<usize> {
        let (hyps, evidence) = (&self.engine.hyps, self.evidence(t));
        let rivals = (0..hyps.len())
            .filter(|&index| evidence.stands(&hyps[index]) && !compatible(&hyps[best], &hyps[index]))
            .filter(|&index| evidence.total(&hyps[index]) < total + costs::ASK_MARGIN);
        let mut rivals: Vec<usize> = rivals.collect();
        rivals.sort_by_key(|&rival| parting(&hyps[best], &hyps[rival]));
        let mut partings: Vec<usize> = rivals.into_iter().map(|rival| self.parting(best, rival)).collect();
        partings.sort_unstable();
        partings.dedup();
        partings.truncate(QUESTIONS_MAX);
        partings
    }

    /// Asks about the plies at which other lines part from the best line, each given by the number of plies before it.
    pub(crate) fn tell_questions(&mut self, t: Millis, best: usize, partings: &[usize]) {
        let open: Vec<Doubt> = partings.iter().map(|&parting| self.question(t, best, parting)).collect();
        let before = std::mem::replace(&mut self.asked, open);
        let is_closed = |old: &&Doubt| self.asked.iter().all(|doubt| doubt.ply != old.ply);
        let closed: Vec<PlyNo> = before.iter().filter(is_closed).map(|doubt| doubt.ply).collect();
        self.tell_answered(t, closed);
        for doubt in &mut self.asked {
            let known = before.iter().find(|old| old.ply == doubt.ply);
            doubt.asked_ms = known.map_or(t, |old| old.asked_ms);
            if known.is_none_or(|old| old.alternatives != doubt.alternatives) {
                let (ply, alternatives) = (doubt.ply, doubt.alternatives.clone());
                self.events.push_back((t, GameEvent::Asked { ply, alternatives }));
            }
        }
    }

    /// Returns the question about the ply before which the best line has `parting` plies. Its alternatives are those of
    /// all lines that cost about as much and have these plies.
    fn question(&self, t: Millis, best: usize, parting: usize) -> Doubt {
        let (hyps, evidence) = (&self.engine.hyps, self.evidence(t));
        let most = evidence.total(&hyps[best]) + costs::ASK_MARGIN;
        let has_parted = |index: usize| {
            self.seen.is_occupancy()
                && !compatible(&hyps[best], &hyps[index])
                && self.parting(best, index) < parting
        };
        let mut told: Vec<Vec<Played>> = Vec::new();
        for (index, hyp) in hyps.iter().enumerate() {
            if !evidence.stands(hyp) || evidence.total(hyp) >= most || has_parted(index) {
                continue;
            }
            for line in self.told_by(hyp, parting) {
                if line.first().is_some_and(|first| told.iter().all(|other| other[0] != *first)) {
                    told.push(line);
                }
            }
        }
        Doubt::new(t, PlyNo::of_index(parting), told)
    }

    /// Closes the questions between the lines that are followed.
    pub(crate) fn answered(&mut self, t: Millis) {
        let closed = std::mem::take(&mut self.asked);
        self.tell_answered(t, closed.into_iter().map(|doubt| doubt.ply));
    }

    /// Tells that questions about these plies are closed, but for those that others keep open: two lines that came to one
    /// position leave a doubt where there was a question.
    pub(crate) fn tell_answered(&mut self, t: Millis, closed: impl IntoIterator<Item = PlyNo>) {
        let mut closed = closed.into_iter().peekable();
        let open = if closed.peek().is_some() { self.questions() } else { Vec::new() };
        let closed = closed.filter(|ply| !open.contains(ply));
        self.events.extend(closed.map(|ply| (t, GameEvent::Answered { ply })));
    }

    /// Removes and returns the doubts about the plies after the first `plies`. Doubts about earlier plies stay open.
    pub(crate) fn doubts_after(&mut self, plies: usize) -> Vec<Doubt> {
        self.doubts.extract_if(.., |doubt| doubt.ply.index() >= plies).collect()
    }

    /// Removes and returns the questions that are still open as another game begins, in the order of the plies.
    pub(crate) fn left_open(&mut self) -> Vec<Doubt> {
        let waited = self.waited_for(self.score.plies.len());
        let mut open = std::mem::take(&mut self.doubts);
        open.extend(waited);
        open.sort_by_key(|doubt| doubt.ply);
        open
    }

    /// Returns the questions between the lines that were followed, to stay open without them. The line that the score
    /// shows comes first in those about the first `kept` plies.
    pub(crate) fn waited_for(&self, kept: usize) -> Vec<Doubt> {
        let is_known = |open: &&Doubt| self.doubts.iter().any(|doubt| doubt.ply == open.ply);
        let waited = self.asked.iter().filter(|open| !is_known(open)).filter_map(|open| {
            let shown = self.score.plies.get(open.ply.index()..kept).unwrap_or_default();
            let shown: Vec<Played> = shown.iter().map(|ply| ply.played).collect();
            let is_shown = |line: &&Vec<Played>| shown.first().is_some_and(|first| line[0].is_same(first));
            let others = open.lines.iter().filter(|line| !is_shown(line)).cloned();
            let lines: Vec<Vec<Played>> =
                (!shown.is_empty()).then(|| shown.clone()).into_iter().chain(others).collect();
            (lines.len() > 1).then(|| Doubt::new(open.asked_ms, open.ply, lines))
        });
        waited.take(DOUBTS_MAX.saturating_sub(self.doubts.len())).collect()
    }

    /// Closes the doubt about this ply.
    pub(crate) fn close_doubt(&mut self, t: Millis, ply: PlyNo) {
        self.doubts.retain(|doubt| doubt.ply != ply);
        self.events.push_back((t, GameEvent::Answered { ply }));
    }

    /// Adds a doubt and reports its question.
    pub(crate) fn ask_next(&mut self, t: Millis, doubt: Doubt) {
        let (ply, alternatives) = (doubt.ply, doubt.alternatives.clone());
        self.doubts.push(doubt);
        self.events.push_back((t, GameEvent::Asked { ply, alternatives }));
    }

    /// Drops the doubts whose first line the score no longer shows: the board has decided them, or their plies are
    /// gone.
    pub(crate) fn drop_answered_doubts(&mut self, t: Millis) {
        let score = &self.score;
        let dropped: Vec<PlyNo> =
            self.doubts.extract_if(.., |doubt| !doubt.is_about(score)).map(|doubt| doubt.ply).collect();
        self.tell_answered(t, dropped);
    }
}

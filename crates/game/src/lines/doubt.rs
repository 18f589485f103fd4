//! Questions that only a person can answer, and that need not stop the game. Either two lines have reached the same
//! position, so that nothing on the board will ever tell them apart, or a question has stayed open for so long that
//! play must go on.

use crate::{GameEvent, Played, PlyNo, Score, Scribe};
use board::Millis;

/// A ply for which more than one move is possible.
#[derive(Debug, Clone)]
pub(crate) struct Doubt {
    /// The instant at which the question was first asked.
    pub(crate) asked_ms: Millis,
    /// The number of the ply that is in doubt.
    pub(crate) ply: PlyNo,
    /// The moves that are possible at this ply. The score shows the first of them.
    pub(crate) alternatives: Vec<Played>,
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
        Doubt { asked_ms, ply, alternatives, lines }
    }

    /// Returns whether the score still shows the first line of this doubt.
    pub(crate) fn is_about(&self, score: &Score) -> bool {
        let shown = score.plies.get(self.ply.index()..).unwrap_or_default();
        !shown.is_empty() && shown.iter().zip(&self.lines[0]).all(|(ply, told)| ply.played.is_same(told))
    }

    /// Returns the doubt that remains once `chosen` is settled; `None` if the choice decides between all lines.
    fn narrowed(&self, chosen: Played) -> Option<Doubt> {
        let lines: Vec<Vec<Played>> =
            self.lines.iter().filter(|line| line.first() == Some(&chosen)).cloned().collect();
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

/// A person's answer to a question, applied to the score.
#[derive(Debug)]
pub(crate) struct Decided {
    /// The plies of the score from the ply that was asked about to the last.
    pub(crate) plies: Vec<Played>,
    /// The number of plies of the score up to the position in which the lines met.
    pub(crate) met: usize,
    /// The doubt that the answer leaves open.
    pub(crate) open: Option<Doubt>,
}

/// Applies a person's answer `text` about `ply` to the doubts of a score. Returns `None` if no doubt is about this ply
/// or has this alternative, or if the score no longer has the plies before the doubt.
pub(crate) fn decided(score: &Score, doubts: &[Doubt], ply: PlyNo, text: &str) -> Option<Decided> {
    let mode = score.start.mode();
    let doubt = doubts.iter().find(|doubt| doubt.ply == ply && ply.index() <= score.plies.len())?;
    let chosen = doubt.alternatives.iter().copied().find(|played| played.report(mode) == text)?;
    let line = doubt.lines.iter().find(|line| line.first() == Some(&chosen))?;
    let met = ply.index() + doubt.lines[0].len();
    let since = score.plies.get(met..).unwrap_or_default().iter().map(|later| later.played);
    Some(Decided { plies: line.iter().copied().chain(since).collect(), met, open: doubt.narrowed(chosen) })
}

/// The greatest number of open doubts of one game. No question is asked about a further doubt.
const DOUBTS_MAX: usize = 32;
/// The greatest number of lines of one doubt. Further lines are left out of the question.
const LINES_MAX: usize = 1_000;

impl Scribe {
    /// Returns whether the question between these two hypotheses, given by index, is only a doubt: play can go on
    /// without an answer.
    pub(crate) fn is_doubt(&self, t: Millis, best: usize, rival: usize) -> bool {
        let (evidence, hyps) = (self.evidence(t), &self.engine.hyps);
        let (a, b) = (evidence.at(&hyps[best]), evidence.at(&hyps[rival]));
        a.is_same_place(b) || hyps[best].tail.len() >= evidence.tail_max()
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
        let mut lines = index.map_or(told, |index| self.doubts[index].lines.clone());
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

    /// Returns, as a doubt, the question that play waits for. The line that the score shows comes first if its ply is
    /// among the first `kept` plies.
    pub(crate) fn waited_for(&self, kept: usize) -> Option<Doubt> {
        let (ply, _) = self.asked.as_ref()?;
        let is_known = self.doubts.iter().any(|doubt| doubt.ply == *ply);
        if is_known || self.doubts.len() == DOUBTS_MAX {
            return None;
        }
        let shown = self.score.plies.get(ply.index()..kept).unwrap_or_default();
        let shown: Vec<Played> = shown.iter().map(|ply| ply.played).collect();
        let is_shown = |line: &&Vec<Played>| shown.first().is_some_and(|first| line[0].is_same(first));
        let others = self.asked_lines.iter().filter(|line| !is_shown(line)).cloned();
        let lines: Vec<Vec<Played>> =
            (!shown.is_empty()).then(|| shown.clone()).into_iter().chain(others).collect();
        (lines.len() > 1).then(|| Doubt::new(self.asked_ms, *ply, lines))
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
        self.events.extend(dropped.into_iter().map(|ply| (t, GameEvent::Answered { ply })));
    }
}

#[cfg(test)]
mod tests {
    use super::{Doubt, decided};
    use crate::{Played, PlyNo, Score, Standing, Tags};
    use shakmaty::Position;

    #[test]
    fn an_answer_whose_plies_before_are_gone_decides_nothing() {
        let start = Standing::initial();
        let moves = start.position().expect("a game begins").legal_moves();
        let lines = moves[..2].iter().map(|mv| vec![Played::Legal(*mv)]).collect();
        let score = Score::new(1, start.clone(), Tags::default(), 0);
        let word = Played::Legal(moves[1]).report(start.mode());
        let doubts = [Doubt::new(0, PlyNo::FIRST, lines)];
        assert!(decided(&score, &doubts, PlyNo::FIRST, &word).is_some());
        let gone = [Doubt { ply: PlyNo::of_index(2), ..doubts[0].clone() }];
        assert!(decided(&score, &gone, PlyNo::of_index(2), &word).is_none());
    }
}

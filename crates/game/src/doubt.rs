//! Questions that only a person can answer, and that need not stop the game: two lines met again in one position, so
//! nothing on the board will ever tell them apart; or a question has stayed open for so long that play must go on.

use crate::{
    GameEvent, Played, Scribe,
    hypothesis::{Hypothesis, parting},
};
use board::Millis;

/// A ply that could have been another one.
#[derive(Debug, Clone)]
pub(crate) struct Doubt {
    /// The ply, from 1.
    pub(crate) ply: usize,
    /// What it could be; the first is what the score shows.
    pub(crate) alternatives: Vec<Played>,
    /// The lines from there to where they met, or to where play went on; several may begin alike. The first is shown.
    lines: Vec<Vec<Played>>,
}

impl Doubt {
    fn new(ply: usize, lines: Vec<Vec<Played>>) -> Doubt {
        let mut alternatives: Vec<Played> = Vec::new();
        for first in lines.iter().filter_map(|line| line.first()) {
            if !alternatives.contains(first) {
                alternatives.push(*first);
            }
        }
        Doubt { ply, alternatives, lines }
    }

    /// What is still open when the plies before the first that differs are settled.
    fn narrowed(&self, chosen: Played) -> Option<Doubt> {
        let lines: Vec<Vec<Played>> =
            self.lines.iter().filter(|line| line.first() == Some(&chosen)).cloned().collect();
        let shortest = lines.iter().map(Vec::len).min()?;
        let parting = (0..shortest).find(|&ply| lines.iter().any(|line| line[ply] != lines[0][ply]))?;
        Some(Doubt::new(self.ply + parting, lines.iter().map(|line| line[parting..].to_vec()).collect()))
    }
}

/// What an answer makes of the score.
#[derive(Debug)]
pub(crate) struct Decided {
    /// The plies from the one that was asked about on.
    pub(crate) plies: Vec<Played>,
    /// How many plies of the score there are up to where the lines met.
    pub(crate) met: usize,
    /// What is still open then.
    pub(crate) open: Option<Doubt>,
}

/// Open doubts of one game at most; later ones are not asked about.
const DOUBTS_MAX: usize = 32;
/// Lines of one doubt at most; later ones are left out of the question.
const LINES_MAX: usize = 24;

impl Scribe {
    /// Whether play can go on without an answer.
    pub(crate) fn is_doubt(&self, t: Millis, best: usize, rival: usize) -> bool {
        let (evidence, hyps) = (self.evidence(t), &self.engine.hyps);
        let (a, b) = (evidence.at(&hyps[best]), evidence.at(&hyps[rival]));
        a.is_same_place(b) || hyps[best].tail.len() >= evidence.tail_max()
    }

    /// Notes the rival's line as an alternative, and follows it no more.
    pub(crate) fn doubt(&mut self, t: Millis, best: usize, rival: usize) {
        let moved_up = usize::from(rival < best);
        let rival = self.engine.hyps.remove(rival);
        let best = &self.engine.hyps[best - moved_up];
        let from = parting(best, &rival);
        let line = |hyp: &Hypothesis| -> Vec<Played> {
            hyp.tail[from.saturating_sub(hyp.keep)..].iter().map(|step| step.played).collect()
        };
        let (best_line, other_line) = (line(best), line(&rival));
        if best_line.is_empty() || other_line.is_empty() {
            return;
        }
        let ply = from + 1;
        let index = self.doubts.iter().position(|doubt| doubt.ply == ply);
        let mut lines = index.map_or_else(|| vec![best_line], |index| self.doubts[index].lines.clone());
        if lines.contains(&other_line) || lines.len() == LINES_MAX {
            return;
        }
        lines.push(other_line);
        let doubt = Doubt::new(ply, lines);
        let alternatives = doubt.alternatives.clone();
        match index {
            Some(index) => self.doubts[index] = doubt,
            None if self.doubts.len() == DOUBTS_MAX => return,
            None => self.doubts.push(doubt),
        }
        self.events.push_back((t, GameEvent::Asked { ply, alternatives }));
    }

    /// What a person's answer to a doubt decides. None when there is no such doubt or no such alternative.
    pub(crate) fn decided(&self, ply: usize, text: &str) -> Option<Decided> {
        let mode = self.terms.mode;
        let doubt = self.doubts.iter().find(|doubt| doubt.ply == ply)?;
        let chosen = doubt.alternatives.iter().copied().find(|played| played.report(mode) == text)?;
        let line = doubt.lines.iter().find(|line| line.first() == Some(&chosen))?;
        let met = ply - 1 + doubt.lines[0].len();
        let since = self.score.plies.get(met..).unwrap_or_default().iter().map(|later| later.played);
        Some(Decided {
            plies: line.iter().copied().chain(since).collect(),
            met,
            open: doubt.narrowed(chosen),
        })
    }

    /// Takes out the doubts about the plies after the first so many: a change before them leaves them open.
    pub(crate) fn doubts_after(&mut self, plies: usize) -> Vec<Doubt> {
        self.doubts.extract_if(.., |doubt| doubt.ply > plies).collect()
    }

    /// The doubt about this ply is decided.
    pub(crate) fn close_doubt(&mut self, t: Millis, ply: usize) {
        self.doubts.retain(|doubt| doubt.ply != ply);
        self.events.push_back((t, GameEvent::Answered { ply }));
    }

    /// What an answer leaves open is asked next.
    pub(crate) fn ask_next(&mut self, t: Millis, doubt: Doubt) {
        let (ply, alternatives) = (doubt.ply, doubt.alternatives.clone());
        self.doubts.push(doubt);
        self.events.push_back((t, GameEvent::Asked { ply, alternatives }));
    }

    /// What the score shows now is none of a doubt's alternatives, or not the first: the board has answered.
    pub(crate) fn drop_answered_doubts(&mut self, t: Millis) {
        let shown = |doubt: &Doubt| self.score.plies.get(doubt.ply - 1).map(|ply| ply.played);
        let stale =
            |doubt: &Doubt| shown(doubt).is_some_and(|played| !played.is_same(&doubt.alternatives[0]));
        while let Some(index) = self.doubts.iter().position(stale) {
            let ply = self.doubts[index].ply;
            self.events.push_back((t, GameEvent::Answered { ply }));
            self.doubts.remove(index);
        }
    }

    /// Shown plies from `kept` on are withdrawn: they are in doubt no more.
    pub(crate) fn forget_doubts(&mut self, t: Millis, kept: usize) {
        let withdrawn = kept + 1..=self.score.plies.len();
        while let Some(index) = self.doubts.iter().position(|doubt| withdrawn.contains(&doubt.ply)) {
            let doubt = self.doubts.remove(index);
            self.events.push_back((t, GameEvent::Answered { ply: doubt.ply }));
        }
    }
}

//! Questions that only a person can answer, and that need not stop the game: two lines met again in one position, so
//! nothing on the board will ever tell them apart; or a question has stayed open for so long that play must go on.

use crate::{
    GameEvent, Played, Scribe, costs,
    hypothesis::{Hypothesis, parting, played_at},
};
use board::Millis;

/// A ply that could have been another one.
#[derive(Debug, Clone)]
pub(crate) struct Doubt {
    /// The ply, from 1.
    pub(crate) ply: usize,
    /// What it could be; the first is what the score shows.
    pub(crate) alternatives: Vec<Played>,
    /// For each alternative the line from there to where they met, or to where play went on.
    lines: Vec<Vec<Played>>,
}

/// Open doubts of one game at most; later ones are not asked about.
const DOUBTS_MAX: usize = 32;

impl Scribe {
    /// Whether play can go on without an answer.
    pub(crate) fn is_doubt(&self, t: Millis, best: usize, rival: usize) -> bool {
        let (evidence, hyps) = (self.evidence(t), &self.engine.hyps);
        let (a, b) = (evidence.at(&hyps[best]), evidence.at(&hyps[rival]));
        a.is_same_place(b) || hyps[best].tail.len() >= costs::TAIL_MAX
    }

    /// Notes the rival's line as an alternative, and follows it no more.
    pub(crate) fn doubt(&mut self, t: Millis, best: usize, rival: usize) {
        let rival = self.engine.hyps.remove(rival);
        let best = &self.engine.hyps[best - usize::from(self.engine.hyps.len() < best + 1)];
        let from = parting(best, &rival);
        let line = |hyp: &Hypothesis| -> Vec<Played> {
            hyp.tail[from.saturating_sub(hyp.keep)..].iter().map(|step| step.played).collect()
        };
        let (Some(shown), Some(other)) = (played_at(best, from), played_at(&rival, from)) else { return };
        let (best_line, other_line) = (line(best), line(&rival));
        let ply = from + 1;
        let doubt = match self.doubts.iter().position(|doubt| doubt.ply == ply) {
            Some(index) => &mut self.doubts[index],
            None if self.doubts.len() == DOUBTS_MAX => return,
            None => {
                self.doubts.push(Doubt { ply, alternatives: vec![shown], lines: vec![best_line] });
                self.doubts.last_mut().expect("a doubt was just noted")
            }
        };
        if !doubt.alternatives.contains(&other) {
            doubt.alternatives.push(other);
            doubt.lines.push(other_line);
            let alternatives = doubt.alternatives.clone();
            self.events.push_back((t, GameEvent::Asked { ply, alternatives }));
        }
    }

    /// A person decides a doubt: the line that was chosen, and what was played since, in UCI. None when there is no
    /// such doubt or no such alternative.
    pub(crate) fn decide_doubt(&mut self, ply: usize, text: &str) -> Option<Vec<String>> {
        let mode = self.terms.mode;
        let index = self.doubts.iter().position(|doubt| doubt.ply == ply)?;
        let doubt = &self.doubts[index];
        let chosen = doubt.alternatives.iter().position(|played| played.report(mode) == text)?;
        let met = ply - 1 + doubt.lines[0].len();
        let since = self.score.plies.get(met..).unwrap_or_default().iter().map(|later| later.played);
        let moves =
            doubt.lines[chosen].iter().copied().chain(since).map(|played| played.report(mode)).collect();
        self.doubts.remove(index);
        Some(moves)
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

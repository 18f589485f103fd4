//! A person's answer to a question, applied to what came since.

use crate::{
    Played, PlyNo, Score,
    lines::doubt::{Doubt, NO_MOVE},
};

/// A person's answer to a question, applied to the score.
#[derive(Debug, Clone)]
pub(crate) struct Decided {
    /// The plies of the score from the ply that was asked about to the last.
    pub(crate) plies: Vec<Played>,
    /// The number of plies of the score up to the position in which the lines met.
    pub(crate) met: usize,
    /// The number of plies up to that position after the answer.
    pub(crate) now_met: usize,
    /// The doubt that the answer leaves open.
    pub(crate) open: Option<Doubt>,
}

/// Applies a person's answer `text` about `ply` to the doubts of a score. Returns `None` if no doubt is about this ply
/// or has this alternative, or if the score no longer has the plies before the doubt.
pub(crate) fn decided(score: &Score, doubts: &[Doubt], ply: PlyNo, text: &str) -> Option<Decided> {
    let mode = score.start.mode();
    let doubt = doubts.iter().find(|doubt| doubt.ply == ply && ply.index() <= score.plies.len())?;
    if text == NO_MOVE && doubt.may_be_none {
        let met = ply.index();
        return Some(Decided { plies: Vec::new(), met, now_met: met, open: None });
    }
    let chosen = doubt.alternatives.iter().copied().find(|played| played.report(mode) == text)?;
    let line = doubt.lines.iter().find(|line| line[0].is_same(&chosen))?;
    let met = ply.index() + doubt.lines[0].len();
    let since = score.plies.get(met..).unwrap_or_default().iter().map(|later| later.played);
    let now_met = ply.index() + line.len();
    let plies = [chosen].into_iter().chain(line[1..].iter().copied()).chain(since).collect();
    Some(Decided { plies, met, now_met, open: doubt.narrowed(chosen) })
}

impl Decided {
    /// Returns a doubt about a ply behind the position in which the lines met, with the number that the ply has now: the
    /// lines need not be of one length.
    pub(crate) fn renumbered(&self, later: Doubt) -> Doubt {
        let ply = PlyNo::of_index(later.ply.index() - self.met + self.now_met);
        Doubt { ply, ..later }
    }
}

#[cfg(test)]
mod tests {
    use super::decided;
    use crate::{Played, PlyNo, Score, Standing, Tags, lines::doubt::Doubt};
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

    #[test]
    fn later_questions_follow_their_plies_where_the_answer_is_shorter() {
        let start = Standing::initial();
        let moves = start.position().expect("a game begins").legal_moves();
        let played = |index: usize| Played::Legal(moves[index]);
        let lines = vec![vec![played(0), played(2), played(3)], vec![played(1)]];
        let score = Score::new(1, start.clone(), Tags::default(), 0);
        let doubts = [Doubt::new(0, PlyNo::FIRST, lines)];
        let word = played(1).report(start.mode());
        let decided = decided(&score, &doubts, PlyNo::FIRST, &word).expect("it is asked");
        let later = Doubt { ply: PlyNo::of_index(5), ..doubts[0].clone() };
        assert_eq!(decided.renumbered(later).ply, PlyNo::of_index(3));
    }
}

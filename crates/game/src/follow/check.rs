//! Checks of a scribe between two inputs. Debug builds, and so all tests and fuzz targets, check the scribe after each
//! input.

use crate::{
    PlyState, Scribe,
    follow::scribe::FINISHED_MAX,
    lines::{costs, engine::Engine},
};

impl Scribe {
    /// Panics if parts of the scribe contradict each other. Does nothing in release builds.
    pub(crate) fn check(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        let plies = self.score.plies.len();
        self.engine.check(plies);
        assert!(self.finished.len() <= FINISHED_MAX, "finished games are limited");
        // A question may be about a ply beyond those of the score: the lines have it, and the score waits for a rest.
        assert!(self.asked.is_sorted_by(|a, b| a.ply < b.ply), "questions are in order, one a ply");
        assert!(
            self.doubts.iter().all(|doubt| doubt.alternatives.len() > 1 || doubt.may_be_none),
            "a doubt has alternatives"
        );
        let states = self.score.plies.iter().map(|ply| ply.state);
        let settled_later = states.skip_while(|state| *state != PlyState::Provisional);
        assert!(
            settled_later.into_iter().all(|state| state == PlyState::Provisional),
            "no ply is final behind a provisional one"
        );
        let presses = self.presses.iter().zip(self.presses.iter().skip(1));
        assert!(presses.into_iter().all(|(a, b)| a.t <= b.t), "presses are kept in order");
    }
}

impl Engine {
    /// Panics if the lines contradict each other or a score that has `plies` plies.
    fn check(&self, plies: usize) {
        assert!(!self.hyps.is_empty(), "there is always a line");
        // In addition to each line, a copy without its last ply may be kept open.
        assert!(self.hyps.len() <= costs::WITH_OPEN_MAX, "lines are limited");
        assert!(self.trunk <= plies, "the trunk is a part of the score");
        assert!(self.hyps.iter().all(|line| line.keep <= plies), "a line keeps plies of the score");
    }
}

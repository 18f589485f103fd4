//! Play that goes on though the game seemed to be over: a mate that nobody had given, or kings that met by a slip.
//!
//! What ends a game is inferred like any other ply, and may be wrong. So the lines are followed on unseen, and the game is open
//! again once one of them explains what was played and pressed for since, without the ply that seemed to end it, or with legal
//! moves behind the gesture.

use crate::{
    Scribe,
    follow::{rest::Occasion, scribe::Over},
    lines::costs,
};
use board::Millis;

impl Scribe {
    /// Returns whether what is seen still counts: the game is not over, or only the board says so.
    pub(crate) fn is_followed(&self) -> bool {
        self.over.is_none() || self.is_followed_on()
    }

    fn is_followed_on(&self) -> bool {
        let is_short = || self.engine.hyps.iter().all(|hyp| hyp.tail.len() < costs::TAIL_MAX_ASKED);
        matches!(self.over, Some(Over::Position | Over::Kings))
            && self.stopped_ms.is_none()
            && (self.seen.is_occupancy() || is_short())
    }

    /// Opens the game again at a press, or without a clock on a quiet board, if the best line goes on although the game
    /// seemed to be over: it does not have the last ply of the score, so that one did not end the game; or legal moves explain
    /// what stands there after both kings were in the centre, so a king had only been set down on its way.
    pub(crate) fn reopen(&mut self, t: Millis, occasion: Occasion) {
        let is_due = match occasion {
            Occasion::Press(_) => true,
            Occasion::Quiet => !self.engine.clock && self.over == Some(Over::Kings),
            _ => false,
        };
        if !is_due || !self.is_followed_on() {
            return;
        }
        let evidence = self.evidence(t);
        let hyp = &self.engine.hyps[self.engine.best(&evidence).0];
        let kept = self.common_with_score(hyp);
        let later = hyp.tail.get(kept.saturating_sub(hyp.keep)..).unwrap_or_default();
        let is_pressed =
            || later.iter().any(|step| step.pressed_ms.is_some_and(|pressed| pressed > step.made_ms));
        // Kings that still stand there, or are being put home, are no faults of sensors.
        let is_legal =
            || hyp.sensor_faults.is_empty() && later.iter().all(|step| step.played.legal().is_some());
        let is_played_on = match self.over {
            Some(Over::Kings) if self.engine.clock => is_legal() && is_pressed(),
            Some(Over::Kings) => is_legal() && !later.is_empty(),
            _ => kept < self.score.plies.len() && is_pressed(),
        };
        if !is_played_on || !evidence.stands(hyp) {
            return;
        }
        if self.over.take() == Some(Over::Kings) {
            self.withdraw_proposal(t);
        }
    }
}

//! Play that goes on though the game seemed to be over: a mate that nobody had given, or kings that met by a slip.
//!
//! What ends a game is inferred like any other ply, and may be wrong. So the lines are followed on unseen, and the game is open
//! again once one of them explains what was played and pressed for since, without the ply that seemed to end it.

use crate::{
    Scribe,
    follow::{rest::Occasion, scribe::Over},
    lines::{costs, engine::Engine, search},
};
use board::Millis;
use shakmaty::Bitboard;

impl Scribe {
    /// Returns whether what is seen still counts: the game is not over, or its last position alone says so.
    pub(crate) fn is_followed(&self) -> bool {
        self.over.is_none() || self.is_followed_on()
    }

    fn is_followed_on(&self) -> bool {
        let is_short = || self.engine.hyps.iter().all(|hyp| hyp.tail.len() < costs::TAIL_MAX_ASKED);
        self.over == Some(Over::Position)
            && self.stopped_ms.is_none()
            && (self.seen.is_occupancy() || is_short())
    }

    /// Opens the game again if the best line goes on with a ply that somebody pressed for, and does not have the last ply of
    /// the score: that one did not end the game.
    pub(crate) fn reopen(&mut self, t: Millis, occasion: Occasion) {
        if !matches!(occasion, Occasion::Press(_)) || !self.is_followed_on() {
            return;
        }
        let evidence = self.evidence(t);
        let hyp = &self.engine.hyps[self.engine.best(&evidence).0];
        let kept = self.common_with_score(hyp);
        let later = hyp.tail.get(kept.saturating_sub(hyp.keep)..).unwrap_or_default();
        let is_played_on =
            later.iter().any(|step| step.pressed_ms.is_some_and(|pressed| pressed > step.made_ms));
        if kept < self.score.plies.len() && evidence.stands(hyp) && is_played_on {
            self.over = None;
        }
    }

    /// Resumes the game at a press, or without a clock on a quiet board, after both kings were in the centre, if moves
    /// explain the board. In that case there was no gesture: a king had only been set down on its way.
    pub(crate) fn play_on(&mut self, t: Millis) {
        let standing = self.score.standing();
        let explained = |position| {
            !search::exact_moves(position, &self.seen, Bitboard::EMPTY).is_empty()
                || !search::exact_pairs(position, &self.seen, Bitboard::EMPTY).is_empty()
        };
        let playing = self.over == Some(Over::Kings)
            && self.stopped_ms.is_none()
            && standing.position().is_some_and(explained);
        if playing {
            self.over = None;
            self.withdraw_proposal(t);
            self.weigh(t, Engine::see);
        }
    }

    /// Resumes the game on a quiet board without a clock after both kings were in the centre.
    pub(crate) fn play_on_without_clock(&mut self, t: Millis) {
        if !self.engine.clock {
            self.play_on(t);
        }
    }
}

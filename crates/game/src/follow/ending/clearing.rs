//! Hands that clear the board after a game: pieces that go home are no moves, and the last ply that stood before them stays.
//!
//! Without a clock nothing tells the end of a game. A piece of the last ply that goes on to its home square looks like a
//! move corrected; only the next game shows that it was cleared away.

use crate::{
    Played, Ply, PlyNo, PlyState, Reason, Scribe,
    follow::scribe::Over,
    lines::{doubt::Doubt, evidence::gone_home::is_home, hypothesis::Step},
    record::stood::Stood,
};
use board::Millis;
use shakmaty::{Color, Role, Square};

/// The shortest pause, in milliseconds, between the last move and the moment when players begin to clear the board. Two
/// pieces that are put up one after the other are taken to be no further apart.
const PAUSE_MS: Millis = 3_000;

impl Scribe {
    /// Ends the game, now that the board shows the next one. Without a clock, pieces that had just gone home when the link was lost
    /// may have been the first that were put up: a person is asked whether they were moves.
    pub(crate) fn end_for_next(&mut self, t: Millis) {
        self.restore_pressed(t, self.running());
        let before_loss = self.lost.map(|lost| lost.kept.min(self.score.plies.len()));
        let kept = before_loss.unwrap_or_else(|| self.plies_before_clearing());
        let kept = self.restore_stood(t, kept);
        let home: Vec<Played> = self.plies_gone_home(kept).iter().map(|ply| ply.played).collect();
        let stays = kept - home.len();
        self.end_after(t, stays, Over::Told);
        if home.iter().any(|played| played.legal().is_some()) {
            self.ask_next(t, Doubt::whether(t, PlyNo::of_index(stays), vec![home]));
        }
    }

    /// Returns the last of the first `kept` plies whose pieces went home, one after the other, until the link was lost. None if there
    /// is a clock, which tells when a game is over.
    fn plies_gone_home(&self, kept: usize) -> &[Ply] {
        let plies = &self.score.plies[..kept];
        let Some(lost) = self.lost.filter(|_| !self.engine.clock) else { return &[] };
        let mut next_ms = lost.since_ms;
        let is_put_up = |ply: &&Ply| {
            let is_known = ply.reason == Reason::Operator || ply.estimated;
            let goes_home =
                ply.played.squares().1.is_some_and(|to| is_home(&self.score.start, &ply.after, to));
            let is_soon = next_ms <= ply.made_ms + PAUSE_MS;
            next_ms = ply.touched_ms;
            goes_home && is_soon && !is_known
        };
        let count = plies.iter().rev().take_while(is_put_up).count();
        &plies[kept - count..]
    }

    /// Returns the number of plies played before hands began to put the pieces back. Later plies after which nobody
    /// pressed the clock were not moves, unless a person entered them, or they were played while the link was lost: when, nobody
    /// knows.
    pub(crate) fn plies_before_clearing(&self) -> usize {
        let began = self.touches.activity_began(PAUSE_MS).unwrap_or(Millis::MAX);
        let is_cleared = |ply: &&Ply| {
            let is_known = ply.reason == Reason::Operator || ply.estimated;
            ply.pressed_ms.is_none() && ply.touched_ms >= began && !is_known
        };
        let cleared = self.score.plies.iter().rev().take_while(is_cleared).count();
        self.score.plies.len() - cleared
    }

    /// Returns whether neither king is on the board, or fewer pieces than two: they were cleared away, and what is left tells of no
    /// move.
    pub(crate) fn is_put_away(&self) -> bool {
        let is_king =
            |square: &Square| self.seen.piece_at(*square).is_some_and(|piece| piece.role == Role::King);
        match self.seen.is_occupancy() {
            true => self.seen.occupied().count() < Color::ALL.len(),
            false => Square::ALL.iter().all(|square| !is_king(square)),
        }
    }

    /// Notes that the line to be shown keeps only the first `kept` plies.
    pub(crate) fn note_stood(&mut self, t: Millis, kept: usize) {
        let Some(ply) = self.score.plies.last().filter(|_| kept + 1 == self.score.plies.len()) else {
            return;
        };
        let Some(began) = self.touches.activity_began(PAUSE_MS) else { return };
        let has_stood = ply.state >= PlyState::Final && ply.pressed_ms.is_none() && ply.made_ms < began;
        let is_noted = self.stood.as_ref().is_some_and(|stood| stood.until_ms >= began);
        if has_stood && !is_noted {
            self.stood = Some(Stood { index: kept, ply: ply.clone(), until_ms: t, is_cleared: false });
        }
    }

    /// Notes that the link was lost while hands were clearing the board.
    pub(crate) fn note_cleared(&mut self) {
        let began = self.touches.activity_began(PAUSE_MS).unwrap_or(Millis::MAX);
        if let Some(stood) = &mut self.stood {
            stood.is_cleared |= stood.until_ms >= began;
        }
    }

    /// Puts back the last ply that stood before hands began to clear the board, now that the game ends after its first
    /// `kept` plies. Returns how many plies it ends after.
    pub(crate) fn restore_stood(&mut self, t: Millis, kept: usize) -> usize {
        let began = self.touches.activity_began(PAUSE_MS).unwrap_or(Millis::MAX);
        let is_last = |stood: &Stood| (kept..=kept + 1).contains(&(stood.index + 1));
        let stood =
            self.stood.take().filter(|stood| is_last(stood) && (stood.is_cleared || stood.until_ms >= began));
        let Some(Stood { index, ply, .. }) = stood else { return kept };
        self.withdraw(t, index);
        self.push(t, &Step::from_ply(&ply));
        index + 1
    }
}

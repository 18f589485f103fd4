//! Moves that may have been taken back: in which order and after which pauses their pieces were put back, and what that costs.

use crate::lines::{costs, evidence::Evidence, hypothesis::Hypothesis};
use board::Millis;
use shakmaty::{Bitboard, Move, Role};

/// The shortest pause, in milliseconds, between putting back one piece and the next that is unusual in a take-back.
const PAUSE_MS: Millis = 2_000;
/// The longest pause, in milliseconds, between two pieces of a take-back that are put back in any order. To it comes the
/// time by which reports may be apart. A player who thinks about a move needs longer.
const AT_ONCE_MS: Millis = 650;
/// The same without a clock, where nobody presses between two moves. In 3,000 games of `dgt-takebacks-noclock` four take-backs fewer
/// are told as moves than with [`AT_ONCE_MS`], as many as with 950; 950 asks about four of 3,000 games of `dgt-noclock-blitz`, this
/// about one.
const AT_ONCE_UNCLOCKED_MS: Millis = 800;
/// The shortest pause, in milliseconds, between two changes in which a player may have thought about a move.
const LONG_PAUSE_MS: Millis = 4_000;

impl Evidence<'_> {
    /// Returns the cost of explaining the reading by a take-back of all plies from index `keep` on. A press for one of
    /// these plies makes the take-back more expensive, because nobody presses when taking a move back.
    pub(crate) fn takeback_cost(&self, hyp: &Hypothesis, keep: usize) -> u32 {
        let plies = keep + 2..hyp.keep + hyp.tail.len();
        let pressed = plies.filter(|&ply| self.pressed_ms(hyp, ply).is_some() && self.undoes(hyp, ply));
        let paused = match self.pause_ms(hyp, keep) {
            ..PAUSE_MS if self.is_taken_back_in_order(hyp, keep) => 0,
            ..PAUSE_MS if self.is_taken_back_at_once(hyp, keep) => costs::TAKEBACK_AT_ONCE,
            ..PAUSE_MS => costs::TAKEBACK_ORDER,
            PAUSE_MS.. => costs::TAKEBACK_PAUSE,
        };
        costs::TAKEBACK + paused + costs::IDLE_PRESS * u32::try_from(pressed.count()).unwrap_or(0)
    }

    /// Returns whether the plies from index `keep` on may have been taken back although the pieces were not put back in
    /// that order: after a short pause or a long one, and each ply had been pressed for, so that nobody forgets the clock
    /// here.
    pub(crate) fn may_be_taken_back(&self, hyp: &Hypothesis, keep: usize) -> bool {
        let is_likely = !(PAUSE_MS..LONG_PAUSE_MS).contains(&self.pause_ms(hyp, keep));
        is_likely && self.plies_since(hyp, keep).all(|ply| self.pressed_ms(hyp, ply).is_some())
    }

    /// Returns whether one of the plies from index `keep` on is of a kind that no move undoes: a pawn goes only forwards, and nobody
    /// moves a captured piece.
    pub(crate) fn is_of_no_return(&self, hyp: &Hypothesis, keep: usize) -> bool {
        let is_final = |mv: &Move| mv.role() == Role::Pawn || mv.is_capture() || mv.is_castle();
        self.plies_since(hyp, keep).any(|ply| self.played(hyp, ply).legal().is_some_and(|mv| is_final(&mv)))
    }

    /// Returns whether a line is the beginning of the score, and the plies of the score after it were put back as moves
    /// are taken back.
    pub(crate) fn takes_back_score(&self, hyp: &Hypothesis) -> bool {
        let (kept, shown) = (hyp.keep + hyp.tail.len(), self.score.plies.len());
        let is_beginning = kept < shown
            && self.score.plies[hyp.keep..]
                .iter()
                .zip(&hyp.tail)
                .all(|(ply, step)| ply.played.is_same(&step.played));
        is_beginning && self.is_taken_back_in_order(&Hypothesis::new(shown), kept)
    }

    /// Returns whether the plies from index `keep` on were put back as moves are taken back, the last of them first.
    pub(crate) fn is_taken_back_in_order(&self, hyp: &Hypothesis, keep: usize) -> bool {
        self.put_back(hyp, keep).is_sorted_by(|earlier, later| earlier.0 >= later.0)
    }

    /// Returns the plies from index `keep` on, without those that only moved a piece back.
    fn plies_since(&self, hyp: &Hypothesis, keep: usize) -> impl Iterator<Item = usize> {
        (keep..hyp.keep + hyp.tail.len()).filter(move |&ply| ply < keep + 2 || !self.undoes(hyp, ply))
    }

    /// Returns when the piece of each ply from index `keep` on came back, and the squares of the ply.
    fn put_back(&self, hyp: &Hypothesis, keep: usize) -> Vec<(Millis, Bitboard)> {
        let back = self.plies_since(hyp, keep).filter_map(|ply| {
            let (from, to) = self.squares(hyp, ply);
            Some((self.back_ms(hyp, keep, ply)?, from.into_iter().chain(to).collect()))
        });
        back.collect()
    }

    /// Returns when the piece of a ply came back to the square that it had left, or past that square to the one that it had
    /// left before.
    fn back_ms(&self, hyp: &Hypothesis, keep: usize, ply: usize) -> Option<Millis> {
        let from = self.squares(hyp, ply).0?;
        let back = self.touches.last(from)?;
        let is_there = back > self.made_ms(hyp, ply) + self.apart_ms;
        let before = (keep..ply).rev().find(|&before| self.squares(hyp, before).1 == Some(from));
        match before.filter(|_| !is_there) {
            Some(before) => self.back_ms(hyp, keep, before),
            None => Some(back),
        }
    }

    /// Returns whether the plies from index `keep` on were put back without a pause in which a player may have thought about
    /// a move.
    pub(crate) fn is_taken_back_at_once(&self, hyp: &Hypothesis, keep: usize) -> bool {
        let mut back = self.put_back(hyp, keep);
        back.sort_unstable_by_key(|(at, _)| *at);
        let paused = |pair: &[(Millis, Bitboard)]| {
            let (ended, next) = (pair[0].0, pair[1].1);
            let began = self.touches.span(next, ended, ended).0;
            // The piece may have been put back in parts, as castling is.
            began >= self.touches.last_before(began) + self.at_once_ms()
        };
        !back.windows(2).any(paused)
    }

    /// Returns whether no clock tells anything, and a ply and the next one each only move back what their player had moved
    /// before, without the pause for thought that lay between those moves. Then both were rather taken back.
    pub(crate) fn are_undone_at_once(&self, hyp: &Hypothesis, ply: usize) -> bool {
        let is_at_once = |ply: usize| {
            let pair = ply.checked_sub(hyp.keep).and_then(|step| hyp.tail.get(step..step + 2));
            pair.is_some_and(|pair| {
                let ended = pair[0].made_ms;
                (ended..ended + self.at_once_ms()).contains(&pair[1].touched_ms)
            })
        };
        let is_undone = |ply: usize| is_at_once(ply) && self.undoes(hyp, ply) && self.undoes(hyp, ply + 1);
        !self.clock && ply >= 2 && is_undone(ply) && !is_undone(ply - 1) && !is_at_once(ply - 2)
    }

    /// Returns whether a ply is one of two that were undone at once, or one of the two that undid them.
    pub(crate) fn is_of_undone(&self, hyp: &Hypothesis, ply: usize) -> bool {
        (ply.saturating_sub(1)..=ply + 2).any(|first| self.are_undone_at_once(hyp, first))
    }

    /// Returns the longest pause, in milliseconds, between two reports of pieces that are put back at once.
    fn at_once_ms(&self) -> Millis {
        self.apart_ms + if self.clock { AT_ONCE_MS } else { AT_ONCE_UNCLOCKED_MS }
    }

    /// Returns the longest pause, in milliseconds, between putting back one piece and the next. Before a move players
    /// think, but not before they put a piece back.
    fn pause_ms(&self, hyp: &Hypothesis, keep: usize) -> Millis {
        let put_back = |ply: usize| {
            let (from, to) = self.squares(hyp, ply);
            Some((self.touches.last(to?)?, self.touches.last(from?)?))
        };
        let mut back: Vec<(Millis, Millis)> = self.plies_since(hyp, keep).filter_map(put_back).collect();
        back.sort_unstable();
        back.windows(2).map(|pair| pair[1].0.saturating_sub(pair[0].1)).max().unwrap_or(0)
    }
}

//! A piece that was put down beside the square it was meant for, and was put right later without a word: in the opponent's time, or
//! before or after its player's next move. It looks as if its side had moved twice.

use crate::{
    Assumed, Played,
    lines::{
        costs,
        engine::{grown_by_one, grown_by_two},
        evidence::Evidence,
        hypothesis::{Hypothesis, Step, legal_step},
    },
};
use shakmaty::{Bitboard, Move, Position, attacks, uci::UciMove};
use std::sync::Arc;

/// The number of last plies of a line whose piece may have been put right.
const SLIPPED_MAX: usize = 4;

/// Finds the lines in which one of the last plies of `base` went to a neighbouring square, where its piece stands now or went on
/// from, and with which the reading then agrees: once a move is completed with that move, and before only if it was put right in
/// the opponent's time. Whoever puts a piece right in their own time may be about to do something else.
pub(crate) fn put_right(evidence: &Evidence, base: &Hypothesis, is_completed: bool) -> Vec<Hypothesis> {
    let plies = base.keep + base.tail.len();
    let recent = plies.saturating_sub(SLIPPED_MAX)..plies;
    if evidence.seen.is_occupancy() {
        return Vec::new();
    }
    if !is_completed {
        let of_other = recent.rev().step_by(2).flat_map(|ply| evidence.meant(base, ply));
        return of_other.filter(|line| evidence.diff(line).is_empty()).collect();
    }
    let goes_on = |line: Hypothesis| {
        let one = grown_by_one(evidence, &line);
        if one.is_empty() { grown_by_two(evidence, &line) } else { one }
    };
    recent.flat_map(|ply| evidence.meant(base, ply)).flat_map(goes_on).collect()
}

impl Evidence<'_> {
    /// Returns the lines in which the ply of this index went to a neighbouring square, where its piece stands or has been since.
    fn meant(&self, base: &Hypothesis, ply: usize) -> Vec<Hypothesis> {
        let ((from, Some(to)), before) = (self.squares(base, ply), self.after(base, ply)) else {
            return Vec::new();
        };
        let piece = self.after(base, ply + 1).board().piece_at(to);
        let Some(position) = before.position().filter(|_| self.seen.piece_at(to) != piece) else {
            return Vec::new();
        };
        let was_there = |square| self.touches.count(square, self.last_made_ms(base), self.t) > 1;
        let is_new = |square| self.at(base).board().piece_at(square) != piece;
        let is_meant = |mv: &Move| {
            mv.from() == from
                && attacks::king_attacks(to).contains(mv.to())
                && !(mv.is_castle() || mv.is_promotion())
                && (was_there(mv.to()) || is_new(mv.to()) && self.seen.piece_at(mv.to()) == piece)
        };
        let moves = position.legal_moves().into_iter().filter(is_meant);
        let slipped = |mv: Move| {
            let mut line = self.with_ply(base, ply, mv)?;
            line.charge(Assumed::Contradicted, costs::SLIP);
            line.slipped = Bitboard::from(to) | mv.to();
            Some(line)
        };
        moves.filter_map(slipped).collect()
    }

    /// Returns a line with another move as the ply of this index; `None` if what came after it is not legal then. The later plies go
    /// from and to the same squares, perhaps with other pieces.
    pub(super) fn with_ply(&self, base: &Hypothesis, ply: usize, mv: Move) -> Option<Hypothesis> {
        let mut line = base.to_go_on_with();
        line.keep = base.keep.min(ply);
        line.tail.truncate(ply - line.keep);
        let old = self.step_of(base, ply);
        old.played.legal()?;
        let new = legal_step(self.at(&line), mv, old.touched_ms, old.made_ms);
        line.tail.push(Arc::new(Step { played: new.played, after: new.after, ..old }));
        let later = ply + 1..base.keep + base.tail.len();
        let line =
            later.map(|ply| self.step_of(base, ply)).try_fold(line, |line, step| self.replay(line, step))?;
        Some(Hypothesis { matched_ms: Some(self.t), ..line })
    }

    /// Returns a line with a ply that another line has, from and to the same squares, perhaps with another piece; `None` if that is not
    /// legal here.
    pub(crate) fn replay(&self, mut line: Hypothesis, step: Step) -> Option<Hypothesis> {
        let standing = self.at(&line);
        let word = UciMove::from_move(step.played.legal()?, standing.mode());
        let mv = word.to_move(standing.position()?).ok()?;
        let played = match step.played {
            Played::Promotion { from, to, .. } => Played::Promotion { from, to, assumed: mv },
            Played::Legal(_) | Played::Irregular { .. } => Played::Legal(mv),
        };
        let after = standing.play(mv);
        line.tail.push(Arc::new(Step { played, after, ..step }));
        Some(line)
    }
}

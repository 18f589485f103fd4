//! Pawns that stood on their last rank at a press. The move of such a pawn is completed and illegal (7.5.2 of RU20 and of
//! the FIDE Laws), and no line has it as a promotion, however the line was found.

use crate::{
    Assumed, Inference, Played,
    lines::{
        costs,
        engine::Engine,
        evidence::Evidence,
        hypothesis::{Hypothesis, Step},
        sensor_faults::is_waiting_pawn,
    },
};
use board::Millis;
use shakmaty::{Bitboard, Color, Move, Role, Square};
use std::sync::Arc;

/// A pawn that was read on its last rank at a press, and a scan after it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LeftPawn {
    square: Square,
    pressed: Millis,
    /// The side that pressed: the pawn's own, or the one that had replied.
    by: Color,
}

/// The greatest number of pawns that are remembered: one for each player, and one that was left before.
const LEFT_MAX: usize = 3;

impl Engine {
    /// Notes the pawns that were on their last rank at the press of `by` at `pressed` and still are.
    pub(crate) fn note_left_pawns(&mut self, evidence: &Evidence, pressed: Millis, by: Color) {
        if evidence.inference == Inference::First {
            return;
        }
        let unmoved = Bitboard::BACKRANKS & !evidence.touches.since(pressed);
        let waits =
            |square| Color::ALL.into_iter().any(|side| is_waiting_pawn(evidence.seen, square, side.queen()));
        for square in unmoved.into_iter().filter(|&square| waits(square)) {
            self.left_pawns.retain(|left| left.square != square);
            if self.left_pawns.len() == LEFT_MAX {
                self.left_pawns.remove(0);
            }
            self.left_pawns.push(LeftPawn { square, pressed, by });
        }
    }

    /// Takes each promotion of a pawn that was left on its last rank for an illegal move. If two lines then have the same
    /// plies, the cheaper stays.
    pub(crate) fn leave_pawns(&mut self, evidence: &Evidence) {
        if self.left_pawns.is_empty() {
            return;
        }
        for hyp in &mut self.hyps {
            for left in &self.left_pawns {
                leave_pawn(hyp, left, evidence.apart_ms);
            }
        }
        let mut kept: Vec<Hypothesis> = Vec::with_capacity(self.hyps.len());
        for hyp in self.hyps.drain(..) {
            match kept.iter_mut().find(|known| known.same_line(&hyp)) {
                Some(known) if evidence.total(&hyp) < evidence.total(known) => *known = hyp,
                Some(_) => {}
                None => kept.push(hyp),
            }
        }
        self.hyps = kept;
    }
}

fn leave_pawn(hyp: &mut Hypothesis, left: &LeftPawn, apart_ms: Millis) {
    let promotions = hyp.tail.iter().enumerate().filter_map(|(index, step)| Some((index, promotion(step)?)));
    let mut there = promotions.filter(|&(index, (_, to, _))| {
        let (step, reply) = (&hyp.tail[index], hyp.tail.get(index + 1));
        let is_pressed = step.after.turn() != left.by && step.pressed_ms.is_none_or(|at| at <= left.pressed);
        let is_answered = reply.is_some_and(|reply| reply.pressed_ms == Some(left.pressed));
        to == left.square && step.made_ms <= left.pressed + apart_ms && (is_pressed || is_answered)
    });
    let Some((index, (from, to, role))) = there.next() else { return };
    if role == Role::Queen {
        let step = Arc::make_mut(&mut hyp.tail[index]);
        step.played = Played::Irregular { from: Some(from), to: Some(to) };
        let unpressed = if step.pressed_ms.is_some() { 0 } else { costs::UNPRESSED };
        hyp.charge(Assumed::Irregular, costs::IRREGULAR + unpressed);
        hyp.sensor_faults.accept(Bitboard::from(to));
    } else {
        // The pawn is to become a queen, whatever else it could have become.
        hyp.charge(Assumed::RuledOut, costs::DROP_MARGIN);
    }
}

impl Evidence<'_> {
    /// Returns whether the last ply of a line took a pawn to its last rank, and the reading still shows the pawn there.
    pub(crate) fn waiting_pawn(&self, hyp: &Hypothesis) -> bool {
        let to = hyp.tail.last().and_then(|last| last.played.squares().1);
        let became = to.and_then(|to| Some((to, self.at(hyp).board().piece_at(to)?)));
        became.is_some_and(|(to, piece)| is_waiting_pawn(self.seen, to, piece))
    }
}

/// Returns the squares of a promotion, and the piece.
fn promotion(step: &Step) -> Option<(Square, Square, Role)> {
    match step.played {
        Played::Legal(Move::Normal { from, to, promotion: Some(role), .. }) => Some((from, to, role)),
        Played::Legal(_) | Played::Promotion { .. } | Played::Irregular { .. } => None,
    }
}

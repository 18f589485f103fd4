//! The ply that a press of the clock completes. A pawn that stands on its last rank then makes its move an illegal one (7.5.2
//! of RU20 and of the FIDE Laws): no line has it as a promotion, however the line was found.

use crate::{
    Assumed, Played, Score,
    follow::seen::Seen,
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

impl Engine {
    /// Notes a press at the ply it completes, in every hypothesis. If `charge` is set, the cost of an idle press is
    /// added to each hypothesis without such a ply.
    pub(crate) fn press(&mut self, score: &mut Score, by: Color, pressed: Millis, charge: bool) {
        let apart_ms = self.apart_ms();
        for index in 0..self.hyps.len() {
            let found = press_target(score, &self.hyps[index], by, pressed, apart_ms);
            let hyp = &mut self.hyps[index];
            match found {
                Target::Tail(step) => {
                    // This press may have been noted at an earlier ply before the line had its last plies. One press
                    // completes one ply.
                    for step in hyp.tail.iter_mut().filter(|step| step.pressed_ms == Some(pressed)) {
                        Arc::make_mut(step).pressed_ms = None;
                    }
                    Arc::make_mut(&mut hyp.tail[step]).pressed_ms = Some(pressed);
                }
                Target::Score(ply) => score.plies.at_mut(ply).pressed_ms = Some(pressed),
                Target::Start => {}
                Target::None if charge => {
                    hyp.charge(Assumed::IdlePress, costs::IDLE_PRESS);
                    // Nobody presses after taking moves back, unless they were put back in that order.
                    hyp.put_back_ms = hyp.taken_back_ms;
                }
                Target::None => {}
            }
        }
    }

    /// Takes each promotion of a pawn that was left on its last rank for an illegal move, or for one or the other where that
    /// is not certain. If two lines then have the same plies, the cheaper stays.
    pub(crate) fn leave_pawns(&mut self, evidence: &Evidence, left: &LeftPawns) {
        if left.0.is_empty() {
            return;
        }
        for left in &left.0 {
            for index in 0..self.hyps.len() {
                if left.is_certain {
                    leave_pawn(&mut self.hyps[index], left, evidence.apart_ms);
                } else if let Some(rival) = perhaps_left(&self.hyps[index], left, evidence.apart_ms) {
                    self.hyps.push(rival);
                }
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

/// The pawns that stood on their last rank at a press, oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct LeftPawns(Vec<LeftPawn>);

#[derive(Debug, Clone, Copy)]
struct LeftPawn {
    square: Square,
    pressed: Millis,
    /// The side that pressed: the pawn's own, or the one that had replied.
    by: Color,
    /// Set if the pawn stayed for a scan after the press. One that was gone sooner may have been lifted before or after it.
    is_certain: bool,
    /// Set if the side that pressed had moved a piece since the pawn was there: the move was over, whoever heard its press.
    is_answered: bool,
}

/// The greatest number of pawns that are remembered: one for each player, and one that was left before.
const LEFT_MAX: usize = 3;

impl LeftPawns {
    /// Notes the pawns that were read on their last rank, on `squares`, when `by` pressed at `pressed`.
    pub(crate) fn note(&mut self, evidence: &Evidence, pressed: Millis, by: Color, squares: Bitboard) {
        for square in squares {
            self.0.retain(|left| left.square != square);
            if self.0.len() == LEFT_MAX {
                self.0.remove(0);
            }
            let gone_ms = evidence.touches.first_since(Some(square), pressed);
            let is_certain = gone_ms.is_none_or(|gone| gone > pressed + evidence.apart_ms);
            let moved = evidence.touches.since_landed(square, pressed);
            let is_answered = (moved & !evidence.seen.occupied()).any()
                && moved
                    .into_iter()
                    .any(|at| evidence.seen.piece_at(at).is_some_and(|piece| piece.color == by));
            self.0.push(LeftPawn { square, pressed, by, is_certain, is_answered });
        }
    }

    /// Forgets the pawns about which a person has been asked, and has answered.
    pub(crate) fn forget_uncertain(&mut self) {
        self.0.retain(|left| left.is_certain);
    }
}

/// Returns the squares of the last ranks on which a pawn is read.
pub(crate) fn waiting_pawns(seen: &Seen) -> Bitboard {
    let waits =
        |&square: &Square| Color::ALL.into_iter().any(|side| is_waiting_pawn(seen, square, side.queen()));
    Bitboard::BACKRANKS.into_iter().filter(waits).collect()
}

/// Makes a line's promotion of a pawn that was left on its last rank an illegal move.
fn leave_pawn(hyp: &mut Hypothesis, left: &LeftPawn, apart_ms: Millis) {
    let Some((index, (from, to, role))) = left_promotion(hyp, left, apart_ms) else { return };
    if role == Role::Queen {
        let step = Arc::make_mut(&mut hyp.tail[index]);
        step.played = Played::Irregular { from: Some(from), to: Some(to) };
        let unpressed = if step.pressed_ms.is_some() { 0 } else { costs::UNPRESSED };
        hyp.charge(Assumed::Irregular, costs::IRREGULAR + unpressed);
        accept_pawn(hyp, index, to);
    } else {
        // The pawn is to become a queen, whatever else it could have become.
        hyp.charge(Assumed::RuledOut, costs::DROP_MARGIN);
    }
}

/// Returns a line as it is if the pawn was left on its last rank, which nobody knows.
fn perhaps_left(hyp: &Hypothesis, left: &LeftPawn, apart_ms: Millis) -> Option<Hypothesis> {
    let (index, (from, to, _)) =
        left_promotion(hyp, left, apart_ms).filter(|(_, (.., role))| *role == Role::Queen)?;
    let mut rival = hyp.clone();
    Arc::make_mut(&mut rival.tail[index]).played = Played::Irregular { from: Some(from), to: Some(to) };
    rival.charge(Assumed::Irregular, costs::PERHAPS_LEFT);
    accept_pawn(&mut rival, index, to);
    Some(rival)
}

/// Lets a line accept what is read where the ply of this index left a pawn, while the queen that it became stands there. What is
/// read there when she has gone on or was captured is no pawn.
fn accept_pawn(hyp: &mut Hypothesis, index: usize, square: Square) {
    let is_gone = hyp.tail[index + 1..].iter().any(|later| {
        let (from, to) = later.played.squares();
        [from, to].contains(&Some(square))
    });
    if !is_gone {
        hyp.sensor_faults.accept(Bitboard::from(square));
    }
}

/// Returns the ply of a line that took this pawn to its last rank before the press: its place in the tail, its squares, and
/// the piece that the pawn became.
fn left_promotion(
    hyp: &Hypothesis,
    left: &LeftPawn,
    apart_ms: Millis,
) -> Option<(usize, (Square, Square, Role))> {
    let mut promotions =
        hyp.tail.iter().enumerate().filter_map(|(index, step)| Some((index, promotion(step)?)));
    promotions.find(|&(index, (_, to, _))| {
        let (step, reply) = (&hyp.tail[index], hyp.tail.get(index + 1));
        // One exchanged for a queen long after its own press was put right after an illegal move: the promotion is another.
        let is_own = step.made_ms <= left.pressed + apart_ms || !left.is_certain;
        let is_pressed = step.after.turn() != left.by && step.pressed_ms.is_none_or(|at| at <= left.pressed);
        let is_replied = left.is_answered && step.after.turn() == left.by
            || reply.is_some_and(|reply| reply.pressed_ms == Some(left.pressed));
        // What went on or was captured before the press was not left there.
        let is_gone = |later: &Arc<Step>| {
            let (from, at) = later.played.squares();
            later.made_ms <= left.pressed && [from, at].contains(&Some(to))
        };
        let is_left_then = step.touched_ms <= left.pressed && (is_own && is_pressed || is_replied);
        to == left.square && is_left_then && !hyp.tail[index + 1..].iter().any(is_gone)
    })
}

/// Returns the squares of a promotion, and the piece.
fn promotion(step: &Step) -> Option<(Square, Square, Role)> {
    match step.played {
        Played::Legal(Move::Normal { from, to, promotion: Some(role), .. }) => Some((from, to, role)),
        Played::Legal(_) | Played::Promotion { .. } | Played::Irregular { .. } => None,
    }
}

/// The number of last plies that are searched for a press that was already noted.
const REMEMBERED: usize = 8;

enum Target {
    Tail(usize),
    Score(usize),
    Start,
    None,
}

/// Returns the ply that a press completes: the last ply of the side that pressed, unless an earlier press completed it
/// already. The opponent may have made one reply before the press (6.2.2 of RU20 and of the FIDE Laws).
fn press_target(score: &Score, hyp: &Hypothesis, by: Color, pressed: Millis, apart_ms: Millis) -> Target {
    let plies = hyp.keep + hyp.tail.len();
    if plies == 0 {
        return Target::Start;
    }
    let pressed_ms = |ply: usize| match ply.checked_sub(hyp.keep) {
        Some(step) => hyp.tail[step].pressed_ms,
        None => score.plies[ply].pressed_ms,
    };
    // A press does not complete a ply that was begun after it, or made so long after it that the delay of a scan cannot
    // be the reason.
    let is_later = |ply: usize| {
        let (touched_ms, made_ms) = match ply.checked_sub(hyp.keep) {
            Some(step) => (hyp.tail[step].touched_ms, hyp.tail[step].made_ms),
            None => (score.plies[ply].touched_ms, score.plies[ply].made_ms),
        };
        touched_ms > pressed || made_ms > pressed + apart_ms
    };
    let target = (plies.saturating_sub(2)..plies).rev().find(|&ply| score_mover(score, hyp, ply) == by);
    // One press completes one ply: the latest ply that was made by then.
    let is_given = (plies.saturating_sub(REMEMBERED)..plies).any(|ply| pressed_ms(ply) == Some(pressed));
    match target {
        // Black starts the clock, perhaps after White's first move. Once White has pressed, Black's press is for a move.
        None if plies == 1 && pressed_ms(0).is_none() => Target::Start,
        None => Target::None,
        Some(ply) if pressed_ms(ply) == Some(pressed) => Target::Start,
        // The opponent has pressed for their reply, so this press is about the next ply.
        Some(ply) if ply + 1 < plies && pressed_ms(ply + 1).is_some() => Target::None,
        // An earlier press that was noted at two plies of this side completed the first of them. A new press is for the
        // second.
        Some(ply)
            if pressed_ms(ply).is_some()
                && ply.checked_sub(2).is_none_or(|own| pressed_ms(own) != pressed_ms(ply)) =>
        {
            Target::None
        }
        Some(ply) if is_given && is_later(ply) => Target::Start,
        Some(ply) => ply.checked_sub(hyp.keep).map_or(Target::Score(ply), Target::Tail),
    }
}

fn score_mover(score: &Score, hyp: &Hypothesis, ply: usize) -> Color {
    match ply.checked_sub(hyp.keep) {
        Some(0) | None => score.after(ply).turn(),
        Some(steps) => hyp.tail[steps - 1].after.turn(),
    }
}

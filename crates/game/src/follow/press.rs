//! The ply that a press of the clock completes.

use crate::{
    Assumed, Score,
    lines::{costs, engine::Engine, hypothesis::Hypothesis},
};
use board::Millis;
use shakmaty::Color;
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
        None if plies == 1 => Target::Start,
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

//! Games that are no longer on the board, and the changes that are still possible to them.
//!
//! Players put the pieces back within seconds, and a new game begins by itself. By then the old game's result may not
//! have been entered, and a question about it may be open. So both can be settled later. The sensors no longer matter:
//! a person's entry is accepted as long as the moves are legal.
//!
//! Invariants: times stay with the plies at their numbers; a command that cannot be carried out changes nothing.

use crate::{
    Order, Packed, Played, Ply, PlyState, Reason, Score,
    commands::entries,
    lines::{
        doubt::{self, Doubt},
        hypothesis::Step,
    },
};
use board::Millis;

/// A game that is no longer on the board.
#[derive(Debug, Clone)]
pub struct Finished {
    packed: Packed,
    /// The questions still open when the game ended, in the order of the plies.
    open: Vec<Doubt>,
}

impl Finished {
    /// Puts a game away with its open questions.
    pub(crate) fn new(score: Score, open: Vec<Doubt>) -> Finished {
        Finished { packed: Packed::new(score), open }
    }

    /// Unpacks the score. Use [`Finished::packed`] if the plies are not needed.
    pub fn score(&self) -> Score {
        self.packed.score()
    }

    /// The packed score.
    pub fn packed(&self) -> &Packed {
        &self.packed
    }

    /// The first ply that a person must decide, and the possible moves.
    pub fn asked(&self) -> Option<(usize, &[Played])> {
        self.open.first().map(|doubt| (doubt.ply, doubt.alternatives.as_slice()))
    }

    /// Carries out a person's command about this game.
    pub(crate) fn obey(&mut self, t: Millis, order: &Order) -> Result<(), String> {
        match order {
            Order::Result { result } => self.packed.head_mut().result = entries::result_of(result)?,
            Order::Correct { from_ply, moves } => {
                let score = self.score();
                let kept = entries::kept_before(&score, *from_ply)?;
                let steps = entries::steps_of_moves(&score, t, kept, moves)?;
                self.replace(score, kept, &steps);
            }
            Order::Choose { ply, mv } => self.choose(t, *ply, mv)?,
            Order::Promote { ply, piece } => {
                let score = self.score();
                let mut played = vec![entries::promotion_of(&score, *ply, piece)?];
                played.extend(score.plies[*ply..].iter().map(|later| later.played));
                let steps = entries::steps_of(&score, t, ply - 1, &played)?;
                self.replace(score, ply - 1, &steps);
            }
            Order::Start { .. }
            | Order::Restore { .. }
            | Order::DrawOffer { .. }
            | Order::Claim { .. }
            | Order::Rule { .. }
            | Order::Adjourn
            | Order::Report { .. }
            | Order::Clock(_)
            | Order::Note { .. } => {
                return Err("that game is not on the board any more; only its result, its moves, a question and a promotion \
                            can still be settled"
                    .to_owned());
            }
        }
        Ok(())
    }

    fn choose(&mut self, t: Millis, ply: usize, text: &str) -> Result<(), String> {
        let score = self.score();
        let Some(decided) = doubt::decided(&score, &self.open, ply, text) else {
            let mode = score.start.mode();
            let known = |doubt: &Doubt| -> Vec<String> {
                doubt.alternatives.iter().map(|played| played.report(mode)).collect()
            };
            return Err(match self.open.first() {
                Some(doubt) => format!("asked is ply {}: one of {}", doubt.ply, known(doubt).join(", ")),
                None => format!("nothing is asked about ply {ply}; use correct to change it"),
            });
        };
        let steps = entries::steps_of(&score, t, ply - 1, &decided.plies)?;
        self.open.retain(|doubt| doubt.ply != ply);
        let later: Vec<Doubt> = self.open.extract_if(.., |doubt| doubt.ply > decided.met).collect();
        self.replace(score, ply - 1, &steps);
        self.open.extend(later.into_iter().chain(decided.open));
        self.open.sort_by_key(|doubt| doubt.ply);
        Ok(())
    }

    /// Replaces all plies after the first `kept` by these steps. A new ply takes over the times of the old ply with its
    /// number. If there was no such ply, nobody knows when the new one was made.
    fn replace(&mut self, mut score: Score, kept: usize, steps: &[Step]) {
        let before: Vec<Ply> = score.plies[kept..].to_vec();
        score.plies.truncate(kept);
        for (index, step) in steps.iter().enumerate() {
            let fresh = step.to_ply(PlyState::Completed, Reason::Operator);
            let ply = match before.get(index) {
                Some(old) => {
                    let Ply { played, after, .. } = fresh;
                    Ply { played, after, reason: Reason::Operator, released: false, ..old.clone() }
                }
                None => Ply { estimated: true, ..fresh },
            };
            score.plies.push(ply);
        }
        score.revisions += 1;
        self.open.retain(|doubt| doubt.is_about(&score));
        self.packed = Packed::new(score);
    }
}

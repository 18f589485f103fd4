//! A game that is not on the board any more: what can still be said of it.
//!
//! Players put the pieces back within seconds, and a new game begins by itself. The result of the one before may not be
//! entered by then, and what was asked about it may not be answered. So both can be done later; the sensors have nothing to say of
//! it any more, and what a person says is taken as it is, as long as the moves are legal.
//!
//! Invariants: times stay with the plies at their places; a command that cannot be done changes nothing.

use crate::{
    Order, Packed, Played, Ply, PlyState, Reason, Score,
    commands::entries,
    lines::{
        doubt::{self, Doubt},
        hypothesis::Step,
    },
};
use board::Millis;

/// A game that is not on the board any more.
#[derive(Debug, Clone)]
pub struct Finished {
    packed: Packed,
    /// What was still asked when it ended, in the order of the plies.
    open: Vec<Doubt>,
}

impl Finished {
    /// A game with what was still asked when it ended.
    pub(crate) fn new(score: Score, open: Vec<Doubt>) -> Finished {
        Finished { packed: Packed::new(score), open }
    }

    /// Its score, made anew: who needs no plies asks [`Finished::packed`].
    pub fn score(&self) -> Score {
        self.packed.score()
    }

    /// Its score as it is kept.
    pub fn packed(&self) -> &Packed {
        &self.packed
    }

    /// The first ply that somebody must decide, and what it could be.
    pub fn asked(&self) -> Option<(usize, &[Played])> {
        self.open.first().map(|doubt| (doubt.ply, doubt.alternatives.as_slice()))
    }

    /// A person said something of it.
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

    /// These steps instead of all plies after the first so many. The times of a ply are those of the one that stood in its
    /// place; nobody knows when others were made.
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

//! Games that are no longer on the board, and the changes that are still possible to them.
//!
//! Players put the pieces back within seconds, and a new game begins by itself. By then the old game's result may not
//! have been entered, and a question about the old game may be open. So both can be settled later. The sensors no
//! longer matter: a person's entry is accepted as long as the moves are legal.
//!
//! Invariants: the times stay with the ply numbers, so a replacing ply takes over the times of the replaced ply; a
//! command that cannot be carried out changes nothing.

use crate::{
    Order, Packed, Played, Player, Ply, PlyNo, PlyState, Reason, Refusal, ResultEntry, Ruling, Score,
    commands::entries,
    lines::{
        doubt::{self, Doubt},
        hypothesis::Step,
    },
};
use board::Millis;
use shakmaty::ByColor;
use std::collections::BTreeSet;

/// A game that is no longer on the board.
#[derive(Debug, Clone)]
pub struct Finished {
    packed: Packed,
    /// The questions still open when the game ended, in the order of the plies.
    open: Vec<Doubt>,
}

impl Finished {
    /// Creates the record of a finished game with its open questions, and packs its score.
    pub(crate) fn new(score: Score, open: Vec<Doubt>) -> Finished {
        Finished { packed: Packed::new(score), open }
    }

    /// Unpacks the score. Use [`Finished::packed`] if the plies are not needed.
    pub fn score(&self) -> Score {
        self.packed.score()
    }

    /// Returns the packed score.
    pub fn packed(&self) -> &Packed {
        &self.packed
    }

    /// Changes the players.
    pub(crate) fn rename(&mut self, players: ByColor<Player>) {
        self.packed.rename(players);
    }

    /// Returns the first ply that a person must decide, and the possible moves; `None` if no question is open.
    pub fn asked(&self) -> Option<(PlyNo, &[Played])> {
        self.open.first().map(|doubt| (doubt.ply, doubt.alternatives.as_slice()))
    }

    /// Returns the plies about which questions are open, in order.
    pub fn questions(&self) -> Vec<PlyNo> {
        self.open.iter().map(|doubt| doubt.ply).collect()
    }

    /// Returns the plies about which the answers to the open questions differ, in order.
    pub fn disputed(&self) -> Vec<PlyNo> {
        BTreeSet::from_iter(self.open.iter().flat_map(Doubt::disputed)).into_iter().collect()
    }

    /// Returns the instant at which the open question was first asked; `None` if no question is open.
    pub fn asked_ms(&self) -> Option<Millis> {
        self.open.first().map(|doubt| doubt.asked_ms)
    }

    /// Returns whether the open question allows the answer that no move was played, as [`crate::Scribe::may_be_none`] does.
    pub fn may_be_none(&self) -> bool {
        self.open.first().is_some_and(|doubt| doubt.may_be_none)
    }

    /// Notes the arbiter's ruling on an irregular ply.
    pub(crate) fn release(&mut self, ruling: Ruling) {
        let mut score = self.score();
        score.release(ruling);
        self.packed = Packed::new(score);
    }

    /// Sets the result.
    pub(crate) fn set_result(&mut self, result: Option<ResultEntry>) {
        self.packed.head_mut().result = result;
    }

    /// Carries out a person's command about this game. `Err` says why that is impossible; nothing has changed then.
    pub(crate) fn obey(&mut self, t: Millis, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Result(outcome) => self.set_result(*outcome),
            Order::Correct { from_ply, moves } => {
                let score = self.score();
                let kept = entries::kept_before(&score, *from_ply)?;
                let steps = entries::steps_of_moves(&score, t, kept, moves)?;
                self.replace(score, kept, &steps);
            }
            Order::Choose { ply, chosen } => self.choose(t, *ply, chosen)?,
            Order::Promote { ply, role } => {
                let score = self.score();
                let mut played = vec![entries::promotion_of(&score, *ply, *role)?];
                played.extend(score.plies[ply.get()..].iter().map(|later| later.played));
                let steps = entries::steps_of(&score, t, ply.index(), &played)?;
                self.replace(score, ply.index(), &steps);
            }
            _ => {
                return Err(Refusal::OffTheBoard);
            }
        }
        Ok(())
    }

    fn choose(&mut self, t: Millis, ply: PlyNo, text: &str) -> Result<(), Refusal> {
        let score = self.score();
        let Some(decided) = doubt::decided::decided(&score, &self.open, ply, text) else {
            let mode = score.start.mode();
            return Err(match self.open.first() {
                Some(doubt) => Refusal::AskedIs {
                    ply: doubt.ply,
                    known: doubt.alternatives.iter().map(|played| played.report(mode)).collect(),
                },
                None => Refusal::NothingAsked { ply },
            });
        };
        let steps = entries::steps_of(&score, t, ply.index(), &decided.plies)?;
        self.open.retain(|doubt| doubt.ply != ply);
        let later = self.open.extract_if(.., |doubt| doubt.ply.index() >= decided.met);
        let later: Vec<Doubt> = later.map(|doubt| decided.renumbered(doubt)).collect();
        if !steps.is_empty() {
            self.replace(score, ply.index(), &steps);
        }
        self.open.extend(later.into_iter().chain(decided.open));
        self.open.sort_by_key(|doubt| doubt.ply);
        Ok(())
    }

    /// Replaces all plies after the first `kept` by these steps. A new ply takes over the times of the old ply that it
    /// replaces. If there was no such ply, the times of the new ply are unknown.
    fn replace(&mut self, mut score: Score, kept: usize, steps: &[Step]) {
        let before: Vec<Ply> = score.plies[kept..].to_vec();
        score.plies.truncate(kept);
        let now: Vec<Played> = steps.iter().map(|step| step.played).collect();
        for (step, old) in steps.iter().zip(entries::plies_replaced(&before, &now)) {
            let fresh = step.to_ply(PlyState::Completed, Reason::Operator);
            let ply = match old.map(|at| &before[at]) {
                Some(old) => {
                    let Ply { played, after, .. } = fresh;
                    let released = old.released && old.played == played;
                    Ply { played, after, reason: Reason::Operator, released, ..old.clone() }
                }
                None => Ply { estimated: true, ..fresh },
            };
            score.plies.push(ply);
        }
        score.revisions += 1;
        let open = std::mem::take(&mut self.open).into_iter().map(|doubt| doubt.told_until(kept));
        self.open = open.filter(|doubt| doubt.is_about(&score)).collect();
        self.packed = Packed::new(score);
    }
}

//! Plies that were shown as final and later withdrawn.

use crate::{Act, Mark, Truth, What};
use board::Millis;
use game::{GameEvent, Played, PlyNo};
use std::ops::Range;

/// The longest time from a take-back on the board to the withdrawal of its plies, in milliseconds.
const LATE_MS: Millis = 20_000;

/// Moves that the players took back: a range of plies, and the two instants between which their withdrawal is
/// justified.
pub(super) struct Takeback {
    /// The indices of the plies that were taken back; the first ply of the game has index 0.
    plies: Range<usize>,
    from_ms: Millis,
    to_ms: Millis,
}

/// Returns the final plies that were withdrawn although the players neither took them back nor corrected an illegal
/// move.
pub(super) fn plies(truth: &Truth, acts: &[Act], told: &[(Millis, GameEvent)]) -> Vec<PlyNo> {
    let takebacks = takebacks(acts);
    let mut retracted = Vec::new();
    for (t, event) in told {
        let GameEvent::Superseded { ply, played, was_final: true } = event else { continue };
        let put_right = matches!(played, Played::Irregular { .. })
            && truth.illegal.iter().any(|made| made.ply == *ply && !made.stands);
        let taken_back = takebacks.iter().any(|back| back.explains(*ply, *t));
        if !put_right && !taken_back {
            retracted.push(*ply);
        }
    }
    retracted
}

impl Takeback {
    /// Returns whether the players took this ply back and its withdrawal at `t` is justified.
    pub(super) fn explains(&self, ply: PlyNo, t: Millis) -> bool {
        self.plies.contains(&ply.index()) && (self.from_ms..=self.to_ms).contains(&t)
    }
}

/// Returns the take-backs of a game.
pub(super) fn takebacks(acts: &[Act]) -> Vec<Takeback> {
    let mut made: Vec<Millis> = Vec::new();
    let mut found = Vec::new();
    for act in acts {
        match act.what {
            What::Mark(Mark::Made(_)) => made.push(act.t_ms),
            What::Mark(Mark::Back(plies)) => {
                let from_ms = made.get(plies).copied().unwrap_or(act.t_ms);
                let to_ms = act.t_ms + LATE_MS;
                found.push(Takeback { plies: plies..made.len(), from_ms, to_ms });
                made.truncate(plies);
            }
            What::Mark(Mark::Begins | Mark::Over)
            | What::Lift(_)
            | What::Place(..)
            | What::Press(_)
            | What::SetClock { .. }
            | What::AddTime(..)
            | What::RunClock(_)
            | What::StopClock => {}
        }
    }
    found
}

//! The comparison of the illegal moves that were reported with those that were made.

use super::{Verdict, count};
use crate::{IllegalTruth, Truth};
use board::Millis;
use game::{Ending, GameEvent, Played, PlyNo};

/// Counts illegal moves that were reported but not made, or reported as something else.
pub(super) fn judge(truth: &Truth, told: &[(Millis, GameEvent)], verdict: &mut Verdict) {
    let mut open: Vec<&IllegalTruth> = truth.illegal.iter().collect();
    for (_, event) in told {
        let GameEvent::Irregular(fact) = event else { continue };
        match open.iter().position(|made| made.ply == fact.ply) {
            Some(index) => {
                let made = open.remove(index);
                let like = fact.played == Played::Irregular { from: Some(made.from), to: Some(made.to) };
                let ended = made.stands == (ending(fact.ply, told) == Some(Ending::Stands));
                verdict.unlike_illegal += u32::from(made.pressed && !(like && ended));
            }
            // The scribe reported an illegal move once more, after the board had shown another position for a while.
            None if truth.illegal.iter().any(|made| made.ply == fact.ply) => {}
            None => {
                verdict.false_illegal += 1;
                verdict.false_pressed += u32::from(fact.pressed);
            }
        }
    }
    verdict.illegal += count(truth.illegal.iter().filter(|made| made.pressed).count());
}

/// Counts illegal moves that a press completed and that were not reported, even after the questions were answered: what is
/// asked about is not missed.
pub(super) fn count_missed(truth: &Truth, told: &[(Millis, GameEvent)], verdict: &mut Verdict) {
    let is_reported = |made: &&IllegalTruth| {
        told.iter().any(|(_, event)| matches!(event, GameEvent::Irregular(fact) if fact.ply == made.ply))
    };
    let pressed = truth.illegal.iter().filter(|made| made.pressed);
    verdict.missed_illegal += count(pressed.filter(|made| !is_reported(made)).count());
}

/// Returns how the illegal move in place of this ply ended, according to the last report about it; `None` without a
/// report.
fn ending(ply: PlyNo, told: &[(Millis, GameEvent)]) -> Option<Ending> {
    told.iter().rev().find_map(|(_, event)| match event {
        GameEvent::IrregularClosed { ply: closed, ending } if *closed == ply => Some(*ending),
        _ => None,
    })
}

//! The measurement of the time from a hand's last touch to the move in the score.

use super::Verdict;
use crate::{Act, Mark, Truth, What};
use board::Millis;
use game::{GameEvent, Played, PlyNo, PlyState, Score};
use std::collections::BTreeMap;

/// Measures two delays for each right ply: from the last touch of a piece until the ply was shown, and until the ply
/// was final. A ply that was withdrawn counts from its next report. The touch is timed twice: as it happened in the
/// room, and as the board reported it.
pub(super) fn measure(
    truth: &Truth,
    score: &Score,
    acts: &[Act],
    told: &[(Millis, GameEvent)],
    verdict: &mut Verdict,
) {
    let touched = last_touches(acts);
    let known = score.plies.iter().zip(&truth.plies).take_while(|(ply, played)| ply.played == **played);
    for (index, (ply, _)) in known.enumerate() {
        let number = PlyNo::of_index(index);
        let mut push = |state, from_touch: fn(&mut Verdict) -> (&mut Vec<u32>, &mut Vec<u32>)| {
            let Some(at) = since(told, number, ply.played, state) else { return };
            let lag = |from: Millis| u32::try_from(at.saturating_sub(from)).unwrap_or(u32::MAX);
            let (room, seen) = from_touch(verdict);
            room.extend(touched.get(&number.get()).map(|&touch| lag(touch)));
            seen.push(lag(ply.made_ms));
        };
        push(PlyState::Provisional, |verdict| {
            (&mut verdict.provisional_ms, &mut verdict.provisional_seen_ms)
        });
        push(PlyState::Final, |verdict| (&mut verdict.final_ms, &mut verdict.final_seen_ms));
    }
}

/// Returns the instant at which the move of each ply was complete on the board, by the number of the ply.
pub(super) fn last_touches(acts: &[Act]) -> BTreeMap<usize, Millis> {
    let mut touched = BTreeMap::new();
    for act in acts {
        if let What::Mark(Mark::Made(ply)) = act.what {
            touched.insert(ply, act.t_ms);
        }
    }
    touched
}

/// Returns the instant from which this ply was reported in the state `least` or a more certain state without being
/// withdrawn later; `None` if there is none.
fn since(told: &[(Millis, GameEvent)], number: PlyNo, wanted: Played, least: PlyState) -> Option<Millis> {
    let mut at = None;
    for (t, event) in told {
        match event {
            GameEvent::Superseded { ply, .. } if *ply == number => at = None,
            GameEvent::Ply { ply, played, state, .. }
                if *ply == number && *played == wanted && *state >= least =>
            {
                at = at.or(Some(*t));
            }
            _ => {}
        }
    }
    at
}

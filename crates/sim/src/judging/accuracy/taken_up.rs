//! Games that are followed only from their middle. If a board was switched on late, the score can contain only the
//! moves made afterwards.
//!
//! The score may begin where the board was switched on, or one ply later if a move was under way at that moment. The plies
//! that it lacks beyond these are wrong and silent. From its beginning on the score must agree with the played game. A score
//! that begins at the starting position claims to hold the whole game, and is judged as such.

use super::{Heard, line::standings};
use crate::{Act, IllegalTruth, Mark, Simulated, Truth, What};
use game::{PlyNo, Standing};
use std::borrow::Cow;

/// The greatest number of plies that the score may lack because a move was under way when the board was switched on.
const UNDER_WAY: usize = 1;

/// Returns the simulation with the first plies of its first game cut off, so that the game begins where the score
/// begins, or where the board was switched on if the score begins nowhere in the game. Returns as well how many plies the score
/// lacks that were made on a board that was switched on.
pub(super) fn from_its_start<'a>(simulated: &'a Simulated, heard: &Heard) -> (Cow<'a, Simulated>, usize) {
    let start = heard.scores().first().map(|score| score.start.clone());
    let (Some(truth), 1..) = (simulated.truths.first(), simulated.missed) else {
        return (Cow::Borrowed(simulated), 0);
    };
    let standings = standings(&truth.start, &truth.plies);
    let last = standings.len().saturating_sub(1);
    let latest = (simulated.missed + UNDER_WAY).min(last);
    let Some(start) = start else { return (Cow::Owned(cut(simulated, &standings, latest)), 0) };
    let here = |plies: &usize| {
        standings[*plies].board() == start.board() && standings[*plies].turn() == start.turn()
    };
    if here(&0) {
        return (Cow::Borrowed(simulated), 0);
    }
    let plies = (1..=latest).rev().chain(latest + 1..=last).find(here).unwrap_or(latest);
    (Cow::Owned(cut(simulated, &standings, plies)), plies.saturating_sub(latest))
}

/// Returns the simulation without the first `plies` plies of its first game.
fn cut(simulated: &Simulated, standings: &[Standing], plies: usize) -> Simulated {
    let mut cut = simulated.clone();
    cut.truths[0] = cut_truth(&simulated.truths[0], standings[plies].clone(), plies);
    cut.acts = cut_acts(&simulated.acts, plies);
    cut
}

fn cut_truth(truth: &Truth, start: Standing, plies: usize) -> Truth {
    let later = truth.illegal.iter().filter(|made| made.ply.index() >= plies);
    Truth {
        start,
        plies: truth.plies[plies..].to_vec(),
        illegal: later
            .map(|made| IllegalTruth { ply: PlyNo::of_index(made.ply.index() - plies), ..*made })
            .collect(),
        ..truth.clone()
    }
}

/// Returns the acts after the first `plies` plies. Their marks count plies from there on.
fn cut_acts(acts: &[Act], plies: usize) -> Vec<Act> {
    let renumbered = |act: &Act| match act.what {
        What::Mark(Mark::Made(made)) => {
            (made > plies).then(|| Act { what: What::Mark(Mark::Made(made - plies)), ..*act })
        }
        What::Mark(Mark::Back(made)) => {
            Some(Act { what: What::Mark(Mark::Back(made.saturating_sub(plies))), ..*act })
        }
        What::Mark(Mark::Begins | Mark::Over)
        | What::Lift(_)
        | What::Place(..)
        | What::Press(_)
        | What::SetClock { .. }
        | What::AddTime(..)
        | What::RunClock(_)
        | What::StopClock => Some(*act),
    };
    acts.iter().filter_map(renumbered).collect()
}

//! Reduces a failing seed to a few board events that still fail in the same way, as a scenario that anybody can read.
//!
//! ```text
//!  seed ▶ cut plies after the failure ▶ cut plies before it, start from the position there ▶ leave out events, singly
//!       and in pairs ▶ even out the times ▶ scenario, or a sensor log where a scenario has no words for it
//! ```
//! Invariants:
//! * The failure stays as it was: neither the played ply nor the ply scored in its place (or the lack of one)
//!   changes.
//! * The expectation stays true: the board still shows at least as many positions of the game in their order, and the
//!   last reading does not change. Events are left out only if this remains true.

mod case;
mod write;

use crate::judging::accuracy::{judge, sections};
use crate::judging::cells::Cell;
use crate::{Act, Mark, What};
use board::{BoardEvent, Millis};
use case::{Case, Symptom};
pub use write::{Shrunk, ShrunkForm};

/// The greatest number of times that the whole reduction is repeated. It ends earlier when nothing more can be left
/// out.
const ROUNDS_MAX: usize = 4;
/// The greatest distance, in events, between two events of one square that are left out as a pair.
const PAIR_REACH: usize = 8;
/// The time from the first reading to the first event of a scenario, and from each event to the next, in milliseconds.
pub(crate) const STEP_MS: Millis = 300;

/// Reduces a failing seed to a short case. `Err` says why the seed cannot be reduced.
pub fn shrink(cell: &Cell, seed: u64) -> Result<Shrunk, String> {
    let verdict = judge(cell, seed);
    let game = match &verdict.difference {
        Some(there) => there.game,
        None if verdict.false_illegal > 0 || verdict.missed_illegal > 0 => 0,
        None if verdict.exact => return Err("the score is exact; there is nothing to reduce".to_owned()),
        None => return Err("all plies are right, but an illegal move was reported as another one".to_owned()),
    };
    let whole = whole_game(cell, seed, game)?;
    let symptom = whole.symptom().ok_or("the failure needs what happened before this game")?;
    let mut case = without_clock_readings(&whole, &symptom);
    case = cut_behind(&case, &symptom);
    case = cut_before(&case, &symptom);
    for _ in 0..ROUNDS_MAX {
        let before = case.acts.len();
        case = leave_out(&case, &symptom);
        case = leave_out_pairs(&case, &symptom);
        case = cut_before(&case, &symptom);
        if case.acts.len() == before {
            break;
        }
    }
    case = even_out(&case, &symptom);
    Ok(write::write(cell, seed, &case, &symptom))
}

/// Returns the game in which the score differs, from its first act to the last event before the next game. `Err` if no
/// such game was played.
fn whole_game(cell: &Cell, seed: u64, game: usize) -> Result<Case, String> {
    let simulated = cell.simulate(seed);
    let truth =
        simulated.truths.get(game).ok_or("it became a game that nobody played; see it with --trace")?;
    let sections = sections(&simulated.acts);
    let acts = sections.get(game).copied().unwrap_or_default();
    let after = sections.get(game + 1).and_then(|acts| acts.first()).map_or(Millis::MAX, |act| act.t_ms);
    let from_ms = if game == 0 { 0 } else { acts.first().map_or(0, |act| act.t_ms) };
    let inside: Vec<(Millis, BoardEvent)> =
        simulated.events.iter().filter(|(t, _)| (from_ms..after).contains(t)).cloned().collect();
    Ok(Case::new(cell.terms(truth), truth, inside, made_times(acts)))
}

/// Returns the times at which the plies of the final record were made, in the order of the plies.
fn made_times(acts: &[Act]) -> Vec<Millis> {
    let mut times: Vec<Millis> = Vec::new();
    for act in acts {
        if let What::Mark(Mark::Made(plies)) = act.what {
            times.truncate(plies - 1);
            times.push(act.t_ms);
        }
    }
    times
}

/// Drops the clock readings if the case still fails without them: a scenario can express presses but no readings.
fn without_clock_readings(case: &Case, symptom: &Symptom) -> Case {
    let candidate = case.keeping(|event| !matches!(event, BoardEvent::Clock(_) | BoardEvent::Flag(_)));
    if candidate.shows(symptom) { candidate } else { case.clone() }
}

/// Cuts the end of the case off, as soon after the failing ply as possible.
fn cut_behind(case: &Case, symptom: &Symptom) -> Case {
    let plies = case.plies();
    let ends = (symptom.ply.get()..plies).filter_map(|end| case.ending_after(end));
    ends.into_iter().find(|candidate| candidate.shows(symptom)).unwrap_or_else(|| case.clone())
}

/// Cuts the beginning of the case off, as late before the failing ply as possible.
fn cut_before(case: &Case, symptom: &Symptom) -> Case {
    let Some(now) = case.symptom() else { return case.clone() };
    (1..now.ply.get())
        .rev()
        .filter_map(|first| case.starting_after(first))
        .find(|candidate| candidate.shows(symptom))
        .unwrap_or_else(|| case.clone())
}

/// Leaves out events that the failure does not need: long runs of events first, then shorter ones.
fn leave_out(case: &Case, symptom: &Symptom) -> Case {
    let mut case = case.clone();
    let mut size = (case.acts.len() / 2).max(1);
    loop {
        let mut at = 0;
        while at < case.acts.len() {
            let candidate = case.without(&|index| (at..at + size).contains(&index));
            if case.is_as_true(&candidate) && candidate.shows(symptom) {
                case = candidate;
            } else {
                at += size;
            }
        }
        if size == 1 {
            return case;
        }
        size /= 2;
    }
}

/// Leaves out two events of one square together: a lift and the placement that undoes it.
fn leave_out_pairs(case: &Case, symptom: &Symptom) -> Case {
    let mut case = case.clone();
    let mut first = 0;
    while first < case.acts.len() {
        let square = |at: usize| match case.acts.get(at) {
            Some((_, BoardEvent::Square { square, .. })) => Some(*square),
            _ => None,
        };
        let found = (first + 1..first + PAIR_REACH)
            .filter(|&second| square(first).is_some() && square(first) == square(second))
            .map(|second| case.without(&|index| index == first || index == second))
            .find(|candidate| case.is_as_true(candidate) && candidate.shows(symptom));
        match found {
            Some(candidate) => case = candidate,
            None => first += 1,
        }
    }
    case
}

/// Makes long waits shorter or round if the case still fails. A wait becomes longer only by rounding, because a hand
/// that rests longer on a wrong square makes a different move.
fn even_out(case: &Case, symptom: &Symptom) -> Case {
    let mut case = case.clone();
    let shorter = case.waiting(|_, old| old.min(STEP_MS));
    if shorter.shows(symptom) {
        case = shorter;
    }
    for at in 0..case.acts.len() {
        let wait = case.acts[at].0;
        let shorter = [STEP_MS, 2_000, 5_000].into_iter().filter(|&tried| tried < wait);
        let rounded = [100, 10].map(|step| wait.next_multiple_of(step)).into_iter();
        let candidate = shorter
            .chain(rounded.filter(|&tried| tried != wait))
            .map(|tried| case.waiting(|index, old| if index == at { tried } else { old }))
            .find(|candidate| candidate.shows(symptom));
        case = candidate.unwrap_or(case);
    }
    case
}

#[cfg(test)]
mod tests;

//! How often the score is right: one simulated game through the scribe, compared with what was played.
//!
//! "Wrong" is a ply the score holds as final and nobody was asked about, that was not played, or one that was played
//! and is missing; a rule of the edit distance kind (common beginning and end are right, the middle is wrong).

use crate::cells::Cell;
use crate::{Simulated, Truth, simulate};
use board::Millis;
use game::{GameEvent, PlyState, Score, Scribe, Tags, Terms};

/// What one game shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The score equals what was played.
    pub exact: bool,
    /// Plies played.
    pub plies: u32,
    /// Plies that are wrong and that nobody was asked about.
    pub wrong: u32,
    /// Plies that were still asked about in the end.
    pub asked: u32,
    /// Illegal moves reported that were none.
    pub false_illegal: u32,
    /// Illegal moves that were not reported.
    pub missed_illegal: u32,
    /// Times a final ply was superseded.
    pub revisions: u32,
    /// Board events fed.
    pub events: u32,
    /// From the last touch of each ply to its being shown.
    pub provisional_ms: Vec<u32>,
    /// From the last touch of each ply to its being final.
    pub final_ms: Vec<u32>,
    /// What the score says, where it is not exact.
    pub scored: Vec<String>,
    /// What was played, where the score is not exact.
    pub played: Vec<String>,
}

/// Plays one game of a cell and judges the score.
pub fn judge(cell: &Cell, seed: u64) -> Verdict {
    let simulated = cell.simulate(seed);
    judge_simulated(cell, &simulated)
}

/// Judges the first game of what was simulated.
pub fn judge_simulated(cell: &Cell, simulated: &Simulated) -> Verdict {
    let truth = &simulated.truths[0];
    let terms = Terms {
        sensing: cell.board.sensing,
        mode: truth.start.mode(),
        start: truth.start.clone(),
        clock: cell.board.clock.is_some(),
        next_move_completes: true,
        scan_ms: cell.board.scan_ms,
    };
    let mut scribe = Scribe::new(terms, Tags::default());
    let mut told = Vec::new();
    for (t, event) in &simulated.events {
        scribe.handle_board(*t, event);
        told.extend(std::iter::from_fn(|| scribe.poll_event()));
    }
    let end = simulated.events.last().map_or(0, |(t, _)| *t) + 20_000;
    scribe.advance(end);
    told.extend(std::iter::from_fn(|| scribe.poll_event()));
    let score = scribe.finished().first().unwrap_or(scribe.score());
    let asked_from = scribe.finished().is_empty().then(|| scribe.asked().map(|(ply, _)| ply)).flatten();
    compare(truth, score, &told, asked_from, simulated.events.len())
}

fn compare(
    truth: &Truth,
    score: &Score,
    told: &[(Millis, GameEvent)],
    asked_from: Option<usize>,
    events: usize,
) -> Verdict {
    let played = truth.uci();
    let scored: Vec<String> = (0..score.plies.len()).map(|index| score.report_move(index)).collect();
    let exact = played == scored;
    let wrong = if exact || asked_from.is_some() { 0 } else { differing(&played, &scored) };
    let mut verdict = Verdict {
        exact,
        plies: count(played.len()),
        wrong,
        asked: asked_from.map_or(0, |_| 1),
        revisions: score.revisions,
        events: count(events),
        ..Verdict::default()
    };
    judge_illegal(truth, told, &mut verdict);
    measure_times(score, told, &mut verdict);
    if !exact {
        verdict.played = played;
        verdict.scored = scored;
    }
    verdict
}

/// How long the middle is in which two lists differ.
fn differing(played: &[String], scored: &[String]) -> u32 {
    let begin = played.iter().zip(scored).take_while(|(a, b)| a == b).count();
    let (rest, other) = (&played[begin..], &scored[begin..]);
    let end = rest.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    count(rest.len().max(other.len()) - end)
}

fn judge_illegal(truth: &Truth, told: &[(Millis, GameEvent)], verdict: &mut Verdict) {
    let mut open: Vec<usize> = truth.illegal.iter().map(|fact| fact.ply).collect();
    let began = |event: &GameEvent| matches!(event, GameEvent::Began { number } if *number > 1);
    for (_, event) in told.iter().take_while(|(_, event)| !began(event)) {
        let GameEvent::Irregular(fact) = event else { continue };
        match open.iter().position(|&ply| ply == fact.ply) {
            Some(index) => {
                open.remove(index);
            }
            None if truth.illegal.iter().any(|known| known.ply == fact.ply) => {}
            None => verdict.false_illegal += 1,
        }
    }
    let pressed = |ply: &&usize| truth.illegal.iter().any(|fact| fact.ply == **ply && fact.pressed);
    verdict.missed_illegal = count(open.iter().filter(pressed).count());
}

fn measure_times(score: &Score, told: &[(Millis, GameEvent)], verdict: &mut Verdict) {
    let when = |number: usize, wanted: PlyState| {
        let played = score.plies[number - 1].played;
        told.iter().find_map(|(t, event)| match event {
            GameEvent::Ply { ply, played: told, state, .. }
                if *ply == number && *told == played && *state >= wanted =>
            {
                Some(*t)
            }
            _ => None,
        })
    };
    for (index, ply) in score.plies.iter().enumerate() {
        let lag = |t: Millis| u32::try_from(t.saturating_sub(ply.made_ms)).unwrap_or(u32::MAX);
        verdict.provisional_ms.extend(when(index + 1, PlyState::Provisional).map(lag));
        verdict.final_ms.extend(when(index + 1, PlyState::Final).map(lag));
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Cell {
    /// The events of one game and what it was.
    pub fn simulate(&self, seed: u64) -> Simulated {
        simulate(seed, self.kind, self.games, &self.hands, &self.board)
    }
}

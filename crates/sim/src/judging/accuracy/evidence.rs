//! The limit in principle: two games that look alike on the board.
//!
//! A *rest* is a moment at which the board's reading shows a finished move: a press or, without a clock, any time when
//! nothing has changed for a while. Each rest is compared with the positions of both the score and the played game.
//! Suppose that the score explains as many rests as the played game does, and that it has no more plies whose position
//! was never seen at rest. Then nobody could have told the two games apart from the rests alone. Events between the
//! rests (which piece was lifted first, and when) may still give hints; hints do not count as evidence here.

use super::line::{fits, follow, sensed, standings};
use crate::judging::cells::Cell;
use crate::{Act, Mark, Simulated, Truth, What};
use board::{BoardEvent, Millis, Reading};
use game::{Score, Standing};
use shakmaty::Color;

/// The time without change after which a board without a clock is at rest, in milliseconds.
const REST_MS: Millis = 1_500;

/// A reading at rest, and the side that pressed, if there is a clock.
struct Rest {
    by: Option<Color>,
    reading: Reading,
}

/// A measure of how badly a sequence of plies explains the rests: the number of rests that the plies leave unexplained,
/// and the number of their positions that no rest shows.
struct Fit {
    unexplained: usize,
    never_seen: usize,
}

/// Returns whether the score explains the board's readings at rest as well as the played game does.
pub(super) fn equal(cell: &Cell, simulated: &Simulated, acts: &[Act], truth: &Truth, score: &Score) -> bool {
    let from_ms = acts.first().map_or(0, |act| act.t_ms);
    let over = acts.iter().find(|act| act.what == What::Mark(Mark::Over)).or(acts.last());
    let to_ms = over.map_or(Millis::MAX, |act| act.t_ms);
    let rests = rests(&simulated.events, from_ms, to_ms, cell.board.clock.is_some());
    let played = standings(&truth.start, &truth.plies);
    let scored: Vec<Standing> = (0..=score.plies.len()).map(|plies| score.after(plies).clone()).collect();
    let fit = |line: &[Standing]| {
        let placements: Vec<(Color, Reading)> = line
            .iter()
            .map(|standing| (!standing.turn(), sensed(standing.board(), cell.board.sensing)))
            .collect();
        explain(&rests, &placements)
    };
    let (played, scored) = (fit(&played), fit(&scored));
    scored.unexplained <= played.unexplained && scored.never_seen <= played.never_seen
}

fn rests(events: &[(Millis, BoardEvent)], from_ms: Millis, to_ms: Millis, clock: bool) -> Vec<Rest> {
    let mut reading = Reading::empty();
    let mut rests = Vec::new();
    let mut last_ms = 0;
    for (t, event) in events {
        if *t > to_ms {
            break;
        }
        let inside = *t >= from_ms;
        if inside && !clock && *t >= last_ms + REST_MS {
            rests.push(Rest { by: None, reading: reading.clone() });
        }
        if let BoardEvent::Press(by) = event
            && inside
        {
            rests.push(Rest { by: Some(*by), reading: reading.clone() });
        }
        if follow(&mut reading, event) {
            last_ms = *t;
        }
    }
    rests.push(Rest { by: None, reading });
    rests
}

/// Assigns to each rest the first placement that fits it and that is not earlier in the game than the placement of the
/// previous rest. Returns how well the placements explain the rests.
fn explain(rests: &[Rest], placements: &[(Color, Reading)]) -> Fit {
    let mut seen = vec![false; placements.len()];
    let mut at = 0;
    let mut unexplained = 0;
    for rest in rests {
        let found = (at..placements.len()).find(|&index| {
            let (mover, placement) = &placements[index];
            rest.by.is_none_or(|by| by == *mover) && fits(&rest.reading, placement)
        });
        match found {
            Some(index) => {
                seen[index] = true;
                at = index;
            }
            None => unexplained += 1,
        }
    }
    Fit { unexplained, never_seen: seen.iter().skip(1).filter(|&&seen| !seen).count() }
}

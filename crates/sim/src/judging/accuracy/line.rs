//! The readings that a board shows along a sequence of plies.

use crate::players::hands::stand_after;
use board::{BoardEvent, Contents, Reading, Sensing};
use game::{Played, Standing};
use shakmaty::{Board, Square};

/// Returns the standings before the first ply and after each ply, so one more than there are plies. The list ends early
/// at a ply that cannot be made.
pub(crate) fn standings(start: &Standing, plies: &[Played]) -> Vec<Standing> {
    let mut standings = vec![start.clone()];
    for played in plies {
        let Some(next) = standings.last().and_then(|before| after(before, *played)) else { break };
        standings.push(next);
    }
    standings
}

fn after(before: &Standing, played: Played) -> Option<Standing> {
    match played {
        Played::Legal(mv) => before.position().is_some().then(|| before.play(mv)),
        Played::Irregular { from: Some(from), to: Some(to) } => Some(stand_after(before, from, to)),
        Played::Irregular { .. } | Played::Promotion { .. } => None,
    }
}

/// Returns the reading of this placement on a board with these sensors.
pub(crate) fn sensed(board: &Board, sensing: Sensing) -> Reading {
    match sensing {
        Sensing::Piece => Reading::from_board(board),
        Sensing::Occupancy => Reading::from_occupied(board.occupied()),
    }
}

/// Returns whether a reading fits a placement; `Occupied` fits every piece.
pub(crate) fn fits(reading: &Reading, placement: &Reading) -> bool {
    Square::ALL.into_iter().all(|square| match (reading.at(square), placement.at(square)) {
        (Contents::Occupied, there) => there.is_occupied(),
        (Contents::Empty | Contents::Piece(_), there) => reading.at(square) == there,
    })
}

/// Updates the reading with an event. Returns whether the event reported any square.
pub(crate) fn follow(reading: &mut Reading, event: &BoardEvent) -> bool {
    match event {
        BoardEvent::Reading(whole) => *reading = whole.clone(),
        BoardEvent::Square { square, contents } => reading.set(*square, *contents),
        _ => return false,
    }
    true
}

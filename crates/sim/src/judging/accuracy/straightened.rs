//! A board that stands the other way round: the program finds that out from the squares and from the game, and so do the
//! measurements.

use crate::Simulated;
use crate::judging::cells::Cell;
use board::Straightener;
use game::{Scribe, Tags};
use std::borrow::Cow;

/// Returns the simulation with its events as a session passes them on. It only differs for a board that was turned.
pub(crate) fn straightened<'a>(cell: &Cell, simulated: &'a Simulated) -> Cow<'a, Simulated> {
    let Some(first) = simulated.truths.first().filter(|_| cell.board.turned) else {
        return Cow::Borrowed(simulated);
    };
    let mut scribe = Scribe::new(cell.terms(first), Tags::default());
    let mut straightener = Straightener::new(cell.board.sensing);
    let mut events = Vec::new();
    for (t, event) in &simulated.events {
        straightener.expect(scribe.expected());
        for event in straightener.straighten(*t, event.clone()) {
            scribe.handle_board(*t, &event);
            events.push((*t, event));
        }
    }
    Cow::Owned(Simulated { events, ..simulated.clone() })
}

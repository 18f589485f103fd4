//! The straightener: it turns the events of a board that reports its squares by its own numbers into events by the squares
//! of the game.
//!
//! Sessions that read a maker's bytes do this themselves. The straightener serves whoever has the events alone: a sensor
//! log of squares, or a simulated board.

use crate::{BoardEvent, Orientation, Reading, Sensing, Sides, Stance};
use shakmaty::Board;

/// The stance of one board, and its squares by the board's own numbers.
#[derive(Debug)]
pub struct Straightener {
    stance: Stance,
    raw: Option<Reading>,
}

impl Straightener {
    /// Creates the straightener of a board about which nothing is known.
    pub fn new(sensing: Sensing) -> Straightener {
        Straightener { stance: Stance::new(sensing), raw: None }
    }

    /// Receives the placement that the game expects. The orientation is judged by it at every later event.
    pub fn expect(&mut self, placement: &Board) {
        self.stance.expect(placement);
    }

    /// Returns an event by the squares of the game. `None` while it is unknown which way round the board stands, after
    /// that was said once; a full reading takes the place of the event by which it becomes known.
    pub fn straighten(&mut self, event: BoardEvent) -> Option<BoardEvent> {
        if let Some(changes) = self.note(&event)
            && let Some(raw) = &self.raw
        {
            self.stance.count_changes(raw, changes);
            match self.stance.look(raw) {
                Sides::Same => {}
                Sides::News { .. } => {
                    return Some(BoardEvent::Reading(self.stance.orientation().apply_reading(raw)));
                }
                Sides::Held { is_new } => return is_new.then_some(BoardEvent::SidesUnknown),
            }
        }
        let orientation = self.stance.orientation();
        Some(match (orientation, event) {
            (Orientation::Normal, event) => event,
            (Orientation::Rotated, BoardEvent::Reading(reading)) => BoardEvent::Reading(reading.rotated()),
            (Orientation::Rotated, BoardEvent::Square { square, contents }) => {
                BoardEvent::Square { square: orientation.apply(square), contents }
            }
            (Orientation::Rotated, BoardEvent::ResultPiece { square, outcome }) => {
                BoardEvent::ResultPiece { square: orientation.apply(square), outcome }
            }
            (Orientation::Rotated, event) => event,
        })
    }

    /// Notes what an event says about the squares. Returns how many squares changed; `None` if the event is not about
    /// squares, or no full reading came before it.
    fn note(&mut self, event: &BoardEvent) -> Option<usize> {
        match (event, &mut self.raw) {
            (BoardEvent::Reading(read), known) => {
                let changes = known.as_ref().map_or(0, |known| known.differing(read).count());
                *known = Some(read.clone());
                Some(changes)
            }
            (BoardEvent::Square { square, contents }, Some(raw)) => {
                let is_news = raw.at(*square) != *contents;
                raw.set(*square, *contents);
                Some(usize::from(is_news))
            }
            (_, _) => None,
        }
    }
}

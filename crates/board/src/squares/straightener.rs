//! The straightener: it turns the events of a board that reports its squares by its own numbers into events by the squares
//! of the game.
//!
//! Sessions that read a maker's bytes do this themselves. The straightener serves whoever has the events alone: a sensor
//! log of squares, or a simulated board.

use crate::{BoardEvent, Millis, Reading, Sensing, Sides, Stance};
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

    /// Returns an event of the instant `t` by the squares of the game. Nothing while it is unknown which way round the
    /// board stands, after that was said once; a full reading takes the place of the event by which it becomes known,
    /// behind the news that the board is turned.
    pub fn straighten(&mut self, t: Millis, event: BoardEvent) -> impl Iterator<Item = BoardEvent> + use<> {
        let before = self.stance.orientation();
        if matches!(event, BoardEvent::Press(_)) {
            self.stance.press();
        }
        let stood = self.stood(t);
        let told = self.told(t, event);
        let now = self.stance.orientation();
        let turned = (now != before).then_some(BoardEvent::Turned(now));
        turned.into_iter().chain(stood).chain(told)
    }

    /// Judges the orientation by what stood until now, if it is unknown. Returns the reading if it becomes known.
    fn stood(&mut self, t: Millis) -> Option<BoardEvent> {
        let raw = self.raw.as_ref().filter(|_| self.stance.is_held())?;
        let is_news = matches!(self.stance.look(t, raw), Sides::News { .. });
        is_news.then(|| BoardEvent::Reading(self.stance.orientation().apply_reading(raw)))
    }

    fn told(&mut self, t: Millis, event: BoardEvent) -> Option<BoardEvent> {
        if let Some(changes) = self.note(&event)
            && let Some(raw) = &self.raw
        {
            self.stance.count_changes(raw, changes);
            match self.stance.look(t, raw) {
                Sides::Same => {}
                Sides::News { .. } => {
                    return Some(BoardEvent::Reading(self.stance.orientation().apply_reading(raw)));
                }
                Sides::Held { is_new } => return is_new.then_some(BoardEvent::SidesUnknown),
            }
        }
        let orientation = self.stance.orientation();
        Some(match event {
            BoardEvent::Reading(reading) => BoardEvent::Reading(orientation.apply_reading(&reading)),
            BoardEvent::Square { square, contents } => {
                BoardEvent::Square { square: orientation.apply(square), contents }
            }
            BoardEvent::ResultPiece { square, outcome } => {
                BoardEvent::ResultPiece { square: orientation.apply(square), outcome }
            }
            event => event,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Contents::{Empty, Occupied};
    use shakmaty::Square;

    /// Returns the squares that are occupied once these squares of a turned board of the array became empty, or occupied.
    fn told(changes: &[(Square, bool)]) -> Vec<Square> {
        let array = Board::default();
        let mut straightener = Straightener::new(Sensing::Occupancy);
        straightener.expect(&array);
        let mut now = Reading::empty();
        let first = BoardEvent::Reading(Reading::from_occupied(array.occupied()));
        let rest = changes.iter().map(|&(square, is_occupied)| BoardEvent::Square {
            square: square.rotate_180(),
            contents: if is_occupied { Occupied } else { Empty },
        });
        for event in [first].into_iter().chain(rest) {
            for event in straightener.straighten(0, event) {
                match event {
                    BoardEvent::Turned(_) => {}
                    BoardEvent::Reading(reading) => now = reading,
                    BoardEvent::Square { square, contents } => now.set(square, contents),
                    other => panic!("{other:?}"),
                }
            }
        }
        (now.occupied() ^ array.occupied()).into_iter().collect()
    }

    #[test]
    fn a_turned_board_of_squares_is_told_by_the_first_piece_that_moves() {
        use Square::{D2, D4, D5, E1, E8};
        assert_eq!(told(&[(D2, false), (D4, true)]), [D2, D4]);
        // The pawn comes down too far at first.
        assert_eq!(told(&[(D2, false), (D5, true), (D5, false), (D4, true)]), [D2, D4]);
        // Two pieces were adjusted before.
        let adjusted = [(E1, false), (E8, false), (E8, true), (E1, true), (D2, false), (D4, true)];
        assert_eq!(told(&adjusted), [D2, D4]);
    }

    #[test]
    fn a_board_on_which_several_pieces_moved_at_first_is_not_judged() {
        use Square::{D2, D4, D5, D7, E2};
        let raw = |squares: &[Square]| squares.iter().map(|square| square.rotate_180()).collect::<Vec<_>>();
        let mut both = told(&[(D2, false), (D7, false), (D4, true), (D5, true)]);
        both.sort_unstable();
        let mut expected = raw(&[D2, D4, D5, D7]);
        expected.sort_unstable();
        assert_eq!(both, expected);
        let mut lost = told(&[(D2, false), (E2, false), (E2, true), (D4, true)]);
        lost.sort_unstable();
        let mut expected = raw(&[D2, D4]);
        expected.sort_unstable();
        assert_eq!(lost, expected);
    }
}

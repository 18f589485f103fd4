//! The orientation of the interpreted board: events are held back while it is unknown, and reported once it is known.
//!
//! Invariant: no event about squares or sides is reported while the stance is held, which means that the orientation is
//! unknown.

use super::Interpreter;
use crate::makers::dgt::code;
use crate::{BoardEvent, Contents, Millis, Orientation, Sides};
use shakmaty::{Board, Square};

impl Interpreter {
    /// Receives the placement that the game expects. The orientation is judged by it, now and at every later dump. If
    /// the board turns out to be rotated, [`Interpreter::poll_event`] will return `Turned` and a full reading.
    pub fn expect(&mut self, placement: &Board) {
        if self.stance.expect(placement) {
            self.look(self.now);
        }
    }

    /// Receives the orientation that a person has given; `None` if it is to be found out.
    pub fn give_orientation(&mut self, orientation: Option<Orientation>) {
        self.stance.give(orientation);
        self.look(self.now);
    }

    /// Returns the board's orientation: the established one, or the normal one while none is established.
    pub fn orientation(&self) -> Orientation {
        self.stance.orientation()
    }

    /// Returns the orientation if something has established it.
    pub fn told_orientation(&self) -> Option<Orientation> {
        self.stance.told()
    }

    /// Returns the squares that differ from the game, by the board's own numbers; no squares while the orientation is
    /// unknown.
    pub(in crate::makers::dgt) fn misplaced(&self) -> Vec<u8> {
        let (Some(reading), Some(expected), false) =
            (self.reading(), self.stance.expected(), self.stance.is_held())
        else {
            return Vec::new();
        };
        let differs = |square: &Square| {
            let wanted = expected.piece_at(*square).map_or(Contents::Empty, Contents::Piece);
            reading.at(*square) != wanted
        };
        let number = |square| code::number(self.orientation().back().apply(square));
        Square::ALL.into_iter().filter(differs).map(number).collect()
    }

    /// Judges the board's orientation by its squares. Returns true if the squares need no further report.
    pub(super) fn look(&mut self, t: Millis) -> bool {
        if !self.raw.whole {
            return false;
        }
        match self.stance.look(t, &self.raw.reading) {
            Sides::Same => false,
            Sides::News { is_turned } => {
                self.report_sides(t, is_turned);
                true
            }
            Sides::Held { is_new } => {
                if is_new {
                    self.report(t, BoardEvent::SidesUnknown);
                }
                true
            }
        }
    }

    /// Judges the orientation by what stood until now, if it is unknown, before the squares change.
    pub(super) fn look_before_change(&mut self, t: Millis) {
        if self.stance.is_held() {
            self.look(t);
        }
    }

    /// Reports everything that was held back, or whose meaning has changed since it was reported.
    fn report_sides(&mut self, t: Millis, is_turned: bool) {
        if is_turned {
            self.report(t, BoardEvent::Turned(self.orientation()));
        }
        self.report_reading(t);
        if let Some(time) = self.clock {
            self.report_clock(t, &time);
        }
    }
}

//! The accepted squares of a board that reports all its squares at once: readings in, board events out.
//!
//! Invariants:
//! * Inside this module, squares are those of the board's own numbering. The orientation is applied when an event is
//!   reported, and no event about squares is reported while the stance is held, which means that the orientation is
//!   unknown.
//! * After a time in which the squares could not be seen, events come in the order `Gap`, `Turned` if the board was
//!   turned, `Reading`.
//! * A reading that differs from the known squares in many places is accepted only when the next reading agrees with
//!   it, because one lost byte makes all pieces appear on wrong squares.
//!
//! Limit: at most [`EVENTS_MAX`] events wait to be taken; if there are more, the oldest are dropped.

use crate::{BoardEvent, Contents, Millis, Orientation, Reading, Sensing, Sides, Stance};
use shakmaty::{Board, Square};
use std::collections::VecDeque;

/// The greatest number of events that may wait to be taken.
const EVENTS_MAX: usize = 65_536;
/// The greatest number of squares on which a reading may differ from the known squares and still be accepted at once:
/// no move changes more.
const SURPRISE_MAX: usize = 6;

/// The accepted squares of one board.
#[derive(Debug)]
pub(crate) struct Sight {
    /// The squares by the board's own numbers; `None` while they cannot be seen.
    raw: Option<Reading>,
    /// The squares as they were when they were lost from view, with the changes of single squares reported since.
    /// `None` if the squares are unknown, for instance because a different board may be connected.
    kept: Option<Reading>,
    stance: Stance,
    /// A reading that differs in many places and waits for the next reading to confirm it.
    surprise: Option<Reading>,
    has_seen: bool,
    /// The instant at which the squares were lost from view. `None` while they can be seen, and before they were first
    /// seen.
    blind_since: Option<Millis>,
    events: VecDeque<(Millis, BoardEvent)>,
}

impl Sight {
    pub(crate) fn new(sensing: Sensing) -> Sight {
        Sight {
            raw: None,
            kept: None,
            stance: Stance::new(sensing),
            surprise: None,
            has_seen: false,
            blind_since: None,
            events: VecDeque::new(),
        }
    }

    /// Handles a reading of all squares. Returns false if it differs in too many places to be accepted without
    /// confirmation.
    pub(crate) fn handle_reading(&mut self, t: Millis, raw: &Reading) -> bool {
        let is_accepted = self.take_reading(t, raw);
        self.check();
        is_accepted
    }

    fn take_reading(&mut self, t: Millis, raw: &Reading) -> bool {
        let far = |known: &Reading| known.differing(raw).count() > SURPRISE_MAX;
        if self.raw.as_ref().is_some_and(far) && self.surprise.as_ref().is_none_or(far) {
            self.surprise = Some(raw.clone());
            return false;
        }
        self.look_before_change(t);
        self.surprise = None;
        self.kept = None;
        if let Some(since) = self.blind_since.take() {
            self.report(t, BoardEvent::Gap { gap_ms: t - since });
        }
        self.has_seen = true;
        let changes = self.raw.as_ref().map_or(0, |before| before.differing(raw).count());
        let before = self.raw.replace(raw.clone());
        if self.look(t, Some(changes)) {
            return true;
        }
        let Some(before) = before else {
            self.report_reading(t);
            return true;
        };
        let (lifted, placed): (Vec<Square>, Vec<Square>) =
            before.differing(raw).partition(|&square| !raw.at(square).is_occupied());
        if lifted.len() + placed.len() > SURPRISE_MAX {
            self.report_reading(t);
        } else {
            // If squares became empty and others became occupied within one scan, the emptied ones are reported first,
            // because a hand lifts a piece before putting it down.
            for square in lifted.into_iter().chain(placed) {
                self.report_square(t, square, raw.at(square));
            }
        }
        true
    }

    /// Handles a report of one square. While the squares cannot be seen, the report only changes the squares that were
    /// known before, if there were any.
    pub(crate) fn handle_square(&mut self, t: Millis, square: Square, contents: Contents) {
        if let Some(kept) = &mut self.kept {
            kept.set(square, contents);
        }
        self.look_before_change(t);
        let Some(raw) = &mut self.raw else { return };
        if raw.at(square) == contents {
            return;
        }
        raw.set(square, contents);
        if !self.look(t, Some(1)) {
            self.report_square(t, square, contents);
        }
        self.check();
    }

    /// Receives the placement that the game expects. The orientation is judged by it, now and at every reading.
    pub(crate) fn expect(&mut self, t: Millis, placement: &Board) {
        if self.stance.expect(placement) {
            self.look(t, None);
        }
        self.check();
    }

    /// Receives the orientation that a person has given; `None` if it is to be found out.
    pub(crate) fn give_orientation(&mut self, t: Millis, orientation: Option<Orientation>) {
        self.stance.give(orientation);
        self.look(t, None);
        self.check();
    }

    /// Notes that the squares cannot be seen from `since` on, until the next reading.
    pub(crate) fn go_blind(&mut self, since: Millis) {
        if self.has_seen {
            self.blind_since.get_or_insert(since);
        }
        self.kept = self.raw.take().or(self.kept.take());
        self.surprise = None;
        self.check();
    }

    /// Forgets the squares that were seen, because a different board may be connected.
    pub(crate) fn forget(&mut self) {
        self.kept = None;
    }

    /// Presumes, without a new reading, that the squares are those known before with the changes reported since.
    /// Returns false if no squares are known.
    pub(crate) fn presume(&mut self, t: Millis) -> bool {
        let Some(kept) = self.kept.clone() else { return false };
        self.handle_reading(t, &kept)
    }

    /// Queues an event.
    pub(crate) fn report(&mut self, t: Millis, event: BoardEvent) {
        if self.events.len() == EVENTS_MAX {
            self.events.pop_front();
        }
        self.events.push_back((t, event));
    }

    pub(crate) fn poll_event(&mut self) -> Option<(Millis, BoardEvent)> {
        self.events.pop_front()
    }

    pub(crate) fn reading(&self) -> Option<Reading> {
        self.raw.as_ref().map(|raw| self.orientation().apply_reading(raw))
    }

    pub(crate) fn orientation(&self) -> Orientation {
        self.stance.orientation()
    }

    pub(crate) fn told_orientation(&self) -> Option<Orientation> {
        self.stance.told()
    }

    /// Judges the board's orientation after `changes` squares have changed. Returns true if the changes need not be
    /// reported one by one.
    fn look(&mut self, t: Millis, changes: Option<usize>) -> bool {
        let Some(raw) = &self.raw else { return false };
        if let Some(changes) = changes {
            self.stance.count_changes(raw, changes);
        }
        match self.stance.look(t, raw) {
            Sides::Same => false,
            Sides::News { is_turned } => {
                if is_turned {
                    self.report(t, BoardEvent::Turned(self.orientation()));
                }
                self.report_reading(t);
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
    fn look_before_change(&mut self, t: Millis) {
        if self.stance.is_held() {
            self.look(t, None);
        }
    }

    /// Panics if the state of the sight contradicts itself. Release builds skip the check.
    fn check(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        assert!(self.events.len() <= EVENTS_MAX, "the events that wait are limited");
        if self.raw.is_some() {
            assert!(self.has_seen, "squares that can be seen were seen");
            assert_eq!(self.blind_since, None, "squares that can be seen are not lost from view");
            assert!(self.kept.is_none(), "squares that can be seen need not be remembered");
        } else {
            assert!(self.surprise.is_none(), "a reading surprises only beside one that is known");
        }
    }

    fn report_reading(&mut self, t: Millis) {
        if let Some(reading) = self.reading() {
            self.report(t, BoardEvent::Reading(reading));
        }
    }

    fn report_square(&mut self, t: Millis, square: Square, contents: Contents) {
        self.report(t, BoardEvent::Square { square: self.orientation().apply(square), contents });
    }
}

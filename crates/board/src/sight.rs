//! What is believed of a board that tells all its squares at once: readings in, board events out.
//!
//! Invariants:
//! * Inside, squares stay as the board numbers them; the orientation is applied when an event leaves.
//! * After blindness the order of events is `Gap`, `Turned` if so, `Reading`.
//! * A reading far from everything known is believed when the next one agrees: one lost byte moves all pieces.
//!
//! Limit: [`EVENTS_MAX`] events wait; when nobody takes them the oldest are dropped.

use crate::{BoardEvent, Contents, Millis, Orientation, Reading, Sensing};
use shakmaty::{Board, Square};
use std::collections::VecDeque;

/// How many events may wait to be taken.
const EVENTS_MAX: usize = 65_536;
/// A reading that differs on more squares than this from what is known must be confirmed: no move changes so many.
const SURPRISE_MAX: usize = 6;

/// What is believed of one board.
#[derive(Debug)]
pub(crate) struct Sight {
    sensing: Sensing,
    /// What each square reads, by the board's own numbers; none while nothing can be seen.
    raw: Option<Reading>,
    /// What they read when nothing could be seen any more, with what was told of single squares since; none where another
    /// board may be there, or nobody knows.
    kept: Option<Reading>,
    orientation: Orientation,
    expected: Option<Board>,
    /// A surprising reading that waits for its confirmation.
    surprise: Option<Reading>,
    has_seen: bool,
    /// How many squares changed since the board was occupied as the game expects it.
    changes: usize,
    /// Since when nothing can be seen, once something was.
    blind_since: Option<Millis>,
    events: VecDeque<(Millis, BoardEvent)>,
}

impl Sight {
    pub(crate) fn new(sensing: Sensing) -> Sight {
        Sight {
            sensing,
            raw: None,
            kept: None,
            orientation: Orientation::Normal,
            expected: None,
            surprise: None,
            has_seen: false,
            changes: 0,
            blind_since: None,
            events: VecDeque::new(),
        }
    }

    /// The board told all its squares. False when that was too surprising to be believed at once.
    pub(crate) fn handle_reading(&mut self, t: Millis, raw: &Reading) -> bool {
        let far = |known: &Reading| differing(known, raw).count() > SURPRISE_MAX;
        if self.raw.as_ref().is_some_and(far) && self.surprise.as_ref().is_none_or(far) {
            self.surprise = Some(raw.clone());
            return false;
        }
        self.surprise = None;
        self.kept = None;
        if let Some(since) = self.blind_since.take() {
            self.report(t, BoardEvent::Gap { gap_ms: t - since });
        }
        self.has_seen = true;
        let changes = self.raw.as_ref().map_or(0, |before| differing(before, raw).count());
        let before = self.raw.replace(raw.clone());
        self.count_changes(changes);
        if self.judge() {
            self.report_turned(t);
            return true;
        }
        let Some(before) = before else {
            self.report_reading(t);
            return true;
        };
        let (lifted, placed): (Vec<Square>, Vec<Square>) =
            differing(&before, raw).partition(|&square| !raw.at(square).is_occupied());
        if lifted.len() + placed.len() > SURPRISE_MAX {
            self.report_reading(t);
        } else {
            // What was lifted and what was put down within one scan: a hand lifts first.
            for square in lifted.into_iter().chain(placed) {
                self.report_square(t, square, raw.at(square));
            }
        }
        true
    }

    /// The board told one square. Before the first full reading nothing is made of it.
    pub(crate) fn handle_square(&mut self, t: Millis, square: Square, contents: Contents) {
        if let Some(kept) = &mut self.kept {
            kept.set(square, contents);
        }
        let Some(raw) = &mut self.raw else { return };
        if raw.at(square) == contents {
            return;
        }
        raw.set(square, contents);
        self.count_changes(1);
        if self.judge() {
            self.report_turned(t);
        } else {
            self.report_square(t, square, contents);
        }
    }

    /// The placement the game believes in: the orientation is judged against it, at once and at every reading.
    pub(crate) fn expect(&mut self, t: Millis, placement: &Board) {
        if self.expected.as_ref() == Some(placement) {
            return;
        }
        self.expected = Some(placement.clone());
        if self.judge() {
            self.report_turned(t);
        }
    }

    /// Nothing can be seen from then on until the next reading.
    pub(crate) fn go_blind(&mut self, since: Millis) {
        if self.has_seen {
            self.blind_since.get_or_insert(since);
        }
        self.kept = self.raw.take().or(self.kept.take());
        self.surprise = None;
    }

    /// Another board may be there: what was seen says nothing of it.
    pub(crate) fn forget(&mut self) {
        self.kept = None;
    }

    /// What was known and what was told since is taken for what stands there, though no reading says so. False where
    /// nothing is known.
    pub(crate) fn presume(&mut self, t: Millis) -> bool {
        let Some(kept) = self.kept.clone() else { return false };
        self.handle_reading(t, &kept)
    }

    /// Puts an event into the row.
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
        self.raw.as_ref().map(|raw| self.orientation.apply_reading(raw))
    }

    pub(crate) fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Judges which way round the board stands. True when it was found turned.
    fn judge(&mut self) -> bool {
        let Some(raw) = &self.raw else { return false };
        let expected = self.expected.as_ref();
        let by_game = || expected.and_then(|expected| Orientation::judge(raw, expected));
        let by_first_move = || match self.sensing {
            Sensing::Piece => None,
            // One man lifted and put down, and nothing else: after a lost report it would be guesswork.
            Sensing::Occupancy if self.changes > 2 => None,
            Sensing::Occupancy => {
                expected.and_then(|expected| Orientation::judge_first_move(raw.occupied(), expected))
            }
        };
        let verdict = by_game().or_else(|| Orientation::judge_home(raw)).or_else(by_first_move);
        let turned = verdict.is_some_and(|verdict| verdict != self.orientation);
        if turned {
            self.orientation = self.orientation.turned();
        }
        turned
    }

    fn count_changes(&mut self, changes: usize) {
        let occupied = self.raw.as_ref().map(Reading::occupied);
        let is_expected = occupied.is_some() && occupied == self.expected.as_ref().map(Board::occupied);
        self.changes = if is_expected { 0 } else { self.changes.saturating_add(changes) };
    }

    fn report_turned(&mut self, t: Millis) {
        self.report(t, BoardEvent::Turned(self.orientation));
        self.report_reading(t);
    }

    fn report_reading(&mut self, t: Millis) {
        if let Some(reading) = self.reading() {
            self.report(t, BoardEvent::Reading(reading));
        }
    }

    fn report_square(&mut self, t: Millis, square: Square, contents: Contents) {
        self.report(t, BoardEvent::Square { square: self.orientation.apply(square), contents });
    }
}

/// The squares on which two readings differ.
fn differing(a: &Reading, b: &Reading) -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().filter(|&square| a.at(square) != b.at(square))
}

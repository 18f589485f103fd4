//! The stance of a board: its orientation, and whether that is known.
//!
//! ```text
//!            expected by the game · a starting position · many pawns near home · a pawn was moved
//!  Held ───────────────────────────────────────────────────────────────────────────────────▶ told
//!   ▲ pieces are on the board that no game expects, and none of these applies
//! ```
//! Squares and sides mean nothing before the stance is known. While the stance is held (unknown), nothing about the
//! squares is reported, because a game published upside down is worse than one published a few moves late.
//!
//! Invariants:
//! * Once established (told), a stance is kept until the game or a starting position contradicts it. Pawns are used as
//!   evidence only before that.
//! * What a person says of the stance is not judged.
//! * The stance of a board that knows few or none of its pieces is never held: only later moves could show it, and most
//!   boards stand the normal way round.

use super::stood::Stood;
use crate::{Millis, Orientation, Reading, Sensing};
use shakmaty::{Bitboard, Board};

/// The assumed or established orientation of one board.
#[derive(Debug, Clone)]
pub struct Stance {
    sensing: Sensing,
    orientation: Orientation,
    /// True once the stance is established.
    is_told: bool,
    /// The orientation that a person has given; `None` if it is to be found out.
    given: Option<Orientation>,
    /// What stood on the board; `None` while the stance is not held.
    held: Option<Box<Stood>>,
    expected: Option<Board>,
    /// The squares that were occupied, by the board's own numbering, when squares changed last.
    occupied: Bitboard,
    /// True if more than one piece may have moved since the occupied squares last matched those that the game expects.
    is_disturbed: bool,
}

/// The result of judging the stance from a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// The stance is the same as before the reading.
    Same,
    /// The stance became known, or the board turned out to stand the opposite way round. All squares must be reported,
    /// because earlier reports were held back or used the wrong orientation.
    News {
        /// True if the board stands the opposite way round from what was assumed; see [`crate::BoardEvent::Turned`].
        is_turned: bool,
    },
    /// Nothing may be reported about the squares.
    Held {
        /// True if the stance was not held before; see [`crate::BoardEvent::SidesUnknown`].
        is_new: bool,
    },
}

/// The greatest number of squares on which the board may differ from the expected placement and still count as near it.
/// One or two missed moves cause no more.
const MISSED_MAX: usize = 6;
/// The least number by which the squares that contradict the expected placement must be more in the opposite
/// orientation.
const MORE_MIN: usize = 4;
/// The squares that a starting position occupies on a board that is turned by a quarter of a circle.
const ALONG_FILES: Bitboard = Bitboard(0xc3c3_c3c3_c3c3_c3c3);

impl Stance {
    /// Creates a stance about which nothing is known.
    pub fn new(sensing: Sensing) -> Stance {
        Stance {
            sensing,
            orientation: Orientation::Normal,
            is_told: false,
            given: None,
            held: None,
            expected: None,
            occupied: Bitboard::EMPTY,
            is_disturbed: false,
        }
    }

    /// Returns the board's orientation: the established one, or the normal one while none is established.
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Returns the orientation if it is established.
    pub fn told(&self) -> Option<Orientation> {
        self.is_told.then_some(self.orientation)
    }

    /// Returns whether nothing may be reported about the squares.
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Returns the placement that the game expects, if there is a game.
    pub fn expected(&self) -> Option<&Board> {
        self.expected.as_ref()
    }

    /// Receives the placement that the game expects. Returns whether the placement is a new one. The next game expects what
    /// was set up before: no change may have told that the squares matched, and the first piece may be in a hand already.
    pub fn expect(&mut self, placement: &Board) -> bool {
        let is_new = self.expected.as_ref() != Some(placement);
        if is_new {
            self.expected = Some(placement.clone());
            self.is_disturbed &= !is_one_piece(placement.occupied(), self.occupied);
        }
        is_new
    }

    /// Sets the orientation that a person has given; `None` if it is to be found out. It counts from the next
    /// [`Stance::look`].
    pub fn give(&mut self, orientation: Option<Orientation>) {
        self.given = orientation;
    }

    /// Forgets the stance, because a different board may be connected from now on. What a person has given stays.
    pub fn forget(&mut self) {
        *self = Stance { expected: self.expected.take(), given: self.given, ..Stance::new(self.sensing) };
    }

    /// Counts squares that changed together. `raw` is the reading after the change.
    pub fn count_changes(&mut self, raw: &Reading, changes: usize) {
        self.occupied = raw.occupied();
        let Some(expected) = self.expected.as_ref().map(Board::occupied) else { return };
        // One piece may come down on several squares before it stands on its own. If more squares have changed at once, a
        // report may have been lost.
        let is_moved = changes <= 2 && is_one_piece(expected, raw.occupied());
        self.is_disturbed = expected != raw.occupied() && (self.is_disturbed || !is_moved);
    }

    /// Notes that a player pressed the clock: what stands is meant to stand. It counts from the next [`Stance::look`].
    pub fn press(&mut self) {
        if let Some(stood) = &mut self.held {
            stood.press();
        }
    }

    /// Judges the stance from a reading, by the board's own numbering, that was taken at `t`.
    pub fn look(&mut self, t: Millis, raw: &Reading) -> Sides {
        let by_pawns = self.held.as_mut().and_then(|stood| stood.see(t, raw));
        let mut verdict = self.given.or_else(|| self.judge(raw));
        if !self.is_told {
            verdict = verdict.or_else(|| self.judge_first(raw)).or(by_pawns);
        }
        let before = self.orientation;
        let was_held = self.held.is_some();
        if let Some(orientation) = verdict {
            (self.orientation, self.is_told, self.held) = (orientation, true, None);
        } else if !self.is_told {
            self.hold(t, raw);
        }
        // What a person says is no news to them.
        let (is_other, is_given) = (self.orientation != before, self.given.is_some());
        let is_turned = is_other && !is_given;
        match (was_held, self.held.is_some()) {
            (_, true) => Sides::Held { is_new: !was_held },
            (true, false) => Sides::News { is_turned },
            (false, false) if is_other => Sides::News { is_turned },
            (false, false) => Sides::Same,
        }
    }

    /// Judges by the evidence that counts at any time: the placement that the game expects, a starting position, or the
    /// first move from one.
    fn judge(&self, raw: &Reading) -> Option<Orientation> {
        let by_game = || self.judge_by_game(raw);
        let by_first_move = || match self.sensing {
            Sensing::Piece => None,
            // The changes must be those of one piece that was lifted and put down. Otherwise a judgment would be a guess.
            Sensing::Occupancy if self.is_disturbed => None,
            Sensing::Occupancy => (self.expected.as_ref())
                .and_then(|expected| Orientation::judge_first_move(raw.occupied(), expected)),
        };
        by_game().or_else(|| Orientation::judge_home(raw)).or_else(by_first_move)
    }

    /// Judges by the placement that the game expects. A board that is turned by a quarter can only be turned by a quarter
    /// the other way: nothing but a starting position tells that it is turned by a quarter, or no longer.
    fn judge_by_game(&self, raw: &Reading) -> Option<Orientation> {
        let expected = self.expected.as_ref()?;
        if !self.orientation.is_quarter() {
            return Orientation::judge(raw, expected);
        }
        let is_same =
            Orientation::judge(&self.orientation.apply_reading(raw), expected)? == Orientation::Normal;
        Some(if is_same { self.orientation } else { self.orientation.turned() })
    }

    /// Judges by the evidence that counts only while the stance is not established.
    fn judge_first(&self, raw: &Reading) -> Option<Orientation> {
        self.judge_nearer(raw).or_else(|| Orientation::judge_men(raw))
    }

    /// Judges by whether the board is nearer to the expected placement in one orientation than in the other.
    fn judge_nearer(&self, raw: &Reading) -> Option<Orientation> {
        let expected = Reading::from_board(self.expected.as_ref()?);
        let (normal, rotated) = (raw.contradictions(&expected), raw.contradictions_rotated(&expected));
        let is_near = |near: usize, far: usize| near <= MISSED_MAX && near + MORE_MIN <= far;
        // While pieces are being set up, every piece on the board is already on its square.
        let (misplaced, other) = (raw.misplaced(&expected), raw.rotated().misplaced(&expected));
        let is_put_up = |near: usize, far: usize| near == 0 && far >= MORE_MIN;
        if is_near(normal, rotated) || is_put_up(misplaced, other) {
            Some(Orientation::Normal)
        } else if is_near(rotated, normal) || is_put_up(other, misplaced) {
            Some(Orientation::Rotated)
        } else {
            None
        }
    }

    /// Holds the squares back if their orientation could be wrong.
    fn hold(&mut self, t: Millis, raw: &Reading) {
        let known = raw.known().occupied().count();
        let is_expected = (self.expected.as_ref())
            .is_some_and(|board| raw.contradictions(&Reading::from_board(board)) == 0);
        let is_unknowable = self.sensing == Sensing::Occupancy || 2 * known <= raw.occupied().count();
        // A board turned by a quarter of a circle is reported to the arbiter, and no game is followed on it.
        if is_unknowable || is_expected || raw.occupied() == ALONG_FILES {
            self.held = None;
        } else if self.held.is_none() {
            self.held = Some(Box::new(Stood::new(t, raw)));
        }
    }
}

/// Returns whether at most one piece moved between these occupied squares.
fn is_one_piece(before: Bitboard, now: Bitboard) -> bool {
    (before & !now).count() <= 1 && (now & !before).count() <= 1
}

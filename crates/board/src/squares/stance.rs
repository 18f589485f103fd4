//! The way round in which one board stands, and whether that is known.
//!
//! ```text
//!            the game expects it so · an array stands · many pawns, as pawns stand · a pawn was moved
//!  Held ───────────────────────────────────────────────────────────────────────────────────▶ told
//!   ▲ pieces stand there that no game expects so, and nothing tells
//! ```
//! Squares and sides mean nothing before the stance is known. While it is held, nothing of the squares is
//! reported: a game published upside down is worse than one that is published a few moves later.
//!
//! Invariants:
//! * Once told, a stance is believed until the game or an array contradicts it; pawns are consulted only before.
//! * A board that knows no pieces, or few of those on it, is never held: only play can tell then, and most boards
//!   stand as they should.

use crate::{Orientation, Reading, Sensing};
use shakmaty::{Bitboard, Board, Square};

/// The belief about the way round in which one board stands.
#[derive(Debug, Clone)]
pub struct Stance {
    sensing: Sensing,
    orientation: Orientation,
    /// True once something told the stance.
    is_told: bool,
    /// The squares as they were before the move that is under way, while pieces stand there and nothing tells the
    /// stance.
    held: Option<Box<Reading>>,
    expected: Option<Board>,
    /// The number of squares that changed since the occupied squares last matched those the game expects.
    changes: usize,
}

/// The outcome of a look at the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// The belief stays.
    Same,
    /// The stance became known or was turned. Everything reported before means something else, or was not
    /// reported: it is reported now.
    News {
        /// See [`crate::BoardEvent::Turned`].
        is_turned: bool,
    },
    /// Nothing may be reported about the squares.
    Held {
        /// See [`crate::BoardEvent::SidesUnknown`].
        is_new: bool,
    },
}

/// The most squares on which the board may differ from the expected placement after a missed move or two.
const MISSED_MAX: usize = 6;
/// The number of squares, at least, by which the opposite way round must differ more.
const MORE_MIN: usize = 4;
/// The men of an array on a board turned by a quarter.
const ALONG_FILES: Bitboard = Bitboard(0xc3c3_c3c3_c3c3_c3c3);
/// The most squares that change in a move. After more, what stood before is no longer known.
const MOVE_MAX: usize = 3;

impl Stance {
    /// A stance about which nothing is known.
    pub fn new(sensing: Sensing) -> Stance {
        Stance {
            sensing,
            orientation: Orientation::Normal,
            is_told: false,
            held: None,
            expected: None,
            changes: 0,
        }
    }

    /// The board's orientation, as far as it could be told.
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// The orientation where something told it, or where nothing ever will.
    pub fn told(&self) -> Option<Orientation> {
        self.is_told.then_some(self.orientation)
    }

    /// Returns whether nothing may be reported about the squares.
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// The placement the game expects.
    pub fn expected(&self) -> Option<&Board> {
        self.expected.as_ref()
    }

    /// Takes the placement that the game expects. Returns whether it is a new one.
    pub fn expect(&mut self, placement: &Board) -> bool {
        let is_new = self.expected.as_ref() != Some(placement);
        if is_new {
            self.expected = Some(placement.clone());
        }
        is_new
    }

    /// Forgets the stance, because another board may stand there from now on.
    pub fn forget(&mut self) {
        *self = Stance { expected: self.expected.take(), ..Stance::new(self.sensing) };
    }

    /// Counts squares that changed at once; `raw` is what the board reads now.
    pub fn count_changes(&mut self, raw: &Reading, changes: usize) {
        let is_expected = self.expected.as_ref().is_some_and(|board| board.occupied() == raw.occupied());
        self.changes = if is_expected { 0 } else { self.changes.saturating_add(changes) };
    }

    /// Judges the stance of a board from a reading by its own numbers.
    pub fn look(&mut self, raw: &Reading) -> Sides {
        let mut verdict = self.judge(raw);
        if !self.is_told {
            verdict = verdict.or_else(|| self.judge_first(raw));
        }
        let before = self.orientation;
        let was_held = self.held.is_some();
        if let Some(orientation) = verdict {
            (self.orientation, self.is_told, self.held) = (orientation, true, None);
        } else if !self.is_told {
            self.hold(raw);
        }
        let is_turned = self.orientation != before;
        match (was_held, self.held.is_some()) {
            (_, true) => Sides::Held { is_new: !was_held },
            (true, false) => Sides::News { is_turned },
            (false, false) if is_turned => Sides::News { is_turned },
            (false, false) => Sides::Same,
        }
    }

    /// Judges by what can tell at any time: what the game expects, an array, or the first move from one.
    fn judge(&self, raw: &Reading) -> Option<Orientation> {
        let by_game = || self.expected.as_ref().and_then(|expected| Orientation::judge(raw, expected));
        let by_first_move = || match self.sensing {
            Sensing::Piece => None,
            // The changes must be one man lifted and put down: after a lost report it would be guesswork.
            Sensing::Occupancy if self.changes > 2 => None,
            Sensing::Occupancy => (self.expected.as_ref())
                .and_then(|expected| Orientation::judge_first_move(raw.occupied(), expected)),
        };
        by_game().or_else(|| Orientation::judge_home(raw)).or_else(by_first_move)
    }

    /// Judges by what counts only while nothing has told the stance.
    fn judge_first(&self, raw: &Reading) -> Option<Orientation> {
        let by_pawn = || Orientation::judge_pawn_move(self.held.as_deref()?, raw);
        self.judge_nearer(raw).or_else(|| Orientation::judge_men(raw)).or_else(by_pawn)
    }

    /// Judges by the placement that the game expects, which may nearly stand there.
    fn judge_nearer(&self, raw: &Reading) -> Option<Orientation> {
        let expected = Reading::from_board(self.expected.as_ref()?);
        let (normal, rotated) = (raw.contradictions(&expected), raw.contradictions_rotated(&expected));
        let is_near = |near: usize, far: usize| near <= MISSED_MAX && near + MORE_MIN <= far;
        // While pieces are being put up, every piece on the board stands where it should.
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

    /// Holds the squares back if the pieces on them could be the wrong way round.
    fn hold(&mut self, raw: &Reading) {
        let known = raw.known().occupied().count();
        let is_expected = (self.expected.as_ref())
            .is_some_and(|board| raw.contradictions(&Reading::from_board(board)) == 0);
        let is_unknowable = self.sensing == Sensing::Occupancy || 2 * known <= raw.occupied().count();
        // The arbiter is told of a board turned by a quarter; no game is followed there.
        if is_unknowable || is_expected || raw.occupied() == ALONG_FILES {
            self.held = None;
            return;
        }
        match &mut self.held {
            // A move is over when its piece stands somewhere else.
            Some(before) => {
                let changed: Vec<Square> = before.differing(raw).collect();
                let is_moved =
                    changed.len() == 2 && changed.iter().any(|&square| raw.at(square).is_occupied());
                if is_moved || changed.len() > MOVE_MAX {
                    **before = raw.clone();
                }
            }
            None => self.held = Some(Box::new(raw.clone())),
        }
    }
}

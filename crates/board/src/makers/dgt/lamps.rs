//! The lamps of a Revelation II (docs/protocols/dgt.md, "Lamps"): squares on which pieces do not stand as the game says.
//!
//! ```text
//!  60 04 [pattern: 00 dark, 01 lit] [first square] [last square] 00      first square 40: all of them
//! ```
//! Invariants:
//! * Without leave nothing is ever said to a lamp. When leave is taken away, lamps that were lit go dark.
//! * Only boards of version 3.22 to 3.99 are spoken to: older ones cannot be told to go dark, and to others the message
//!   may mean something else.
//!
//! Limit: where more than [`SQUARES_MAX`] squares differ the board is being set up, and all stays dark.

use std::collections::VecDeque;

/// The most squares that are lit at once.
const SQUARES_MAX: usize = 10;
/// What a message to the lamps begins with.
const LAMPS: u8 = 0x60;
const ALL_SQUARES: u8 = 0x40;

/// What was said to the lamps, and what is to be.
#[derive(Debug, Default)]
pub(super) struct Lamps {
    is_allowed: bool,
    /// The squares that are lit, by the board's own numbers; none where nobody knows.
    lit: Option<Vec<u8>>,
    waiting: VecDeque<Vec<u8>>,
}

impl Lamps {
    /// Whether boards of this version are spoken to.
    pub(super) fn has(version: Option<(u8, u8)>) -> bool {
        version.is_some_and(|(major, minor)| major == 3 && minor > 21)
    }

    /// Gives leave, or takes it away.
    pub(super) fn allow(&mut self, is_allowed: bool) {
        if !is_allowed {
            self.darken();
        }
        self.is_allowed = is_allowed;
    }

    /// Makes those dark that were lit.
    pub(super) fn darken(&mut self) {
        if self.lit.as_ref().is_some_and(|lit| !lit.is_empty()) {
            self.show(&[]);
        }
    }

    /// Lights these squares and no others.
    pub(super) fn show(&mut self, squares: &[u8]) {
        let squares = if squares.len() > SQUARES_MAX { &[] } else { squares };
        if !self.is_allowed || self.lit.as_deref() == Some(squares) {
            return;
        }
        // What waits is older than this.
        self.waiting.clear();
        if self.lit.as_ref().is_none_or(|lit| !lit.is_empty()) {
            self.waiting.push_back(message(0, ALL_SQUARES));
        }
        self.waiting.extend(squares.iter().map(|number| message(1, *number)));
        self.lit = Some(squares.to_vec());
    }

    /// The link was lost: nobody knows what is lit.
    pub(super) fn forget(&mut self) {
        self.lit = None;
        self.waiting.clear();
    }

    /// The next message.
    pub(super) fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.waiting.pop_front()
    }
}

fn message(pattern: u8, square: u8) -> Vec<u8> {
    vec![LAMPS, 4, pattern, square, square, 0]
}

//! The lamps of a Revelation II (docs/protocols/dgt.md, "Lamps"), which show the squares whose contents are not as
//! the game expects.
//!
//! ```text
//!  60 04 [pattern: 00 dark, 01 lit] [first square] [last square] 00      first square 40: all of them
//! ```
//! Invariants:
//! * Without permission no message for lamps is sent. When the permission ends, lit lamps are turned off first.
//! * Only boards of the versions 3.22 to 3.99 get messages for lamps: older boards cannot turn their lamps off, and
//!   boards of other versions may take such a message for a different one.
//!
//! Limit: if more than [`SQUARES_MAX`] squares differ, the board is presumably being set up, and all lamps stay dark.

use std::collections::VecDeque;

/// The greatest number of squares that are lit at once.
const SQUARES_MAX: usize = 10;
/// The first byte of a message to the lamps.
const LAMPS: u8 = 0x60;
const ALL_SQUARES: u8 = 0x40;

/// The state of the lamps, and the messages still to be sent.
#[derive(Debug, Default)]
pub(super) struct Lamps {
    is_allowed: bool,
    /// The lit squares, by the board's own numbers; `None` if it is unknown which squares are lit.
    lit: Option<Vec<u8>>,
    waiting: VecDeque<Vec<u8>>,
}

impl Lamps {
    /// Returns whether boards of this version get messages for their lamps.
    pub(super) fn has(version: Option<(u8, u8)>) -> bool {
        version.is_some_and(|(major, minor)| major == 3 && minor > 21)
    }

    /// Gives or withdraws the permission to use the lamps.
    pub(super) fn allow(&mut self, is_allowed: bool) {
        if !is_allowed {
            self.darken();
        }
        self.is_allowed = is_allowed;
    }

    /// Turns off all lit lamps.
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
        // The messages that are still waiting are out of date.
        self.waiting.clear();
        if self.lit.as_ref().is_none_or(|lit| !lit.is_empty()) {
            self.waiting.push_back(message(0, ALL_SQUARES));
        }
        self.waiting.extend(squares.iter().map(|number| message(1, *number)));
        self.lit = Some(squares.to_vec());
    }

    /// Forgets which lamps are lit, because the link was lost.
    pub(super) fn forget(&mut self) {
        self.lit = None;
        self.waiting.clear();
    }

    /// Returns the next message to the board, if there is one.
    pub(super) fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.waiting.pop_front()
    }
}

fn message(pattern: u8, square: u8) -> Vec<u8> {
    vec![LAMPS, 4, pattern, square, square, 0]
}

//! Public remarks at a ply: a draw offer, an adjournment.
//!
//! Invariant: a remark holds only numbers and names of sides. It cannot hold a person's text, nor anything that only
//! the arbiter should know, so it may appear among the moves of the public PGN.

use shakmaty::{ByColor, Color};

/// A public remark at a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// A draw was offered (PL09 C.13, RU20 8.1.5 and 17.11, FIDE C.13).
    DrawOffer,
    /// The game was adjourned, and the next move sealed (PL09 guidelines 1 and 2, RU20 18.1 and 18.2, FIDE I.1 and
    /// I.2).
    Adjourned {
        /// The time that each player has left at the resumption, in milliseconds, if a clock showed it.
        left_ms: Option<ByColor<u32>>,
        /// The time that each player has used, in milliseconds, if it follows from the time control.
        used_ms: ByColor<Option<u32>>,
    },
}

/// The greatest number of remarks of one game. Real play does not have more; further remarks are left out.
pub(crate) const REMARKS_MAX: usize = 64;

impl Remark {
    /// Returns the words of the PGN comment.
    pub fn text(&self) -> String {
        match self {
            Remark::DrawOffer => "(=)".to_owned(),
            Remark::Adjourned { left_ms, used_ms } => {
                let mut text = "adjourned; sealed move".to_owned();
                for (side, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
                    let Some(left_ms) = left_ms.map(|left| left[side]) else { continue };
                    text.push_str(&format!("; {letter} {}", hms(left_ms)));
                    if let Some(used_ms) = used_ms[side] {
                        text.push_str(&format!(" used {}", hms(used_ms)));
                    }
                }
                text
            }
        }
    }

    /// Returns whether this remark replaces `other` at the same ply.
    pub(crate) fn replaces(&self, other: &Remark) -> bool {
        match (self, other) {
            (Remark::DrawOffer, Remark::DrawOffer) | (Remark::Adjourned { .. }, Remark::Adjourned { .. }) => {
                true
            }
            (Remark::DrawOffer, Remark::Adjourned { .. }) | (Remark::Adjourned { .. }, Remark::DrawOffer) => {
                false
            }
        }
    }
}

/// Formats a time as `1:29:57`, the seconds a clock would show.
pub(crate) fn hms(ms: u32) -> String {
    let seconds = ms / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

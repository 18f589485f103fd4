//! What everybody may read beside a ply: a draw that was offered, an adjournment.
//!
//! Invariant: numbers and names of sides only. Nothing that a person wrote, and nothing that only the arbiter should know,
//! has a place in it, so that it may stand among the moves of the public PGN.

use shakmaty::{ByColor, Color};

/// What everybody may read beside a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// A draw was offered (PL09 C.13, RU20 8.1.5 and 17.11, FIDE C.13).
    DrawOffer,
    /// The game was adjourned, and the next move sealed (PL09 guidelines 1 and 2, RU20 18.1 and 18.2, FIDE I.1 and I.2).
    Adjourned {
        /// The time each has left at the resumption, in milliseconds, where a clock told it.
        left_ms: Option<ByColor<u32>>,
        /// The time each has used, where it follows from the time control.
        used_ms: ByColor<Option<u32>>,
    },
}

/// More in one game are the play of whoever gives commands; they are left out.
pub(crate) const REMARKS_MAX: usize = 64;

impl Remark {
    /// The words of PGN's comment.
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

    /// Whether one takes the other's place when both stand beside one ply.
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

/// `1:29:57`, the seconds a clock would show.
pub(crate) fn hms(ms: u32) -> String {
    let seconds = ms / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

//! Whose protocol a board speaks, and what follows from that before a byte is exchanged.
//!
//! Invariant: the name is written into journals and configurations; a name once given is never changed.

use crate::Sensing;

/// Whose protocol a board speaks. Closed: whoever adds one adds its session ([`crate::Session`]), how it is told from
/// the others ([`crate::Inquiry`]), and its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Maker {
    /// A DGT board on a cable of its own (protocols.md 1).
    #[default]
    Dgt,
}

/// How a serial line is set. Data bits are eight without parity for all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Bits a second; boards on USB of their own ignore it.
    pub baud: u32,
    /// What "data terminal ready" is set to; none leaves it as the system opens it.
    pub dtr: Option<bool>,
}

impl Maker {
    /// All of them.
    pub const ALL: [Maker; 1] = [Maker::Dgt];

    /// The name in configurations and journals.
    pub fn name(self) -> &'static str {
        match self {
            Maker::Dgt => "dgt",
        }
    }

    /// The maker with this name.
    pub fn parse(name: &str) -> Option<Maker> {
        Maker::ALL.into_iter().find(|maker| maker.name() == name)
    }

    /// What a person calls it.
    pub fn title(self) -> &'static str {
        match self {
            Maker::Dgt => "DGT protocol",
        }
    }

    /// What its boards can tell of a square.
    pub fn sensing(self) -> Sensing {
        match self {
            Maker::Dgt => Sensing::Piece,
        }
    }

    /// How long its boards take to look at all squares, in milliseconds.
    pub fn scan_ms(self) -> u32 {
        match self {
            Maker::Dgt => 200,
        }
    }

    /// The settings of its serial line.
    pub fn line(self) -> Line {
        match self {
            Maker::Dgt => Line { baud: 9600, dtr: None },
        }
    }
}

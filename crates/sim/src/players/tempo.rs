//! The speed of hands: the time control and the timings of the gestures.

use crate::{Ppm, Rng};
use board::Millis;

/// The time control and the hurry that goes with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tempo {
    /// 90 minutes, and 30 seconds for each move.
    Classical,
    /// 15 minutes, and 10 seconds for each move.
    Rapid,
    /// 3 minutes, and 2 seconds for each move.
    Blitz,
    /// The hurry of the last minute of a game, throughout the game.
    Scramble,
}

/// The timings of a tempo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Time at the start, for each side.
    pub base_ms: u32,
    /// The increment for each press.
    pub increment_ms: u32,
    /// The median time for thinking.
    pub think_ms: Millis,
    /// The least time for thinking.
    pub think_min_ms: Millis,
    /// The median time from lift to placement.
    pub carry_ms: Millis,
    /// The median time from the last placement to the press.
    pub press_ms: Millis,
    /// The length of gaps within a gesture, in percent of those in blitz.
    pub gap_percent: u64,
}

impl Tempo {
    /// The timings of this tempo.
    ///
    /// Those for blitz are fitted to measurements of three games (a mean of 0.38 s from the first event of a move
    /// to its last, and of 0.97 s from there to the press as the board reports it). The rest is derived from them
    /// by assumption.
    pub fn pace(self) -> Pace {
        match self {
            Tempo::Classical => Pace {
                base_ms: 5_400_000,
                increment_ms: 30_000,
                think_ms: 60_000,
                think_min_ms: 1_200,
                carry_ms: 800,
                press_ms: 1_000,
                gap_percent: 150,
            },
            Tempo::Rapid => Pace {
                base_ms: 900_000,
                increment_ms: 10_000,
                think_ms: 10_000,
                think_min_ms: 800,
                carry_ms: 500,
                press_ms: 750,
                gap_percent: 120,
            },
            Tempo::Blitz => Pace {
                base_ms: 180_000,
                increment_ms: 2_000,
                think_ms: 2_600,
                think_min_ms: 600,
                carry_ms: 310,
                press_ms: 640,
                gap_percent: 100,
            },
            Tempo::Scramble => Pace {
                base_ms: 60_000,
                increment_ms: 1_000,
                think_ms: 700,
                think_min_ms: 150,
                carry_ms: 240,
                press_ms: 200,
                gap_percent: 70,
            },
        }
    }

    /// Returns a rate from its known values for classical and blitz games.
    pub fn rate(self, classical: Ppm, blitz: Ppm) -> Ppm {
        match self {
            Tempo::Classical => classical,
            Tempo::Rapid => (classical + blitz) / 2,
            Tempo::Blitz => blitz,
            Tempo::Scramble => blitz * 3,
        }
    }

    /// The TimeControl of PGN.
    pub fn time_control(self) -> String {
        let pace = self.pace();
        format!("{}+{}", pace.base_ms / 1000, pace.increment_ms / 1000)
    }
}

impl Pace {
    /// Draws a gap within a gesture, given for blitz.
    pub(crate) fn gap(&self, rng: &mut Rng, low_ms: u64, high_ms: u64) -> Millis {
        rng.between(low_ms, high_ms) * self.gap_percent / 100
    }

    /// Draws the time in which a hand carries a piece.
    pub(crate) fn carry(&self, rng: &mut Rng, hand_percent: u64) -> Millis {
        (rng.lognormal(self.carry_ms, 45) * hand_percent / 100).max(120)
    }
}

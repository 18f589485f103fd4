//! The speed of hands: the time control and the timings of the gestures.

use crate::{Ppm, Rng};
use board::Millis;

/// The tempo: a time control, and the speed of hands that goes with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tempo {
    /// A classical game: 90 minutes, and 30 seconds for each move.
    Classical,
    /// A rapid game: 15 minutes, and 10 seconds for each move.
    Rapid,
    /// A blitz game: 3 minutes, and 2 seconds for each move.
    Blitz,
    /// A blitz game played throughout as fast as players move in the last minute of their time.
    Scramble,
}

/// The timings of a tempo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// The time of each side at the start, in milliseconds.
    pub base_ms: u32,
    /// The increment for each press, in milliseconds.
    pub increment_ms: u32,
    /// The median of the time for thinking, in milliseconds.
    pub think_ms: Millis,
    /// The shortest time for thinking, in milliseconds.
    pub think_min_ms: Millis,
    /// The median time from the lift of a piece to its placement, in milliseconds.
    pub carry_ms: Millis,
    /// The median time from the last placement of a move to the press, in milliseconds.
    pub press_ms: Millis,
    /// The length of the pauses within a gesture, in percent of their length in blitz.
    pub gap_percent: u64,
}

impl Tempo {
    /// Returns the timings of this tempo.
    ///
    /// The timings for blitz are fitted to measurements of three games (a mean of 0.38 s from the first event of a move
    /// to its last, and of 0.97 s from there to the press as the board reports it). The timings for other tempos are
    /// derived from them by assumption.
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

    /// Returns the rate for this tempo, computed from the known rates for classical and blitz games.
    pub fn rate(self, classical: Ppm, blitz: Ppm) -> Ppm {
        match self {
            Tempo::Classical => classical,
            Tempo::Rapid => (classical + blitz) / 2,
            Tempo::Blitz => blitz,
            Tempo::Scramble => blitz * 3,
        }
    }

    /// Returns the time control in the form of PGN's tag TimeControl.
    pub fn time_control(self) -> String {
        let pace = self.pace();
        format!("{}+{}", pace.base_ms / 1000, pace.increment_ms / 1000)
    }
}

impl Pace {
    /// Draws a pause within a gesture. The limits are given for blitz and are scaled to this tempo.
    pub(crate) fn gap(&self, rng: &mut Rng, low_ms: u64, high_ms: u64) -> Millis {
        rng.between(low_ms, high_ms) * self.gap_percent / 100
    }

    /// Draws the time for which a hand carries a piece. `hand_percent` scales it for the player.
    pub(crate) fn carry(&self, rng: &mut Rng, hand_percent: u64) -> Millis {
        (rng.lognormal(self.carry_ms, 45) * hand_percent / 100).max(120)
    }
}

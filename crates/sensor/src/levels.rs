//! Analogue Hall sensors: the level of an empty square (its *rest*), the distance from rest at which the square counts
//! as occupied (its *limit*), and how both are learnt.
//!
//! ```text
//!  0 ─ dead ─┬───────── rest − limit ──── rest ──── rest + limit ─────────┬─ dead ─ 4095
//!            └ occupied (one pole)         empty         occupied (other) ┘
//! ```
//! A sensor rests near half of its supply voltage; a magnet moves the level up or down, depending on its pole. Each
//! square has a rest and a limit of its own, because sensors and magnets differ. An occupied square counts as empty
//! only when its level is back within three quarters of the limit, so a magnet at the edge of the range does not make
//! the square flicker.
//!
//! Learning takes two surveys, each of many scans: the empty board gives rest and noise, the starting position gives
//! the strength of thirty-two magnets. The weakest magnet sets the limits of all squares, because any piece may come to
//! any square.

use crate::Occupancy;

/// The margin at either end of the 12-bit range. A sensor whose level is within the margin counts as broken or shorted.
const DEAD_MARGIN: u16 = 100;
const LEVEL_MAX: u16 = 4095;
/// The presumed rest of an uncalibrated sensor: half of the range.
const REST: u16 = 2048;
/// The limit of an uncalibrated sensor: 5 % of the range.
const LIMIT: u16 = 200;
/// The least ratio of a square's limit to its noise, which is the difference between its highest and its lowest level.
const NOISE_TIMES: u16 = 4;
/// The least limit of any square, in steps of the 12-bit range.
const LIMIT_MIN: u16 = 40;
/// The least number of scans in a usable survey.
const ROUNDS_MIN: u16 = 16;
/// The squares of the starting position: the two home ranks of each side.
const ARRAY: Occupancy = Occupancy(0xffff_0000_0000_ffff);

/// The length of a stored calibration, in bytes.
pub const CALIBRATION_LEN: usize = 256;

/// Rest and limit of each square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calibration {
    /// The level of each square when it is empty.
    pub rest: [u16; 64],
    /// The least distance from rest at which each square counts as occupied.
    pub limit: [u16; 64],
}

/// A reason why a survey cannot be used, with the first square at fault if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unusable {
    /// The survey has too few scans.
    Short,
    /// The level of a sensor is outside the range of working sensors.
    Dead {
        /// The square of the sensor.
        square: u8,
    },
    /// The level of a piece cannot be distinguished from noise.
    Weak {
        /// The square on which the piece is.
        square: u8,
    },
}

impl Default for Calibration {
    fn default() -> Calibration {
        Calibration::new()
    }
}

impl Calibration {
    /// Creates the calibration to use before anything has been measured.
    pub const fn new() -> Calibration {
        Calibration { rest: [REST; 64], limit: [LIMIT; 64] }
    }

    /// Returns whether a square with this level is occupied. `was_occupied` is the result for the scan before.
    pub fn judge(&self, square: usize, level: u16, was_occupied: bool) -> bool {
        let limit = self.limit[square];
        let limit = if was_occupied { limit - limit / 4 } else { limit };
        level.abs_diff(self.rest[square]) >= limit
    }

    /// Returns the rest of each square, and a limit above its noise, learnt from a survey of the empty board.
    pub fn of_empty(survey: &Survey) -> Result<Calibration, Unusable> {
        survey.check()?;
        let mut learnt = Calibration::new();
        for square in 0..64 {
            learnt.rest[square] = survey.mean(square);
            learnt.limit[square] = LIMIT.max(survey.floor(square));
        }
        Ok(learnt)
    }

    /// Returns the calibration with limits learnt from a survey of the starting position, which shows the magnets.
    pub fn with_array(mut self, survey: &Survey) -> Result<Calibration, Unusable> {
        survey.check()?;
        let mut weakest = u16::MAX;
        for square in (0..64).filter(|&square| ARRAY.is_occupied(square)) {
            let half = survey.mean(square).abs_diff(self.rest[square]) / 2;
            if half < survey.floor(square) {
                return Err(Unusable::Weak { square: square as u8 });
            }
            weakest = weakest.min(half);
        }
        // Any piece may move to any square, so the weakest magnet sets the limit even of the square on which the
        // strongest was measured.
        for square in 0..64 {
            self.limit[square] = weakest.max(survey.floor(square));
        }
        Ok(self)
    }

    /// Returns the calibration as bytes, to be stored.
    pub fn emit(&self) -> [u8; CALIBRATION_LEN] {
        let mut bytes = [0; CALIBRATION_LEN];
        let values = self.rest.iter().chain(&self.limit);
        for (slot, value) in bytes.chunks_exact_mut(2).zip(values) {
            slot.copy_from_slice(&value.to_le_bytes());
        }
        bytes
    }

    /// Parses a stored calibration; `None` if no calibration can have such values.
    pub fn parse(bytes: &[u8; CALIBRATION_LEN]) -> Option<Calibration> {
        let mut learnt = Calibration::new();
        let values = learnt.rest.iter_mut().chain(&mut learnt.limit);
        for (value, slot) in values.zip(bytes.chunks_exact(2)) {
            *value = u16::from_le_bytes([slot[0], slot[1]]);
        }
        let is_possible = learnt.rest.iter().all(|&rest| rest <= LEVEL_MAX)
            && learnt.limit.iter().all(|limit| (LIMIT_MIN..=LEVEL_MAX).contains(limit));
        is_possible.then_some(learnt)
    }
}

/// Returns whether the level is outside the range of working sensors: a wire is broken or shorted.
pub fn is_dead(level: u16) -> bool {
    !(DEAD_MARGIN..=LEVEL_MAX - DEAD_MARGIN).contains(&level)
}

/// The levels measured in many scans of all squares.
#[derive(Debug, Clone)]
pub struct Survey {
    low: [u16; 64],
    high: [u16; 64],
    sum: [u32; 64],
    rounds: u16,
}

impl Default for Survey {
    fn default() -> Survey {
        Survey::new()
    }
}

impl Survey {
    /// Creates an empty survey.
    pub const fn new() -> Survey {
        Survey { low: [u16::MAX; 64], high: [0; 64], sum: [0; 64], rounds: 0 }
    }

    /// Adds the levels of one scan. Scans beyond the number that a `u16` can count are ignored.
    pub fn add(&mut self, levels: &[u16; 64]) {
        let Some(rounds) = self.rounds.checked_add(1) else { return };
        self.rounds = rounds;
        for (square, &level) in levels.iter().enumerate() {
            self.low[square] = self.low[square].min(level);
            self.high[square] = self.high[square].max(level);
            self.sum[square] += u32::from(level);
        }
    }

    /// Returns the number of scans in the survey.
    pub fn rounds(&self) -> u16 {
        self.rounds
    }

    fn mean(&self, square: usize) -> u16 {
        (self.sum[square] / u32::from(self.rounds.max(1))) as u16
    }

    /// Returns the least limit that the square may have. Noise cannot reach it.
    fn floor(&self, square: usize) -> u16 {
        let noise = self.high[square].saturating_sub(self.low[square]);
        LIMIT_MIN.max(noise.saturating_mul(NOISE_TIMES)).min(LEVEL_MAX)
    }

    fn check(&self) -> Result<(), Unusable> {
        if self.rounds < ROUNDS_MIN {
            return Err(Unusable::Short);
        }
        match (0..64).find(|&square| is_dead(self.mean(square))) {
            Some(square) => Err(Unusable::Dead { square: square as u8 }),
            None => Ok(()),
        }
    }
}

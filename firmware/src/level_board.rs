//! Sixty-four analogue Hall sensors behind nine multiplexers 74HC4051: eight for the files of a rank each, one
//! for the ranks.
//!
//! ```text
//!  GP2 GP3 GP4 ─▶ select file, all eight ranks ─┐
//!                    rank n: a…h ─▶ Z ──────────┴▶ inputs 0…7 of the ninth ─▶ Z ─▶ GP26
//!                                GP5 GP6 GP7 ─▶ select rank ─┘
//! ```

use crate::wiring::{LevelPin, Output};
use embedded_hal::{delay::DelayNs, digital::OutputPin};
use rp2040_hal::{Adc, Timer};
use sensor::{Calibration, Occupancy, levels::is_dead};

/// The time for the level to settle: two multiplexers in a row have some 200 ohms, the converter's input some
/// picofarads, and this is ten times enough.
const SETTLE_US: u32 = 3;

/// The sensors and their calibration.
pub struct LevelBoard {
    select: [Output; 6],
    adc: Adc,
    pin: LevelPin,
    delay: Timer,
    levels: [u16; 64],
    occupied: Occupancy,
    /// Rest and limit of each square.
    pub calibration: Calibration,
}

impl LevelBoard {
    /// Sensors without a calibration.
    pub fn new(select: [Output; 6], adc: Adc, pin: LevelPin, delay: Timer) -> LevelBoard {
        LevelBoard {
            select,
            adc,
            pin,
            delay,
            levels: [0; 64],
            occupied: Occupancy::default(),
            calibration: Calibration::new(),
        }
    }

    /// Measures the eight squares of a rank.
    pub fn measure_rank(&mut self, rank: u8) {
        for file in 0..8 {
            let code = file | rank << 3;
            for (bit, pin) in self.select.iter_mut().enumerate() {
                let is_set = code >> bit & 1 == 1;
                // A pin of the processor itself cannot fail.
                let _ = pin.set_state(is_set.into());
            }
            self.delay.delay_us(SETTLE_US);
            if let Ok(level) = self.adc.read(&mut self.pin) {
                self.levels[usize::from(code)] = level;
            }
        }
    }

    /// The occupied squares by the last round. A dead sensor keeps the state it had before it died.
    pub fn judge(&mut self) -> Occupancy {
        let mut occupied = 0;
        for (square, &level) in self.levels.iter().enumerate() {
            let was = self.occupied.is_occupied(square);
            let is = if is_dead(level) { was } else { self.calibration.judge(square, level, was) };
            occupied |= u64::from(is) << square;
        }
        self.occupied = Occupancy(occupied);
        self.occupied
    }

    /// The levels of the last round.
    pub fn levels(&self) -> &[u16; 64] {
        &self.levels
    }

    /// The squares whose sensors give a level that no working sensor gives.
    pub fn dead(&self) -> Occupancy {
        let dead = (0..64).filter(|&square| is_dead(self.levels[square]));
        Occupancy(dead.fold(0, |mask, square| mask | 1 << square))
    }
}

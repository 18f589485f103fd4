//! The wirings that one image supports; two straps tell which of them this board has.
//!
//! ```text
//!  GP20  GP21    (open = high)
//!  open  open    a chain of 74HC165 with switches: Hall switches or reeds          GP16 in, GP17 latch, GP18 clock
//!  gnd   open    analogue Hall sensors behind nine 74HC4051                        GP2…7 select, GP26 level
//!  open  gnd     a matrix of switches and diodes                                   GP2…9 ranks, GP10…17 files
//! ```
//! Both straps to ground stands for no wiring. It is taken for the chain, whose self-test then fails.

use crate::level_board::LevelBoard;
use embedded_hal::digital::InputPin;
use rp2040_hal::{
    Adc, Spi, Timer,
    adc::AdcPin,
    fugit::{HertzU32, RateExtU32},
    gpio::{
        DynPinId, FunctionSio, FunctionSpi, Pin, Pins, PullDown, PullNone, PullUp, SioInput, SioOutput,
        bank0::{Gpio16, Gpio17, Gpio18, Gpio19, Gpio25, Gpio26},
    },
    pac,
    spi::Enabled,
};
use sensor::{Calibration, Matrix, Occupancy, ShiftChain, shift::Active};

/// The rate at which the registers are read.
const CHAIN_HZ: u32 = 1_000_000;

/// An output on any pin.
pub type Output = Pin<DynPinId, FunctionSio<SioOutput>, PullDown>;
type FileInput = Pin<DynPinId, FunctionSio<SioInput>, PullDown>;
type ChainBus = Spi<
    Enabled,
    pac::SPI0,
    (
        Pin<Gpio19, FunctionSpi, PullNone>,
        Pin<Gpio16, FunctionSpi, PullDown>,
        Pin<Gpio18, FunctionSpi, PullNone>,
    ),
>;
type Latch = Pin<Gpio17, FunctionSio<SioOutput>, PullDown>;
/// The level of the selected sensor.
pub type LevelPin = AdcPin<Pin<Gpio26, FunctionSio<SioInput>, PullNone>>;
/// The light of a Pico.
pub type Light = Pin<Gpio25, FunctionSio<SioOutput>, PullDown>;
/// A lever switch: closed to ground when White has pressed.
pub type Lever = Pin<DynPinId, FunctionSio<SioInput>, PullUp>;

/// The parts from which the wirings are made.
pub struct Parts<'a> {
    pub spi: pac::SPI0,
    pub adc: pac::ADC,
    pub resets: &'a mut pac::RESETS,
    pub timer: Timer,
    pub peripheral_clock: HertzU32,
}

/// The parts that do not depend on the wiring.
pub struct Rest {
    pub light: Light,
    pub lever: Lever,
    /// The strap for a lever switch: closed to ground when one is connected.
    pub lever_strap: Lever,
}

/// The sensors of this board.
pub enum Wiring {
    /// Registers in a chain.
    Chain(ShiftChain<ChainBus, Latch, Timer>),
    /// Sixteen pins.
    Matrix(Matrix<Output, FileInput, Timer>, [u8; 8]),
    /// Analogue sensors.
    Levels(LevelBoard),
}

/// The result of a round.
#[derive(Clone, Copy, Default)]
pub struct Round {
    /// The squares.
    pub occupied: Occupancy,
    /// True if the wiring did not answer as it must; the squares then mean nothing.
    pub is_faulty: bool,
}

/// Finds out which wiring there is and takes its pins.
pub fn of(pins: Pins, parts: Parts<'_>) -> (Wiring, Rest) {
    let mut levels_strap = pins.gpio20.into_pull_up_input();
    let mut matrix_strap = pins.gpio21.into_pull_up_input();
    let mut delay = parts.timer;
    // The pull-ups are weak: a long strap takes a while to rise.
    embedded_hal::delay::DelayNs::delay_us(&mut delay, 50);
    let is_levels = is_closed(&mut levels_strap);
    let is_matrix = is_closed(&mut matrix_strap);
    let rest = Rest {
        light: pins.gpio25.into_push_pull_output(),
        lever: pins.gpio22.into_pull_up_input().into_dyn_pin(),
        lever_strap: pins.gpio27.into_pull_up_input().into_dyn_pin(),
    };
    let timer = parts.timer;
    let wiring = match (is_levels, is_matrix) {
        (true, false) => {
            let select = [
                pins.gpio2.into_push_pull_output().into_dyn_pin(),
                pins.gpio3.into_push_pull_output().into_dyn_pin(),
                pins.gpio4.into_push_pull_output().into_dyn_pin(),
                pins.gpio5.into_push_pull_output().into_dyn_pin(),
                pins.gpio6.into_push_pull_output().into_dyn_pin(),
                pins.gpio7.into_push_pull_output().into_dyn_pin(),
            ];
            let level = AdcPin::new(pins.gpio26.into_floating_input()).ok().expect("GP26 can measure");
            Wiring::Levels(LevelBoard::new(select, Adc::new(parts.adc, parts.resets), level, timer))
        }
        (false, true) => {
            let ranks = [
                pins.gpio2.into_push_pull_output().into_dyn_pin(),
                pins.gpio3.into_push_pull_output().into_dyn_pin(),
                pins.gpio4.into_push_pull_output().into_dyn_pin(),
                pins.gpio5.into_push_pull_output().into_dyn_pin(),
                pins.gpio6.into_push_pull_output().into_dyn_pin(),
                pins.gpio7.into_push_pull_output().into_dyn_pin(),
                pins.gpio8.into_push_pull_output().into_dyn_pin(),
                pins.gpio9.into_push_pull_output().into_dyn_pin(),
            ];
            let files = [
                pins.gpio10.into_pull_down_input().into_dyn_pin(),
                pins.gpio11.into_pull_down_input().into_dyn_pin(),
                pins.gpio12.into_pull_down_input().into_dyn_pin(),
                pins.gpio13.into_pull_down_input().into_dyn_pin(),
                pins.gpio14.into_pull_down_input().into_dyn_pin(),
                pins.gpio15.into_pull_down_input().into_dyn_pin(),
                pins.gpio16.into_pull_down_input().into_dyn_pin(),
                pins.gpio17.into_pull_down_input().into_dyn_pin(),
            ];
            Wiring::Matrix(Matrix::new(ranks, files, timer), [0; 8])
        }
        (false, false) | (true, true) => {
            let bus = (
                pins.gpio19.reconfigure(),
                // Without a chain the input reads zeros, and the chain's tail of ones is missing.
                pins.gpio16.reconfigure(),
                pins.gpio18.reconfigure(),
            );
            let spi = Spi::<_, _, _, 8>::new(parts.spi, bus).init(
                parts.resets,
                parts.peripheral_clock,
                CHAIN_HZ.Hz(),
                embedded_hal::spi::MODE_0,
            );
            let latch = pins.gpio17.into_push_pull_output();
            Wiring::Chain(ShiftChain::new(spi, latch, timer, Active::Low))
        }
    };
    (wiring, rest)
}

/// Returns whether a pin with a pull-up is tied to ground.
pub fn is_closed(pin: &mut impl InputPin) -> bool {
    pin.is_low().unwrap_or(false)
}

impl Wiring {
    /// Does one eighth of a round; the last eighth returns the result.
    pub fn look(&mut self, eighth: u8) -> Option<Round> {
        let is_last = eighth == 7;
        match self {
            Wiring::Chain(chain) => is_last.then(|| match chain.scan() {
                Ok(occupied) => Round { occupied, is_faulty: false },
                Err(_) => Round { occupied: Occupancy::default(), is_faulty: true },
            }),
            Wiring::Matrix(matrix, ranks) => {
                if let Ok(files) = matrix.scan_rank(usize::from(eighth)) {
                    ranks[usize::from(eighth)] = files;
                }
                is_last.then(|| Round {
                    occupied: Occupancy::from_ranks(*ranks),
                    is_faulty: matrix.check().is_err(),
                })
            }
            Wiring::Levels(levels) => {
                levels.measure_rank(eighth);
                is_last.then(|| Round { occupied: levels.judge(), is_faulty: false })
            }
        }
    }

    /// The analogue sensors, if this board has them.
    pub fn levels(&mut self) -> Option<&mut LevelBoard> {
        match self {
            Wiring::Levels(levels) => Some(levels),
            Wiring::Chain(_) | Wiring::Matrix(..) => None,
        }
    }

    /// The squares whose sensors give a level that no working sensor gives.
    pub fn dead(&self) -> Occupancy {
        match self {
            Wiring::Levels(levels) => levels.dead(),
            Wiring::Chain(_) | Wiring::Matrix(..) => Occupancy::default(),
        }
    }

    /// Uses a calibration that was stored.
    pub fn set_calibration(&mut self, calibration: Calibration) {
        if let Some(levels) = self.levels() {
            levels.calibration = calibration;
        }
    }
}

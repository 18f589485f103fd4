//! A chain of eight 74HC165 shift registers: all squares are latched at one instant and shifted out over SPI.
//!
//! ```text
//!  3V3 ─▶ SER [rank 8] QH ─▶ SER [rank 7] QH ─▶ … ─▶ SER [rank 1] QH ─▶ SPI in
//!              A…H = a…h           PL ◀── latch, CP ◀── SPI clock, both to all
//! ```
//! The serial input of the last register is tied to the supply, so a ninth byte of ones follows the eight ranks. Any
//! other value in the ninth byte shows that the chain is broken, and says nothing about pieces.
//!
//! SPI mode 0; 1 MHz is fast enough. Input H comes out first, so the highest bit of a byte is the h-file.

use crate::Occupancy;
use embedded_hal::{delay::DelayNs, digital::OutputPin, spi::SpiBus};

/// The byte after the eight ranks if the chain is unbroken.
const TAIL: u8 = 0xff;
/// The time for which the latch line is held low, in microseconds: registers need some 20 ns.
const LATCH_US: u32 = 1;

/// The effect of an occupied square on its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Active {
    /// An occupied square pulls its input low: Hall switches with open collectors, reed switches to ground.
    Low,
    /// An occupied square drives its input high.
    High,
}

/// The chain of registers.
#[derive(Debug)]
pub struct ShiftChain<S, L, D> {
    spi: S,
    latch: L,
    delay: D,
    active: Active,
}

/// The reason why a scan produced no reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShiftFault<S, L> {
    /// The SPI bus reported this error.
    Spi(S),
    /// The latch cannot be driven.
    Latch(L),
    /// The byte after the eight ranks had this value instead of 0xff: a cable is loose, or a register has no supply.
    Broken(u8),
}

impl<S: SpiBus, L: OutputPin, D: DelayNs> ShiftChain<S, L, D> {
    /// Creates a chain of shift registers on this SPI bus, with this latch pin.
    pub fn new(spi: S, latch: L, delay: D, active: Active) -> ShiftChain<S, L, D> {
        ShiftChain { spi, latch, delay, active }
    }

    /// Reads all squares.
    pub fn scan(&mut self) -> Result<Occupancy, ShiftFault<S::Error, L::Error>> {
        self.latch.set_low().map_err(ShiftFault::Latch)?;
        self.delay.delay_us(LATCH_US);
        self.latch.set_high().map_err(ShiftFault::Latch)?;
        let mut bytes = [0; 9];
        self.spi.read(&mut bytes).map_err(ShiftFault::Spi)?;
        let [ranks @ .., tail] = bytes;
        if tail != TAIL {
            return Err(ShiftFault::Broken(tail));
        }
        Ok(match self.active {
            Active::High => Occupancy::from_ranks(ranks),
            Active::Low => Occupancy::from_ranks(ranks.map(|rank| !rank)),
        })
    }
}

//! A matrix of switches behind two shift registers: a 74HC595 strobes the ranks, a 74HC165 reads the files. It needs
//! four wires instead of sixteen.
//!
//! ```text
//!  SPI out ─▶ SER [595] QA…QH = ranks 1…8          RCLK of the 595 and SH/LD of the 165 are one line: the latch
//!             3V3 ─▶ SER [165] A…H = files a…h, pulled down; QH ─▶ SPI in
//! ```
//! Each rank takes two pulses of the latch line. The first puts the rank on the outputs of the 595. The second, when
//! the lines have risen, latches the files in the 165; the 595 has not been shifted meanwhile and keeps the rank. The
//! next transfer brings in the latched files, followed by a byte of ones from SER; any other byte shows that the chain
//! is broken. After all ranks, the files are read once more while no rank is strobed; if one of them reads high, it is
//! shorted.
//!
//! Diodes are on the crossings as in [`crate::wiring::matrix`]. SPI mode 0; 1 MHz is fast enough.

use crate::Occupancy;
use embedded_hal::{delay::DelayNs, digital::OutputPin, spi::SpiBus};

/// The value of the byte after the files if the chain is unbroken.
const TAIL: u8 = 0xff;
/// The time for which the latch line is held low, in microseconds.
const LATCH_US: u32 = 1;
/// The time that a line has to rise before it is read, in microseconds.
const RISE_US: u32 = 5;

/// The two registers.
#[derive(Debug)]
pub struct StrobeChain<S, L, D> {
    spi: S,
    latch: L,
    delay: D,
}

/// The reason why a scan produced no reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StrobeFault<S, L> {
    /// The SPI bus reported this error.
    Spi(S),
    /// The latch cannot be driven.
    Latch(L),
    /// The byte after the files had this value instead of 0xff: a cable is loose, or a register has no supply.
    Broken(u8),
    /// These files (bit 0 is the a-file) read high while no rank was strobed, so there is a short circuit.
    Shorted(u8),
}

impl<S: SpiBus, L: OutputPin, D: DelayNs> StrobeChain<S, L, D> {
    /// Creates a chain of two shift registers on this SPI bus, with this latch pin.
    pub fn new(spi: S, latch: L, delay: D) -> StrobeChain<S, L, D> {
        StrobeChain { spi, latch, delay }
    }

    /// Reads all squares.
    pub fn scan(&mut self) -> Result<Occupancy, StrobeFault<S::Error, L::Error>> {
        let mut ranks = [0; 8];
        // While the latch line is low, the 165 loads instead of shifting, and the line may be low after a restart.
        self.latch.set_high().map_err(StrobeFault::Latch)?;
        self.strobe(1)?;
        for (rank, files) in ranks.iter_mut().enumerate() {
            // The transfer that sends the next rank brings in the files of this rank.
            *files = self.strobe(if rank < 7 { 2 << rank } else { 0 })?;
        }
        match self.strobe(0)? {
            0 => Ok(Occupancy::from_ranks(ranks)),
            files => Err(StrobeFault::Shorted(files)),
        }
    }

    /// Strobes the rank with this bit, or no rank if it is 0. Returns the files that the strobe before it latched.
    fn strobe(&mut self, rank: u8) -> Result<u8, StrobeFault<S::Error, L::Error>> {
        let mut bytes = [0, rank];
        self.spi.transfer_in_place(&mut bytes).map_err(StrobeFault::Spi)?;
        self.spi.flush().map_err(StrobeFault::Spi)?;
        self.pulse()?;
        self.delay.delay_us(RISE_US);
        self.pulse()?;
        let [files, tail] = bytes;
        if tail == TAIL { Ok(files) } else { Err(StrobeFault::Broken(tail)) }
    }

    fn pulse(&mut self) -> Result<(), StrobeFault<S::Error, L::Error>> {
        self.latch.set_low().map_err(StrobeFault::Latch)?;
        self.delay.delay_us(LATCH_US);
        self.latch.set_high().map_err(StrobeFault::Latch)
    }
}

//! A matrix of switches: the eight ranks are strobed, which means powered one after another, and the files are read.
//!
//! ```text
//!            a  b  c  …  h        file pins, pulled down
//!  rank 1 ──┬┴─┬┴─┬┴─ …           a reed contact and a diode on each crossing: without the diodes three pieces on
//!  rank 2 ──┼──┼──┼── …           the corners of a rectangle show a fourth
//! ```
//! [`Matrix::scan_rank`] reads one rank, so that a slow processor can spread the scan over time; [`Matrix::scan`]
//! reads all eight.

use crate::Occupancy;
use embedded_hal::{
    delay::DelayNs,
    digital::{InputPin, OutputPin},
};

/// The time that a line has to rise before it is read, in microseconds.
const RISE_US: u32 = 5;

/// Sixteen pins that read eight by eight switches. A strobed rank is high; a file reads high where the square is
/// occupied.
#[derive(Debug)]
pub struct Matrix<R, F, D> {
    ranks: [R; 8],
    files: [F; 8],
    delay: D,
}

/// The reason why a scan produced no reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixFault<R, F> {
    /// A rank pin cannot be driven.
    Rank(R),
    /// A file pin cannot be read.
    File(F),
    /// These files (bit 0 is the a-file) read high while no rank was strobed, so there is a short circuit.
    Shorted(u8),
}

impl<R: OutputPin, F: InputPin, D: DelayNs> Matrix<R, F, D> {
    /// Creates a matrix on these pins, which begin with the first rank and with the a-file.
    pub fn new(ranks: [R; 8], files: [F; 8], delay: D) -> Matrix<R, F, D> {
        Matrix { ranks, files, delay }
    }

    /// Reads one rank, 0 to 7. Bit 0 of the result is the a-file; a set bit is an occupied square.
    pub fn scan_rank(&mut self, rank: usize) -> Result<u8, MatrixFault<R::Error, F::Error>> {
        self.ranks[rank & 7].set_high().map_err(MatrixFault::Rank)?;
        self.delay.delay_us(RISE_US);
        let files = self.files();
        self.ranks[rank & 7].set_low().map_err(MatrixFault::Rank)?;
        self.delay.delay_us(RISE_US);
        files
    }

    /// Reads all ranks.
    pub fn scan(&mut self) -> Result<Occupancy, MatrixFault<R::Error, F::Error>> {
        let mut ranks = [0; 8];
        for (rank, files) in ranks.iter_mut().enumerate() {
            *files = self.scan_rank(rank)?;
        }
        Ok(Occupancy::from_ranks(ranks))
    }

    /// Checks that no file reads high while no rank is strobed; `Err` if one does.
    pub fn check(&mut self) -> Result<(), MatrixFault<R::Error, F::Error>> {
        for rank in &mut self.ranks {
            rank.set_low().map_err(MatrixFault::Rank)?;
        }
        self.delay.delay_us(RISE_US);
        match self.files()? {
            0 => Ok(()),
            files => Err(MatrixFault::Shorted(files)),
        }
    }

    fn files(&mut self) -> Result<u8, MatrixFault<R::Error, F::Error>> {
        let mut files = 0;
        for (file, pin) in self.files.iter_mut().enumerate() {
            files |= u8::from(pin.is_high().map_err(MatrixFault::File)?) << file;
        }
        Ok(files)
    }
}

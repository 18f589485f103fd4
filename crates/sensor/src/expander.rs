//! Four MCP23017 on one I2C bus: sixteen inputs each, sixty-four squares.
//!
//! ```text
//!  address  first     +1        +2        +3          A0…A2 of each chip tell it its own
//!  GPA0…7   rank 1    rank 3    rank 5    rank 7      0 is the a-file, 7 the h-file
//!  GPB0…7   rank 2    rank 4    rank 6    rank 8
//! ```
//! A chip whose supply failed for a moment has forgotten its pull-ups. Each round reads them back with the squares (one
//! transfer, registers 0c to 13), so such a chip is told from an empty board and is set up anew.
//!
//! Newer data sheets call GPA7 and GPB7 outputs only, because a change in the middle of a read may disturb the bus. Such a
//! round is a fault or one wrong reading, which the settle rule does not believe.
//!
//! Registers: Microchip DS20001952, table 3-3, IOCON.BANK = 0 as after power-up.

use crate::{Occupancy, shift::Active};
use embedded_hal::i2c::I2c;

/// How many chips a board has.
pub const CHIPS: usize = 4;
/// The lowest address a chip can have; the highest is seven more.
pub const ADDRESS_MIN: u8 = 0x20;
/// The highest address the first of four can have.
pub const ADDRESS_MAX: u8 = ADDRESS_MIN + 4;

/// The first register of directions; the second follows.
const IODIR: u8 = 0x00;
/// The settings of the chip.
const IOCON: u8 = 0x0a;
/// The first register of pull-ups; up to GPIOB at 13 it is one read.
const GPPU: u8 = 0x0c;

/// The chips of one board.
#[derive(Debug)]
pub struct Expanders<I> {
    i2c: I,
    first: u8,
    active: Active,
    is_set_up: [bool; CHIPS],
}

/// Why a round says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpanderFault<E> {
    /// The chip at this address does not answer.
    Bus {
        /// Its address.
        address: u8,
        /// What the bus says.
        error: E,
    },
    /// The chip at this address forgot how it was set up: its supply failed, or another chip is there.
    Forgot {
        /// Its address.
        address: u8,
    },
}

impl<I: I2c> Expanders<I> {
    /// Chips on this bus from this address on. With [`Active::Low`] their own pull-ups are used.
    pub fn new(i2c: I, first: u8, active: Active) -> Expanders<I> {
        Expanders { i2c, first, active, is_set_up: [false; CHIPS] }
    }

    /// Reads all squares.
    pub fn scan(&mut self) -> Result<Occupancy, ExpanderFault<I::Error>> {
        let mut ranks = [0; 8];
        for (chip, pair) in ranks.chunks_exact_mut(2).enumerate() {
            pair.copy_from_slice(&self.read(chip)?);
        }
        Ok(Occupancy::from_ranks(ranks))
    }

    /// The two ranks of a chip. Whatever goes wrong, it is set up anew before the next round.
    fn read(&mut self, chip: usize) -> Result<[u8; 2], ExpanderFault<I::Error>> {
        let address = self.first + chip as u8;
        let was_set_up = core::mem::replace(&mut self.is_set_up[chip], false);
        let bus = |error| ExpanderFault::Bus { address, error };
        let pull_ups = match self.active {
            Active::Low => 0xff,
            Active::High => 0x00,
        };
        if !was_set_up {
            self.i2c.write(address, &[IOCON, 0]).map_err(bus)?;
            self.i2c.write(address, &[IODIR, 0xff, 0xff]).map_err(bus)?;
            self.i2c.write(address, &[GPPU, pull_ups, pull_ups]).map_err(bus)?;
        }
        let mut registers = [0; 8];
        self.i2c.write_read(address, &[GPPU], &mut registers).map_err(bus)?;
        let [pull_up_a, pull_up_b, .., a, b] = registers;
        if [pull_up_a, pull_up_b] != [pull_ups; 2] {
            return Err(ExpanderFault::Forgot { address });
        }
        self.is_set_up[chip] = true;
        Ok(match self.active {
            Active::Low => [!a, !b],
            Active::High => [a, b],
        })
    }
}

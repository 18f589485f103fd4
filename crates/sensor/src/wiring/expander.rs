//! Four port expanders of sixteen inputs each, for sixty-four squares: MCP23017 on an I2C bus, or MCP23S17 behind one
//! select line on an SPI bus.
//!
//! ```text
//!  address  first     +1        +2        +3          A0…A2 of each chip set its address
//!  GPA0…7   rank 1    rank 3    rank 5    rank 7      0 is the a-file, 7 the h-file
//!  GPB0…7   rank 2    rank 4    rank 6    rank 8
//! ```
//! A chip whose supply failed for a moment has lost its settings. So each scan reads the pull-ups and the other
//! settings back together with the squares, in one transfer of the registers 0x0a to 0x13. A chip that has lost its
//! settings is set up anew, and its squares are not taken to be empty.
//!
//! SPI has no acknowledgement: if no chip answers, the host reads all ones or all zeros, which are no valid settings. A
//! chip on SPI compares the address in a message with its own only after its bit HAEN was set; until then it answers to
//! the first address. So after any fault all chips are set up before the first chip is read.
//!
//! Newer data sheets describe GPA7 and GPB7 as outputs only, because an input that changes in the middle of a read may
//! disturb the bus. A disturbed scan ends in a fault or in one wrong reading, which the settle rule does not accept.
//!
//! Registers: Microchip DS20001952, table 3-3, IOCON.BANK = 0 as after power-up; frames on SPI: its section 3.3.

use crate::{Occupancy, wiring::shift::Active};
use embedded_hal::{i2c::I2c, spi::SpiDevice};

/// The number of expander chips on a board.
pub const CHIPS: usize = 4;
/// The lowest address that a chip can have.
pub const ADDRESS_MIN: u8 = 0x20;
/// The highest address that the first of four chips can have.
pub const ADDRESS_MAX: u8 = ADDRESS_MIN + 4;

/// The number of the first register of pin directions; the second register follows it.
const IODIR: u8 = 0x00;
/// The number of the register that holds the settings of the chip (IOCON). One read takes all registers from this one
/// to GPIOB at 0x13.
const IOCON: u8 = 0x0a;
/// The number of the first register of pull-ups.
const GPPU: u8 = 0x0c;
/// The number of registers from the settings to the second register of levels.
const READ_LEN: usize = 10;
/// The bit of the settings with which a chip on SPI reacts only to messages that carry its own address (HAEN).
const HAEN: u8 = 0x08;

/// The bus to which the chips are connected.
pub trait ChipBus {
    /// The type of the bus's errors.
    type Error;
    /// The settings that a chip on this bus gets.
    const SETTINGS: u8;

    /// Sets the bit with which the chip reacts to this address only. The chips may just have been switched on.
    fn wake(&mut self, address: u8) -> Result<(), Self::Error>;

    /// Writes registers of one chip. The first byte is the number of the first register, the others are the values.
    fn write(&mut self, address: u8, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Reads ten registers of one chip, beginning with the register of its settings.
    fn read(&mut self, address: u8) -> Result<[u8; READ_LEN], Self::Error>;
}

/// The I2C bus of MCP23017 chips.
#[derive(Debug)]
pub struct OverI2c<I>(I);

impl<I: I2c> ChipBus for OverI2c<I> {
    type Error = I::Error;
    const SETTINGS: u8 = 0;

    fn wake(&mut self, address: u8) -> Result<(), I::Error> {
        self.0.write(address, &[IOCON, Self::SETTINGS])
    }

    fn write(&mut self, address: u8, bytes: &[u8]) -> Result<(), I::Error> {
        self.0.write(address, bytes)
    }

    fn read(&mut self, address: u8) -> Result<[u8; READ_LEN], I::Error> {
        let mut registers = [0; READ_LEN];
        self.0.write_read(address, &[IOCON], &mut registers)?;
        Ok(registers)
    }
}

/// The SPI bus of MCP23S17 chips that share one select line.
#[derive(Debug)]
pub struct OverSpi<S>(S);

impl<S: SpiDevice> ChipBus for OverSpi<S> {
    type Error = S::Error;
    const SETTINGS: u8 = HAEN;

    fn wake(&mut self, address: u8) -> Result<(), S::Error> {
        // A chip that does not compare its own address yet answers to the first address; some such chips still compare
        // the highest bit of their own.
        for asleep in [ADDRESS_MIN, ADDRESS_MIN | 0x04, address] {
            self.write(asleep, &[IOCON, Self::SETTINGS])?;
        }
        Ok(())
    }

    fn write(&mut self, address: u8, bytes: &[u8]) -> Result<(), S::Error> {
        let mut frame = [0; 4];
        frame[0] = address << 1;
        let (_, rest) = frame.split_at_mut(1);
        rest.iter_mut().zip(bytes).for_each(|(slot, byte)| *slot = *byte);
        self.0.write(&frame[..=bytes.len().min(3)])
    }

    fn read(&mut self, address: u8) -> Result<[u8; READ_LEN], S::Error> {
        let mut frame = [0; READ_LEN + 2];
        frame[0] = address << 1 | 1;
        frame[1] = IOCON;
        self.0.transfer_in_place(&mut frame)?;
        let [_, _, registers @ ..] = frame;
        Ok(registers)
    }
}

/// The four expander chips of one board.
#[derive(Debug)]
pub struct Expanders<B> {
    bus: B,
    first: u8,
    active: Active,
    is_set_up: bool,
}

/// The reason why a scan produced no reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpanderFault<E> {
    /// The chip at this address does not answer, or the bus does not work.
    Bus {
        /// The chip's address.
        address: u8,
        /// The error that the bus reported.
        error: E,
    },
    /// The chip at this address has lost its settings: its supply failed, or it was replaced. On SPI it may also be
    /// missing.
    Forgot {
        /// The chip's address.
        address: u8,
    },
}

impl<I: I2c> Expanders<OverI2c<I>> {
    /// Creates the four chips on this bus, with consecutive addresses from `first` on. With [`Active::Low`] the chips'
    /// own pull-ups are used.
    pub fn new(i2c: I, first: u8, active: Active) -> Expanders<OverI2c<I>> {
        Expanders { bus: OverI2c(i2c), first, active, is_set_up: false }
    }
}

impl<S: SpiDevice> Expanders<OverSpi<S>> {
    /// Creates the four chips behind this select line, with consecutive addresses from `first` on. The SPI bus must use
    /// mode 0 and at most 10 MHz.
    pub fn on_spi(spi: S, first: u8, active: Active) -> Expanders<OverSpi<S>> {
        Expanders { bus: OverSpi(spi), first, active, is_set_up: false }
    }
}

impl<B: ChipBus> Expanders<B> {
    /// Reads all squares. After any fault all chips are set up anew before the next scan.
    pub fn scan(&mut self) -> Result<Occupancy, ExpanderFault<B::Error>> {
        let was_set_up = core::mem::replace(&mut self.is_set_up, false);
        if !was_set_up {
            self.each(Self::set_up)?;
        }
        let ranks = self.each(Self::read)?;
        self.is_set_up = true;
        let [[r1, r2], [r3, r4], [r5, r6], [r7, r8]] = ranks;
        Ok(Occupancy::from_ranks([r1, r2, r3, r4, r5, r6, r7, r8]))
    }

    /// Calls a function for each chip. Returns the function's results, or its first error.
    fn each<T: Copy + Default>(
        &mut self,
        act: impl Fn(&mut Self, u8) -> Result<T, ExpanderFault<B::Error>>,
    ) -> Result<[T; CHIPS], ExpanderFault<B::Error>> {
        let mut all = [T::default(); CHIPS];
        for (one, address) in all.iter_mut().zip(self.first..) {
            *one = act(self, address)?;
        }
        Ok(all)
    }

    fn pull_ups(&self) -> [u8; 2] {
        match self.active {
            Active::Low => [0xff; 2],
            Active::High => [0x00; 2],
        }
    }

    fn set_up(&mut self, address: u8) -> Result<(), ExpanderFault<B::Error>> {
        let bus = |error| ExpanderFault::Bus { address, error };
        let [a, b] = self.pull_ups();
        self.bus.wake(address).map_err(bus)?;
        self.bus.write(address, &[IODIR, 0xff, 0xff]).map_err(bus)?;
        self.bus.write(address, &[GPPU, a, b]).map_err(bus)
    }

    /// Reads the two ranks that are wired to one chip.
    fn read(&mut self, address: u8) -> Result<[u8; 2], ExpanderFault<B::Error>> {
        let registers = self.bus.read(address).map_err(|error| ExpanderFault::Bus { address, error })?;
        let [settings, _, pull_up_a, pull_up_b, .., a, b] = registers;
        if (settings, [pull_up_a, pull_up_b]) != (B::SETTINGS, self.pull_ups()) {
            return Err(ExpanderFault::Forgot { address });
        }
        Ok(match self.active {
            Active::Low => [!a, !b],
            Active::High => [a, b],
        })
    }
}

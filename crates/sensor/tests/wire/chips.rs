//! The chips behind the wirings, register by register: the squares are at one end, the computer's bus at the
//! opposite end. The tests of the whole program put these chips behind the firmware's scan.

use embedded_hal::{
    delay::DelayNs,
    digital::{self, InputPin, OutputPin},
    i2c::{self, I2c, Operation},
    spi::{self, SpiBus, SpiDevice},
};
use std::{
    convert::Infallible,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

/// The occupied squares: bit 0 is a1. Whoever moves the pieces has a copy.
#[derive(Debug, Clone, Default)]
pub(crate) struct Squares(Arc<AtomicU64>);

impl Squares {
    pub(crate) fn set(&self, occupied: u64) {
        self.0.store(occupied, Ordering::Relaxed);
    }

    fn rank(&self, rank: usize) -> u8 {
        self.0.load(Ordering::Relaxed).to_le_bytes()[rank]
    }
}

/// A delay for hardware that needs none.
#[derive(Debug)]
pub(crate) struct AtOnce;

impl DelayNs for AtOnce {
    fn delay_ns(&mut self, _: u32) {}
}

/// Four MCP23017 with switches to ground, from address 20 on, or four MCP23S17 behind one select line. Registers
/// as in DS20001952, BANK = 0.
#[derive(Debug, Clone)]
pub(crate) struct ExpanderBus {
    squares: Squares,
    chips: Arc<Mutex<[Mcp23x17; 4]>>,
}

#[derive(Debug, Clone, Copy)]
struct Mcp23x17 {
    registers: [u8; 0x16],
    pointer: usize,
    has_supply: bool,
}

/// The registers after power-up: inputs, no pull-ups, nothing inverted.
const FRESH: Mcp23x17 = {
    let mut registers = [0; 0x16];
    registers[0x00] = 0xff;
    registers[0x01] = 0xff;
    Mcp23x17 { registers, pointer: 0, has_supply: true }
};

/// The settings register, which has two addresses.
const IOCON: [usize; 2] = [0x0a, 0x0b];
/// The setting that makes a chip on SPI heed its address.
const HAEN: u8 = 0x08;

/// The error when no chip answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoAnswer;

impl i2c::Error for NoAnswer {
    fn kind(&self) -> i2c::ErrorKind {
        i2c::ErrorKind::NoAcknowledge(i2c::NoAcknowledgeSource::Address)
    }
}

impl ExpanderBus {
    pub(crate) fn new(squares: Squares) -> ExpanderBus {
        ExpanderBus { squares, chips: Arc::new(Mutex::new([FRESH; 4])) }
    }

    /// Cuts the supply of a chip, or restores it.
    pub(crate) fn power(&self, chip: usize, on: bool) {
        self.chips.lock().expect("nobody panics holding it")[chip] = Mcp23x17 { has_supply: on, ..FRESH };
    }
}

impl Mcp23x17 {
    fn write(&mut self, bytes: &[u8]) {
        let Some((pointer, values)) = bytes.split_first() else { return };
        self.pointer = usize::from(*pointer) % 0x16;
        values.iter().for_each(|value| self.put(*value));
    }

    fn put(&mut self, value: u8) {
        if IOCON.contains(&self.pointer) {
            IOCON.into_iter().for_each(|at| self.registers[at] = value);
        }
        self.registers[self.pointer] = value;
        self.pointer = (self.pointer + 1) % 0x16;
    }

    /// Returns whether the chip takes a frame on SPI for these straps as its own.
    fn heeds(&self, straps: u8, own: u8) -> bool {
        self.has_supply && straps == if self.registers[IOCON[0]] & HAEN == 0 { 0 } else { own }
    }

    /// The value of a register, with these two ranks of men above the switches.
    fn read(&mut self, ranks: [u8; 2]) -> u8 {
        let register = self.pointer;
        self.pointer = (self.pointer + 1) % 0x16;
        if register & 0x1e != 0x12 {
            return self.registers[register];
        }
        let side = register & 1;
        let [directions, polarity, pull_ups, latches] =
            [0x00, 0x02, 0x0c, 0x14].map(|base| self.registers[base + side]);
        // A closed switch wins; an open input reads high only by its pull-up.
        let level = directions & pull_ups & !ranks[side] | !directions & latches;
        level ^ polarity & directions
    }
}

impl i2c::ErrorType for ExpanderBus {
    type Error = NoAnswer;
}

impl I2c for ExpanderBus {
    fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), NoAnswer> {
        let mut chips = self.chips.lock().expect("nobody panics holding it");
        let at = usize::from(address.wrapping_sub(0x20));
        let chip = chips.get_mut(at).filter(|chip| chip.has_supply).ok_or(NoAnswer)?;
        let ranks = [self.squares.rank(2 * at), self.squares.rank(2 * at + 1)];
        for operation in operations {
            match operation {
                Operation::Write(bytes) => chip.write(bytes),
                Operation::Read(bytes) => bytes.iter_mut().for_each(|byte| *byte = chip.read(ranks)),
            }
        }
        Ok(())
    }
}

impl spi::ErrorType for ExpanderBus {
    type Error = Infallible;
}

/// One transfer: the select line goes low, bytes are clocked both ways, and it goes high. Where no chip drives
/// the line into the computer it floats high; where several do, a low wins.
impl SpiDevice for ExpanderBus {
    fn transaction(&mut self, operations: &mut [spi::Operation<'_, u8>]) -> Result<(), Infallible> {
        let mut clocked = Vec::new();
        for operation in operations {
            match operation {
                spi::Operation::Write(bytes) => bytes.iter().for_each(|&byte| {
                    self.clock(&mut clocked, byte);
                }),
                spi::Operation::Read(bytes) => {
                    bytes.iter_mut().for_each(|byte| *byte = self.clock(&mut clocked, 0));
                }
                spi::Operation::TransferInPlace(bytes) => {
                    bytes.iter_mut().for_each(|byte| *byte = self.clock(&mut clocked, *byte));
                }
                spi::Operation::Transfer(read, write) => {
                    for (into, &byte) in read.iter_mut().zip(write.iter()) {
                        *into = self.clock(&mut clocked, byte);
                    }
                }
                spi::Operation::DelayNs(_) => {}
            }
        }
        Ok(())
    }
}

impl ExpanderBus {
    /// Clocks one byte out and one in; `clocked` holds the bytes sent since the select line fell.
    fn clock(&self, clocked: &mut Vec<u8>, out: u8) -> u8 {
        let mut chips = self.chips.lock().expect("nobody panics holding it");
        let place = clocked.len();
        clocked.push(out);
        // The opcode is 0100, the straps, and the read bit.
        let opcode = clocked[0];
        if opcode >> 4 != 0b0100 {
            return 0xff;
        }
        let straps = opcode >> 1 & 0b111;
        let mut line = 0xff;
        for (own, chip) in (0..).zip(chips.iter_mut()).filter(|(own, chip)| chip.heeds(straps, *own)) {
            match (place, opcode & 1) {
                (0, _) => {}
                (1, _) => chip.pointer = usize::from(out) % 0x16,
                (_, 0) => chip.put(out),
                (_, _) => {
                    let first = 2 * usize::from(own);
                    line &= chip.read([self.squares.rank(first), self.squares.rank(first + 1)]);
                }
            }
        }
        line
    }
}

/// A 74HC595 on the ranks and a 74HC165 on the files of a matrix, with their latches tied together.
#[derive(Debug, Clone)]
pub(crate) struct Registers {
    squares: Squares,
    state: Arc<Mutex<RegisterState>>,
}

#[derive(Debug, Default)]
struct RegisterState {
    /// The contents of the shift stages; files come out with their highest bit first.
    ranks: u8,
    files: u8,
    /// The outputs of the 595.
    strobed: u8,
    is_high: bool,
    /// Files that read high whatever is strobed.
    shorted: u8,
    /// True when the wire from the 165 to the computer is off and floats low.
    is_cut: bool,
}

impl Registers {
    pub(crate) fn new(squares: Squares) -> Registers {
        Registers { squares, state: Arc::default() }
    }

    pub(crate) fn short(&self, files: u8) {
        self.state.lock().expect("nobody panics holding it").shorted = files;
    }

    pub(crate) fn cut(&self, is_cut: bool) {
        self.state.lock().expect("nobody panics holding it").is_cut = is_cut;
    }

    fn shift(&self, out: u8) -> u8 {
        let mut state = self.state.lock().expect("nobody panics holding it");
        assert!(state.is_high, "while the latch is low the 165 loads and does not shift");
        let inward = if state.is_cut { 0 } else { state.files };
        // SER of the 165 is tied to the supply.
        (state.ranks, state.files) = (out, 0xff);
        inward
    }

    fn latch(&self, is_high: bool) {
        let mut state = self.state.lock().expect("nobody panics holding it");
        if is_high && !state.is_high {
            // The 165 keeps the files from when its line was low; the 595 puts out the bits that were shifted in.
            let closed = (0..8).filter(|rank| state.strobed >> rank & 1 == 1);
            state.files = closed.fold(state.shorted, |files, rank| files | self.squares.rank(rank));
            state.strobed = state.ranks;
        }
        state.is_high = is_high;
    }
}

impl spi::ErrorType for Registers {
    type Error = Infallible;
}

impl SpiBus for Registers {
    fn read(&mut self, words: &mut [u8]) -> Result<(), Infallible> {
        words.iter_mut().for_each(|word| *word = self.shift(0));
        Ok(())
    }

    fn write(&mut self, words: &[u8]) -> Result<(), Infallible> {
        words.iter().for_each(|&word| {
            self.shift(word);
        });
        Ok(())
    }

    fn transfer(&mut self, read: &mut [u8], write: &[u8]) -> Result<(), Infallible> {
        for (into, &word) in read.iter_mut().zip(write) {
            *into = self.shift(word);
        }
        Ok(())
    }

    fn transfer_in_place(&mut self, words: &mut [u8]) -> Result<(), Infallible> {
        words.iter_mut().for_each(|word| *word = self.shift(*word));
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

impl digital::ErrorType for Registers {
    type Error = Infallible;
}

/// The latch.
impl OutputPin for Registers {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.latch(false);
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.latch(true);
        Ok(())
    }
}

/// One pin of a matrix with a diode on every crossing.
#[derive(Debug)]
pub(crate) struct MatrixPin {
    squares: Squares,
    strobed: Arc<AtomicU64>,
    line: usize,
}

/// The ranks and the files of a matrix.
pub(crate) fn matrix(squares: &Squares) -> ([MatrixPin; 8], [MatrixPin; 8]) {
    let strobed = Arc::new(AtomicU64::new(0));
    let pin = |line| MatrixPin { squares: squares.clone(), strobed: Arc::clone(&strobed), line };
    (core::array::from_fn(pin), core::array::from_fn(pin))
}

impl digital::ErrorType for MatrixPin {
    type Error = Infallible;
}

/// A rank.
impl OutputPin for MatrixPin {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.strobed.fetch_and(!(1 << self.line), Ordering::Relaxed);
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.strobed.fetch_or(1 << self.line, Ordering::Relaxed);
        Ok(())
    }
}

/// A file.
impl InputPin for MatrixPin {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        let strobed = self.strobed.load(Ordering::Relaxed);
        Ok((0..8).any(|rank| strobed >> rank & 1 == 1 && self.squares.rank(rank) >> self.line & 1 == 1))
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        self.is_high().map(|is_high| !is_high)
    }
}

//! The parts of a board on pins, whatever they are wired to: sixty-four squares, perhaps a lever and a clock. The
//! faults of each kind of wiring become sentences here.

use embedded_hal::{
    delay::DelayNs,
    digital::{InputPin, OutputPin},
    i2c::I2c,
    spi::{SpiBus, SpiDevice},
};
use sensor::{
    ClockFrame, Expanders, Matrix, Occupancy, ShiftChain, StrobeChain,
    expander::{ADDRESS_MIN, ExpanderFault, OverI2c, OverSpi},
    matrix::MatrixFault,
    shift::ShiftFault,
    strobe::StrobeFault,
};
use shakmaty::Color;
use std::fmt::Debug;

/// Squares that can be scanned.
pub trait Scan {
    /// Returns which squares are occupied at present. The error is a sentence that says what to do.
    fn scan(&mut self) -> Result<Occupancy, String>;
}

/// A lever switch, or a reed contact at the lever of any clock.
pub trait Press {
    /// Returns whether White has pressed last. The error is a sentence that says what to do.
    fn is_white_down(&mut self) -> Result<bool, String>;
}

/// A clock on a bus of its own, such as a DGT3000.
pub trait ClockBus {
    /// Sends a frame to the clock. A frame may be lost; the sender repeats it if it needs an answer.
    fn say(&mut self, frame: &[u8]);

    /// Returns the next frame received from the clock; `None` if there is none. The error is a sentence that says what
    /// to do.
    fn heard(&mut self) -> Result<Option<ClockFrame>, String>;
}

/// The parts of a board on pins, ready to use.
pub struct Wired {
    /// The squares.
    pub squares: Box<dyn Scan>,
    /// The lever, if there is one.
    pub lever: Option<Box<dyn Press>>,
    /// The clock, if one is wired to this computer.
    pub clock: Option<Box<dyn ClockBus>>,
}

/// A contact to ground on a pin with a pull-up.
#[derive(Debug)]
pub struct Contact<P> {
    /// The pin of the contact.
    pub pin: P,
    /// The side that has pressed while the contact is closed.
    pub closed: Color,
}

impl<P: InputPin> Press for Contact<P> {
    fn is_white_down(&mut self) -> Result<bool, String> {
        let is_closed = self.pin.is_low().map_err(|error| pin_fault(&error))?;
        Ok(is_closed == self.closed.is_white())
    }
}

impl<R: OutputPin, F: InputPin, D: DelayNs> Scan for Matrix<R, F, D> {
    fn scan(&mut self) -> Result<Occupancy, String> {
        let said = |fault| match fault {
            MatrixFault::Rank(error) => pin_fault(&error),
            MatrixFault::File(error) => pin_fault(&error),
            MatrixFault::Shorted(files) => shorted(files),
        };
        self.check().map_err(said)?;
        Matrix::scan(self).map_err(said)
    }
}

impl<S: SpiBus, L: OutputPin, D: DelayNs> Scan for ShiftChain<S, L, D> {
    fn scan(&mut self) -> Result<Occupancy, String> {
        ShiftChain::scan(self).map_err(|fault| match fault {
            ShiftFault::Spi(error) => bus_fault("SPI", &error),
            ShiftFault::Latch(error) => pin_fault(&error),
            ShiftFault::Broken(tail) => broken(tail),
        })
    }
}

impl<S: SpiBus, L: OutputPin, D: DelayNs> Scan for StrobeChain<S, L, D> {
    fn scan(&mut self) -> Result<Occupancy, String> {
        StrobeChain::scan(self).map_err(|fault| match fault {
            StrobeFault::Spi(error) => bus_fault("SPI", &error),
            StrobeFault::Latch(error) => pin_fault(&error),
            StrobeFault::Broken(tail) => broken(tail),
            StrobeFault::Shorted(files) => shorted(files),
        })
    }
}

impl<I: I2c> Scan for Expanders<OverI2c<I>> {
    fn scan(&mut self) -> Result<Occupancy, String> {
        Expanders::scan(self).map_err(|fault| match fault {
            ExpanderFault::Bus { address, error } => format!(
                "the MCP23017 at {address:#04x} does not answer ({error:?}); check its supply, SDA, SCL and the straps A0 to A2"
            ),
            ExpanderFault::Forgot { address } => {
                format!("the MCP23017 at {address:#04x} started anew by itself; check its supply and RESET")
            }
        })
    }
}

impl<S: SpiDevice> Scan for Expanders<OverSpi<S>> {
    fn scan(&mut self) -> Result<Occupancy, String> {
        Expanders::scan(self).map_err(|fault| match fault {
            ExpanderFault::Bus { error, .. } => bus_fault("SPI", &error),
            // SPI has no acknowledgement, so a missing chip cannot be told from one that restarted.
            ExpanderFault::Forgot { address } => format!(
                "the MCP23S17 with the straps {} is not as it was set up; check its supply, RESET, the wires of SPI and the straps A0 to A2",
                address - ADDRESS_MIN
            ),
        })
    }
}

/// An empty set of squares, for a clock without a board.
#[derive(Debug)]
pub struct NoSquares;

impl Scan for NoSquares {
    fn scan(&mut self) -> Result<Occupancy, String> {
        Ok(Occupancy(0))
    }
}

fn pin_fault(error: &dyn Debug) -> String {
    format!("a pin does not work ({error:?}); check that no other program uses it")
}

fn bus_fault(bus: &str, error: &dyn Debug) -> String {
    format!("{bus} does not work ({error:?}); check that it is switched on and that no other program uses it")
}

fn broken(tail: u8) -> String {
    format!(
        "the chain of registers ends with {tail:#04x} instead of 0xff; check its supply, the wires between the registers, and SER of the last one to 3V3"
    )
}

fn shorted(files: u8) -> String {
    let names: String =
        ('a'..='h').enumerate().filter(|(file, _)| files >> file & 1 == 1).map(|(_, name)| name).collect();
    format!(
        "the files {names} read closed while no rank is strobed; look for a short, or a diode the wrong way round"
    )
}

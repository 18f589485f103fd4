//! A board on the pins of a Raspberry Pi. No other file uses the crate rppal.
//!
//! Connecting fails on any other computer, and if the system gives no access to the pins. The error is a sentence that
//! says what is missing.

use super::{
    scan::{ClockBus, Contact, NoSquares, Press, Scan, Wired},
    wiring::{LeverWiring, SquareWiring, WiredBus, Wiring},
};
use board::dgt3000::frame::{EVERYBODY, HOST};
use rppal::{
    gpio::{self, Gpio, InputPin, IoPin, Mode, OutputPin},
    hal::Delay,
    i2c::{self, I2c},
    spi::{self, Bus, SimpleHalSpiDevice, SlaveSelect, Spi},
};
use sensor::{
    ClockFrame, Expanders, Matrix, ShiftChain, StrobeChain,
    two_wire::{BusListener, Data},
};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

/// The SPI clock rate in hertz: fast enough for a hundred bits in each scan, and slow enough for long wires.
const SPI_HZ: u32 = 1_000_000;
/// The greatest number of frames from a clock that may wait for the watch, which fetches them at each scan.
const HEARD_MAX: usize = 16;

/// Opens the pins and tries the wiring out with one scan. Dropping the board releases the pins.
pub(super) fn connect(wiring: &Wiring) -> Result<Wired, String> {
    let gpio = Gpio::new().map_err(|error| gpio_fault(&error))?;
    let mut squares = squares(&gpio, &wiring.squares)?;
    let lever = wiring.lever.map(|LeverWiring { pin, closed }| {
        let pin = take(&gpio, pin)?.into_input_pullup();
        Ok::<Box<dyn Press>, String>(Box::new(Contact { pin, closed }))
    });
    squares.scan()?;
    let clock = wiring.clock.map(|wiring| {
        let bus = I2c::with_bus(wiring.i2c).map_err(|error| i2c_fault(wiring.i2c, &error))?;
        let (scl, sda) =
            (take(&gpio, wiring.scl)?.into_input(), take(&gpio, wiring.sda)?.into_io(Mode::Input));
        PiClock::start(bus, scl, sda).map(|clock| Box::new(clock) as Box<dyn ClockBus>)
    });
    Ok(Wired { squares, lever: lever.transpose()?, clock: clock.transpose()? })
}

fn squares(gpio: &Gpio, wiring: &SquareWiring) -> Result<Box<dyn Scan>, String> {
    Ok(match wiring {
        SquareWiring::Matrix { ranks, files } => {
            let ranks = eight(ranks, |pin| take(gpio, pin).map(gpio::Pin::into_output_low))?;
            let files = eight(files, |pin| take(gpio, pin).map(gpio::Pin::into_input_pulldown))?;
            Box::new(Matrix::<OutputPin, InputPin, Delay>::new(ranks, files, Delay::new()))
        }
        SquareWiring::Shift { spi, latch, active } => {
            let latch = take(gpio, *latch)?.into_output_high();
            Box::new(ShiftChain::new(open_spi(*spi)?, latch, Delay::new(), *active))
        }
        SquareWiring::Strobe { spi, latch } => {
            let latch = take(gpio, *latch)?.into_output_high();
            Box::new(StrobeChain::new(open_spi(*spi)?, latch, Delay::new()))
        }
        SquareWiring::Expander { bus: WiredBus::I2c(i2c), address, active } => {
            let bus = I2c::with_bus(*i2c).map_err(|error| i2c_fault(*i2c, &error))?;
            Box::new(Expanders::new(bus, *address, *active))
        }
        SquareWiring::Expander { bus: WiredBus::Spi(spi), address, active } => {
            let device = SimpleHalSpiDevice::new(open_spi(*spi)?);
            Box::new(Expanders::on_spi(device, *address, *active))
        }
        SquareWiring::None => Box::new(NoSquares),
    })
}

/// A DGT3000 clock. The Pi's bus can send to the clock but cannot receive from it, so a thread listens to the levels.
struct PiClock {
    bus: I2c,
    heard: mpsc::Receiver<ClockFrame>,
    is_dropped: Arc<AtomicBool>,
}

impl PiClock {
    fn start(bus: I2c, scl: InputPin, mut sda: IoPin) -> Result<PiClock, String> {
        let (tell, heard) = mpsc::sync_channel(HEARD_MAX);
        let is_dropped = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&is_dropped);
        let listen = move || {
            // As an output, the pin pulls the line low; as an input, it releases the line.
            sda.set_low();
            let mut listener = BusListener::new([EVERYBODY, HOST]);
            let mut was = Data::Released;
            while !is_over.load(Ordering::Relaxed) {
                let data = listener.sample(scl.is_high(), sda.is_high());
                if data != was {
                    sda.set_mode(if data == Data::Pulled { Mode::Output } else { Mode::Input });
                    was = data;
                }
                if let Some(frame) = listener.take() {
                    // If nobody fetches the frames, the newest are lost; the clock sends its time again a second later.
                    let _ = tell.try_send(frame);
                }
            }
            sda.set_mode(Mode::Input);
        };
        thread::Builder::new()
            .name("clock".to_owned())
            .spawn(listen)
            .map_err(|error| format!("the system gives no thread ({error}); close some programs"))?;
        Ok(PiClock { bus, heard, is_dropped })
    }
}

impl ClockBus for PiClock {
    fn say(&mut self, frame: &[u8]) {
        let Some((to, rest)) = frame.split_first() else { return };
        let said = self.bus.set_slave_address(u16::from(to >> 1)).and_then(|()| self.bus.write(rest));
        if let Err(error) = said {
            // A sleeping clock acknowledges nothing.
            tracing::debug!("the clock did not take {frame:02x?}: {error}");
        }
    }

    fn heard(&mut self) -> Result<Option<ClockFrame>, String> {
        match self.heard.try_recv() {
            Ok(frame) => Ok(Some(frame)),
            Err(mpsc::TryRecvError::Empty) => Ok(None),
            Err(mpsc::TryRecvError::Disconnected) => {
                Err("the thread that listens to the clock is gone; start the program again".to_owned())
            }
        }
    }
}

impl Drop for PiClock {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }
}

fn take(gpio: &Gpio, pin: u8) -> Result<gpio::Pin, String> {
    gpio.get(pin).map_err(|error| gpio_fault(&error))
}

fn eight<P>(pins: &[u8; 8], take: impl Fn(u8) -> Result<P, String>) -> Result<[P; 8], String> {
    let taken: Vec<P> = pins.iter().map(|&pin| take(pin)).collect::<Result<_, _>>()?;
    taken.try_into().map_err(|_| "eight pins are eight pins; report this".to_owned())
}

fn open_spi(bus: u8) -> Result<Spi, String> {
    let which = if bus == 0 { Bus::Spi0 } else { Bus::Spi1 };
    Spi::new(which, SlaveSelect::Ss0, SPI_HZ, spi::Mode::Mode0).map_err(|error| match error {
        spi::Error::Io(error) => node_fault(&format!("/dev/spidev{bus}.0"), "SPI", "spi", &error),
        other => format!("SPI {bus} does not work ({other}); check that no other program uses it"),
    })
}

fn i2c_fault(bus: u8, error: &i2c::Error) -> String {
    match error {
        i2c::Error::Io(error) => node_fault(&format!("/dev/i2c-{bus}"), "I2C", "i2c", error),
        i2c::Error::UnknownModel => not_a_pi(),
        other => format!("I2C {bus} does not work ({other}); check that no other program uses it"),
    }
}

fn gpio_fault(error: &gpio::Error) -> String {
    match error {
        gpio::Error::UnknownModel => not_a_pi(),
        gpio::Error::PinUsed(pin) => {
            format!("pin {pin} is in use by another board of this program; give each its own")
        }
        gpio::Error::PinNotAvailable(pin) => format!("this Raspberry Pi has no pin {pin}; take another"),
        gpio::Error::PermissionDenied(path) => {
            format!("this user may not use {path}; join the group gpio and log in again")
        }
        gpio::Error::Io(error) if error.kind() == io::ErrorKind::NotFound => not_a_pi(),
        other => {
            format!("the pins cannot be used ({other}); check that the system is one for the Raspberry Pi")
        }
    }
}

fn node_fault(node: &str, bus: &str, group: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            format!("{node} is missing; switch {bus} on with raspi-config and start the computer again")
        }
        io::ErrorKind::PermissionDenied => {
            format!("this user may not use {node}; join the group {group} and log in again")
        }
        _ => format!("{node} does not work ({error}); check that no other program uses it"),
    }
}

fn not_a_pi() -> String {
    "this computer is no Raspberry Pi with pins that this program knows; connect the board to one, or by USB"
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn off_the_pi_one_sentence_says_what_is_missing() {
        if Gpio::new().is_ok() {
            // On a Raspberry Pi this test must not drive pins that something else is wired to.
            return;
        }
        let wiring = Wiring::parse("x", "wiring = \"expander\"").expect("it is sound");
        let Err(said) = connect(&wiring) else { panic!("there are no pins here") };
        assert!(said.contains("Raspberry Pi") || said.contains("may not use"), "{said}");
    }
}

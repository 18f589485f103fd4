//! The file that describes how a board is wired to the pins. docs/pins.md explains it, with a drawing.
//!
//! Pins are given by the chip's numbers (BCM), as on every drawing of the header, not by their places in its rows.

use sensor::{
    expander::{ADDRESS_MAX, ADDRESS_MIN},
    shift::Active,
};
use serde::Deserialize;
use shakmaty::Color;
use std::{fs, path::Path};
use toml::Spanned;

/// The numbers of the usable pins. Pins 0 and 1 are left out: they belong to the memory of an attached board.
const PINS: std::ops::RangeInclusive<u8> = 2..=27;
const SCAN_MS: u8 = 8;
const SETTLE_MS: u8 = 30;
/// The number of the I2C bus on pins 2 and 3.
const I2C_USUAL: u8 = 1;
/// The longest time between two scans, in milliseconds: fifty scans a second.
const SCAN_MS_MAX: u8 = 20;
/// The longest settling time, in milliseconds: contacts that bounce for longer are broken.
const SETTLE_MS_MAX: u8 = 200;

/// The wiring of one board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wiring {
    /// The wiring of the squares.
    pub squares: SquareWiring,
    /// The wiring of the lever switch, if there is one.
    pub lever: Option<LeverWiring>,
    /// The wiring of a DGT3000 clock, if there is one.
    pub clock: Option<ClockWiring>,
    /// The time between two scans of all squares, in milliseconds.
    pub scan_ms: u8,
    /// The time for which a square's reading has to stay unchanged before it counts, in milliseconds.
    pub settle_ms: u8,
}

/// The wiring of the squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SquareWiring {
    /// Sixteen pins as a matrix of eight by eight switches.
    Matrix {
        /// The pins of ranks 1 to 8.
        ranks: [u8; 8],
        /// The pins of files a to h.
        files: [u8; 8],
    },
    /// Eight 74HC165 chips on an SPI bus.
    Shift {
        /// The number of the SPI bus.
        spi: u8,
        /// The pin of the chips' common latch.
        latch: u8,
        /// The level of an occupied square's input.
        active: Active,
    },
    /// A 74HC595 and a 74HC165 chip on an SPI bus, wired to a matrix of eight by eight switches.
    Strobe {
        /// The number of the SPI bus.
        spi: u8,
        /// The pin of the chips' common latch.
        latch: u8,
    },
    /// Four MCP23017 chips on an I2C bus, or four MCP23S17 chips on an SPI bus.
    Expander {
        /// The bus of the four chips.
        bus: WiredBus,
        /// The address of the first chip; the other chips have the next addresses.
        address: u8,
        /// The level of an occupied square's input.
        active: Active,
    },
    /// No squares: a clock for a table whose board is somewhere else.
    None,
}

/// The kind and number of a bus that chips are wired to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WiredBus {
    /// The I2C bus with this number.
    I2c(u8),
    /// The SPI bus with this number.
    Spi(u8),
}

/// The wiring of a lever switch: a contact to ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeverWiring {
    /// The contact's pin.
    pub pin: u8,
    /// The side that has pressed while the contact is closed.
    pub closed: Color,
}

/// The wiring of a DGT3000 clock: a bus that sends to the clock, and two pins that listen on the bus's two wires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockWiring {
    /// The number of the I2C bus.
    pub i2c: u8,
    /// The pin on the bus's clock line.
    pub scl: u8,
    /// The pin on the bus's data line.
    pub sda: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    wiring: Spanned<Kind>,
    ranks: Option<Spanned<Vec<u8>>>,
    files: Option<Spanned<Vec<u8>>>,
    latch: Option<Spanned<u8>>,
    spi: Option<Spanned<u8>>,
    i2c: Option<Spanned<u8>>,
    address: Option<Spanned<u8>>,
    active: Option<Spanned<ActiveName>>,
    lever: Option<Spanned<u8>>,
    lever_closed: Option<Spanned<ColorName>>,
    dgt3000: Option<Spanned<ClockSection>>,
    scan_ms: Option<Spanned<u8>>,
    settle_ms: Option<Spanned<u8>>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockSection {
    i2c: u8,
    scl: u8,
    sda: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Matrix,
    Shift,
    Strobe,
    Expander,
    Clock,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ActiveName {
    Low,
    High,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ColorName {
    White,
    Black,
}

/// A value that cannot be right, with its place in the wiring file.
struct Mistake {
    at: usize,
    what: String,
}

impl Mistake {
    fn at<T>(value: &Spanned<T>, what: impl Into<String>) -> Mistake {
        Mistake { at: value.span().start, what: what.into() }
    }
}

impl Wiring {
    /// Reads a wiring file. The error is a sentence that says what to do.
    pub fn read(path: &Path) -> Result<Wiring, String> {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| {
            format!("the wiring {name} cannot be read ({error}); docs/pins.md has one for every kind to begin with")
        })?;
        Wiring::parse(&name, &text)
    }

    /// Parses the text of a wiring file. The file's name is used in error messages.
    pub fn parse(name: &str, text: &str) -> Result<Wiring, String> {
        let told = |at: usize, what: &str| {
            let line = text.as_bytes().iter().take(at).filter(|&&byte| byte == b'\n').count() + 1;
            format!("{name}, line {line}: {}", what.lines().collect::<Vec<_>>().join(", "))
        };
        let file: File = toml::from_str(text)
            .map_err(|error| told(error.span().map_or(0, |span| span.start), error.message()))?;
        file.check().map_err(|mistake| told(mistake.at, &mistake.what))
    }
}

impl File {
    fn check(self) -> Result<Wiring, Mistake> {
        self.forbid_strangers()?;
        let squares = self.squares()?;
        let lever = self.lever()?;
        let clock = self.clock()?;
        let scan_ms = within(self.scan_ms.as_ref(), 2, SCAN_MS_MAX, SCAN_MS, "scan_ms")?;
        let settle_ms = within(self.settle_ms.as_ref(), 1, SETTLE_MS_MAX, SETTLE_MS, "settle_ms")?;
        self.forbid_twice(&squares)?;
        Ok(Wiring { squares, lever, clock, scan_ms, settle_ms })
    }

    /// Fails if the file has a key that belongs to another kind of wiring and so would have no effect.
    fn forbid_strangers(&self) -> Result<(), Mistake> {
        let kind = *self.wiring.get_ref();
        let place = |value: &Option<Spanned<u8>>| value.as_ref().map(|value| value.span().start);
        let list = |value: &Option<Spanned<Vec<u8>>>| value.as_ref().map(|value| value.span().start);
        let keys = [
            ("ranks", list(&self.ranks), &[Kind::Matrix][..]),
            ("files", list(&self.files), &[Kind::Matrix]),
            ("latch", place(&self.latch), &[Kind::Shift, Kind::Strobe]),
            ("spi", place(&self.spi), &[Kind::Shift, Kind::Strobe, Kind::Expander]),
            ("i2c", place(&self.i2c), &[Kind::Expander]),
            ("address", place(&self.address), &[Kind::Expander]),
            ("active", self.active.as_ref().map(|value| value.span().start), &[Kind::Shift, Kind::Expander]),
        ];
        match keys.into_iter().find(|(_, at, kinds)| at.is_some() && !kinds.contains(&kind)) {
            None => Ok(()),
            Some((key, at, _)) => Err(Mistake {
                at: at.unwrap_or_default(),
                what: format!("{key} means nothing for this wiring; delete the line"),
            }),
        }
    }

    fn squares(&self) -> Result<SquareWiring, Mistake> {
        let active = match self.active.as_ref().map(|active| *active.get_ref()) {
            None | Some(ActiveName::Low) => Active::Low,
            Some(ActiveName::High) => Active::High,
        };
        Ok(match self.wiring.get_ref() {
            Kind::Matrix => SquareWiring::Matrix {
                ranks: self.eight(self.ranks.as_ref(), "ranks")?,
                files: self.eight(self.files.as_ref(), "files")?,
            },
            Kind::Shift => SquareWiring::Shift { spi: self.spi()?, latch: self.latch()?, active },
            Kind::Strobe => SquareWiring::Strobe { spi: self.spi()?, latch: self.latch()? },
            Kind::Expander => SquareWiring::Expander {
                bus: match (self.i2c_of_squares(), &self.spi, &self.i2c) {
                    (_, Some(spi), Some(_)) => {
                        return Err(Mistake::at(
                            spi,
                            "the chips are on I2C or on SPI; delete one of the lines",
                        ));
                    }
                    (Some(i2c), ..) => WiredBus::I2c(i2c),
                    (None, ..) => WiredBus::Spi(self.spi()?),
                },
                address: within(self.address.as_ref(), ADDRESS_MIN, ADDRESS_MAX, ADDRESS_MIN, "address")?,
                active,
            },
            Kind::Clock if self.lever.is_none() && self.dgt3000.is_none() => {
                return Err(Mistake::at(
                    &self.wiring,
                    "a clock needs the pin of its lever switch, for example lever = 26, or its bus as dgt3000",
                ));
            }
            Kind::Clock => SquareWiring::None,
        })
    }

    fn i2c_of_squares(&self) -> Option<u8> {
        let is_i2c = *self.wiring.get_ref() == Kind::Expander && self.spi.is_none();
        is_i2c.then(|| self.i2c.as_ref().map_or(I2C_USUAL, |bus| *bus.get_ref()))
    }

    fn eight(&self, pins: Option<&Spanned<Vec<u8>>>, key: &str) -> Result<[u8; 8], Mistake> {
        let missing = || {
            Mistake::at(
                &self.wiring,
                format!(
                    "a matrix needs its {key}: eight pins, for example {key} = [2, 3, 4, 17, 27, 22, 10, 9]"
                ),
            )
        };
        let pins = pins.ok_or_else(missing)?;
        let eight: [u8; 8] = pins.get_ref().as_slice().try_into().map_err(|_| {
            Mistake::at(pins, format!("{key} are eight pins, and here are {}", pins.get_ref().len()))
        })?;
        match eight.iter().find(|pin| !PINS.contains(pin)) {
            None => Ok(eight),
            Some(pin) => Err(Mistake::at(pins, no_pin(*pin))),
        }
    }

    fn spi(&self) -> Result<u8, Mistake> {
        within(self.spi.as_ref(), 0, 1, 0, "spi")
    }

    fn latch(&self) -> Result<u8, Mistake> {
        let Some(latch) = &self.latch else {
            return Err(Mistake::at(
                &self.wiring,
                "these registers need a pin for their latch, for example latch = 25",
            ));
        };
        pin(latch)
    }

    fn lever(&self) -> Result<Option<LeverWiring>, Mistake> {
        let closed = match self.lever_closed.as_ref().map(|closed| *closed.get_ref()) {
            None | Some(ColorName::White) => Color::White,
            Some(ColorName::Black) => Color::Black,
        };
        match (&self.lever, &self.lever_closed) {
            (Some(lever), _) => Ok(Some(LeverWiring { pin: pin(lever)?, closed })),
            (None, Some(closed)) => {
                Err(Mistake::at(closed, "this needs the pin of the lever switch, for example lever = 26"))
            }
            (None, None) => Ok(None),
        }
    }

    fn clock(&self) -> Result<Option<ClockWiring>, Mistake> {
        let Some(section) = &self.dgt3000 else { return Ok(None) };
        let ClockSection { i2c, scl, sda } = *section.get_ref();
        match [scl, sda].into_iter().find(|pin| !PINS.contains(pin)) {
            Some(pin) => Err(Mistake::at(section, no_pin(pin))),
            None if self.lever.is_some() => {
                Err(Mistake::at(section, "a DGT3000 tells its own lever; delete the line of the lever"))
            }
            None if self.i2c_of_squares() == Some(i2c) => Err(Mistake::at(
                section,
                "the clock speaks on its bus by itself; give it one without expanders",
            )),
            None => Ok(Some(ClockWiring { i2c, scl, sda })),
        }
    }

    /// Fails if a pin is used twice.
    fn forbid_twice(&self, squares: &SquareWiring) -> Result<(), Mistake> {
        let bus: &[u8] = match squares {
            SquareWiring::Matrix { .. } | SquareWiring::None => &[],
            SquareWiring::Shift { spi, .. }
            | SquareWiring::Strobe { spi, .. }
            | SquareWiring::Expander { bus: WiredBus::Spi(spi), .. } => match spi {
                0 => &[8, 9, 10, 11],
                _ => &[18, 19, 20, 21],
            },
            SquareWiring::Expander { bus: WiredBus::I2c(I2C_USUAL), .. } => &[2, 3],
            SquareWiring::Expander { bus: WiredBus::I2c(_), .. } => &[],
        };
        let speaks = self.dgt3000.as_ref().is_some_and(|section| section.get_ref().i2c == I2C_USUAL);
        let bus: Vec<u8> = bus.iter().copied().chain([2, 3].into_iter().filter(|_| speaks)).collect();
        let mut used = bus.clone();
        let lists = self.ranks.iter().chain(&self.files);
        let listed = lists.flat_map(|list| list.get_ref().iter().map(|pin| (*pin, list.span().start)));
        let singles = self.latch.iter().chain(&self.lever).map(|pin| (*pin.get_ref(), pin.span().start));
        let clock = self.dgt3000.iter().flat_map(|section| {
            let ClockSection { scl, sda, .. } = *section.get_ref();
            [(scl, section.span().start), (sda, section.span().start)]
        });
        for (pin, at) in listed.chain(singles).chain(clock) {
            if used.contains(&pin) {
                let what = if bus.contains(&pin) {
                    format!("pin {pin} belongs to the bus of this wiring; take another")
                } else {
                    format!("pin {pin} is used twice; take another")
                };
                return Err(Mistake { at, what });
            }
            used.push(pin);
        }
        Ok(())
    }
}

fn pin(value: &Spanned<u8>) -> Result<u8, Mistake> {
    let pin = *value.get_ref();
    if PINS.contains(&pin) { Ok(pin) } else { Err(Mistake::at(value, no_pin(pin))) }
}

fn no_pin(pin: u8) -> String {
    format!(
        "there is no free pin {pin}; pins are numbered as on the chip, from {} to {}",
        PINS.start(),
        PINS.end()
    )
}

fn within(value: Option<&Spanned<u8>>, min: u8, max: u8, usual: u8, key: &str) -> Result<u8, Mistake> {
    match value {
        None => Ok(usual),
        Some(value) if (min..=max).contains(value.get_ref()) => Ok(*value.get_ref()),
        Some(value) => {
            Err(Mistake::at(value, format!("{key} is from {min} to {max}, for example {key} = {usual}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str, line: usize, what: &str) {
        let said = Wiring::parse("board.toml", text).expect_err(text);
        assert!(
            said.starts_with(&format!("board.toml, line {line}: ")) && said.contains(what),
            "{text} said {said}"
        );
    }

    const RANKS: &str = "ranks = [2, 3, 4, 17, 27, 22, 10, 9]";
    const FILES: &str = "files = [11, 5, 6, 13, 19, 26, 21, 20]";

    #[test]
    fn each_wiring_is_read_with_what_is_usual() {
        let matrix = Wiring::parse("x", &format!("wiring = \"matrix\"\n{RANKS}\n{FILES}\nlever = 16"))
            .expect("it is sound");
        assert_eq!((matrix.scan_ms, matrix.settle_ms), (8, 30));
        assert_eq!(matrix.lever, Some(LeverWiring { pin: 16, closed: Color::White }));
        let check = |text, squares| {
            assert_eq!(Wiring::parse("x", text).map(|wiring| wiring.squares), Ok(squares), "{text}");
        };
        let expander = |bus, address| SquareWiring::Expander { bus, address, active: Active::Low };
        check("wiring = \"expander\"", expander(WiredBus::I2c(1), 0x20));
        check("wiring = \"expander\"\nspi = 0\naddress = 0x24", expander(WiredBus::Spi(0), 0x24));
        check("wiring = \"clock\"\nlever = 26", SquareWiring::None);
        check(
            "wiring = \"shift\"\nlatch = 25\nactive = \"high\"",
            SquareWiring::Shift { spi: 0, latch: 25, active: Active::High },
        );
        check("wiring = \"strobe\"\nlatch = 25\nspi = 1", SquareWiring::Strobe { spi: 1, latch: 25 });
    }

    #[test]
    fn a_mistake_is_told_with_its_line_and_what_to_do() {
        wrong("", 1, "missing field `wiring`");
        wrong("wiring = \"mesh\"", 1, "expected one of `matrix`");
        wrong("wiring = \"matrix\"", 1, "ranks = [");
        wrong(&format!("wiring = \"matrix\"\n{RANKS}\nfiles = [1]"), 3, "eight pins, and here are 1");
        wrong(&format!("wiring = \"matrix\"\n{RANKS}\n{RANKS}"), 3, "duplicate");
        wrong(&format!("wiring = \"matrix\"\n{RANKS}\n{FILES}\nlever = 9"), 4, "pin 9 is used twice");
        wrong(&format!("wiring = \"matrix\"\n{RANKS}\n{FILES}\nlatch = 16"), 4, "delete the line");
        wrong("wiring = \"shift\"", 1, "latch = 25");
        wrong("wiring = \"shift\"\nlatch = 10", 2, "belongs to the bus");
        wrong("wiring = \"shift\"\nlatch = 40", 2, "no free pin 40");
        wrong("wiring = \"expander\"\naddress = 0x27", 2, "address is from 32 to 36");
        wrong("wiring = \"expander\"\ni2c = 1\nspi = 0", 3, "on I2C or on SPI");
        wrong("wiring = \"expander\"\nspi = 0\nlever = 9", 3, "belongs to the bus");
        wrong("wiring = \"clock\"", 1, "lever = 26");
        wrong("wiring = \"clock\"\nlever = 26\nspi = 0", 3, "delete the line");
        wrong("wiring = \"expander\"\nlever_closed = \"black\"", 2, "lever = 26");
        let clock = |pins: &str| format!("wiring = \"strobe\"\ndgt3000 = {{ i2c = 1, {pins} }}\nlatch = 25");
        wrong("wiring = \"expander\"\ndgt3000 = { i2c = 1, scl = 19, sda = 18 }", 2, "without expanders");
        wrong(&clock("scl = 19"), 2, "missing field `sda`");
        wrong(&clock("scl = 3, sda = 2"), 2, "pin 3 belongs to the bus");
        wrong(&format!("{}\nlever = 26", clock("scl = 19, sda = 18")), 2, "tells its own lever");
        wrong("wiring = \"expander\"\nscan_ms = 100", 2, "scan_ms is from 2 to 20");
    }
}

//! Reports: the messages of the board. The messages of the host are in [`crate::request`].
//!
//! A body is one byte for its kind, then its fields in the order written here, numbers with their low byte first.
//! A newer board may append fields: only the known part of a longer body is read. A change in the meaning of a
//! field needs a new [`VERSION`].
//!
//! ```text
//!  01 Identity  "TOPB" version firmware³ unit⁸ boot⁴ flags scan_ms settle_ms
//!  02 State     flags seq⁴ age⁴ lost⁴ occupied⁸        flags: 1 past, 2 White's lever is down
//!  03 Health    dead⁸ stuck⁸ faults reset scans⁴ scan_max_us² late⁴ noise⁴
//!  04 Levels    rank level²·⁸ limit²·⁸
//!  05 Done      request
//!  06 Refused   request reason
//!  07 Clock     bytes of a frame, as a clock on the board's own bus sent it
//! ```
//! The kinds are in hexadecimal; a raised number is the length of a field in bytes, if it is not 1 (2·8 means eight
//! numbers of two bytes). The flags of an identity, in decimal: 1 lever, 2 analogue, 4 calibrated, 8 test jig, 16
//! raw, 32 clock.

use crate::Occupancy;
use crate::clock::ClockFrame;
use crate::frame::{BODY_MAX, Frame};

/// The version of the wire format that this crate uses.
pub const VERSION: u8 = 1;

/// The first bytes of an identity, which no other maker's boards send by chance.
const MAGIC: [u8; 4] = *b"TOPB";

/// Every message of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// The board's identity. A board sends it four times a second until a host sends `Resume`, and whenever the host
    /// asks for it.
    Identity(Identity),
    /// The state of all squares. A board with a host sends it after each change, and once a second while nothing
    /// changes.
    State(State),
    /// The health of the board, sent only when the host asks for it.
    Health(Health),
    /// The levels of one rank's sensors, sent in test jig mode.
    Levels {
        /// The rank, 0 to 7.
        rank: u8,
        /// The level of each sensor, a-file first, from 0 to 4095.
        levels: [u16; 8],
        /// The least distance of each level from rest at which its square counts as occupied, a-file first.
        limits: [u16; 8],
    },
    /// The confirmation that the board carried out a request.
    Done {
        /// The kind of the request: the first byte of the request's body.
        request: u8,
    },
    /// The refusal of a request.
    Refused {
        /// The kind of the request: the first byte of the request's body.
        request: u8,
        /// The reason for the refusal.
        reason: Refusal,
    },
    /// A frame from a clock.
    Clock(ClockFrame),
}

/// A board's identity and properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Identity {
    /// The newest version of the wire format that the board knows.
    pub version: u8,
    /// The version of the board's firmware: major, minor, patch.
    pub firmware: [u8; 3],
    /// The board's own identification number, which never changes.
    pub unit: [u8; 8],
    /// The number of the board's start, which differs after each start. States of different starts cannot be compared
    /// by their numbers.
    pub boot: u32,
    /// True if a lever switch is connected.
    pub has_lever: bool,
    /// True if the sensors are analogue, so that they can be calibrated and their levels can be reported.
    pub is_analogue: bool,
    /// True if the sensors have been calibrated.
    pub is_calibrated: bool,
    /// True while the test jig mode is on.
    pub is_jig: bool,
    /// True if the board reports every changed scan as it was read, so that the host must apply the settle rule with
    /// `settle_ms`.
    pub is_raw: bool,
    /// True if a clock is wired to the board; the board passes the clock's frames on in both directions.
    pub has_clock: bool,
    /// The time that the board takes to scan all squares, in milliseconds.
    pub scan_ms: u8,
    /// The time for which a square must read the same before its reading is accepted, in milliseconds.
    pub settle_ms: u8,
}

/// The state of all squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct State {
    /// True if the state is older than the link with the host, or is sent again because it was not acknowledged.
    pub is_past: bool,
    /// True when the lever switch says that White has pressed.
    pub lever: bool,
    /// The number of the state: the count of states since the start of the board, modulo 2³².
    pub seq: u32,
    /// The age of the state when it was sent, in milliseconds.
    pub age_ms: u32,
    /// The number of states since the start that were dropped unsent because the backlog was full.
    pub lost: u32,
    /// The occupied squares.
    pub occupied: Occupancy,
}

/// The health of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Health {
    /// The squares whose sensors are outside the range of working sensors: a wire is broken or shorted.
    pub dead: Occupancy,
    /// The squares that have read occupied ever since the start.
    pub stuck: Occupancy,
    /// True if the wiring is at fault: the chain of registers is broken, or a file is shorted.
    pub is_wiring_faulty: bool,
    /// True if the watchdog caused the last start.
    pub was_watchdog: bool,
    /// The number of scans of all squares since the start.
    pub scans: u32,
    /// The longest processor time of one scan, in microseconds.
    pub scan_max_us: u16,
    /// The number of scans, or of ticks of the scan timer, that were late.
    pub late: u32,
    /// The number of bytes that belonged to no frame.
    pub noise: u32,
}

/// A reason to refuse a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The request is unknown, or one of its values has no meaning.
    Unknown,
    /// The board does not speak the version of the wire format that the host uses.
    Version,
    /// This board cannot carry out the request, for instance because its sensors are not analogue.
    Unable,
    /// The levels that the board measured are implausible.
    Measured,
    /// A reason that this program does not know, given by its number.
    Other(u8),
}

impl Report {
    /// Returns the frame of a report.
    pub fn emit(&self) -> Frame {
        let mut body = Body::default();
        match self {
            Report::Identity(identity) => {
                body.put(&[0x01]).put(&MAGIC).put(&[identity.version]).put(&identity.firmware);
                body.put(&identity.unit).put(&identity.boot.to_le_bytes());
                let flags = [
                    identity.has_lever,
                    identity.is_analogue,
                    identity.is_calibrated,
                    identity.is_jig,
                    identity.is_raw,
                    identity.has_clock,
                ];
                body.put(&[bits(flags), identity.scan_ms, identity.settle_ms]);
            }
            Report::State(state) => {
                body.put(&[0x02, bits([state.is_past, state.lever])]);
                body.put(&state.seq.to_le_bytes()).put(&state.age_ms.to_le_bytes());
                body.put(&state.lost.to_le_bytes()).put(&state.occupied.0.to_le_bytes());
            }
            Report::Health(health) => {
                body.put(&[0x03]).put(&health.dead.0.to_le_bytes()).put(&health.stuck.0.to_le_bytes());
                body.put(&[u8::from(health.is_wiring_faulty), u8::from(health.was_watchdog)]);
                body.put(&health.scans.to_le_bytes()).put(&health.scan_max_us.to_le_bytes());
                body.put(&health.late.to_le_bytes()).put(&health.noise.to_le_bytes());
            }
            Report::Levels { rank, levels, limits } => {
                body.put(&[0x04, *rank]);
                for value in levels.iter().chain(limits) {
                    body.put(&value.to_le_bytes());
                }
            }
            Report::Done { request } => {
                body.put(&[0x05, *request]);
            }
            Report::Refused { request, reason } => {
                body.put(&[0x06, *request, reason.emit()]);
            }
            Report::Clock(frame) => {
                body.put(&[0x07]).put(frame.bytes());
            }
        }
        Frame::emit(body.bytes())
    }

    /// Parses a body. `None` if it is no known report, because it comes from a newer board or from a different device.
    pub fn parse(body: &[u8]) -> Option<Report> {
        let mut fields = Fields(body);
        let report = match fields.byte()? {
            0x01 => Report::Identity(Identity::parse(&mut fields)?),
            0x02 => {
                let [is_past, lever, ..] = flags(fields.byte()?);
                Report::State(State {
                    is_past,
                    lever,
                    seq: u32::from_le_bytes(fields.take()?),
                    age_ms: u32::from_le_bytes(fields.take()?),
                    lost: u32::from_le_bytes(fields.take()?),
                    occupied: Occupancy(u64::from_le_bytes(fields.take()?)),
                })
            }
            0x03 => Report::Health(Health {
                dead: Occupancy(u64::from_le_bytes(fields.take()?)),
                stuck: Occupancy(u64::from_le_bytes(fields.take()?)),
                is_wiring_faulty: fields.byte()? != 0,
                was_watchdog: fields.byte()? != 0,
                scans: u32::from_le_bytes(fields.take()?),
                scan_max_us: u16::from_le_bytes(fields.take()?),
                late: u32::from_le_bytes(fields.take()?),
                noise: u32::from_le_bytes(fields.take()?),
            }),
            0x04 => {
                let rank = fields.byte().filter(|&rank| rank < 8)?;
                Report::Levels { rank, levels: fields.numbers()?, limits: fields.numbers()? }
            }
            0x05 => Report::Done { request: fields.byte()? },
            0x06 => Report::Refused { request: fields.byte()?, reason: Refusal::parse(fields.byte()?) },
            0x07 => Report::Clock(ClockFrame::new(fields.0)?),
            _ => return None,
        };
        Some(report)
    }
}

impl Identity {
    fn parse(fields: &mut Fields<'_>) -> Option<Identity> {
        if fields.take()? != MAGIC {
            return None;
        }
        let (version, firmware, unit) = (fields.byte()?, fields.take()?, fields.take()?);
        let boot = u32::from_le_bytes(fields.take()?);
        let [has_lever, is_analogue, is_calibrated, is_jig, is_raw, has_clock, ..] = flags(fields.byte()?);
        Some(Identity {
            version,
            firmware,
            unit,
            boot,
            has_lever,
            is_analogue,
            is_calibrated,
            is_jig,
            is_raw,
            has_clock,
            scan_ms: fields.byte()?,
            settle_ms: fields.byte()?,
        })
    }
}

impl Refusal {
    fn emit(self) -> u8 {
        match self {
            Refusal::Unknown => 1,
            Refusal::Version => 2,
            Refusal::Unable => 3,
            Refusal::Measured => 4,
            Refusal::Other(number) => number,
        }
    }

    fn parse(number: u8) -> Refusal {
        match number {
            1 => Refusal::Unknown,
            2 => Refusal::Version,
            3 => Refusal::Unable,
            4 => Refusal::Measured,
            other => Refusal::Other(other),
        }
    }
}

/// A body that is being written. A field that did not fit would be left out, but no message is longer than
/// [`BODY_MAX`].
#[derive(Debug)]
pub(crate) struct Body {
    bytes: [u8; BODY_MAX],
    len: usize,
}

impl Default for Body {
    fn default() -> Body {
        Body { bytes: [0; BODY_MAX], len: 0 }
    }
}

impl Body {
    pub(crate) fn put(&mut self, bytes: &[u8]) -> &mut Body {
        for (slot, byte) in self.bytes[self.len..].iter_mut().zip(bytes) {
            *slot = *byte;
            self.len += 1;
        }
        self
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// The part of a body that is still to be parsed.
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

impl Fields<'_> {
    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub(crate) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }

    fn numbers(&mut self) -> Option<[u16; 8]> {
        let mut numbers = [0; 8];
        for number in &mut numbers {
            *number = u16::from_le_bytes(self.take()?);
        }
        Some(numbers)
    }
}

fn bits<const N: usize>(flags: [bool; N]) -> u8 {
    flags.iter().enumerate().map(|(bit, &flag)| u8::from(flag) << bit).sum()
}

fn flags(bits: u8) -> [bool; 8] {
    core::array::from_fn(|bit| bits >> bit & 1 == 1)
}

/// Returns the kind of a request, given its body, for [`Report::Done`] and [`Report::Refused`]; 0 for an empty body.
pub(crate) fn kind_of(body: &[u8]) -> u8 {
    body.first().copied().unwrap_or(0)
}

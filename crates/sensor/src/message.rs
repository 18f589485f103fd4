//! Reports: what the board says. [`crate::request`] has what it is told.
//!
//! A body is one byte for its kind, then its fields in the order written here, numbers with their low byte first.
//! A newer board may append fields: what is longer than known is read by its known part. Whatever changes the meaning
//! of a field needs a new [`VERSION`].
//!
//! ```text
//!  01 Identity  "TOPB" version firmware³ unit⁸ boot⁴ flags scan_ms settle_ms
//!  02 State     flags seq⁴ age⁴ lost⁴ occupied⁸        flags: 1 past, 2 White's lever is down
//!  03 Health    dead⁸ stuck⁸ faults reset scans⁴ scan_max_us² late⁴ noise⁴
//!  04 Levels    rank level²·⁸ limit²·⁸
//!  05 Done      request
//!  06 Refused   request reason
//!  07 Clock     bytes of a frame, as a clock on the board's own bus said it
//! ```
//! An identity's flags: 1 lever, 2 analogue, 4 calibrated, 8 test jig, 16 raw, 32 clock.

use crate::Occupancy;
use crate::clock::ClockFrame;
use crate::frame::{BODY_MAX, Frame};

/// The version of the wire that this crate speaks.
pub const VERSION: u8 = 1;

/// What an identity begins with: no other maker's bytes say this by chance.
const MAGIC: [u8; 4] = *b"TOPB";

/// Everything a board can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// Who it is: each quarter of a second until somebody resumes the link, and when asked.
    Identity(Identity),
    /// The squares: after each change, and each second.
    State(State),
    /// How it is, when asked.
    Health(Health),
    /// What the sensors of one rank measure, in the mode of the test jig.
    Levels {
        /// The rank, 0 to 7.
        rank: u8,
        /// What each of its sensors measures, a-file first; 12 bits.
        levels: [u16; 8],
        /// How far from rest each must be to count as occupied.
        limits: [u16; 8],
    },
    /// A request was done.
    Done {
        /// The kind of the request.
        request: u8,
    },
    /// A request was not done.
    Refused {
        /// The kind of the request.
        request: u8,
        /// Why.
        reason: Refusal,
    },
    /// What a clock said.
    Clock(ClockFrame),
}

/// Who a board is and what it can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Identity {
    /// The newest version of the wire that it speaks.
    pub version: u8,
    /// Its program: major, minor, patch.
    pub firmware: [u8; 3],
    /// A number of its own, for ever.
    pub unit: [u8; 8],
    /// Another number after each start: numbers of states of different starts do not compare.
    pub boot: u32,
    /// A lever switch is connected.
    pub has_lever: bool,
    /// The sensors are analogue: they can be calibrated, and their levels seen.
    pub is_analogue: bool,
    /// They have been calibrated.
    pub is_calibrated: bool,
    /// The mode of the test jig is on.
    pub is_jig: bool,
    /// States are told as scans read them; the host settles them by `settle_ms`.
    pub is_raw: bool,
    /// A clock is on a bus of the board's own; its frames are carried both ways.
    pub has_clock: bool,
    /// How long it takes to look at all squares.
    pub scan_ms: u8,
    /// How long a square must read the same to be believed.
    pub settle_ms: u8,
}

/// All squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct State {
    /// It happened while nobody listened, or comes again because it was not acknowledged.
    pub is_past: bool,
    /// The lever switch says that White has pressed.
    pub lever: bool,
    /// Counts the changes since the start of the board, modulo 2³².
    pub seq: u32,
    /// For how long it had been so when it was said.
    pub age_ms: u32,
    /// How many changes were dropped since the start because the backlog was full.
    pub lost: u32,
    /// Which squares hold something.
    pub occupied: Occupancy,
}

/// How a board is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Health {
    /// Squares whose sensor measures what no sensor can: a wire is broken or shorted.
    pub dead: Occupancy,
    /// Squares that have read occupied ever since the start.
    pub stuck: Occupancy,
    /// The wiring does not answer as it must: the chain is broken, a column is shorted.
    pub is_wiring_faulty: bool,
    /// The last start was the watchdog's doing.
    pub was_watchdog: bool,
    /// Rounds over all squares since the start.
    pub scans: u32,
    /// The longest time one round took of the processor, in microseconds.
    pub scan_max_us: u16,
    /// Ticks that came too late.
    pub late: u32,
    /// Bytes that belonged to no frame.
    pub noise: u32,
}

/// Why a request is not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Nobody knows this request, or its values mean nothing.
    Unknown,
    /// The board does not speak this version.
    Version,
    /// This board cannot do it: its sensors are not analogue, say.
    Unable,
    /// What was measured cannot be right.
    Measured,
    /// A reason this program does not know.
    Other(u8),
}

impl Report {
    /// The frame of a report.
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

    /// Reads a body; none for one that no report is like: a newer board's, or a stranger's.
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

/// A body in the making. What does not fit is left out: no report is that long.
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

/// The rest of a body that is being read.
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

/// The kind of a request's body, for [`Report::Done`] and [`Report::Refused`]; 0 for an empty one.
pub(crate) fn kind_of(body: &[u8]) -> u8 {
    body.first().copied().unwrap_or(0)
}

//! Requests: the messages of the host. Their form and version are described in [`crate::message`].
//!
//! ```text
//!  10 AskIdentity
//!  11 Resume     version boot⁴ seq⁴     go on after this state; boot 0: nothing is known
//!  12 Ack        seq⁴                   every state up to this number has arrived
//!  13 AskHealth
//!  14 Calibrate  step                   0 the board is empty, 1 it shows the starting position, 2 forget
//!  15 Jig        on
//!  16 Update     "BOOT"                 restart as a drive that takes a new program
//!  17 Clock      bytes of a frame       for the clock on the board's own bus
//! ```

use crate::clock::ClockFrame;
use crate::frame::Frame;
use crate::message::{Body, Fields};

/// The word that a request for an update must contain, so that no damaged byte can turn another request into one.
const GUARD: [u8; 4] = *b"BOOT";

/// Every message to a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request {
    /// Send the identity.
    AskIdentity,
    /// Begin the link, or begin it anew.
    Resume {
        /// The version of the wire format that the host uses.
        version: u8,
        /// The number of the board's start ([`crate::Identity::boot`]) whose states the host knows; 0 if it knows none.
        boot: u32,
        /// The number of the last state from that start that the host has received.
        seq: u32,
    },
    /// Notes that the host has received every state up to a number.
    Ack {
        /// The number of the last state that the host has received.
        seq: u32,
    },
    /// Send the health.
    AskHealth,
    /// Measure the sensors.
    Calibrate(CalibrationStep),
    /// Begin to report the levels of the sensors, rank by rank, or stop doing so.
    Jig {
        /// True to begin, false to stop.
        on: bool,
    },
    /// Restart as a USB drive that takes new firmware.
    Update,
    /// Send this frame to the clock.
    Clock(ClockFrame),
}

/// The setup on the board while the sensors are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalibrationStep {
    /// An empty board.
    Empty,
    /// The pieces in the starting position.
    Array,
    /// Any setup: the calibration is to be forgotten.
    Forget,
}

impl Request {
    /// Returns the kind of the request: the first byte of its body.
    pub fn kind(&self) -> u8 {
        match self {
            Request::AskIdentity => 0x10,
            Request::Resume { .. } => 0x11,
            Request::Ack { .. } => 0x12,
            Request::AskHealth => 0x13,
            Request::Calibrate(_) => 0x14,
            Request::Jig { .. } => 0x15,
            Request::Update => 0x16,
            Request::Clock(_) => 0x17,
        }
    }

    /// Returns the frame of the request.
    pub fn emit(&self) -> Frame {
        let mut body = Body::default();
        body.put(&[self.kind()]);
        match self {
            Request::AskIdentity | Request::AskHealth => &mut body,
            Request::Resume { version, boot, seq } => {
                body.put(&[*version]).put(&boot.to_le_bytes()).put(&seq.to_le_bytes())
            }
            Request::Ack { seq } => body.put(&seq.to_le_bytes()),
            Request::Calibrate(CalibrationStep::Empty) => body.put(&[0]),
            Request::Calibrate(CalibrationStep::Array) => body.put(&[1]),
            Request::Calibrate(CalibrationStep::Forget) => body.put(&[2]),
            Request::Jig { on } => body.put(&[u8::from(*on)]),
            Request::Update => body.put(&GUARD),
            Request::Clock(frame) => body.put(frame.bytes()),
        };
        Frame::emit(body.bytes())
    }

    /// Parses a body; `None` if it is no known request.
    pub fn parse(body: &[u8]) -> Option<Request> {
        let mut fields = Fields(body);
        let request = match fields.byte()? {
            0x10 => Request::AskIdentity,
            0x11 => Request::Resume {
                version: fields.byte()?,
                boot: u32::from_le_bytes(fields.take()?),
                seq: u32::from_le_bytes(fields.take()?),
            },
            0x12 => Request::Ack { seq: u32::from_le_bytes(fields.take()?) },
            0x13 => Request::AskHealth,
            0x14 => Request::Calibrate(match fields.byte()? {
                0 => CalibrationStep::Empty,
                1 => CalibrationStep::Array,
                2 => CalibrationStep::Forget,
                _ => return None,
            }),
            0x15 => Request::Jig { on: fields.byte()? != 0 },
            0x16 => fields.take().filter(|guard| *guard == GUARD).map(|_| Request::Update)?,
            0x17 => Request::Clock(ClockFrame::new(fields.0)?),
            _ => return None,
        };
        Some(request)
    }
}

//! What a simulated board is like.

use crate::Millis;

/// What a simulated board is like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceOptions {
    /// The short serial number, five digits.
    pub serial: String,
    /// The long serial number; old boards have none.
    pub long_serial: Option<String>,
    /// What it says when asked for its maker.
    pub trademark: String,
    /// The firmware's version.
    pub version: (u8, u8),
    /// The charge of its battery in percent; boards with a cable have none.
    pub battery_percent: Option<u8>,
    /// How long one round over all squares takes.
    pub scan_ms: Millis,
    /// Whether a clock is attached.
    pub clock: bool,
    /// How often the board looks at its clock.
    pub clock_poll_ms: Millis,
    /// A draughts board of ten by ten squares: it answers a question for the board with a hundred codes.
    pub large: bool,
    /// Whether it keeps what happens in its memory.
    pub remembers: bool,
    /// Whether the board stands the other way round: its connector and left side are Black's.
    pub rotated: bool,
    /// From a command to its answer.
    pub answer_delay_ms: Millis,
    /// From a clock message to its acknowledgement.
    pub ack_delay_ms: Millis,
    /// How the clock treats messages.
    pub ack_habit: AckHabit,
    /// What the clock says it is, major part in the high half: 1 is an XL, 2 a DGT 3000.
    pub clock_version: u8,
}

/// How a clock treats messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AckHabit {
    /// It obeys and says so.
    #[default]
    Obeys,
    /// It refuses, as a clock outside its board mode does.
    Refuses,
    /// Nobody hears its answer.
    Silent,
    /// As heard through some Bluetooth boards: a reading of nothing but zeros, then the answer twice.
    Stutters,
}

impl Default for DeviceOptions {
    fn default() -> DeviceOptions {
        DeviceOptions {
            serial: "01025".to_owned(),
            long_serial: Some("3000001025".to_owned()),
            trademark: TRADEMARK.to_owned(),
            version: (1, 8),
            battery_percent: None,
            scan_ms: 200,
            clock: true,
            clock_poll_ms: 100,
            large: false,
            remembers: true,
            rotated: false,
            answer_delay_ms: 5,
            ack_delay_ms: 200,
            ack_habit: AckHabit::Obeys,
            clock_version: 0x21,
        }
    }
}

/// Longer than 127 bytes on purpose: the length then needs both of its bytes.
const TRADEMARK: &str = "Simulated electronic chess board of the Topboard project\r\n\
    Speaks the single-board protocol of the e-board family\r\n\
    Made by no maker, sold by nobody, free software\r\n";

//! Properties of a simulated board of any maker. A board ignores the properties that do not apply to it.

use crate::{Maker, Millis, dgt};

/// Properties of a simulated board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceOptions {
    /// The short serial number, five digits.
    pub serial: String,
    /// The long serial number; old boards have none.
    pub long_serial: Option<String>,
    /// The trademark text that the board sends.
    pub trademark: String,
    /// The firmware version.
    pub version: (u8, u8),
    /// The charge of the board's battery in percent; boards with a cable have none.
    pub battery_percent: Option<u8>,
    /// The time of one scan of all squares, in milliseconds.
    pub scan_ms: Millis,
    /// True if a clock is attached.
    pub clock: bool,
    /// The interval at which the board polls its clock, in milliseconds.
    pub clock_poll_ms: Millis,
    /// True for a draughts board of ten by ten squares, which answers the question for its pieces with a hundred codes.
    pub large: bool,
    /// True if the board records events in its memory.
    pub remembers: bool,
    /// True if the board stands the opposite way round: its connector and left side are Black's.
    pub rotated: bool,
    /// The time from a command to the board's answer, in milliseconds.
    pub answer_delay_ms: Millis,
    /// The time from a clock message to the clock's acknowledgement, in milliseconds.
    pub ack_delay_ms: Millis,
    /// The way in which the clock treats messages.
    pub ack_habit: AckHabit,
    /// The version that the clock reports, with the major part in the high half of the byte: 1 is an XL, 2 a DGT
    /// 3000.
    pub clock_version: u8,
}

/// The ways in which a clock may treat messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AckHabit {
    /// The clock obeys and acknowledges.
    #[default]
    Obeys,
    /// The clock refuses, as any clock outside its board mode does.
    Refuses,
    /// The clock sends no answer that reaches the host.
    Silent,
    /// The clock answers as clocks do behind some Bluetooth boards: first a reading of zeros, then the answer twice.
    Stutters,
}

impl DeviceOptions {
    /// Creates the options of a board that scans its squares as often as this maker's boards do.
    pub fn of(maker: Maker) -> DeviceOptions {
        DeviceOptions { scan_ms: Millis::from(maker.facts().scan_ms), ..DeviceOptions::default() }
    }
}

impl Default for DeviceOptions {
    fn default() -> DeviceOptions {
        DeviceOptions {
            serial: "01025".to_owned(),
            long_serial: Some("3000001025".to_owned()),
            trademark: TRADEMARK.to_owned(),
            version: (1, 8),
            battery_percent: None,
            scan_ms: Millis::from(dgt::FACTS.scan_ms),
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

/// This text is deliberately longer than 127 bytes, so that its length needs both length bytes.
const TRADEMARK: &str = "Simulated electronic chess board of the Topboard project\r\n\
    Speaks the single-board protocol of the e-board family\r\n\
    Made by no maker, sold by nobody, free software\r\n";

//! Messages: the meaning of frames. A frame without a known meaning becomes [`Message::Unknown`] and is kept unchanged.

use super::clock::ClockReport;
use super::code::{self, Code};
use super::frame::Frame;
use shakmaty::Square;

/// Every message of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// All squares, in the maker's order: a8 first, h1 last.
    Dump(Box<[Code; 64]>),
    /// All squares of a draughts board of ten by ten, with unchanged codes.
    LargeDump(Vec<u8>),
    /// A reading of the clock or an acknowledgement from it.
    Clock(ClockReport),
    /// One square changed. The square is named as on a board that stands the normal way round.
    Field {
        /// The square that changed.
        square: Square,
        /// The code that the square has now.
        code: Code,
    },
    /// The board's own memory of the game, unchanged.
    EeLog(Vec<u8>),
    /// The address on the bus.
    BusAddress(u16),
    /// The short serial number.
    Serial(String),
    /// The maker's trademark, in many lines.
    Trademark(String),
    /// The firmware version.
    Version {
        /// The part before the point.
        major: u8,
        /// The part after the point.
        minor: u8,
    },
    /// Half of the squares of a board of ten by ten, with unchanged codes.
    HalfDump {
        /// True for the black squares, false for the white ones.
        black: bool,
        /// The codes of the fifty squares.
        codes: Vec<u8>,
    },
    /// The hardware version.
    HardwareVersion {
        /// The part before the point.
        major: u8,
        /// The part after the point.
        minor: u8,
    },
    /// The battery state of a board without a cable.
    Battery(Battery),
    /// The long serial number.
    LongSerial(String),
    /// A message of a clock on the newer bus, unchanged.
    ClockI2c(Vec<u8>),
    /// An unknown message, or a message whose values have no meaning.
    Unknown {
        /// The message number.
        id: u8,
        /// The data of the message.
        data: Vec<u8>,
    },
}

/// The state of a board's battery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Battery {
    /// The charge in percent, 0 to 100.
    pub percent: u8,
    /// The hours and minutes until the battery is empty, if the board knows them.
    pub left: Option<(u8, u8)>,
    /// The hours and minutes since the board was switched on.
    pub on: (u8, u8),
    /// The days, hours and minutes for which the board was on standby.
    pub standby: (u8, u8, u8),
    /// True while the battery is being charged.
    pub charging: bool,
    /// True while the battery is being discharged.
    pub discharging: bool,
}

impl Message {
    /// Parses a frame.
    pub fn parse(frame: Frame) -> Message {
        let Frame { id, data } = frame;
        Message::judge(id, &data).unwrap_or(Message::Unknown { id, data })
    }

    /// Returns the frame of a message.
    pub fn emit(&self) -> Frame {
        let (id, data) = match self {
            Message::Dump(codes) => (0x86, codes.iter().map(|code| code.emit()).collect()),
            Message::LargeDump(codes) => (0x86, codes.clone()),
            Message::Clock(report) => (0x8d, report.emit()),
            Message::Field { square, code } => (0x8e, vec![code::number(*square), code.emit()]),
            Message::EeLog(data) => (0x8f, data.clone()),
            Message::BusAddress(address) => (0x90, vec![(address >> 7) as u8 & 0x7f, *address as u8 & 0x7f]),
            Message::Serial(text) => (0x91, text.as_bytes().to_vec()),
            Message::Trademark(text) => (0x92, text.as_bytes().to_vec()),
            Message::Version { major, minor } => (0x93, vec![*major, *minor]),
            Message::HalfDump { black, codes } => (if *black { 0x94 } else { 0x95 }, codes.clone()),
            Message::HardwareVersion { major, minor } => (0x96, vec![*major, *minor]),
            Message::Battery(battery) => (0xa0, battery.emit()),
            Message::LongSerial(text) => (0xa2, text.as_bytes().to_vec()),
            Message::ClockI2c(data) => (0xa3, data.clone()),
            Message::Unknown { id, data } => (*id, data.clone()),
        };
        Frame { id, data }
    }

    /// Returns whether a board sends this message only when asked. Squares and clock readings are also sent unasked.
    pub fn is_answer(&self) -> bool {
        match self {
            Message::Dump(_)
            | Message::LargeDump(_)
            | Message::EeLog(_)
            | Message::BusAddress(_)
            | Message::Serial(_)
            | Message::Trademark(_)
            | Message::Version { .. }
            | Message::HalfDump { .. }
            | Message::HardwareVersion { .. }
            | Message::Battery(_)
            | Message::LongSerial(_) => true,
            Message::Clock(_) | Message::Field { .. } | Message::ClockI2c(_) | Message::Unknown { .. } => {
                false
            }
        }
    }

    fn judge(id: u8, data: &[u8]) -> Option<Message> {
        match (id, data) {
            (0x86, _) if data.len() == LARGE_LEN => Some(Message::LargeDump(data.to_vec())),
            (0x86, _) => parse_dump(data).map(Message::Dump),
            (0x8d, _) => ClockReport::parse(data).map(Message::Clock),
            (0x8e, &[number, value]) => {
                Some(Message::Field { square: code::square(number)?, code: Code::parse(value)? })
            }
            (0x8f, _) => Some(Message::EeLog(data.to_vec())),
            (0x90, &[high, low]) => Some(Message::BusAddress(u16::from(high) << 7 | u16::from(low))),
            (0x91, _) => parse_serial(data).map(Message::Serial),
            (0x92, _) => String::from_utf8(data.to_vec()).ok().map(Message::Trademark),
            (0x93, &[major, minor]) => Some(Message::Version { major, minor }),
            (0x94 | 0x95, _) => {
                (data.len() == 50).then(|| Message::HalfDump { black: id == 0x94, codes: data.to_vec() })
            }
            (0x96, &[major, minor]) => Some(Message::HardwareVersion { major, minor }),
            (0xa0, _) => Battery::parse(data).map(Message::Battery),
            (0xa2, _) => parse_serial(data).map(Message::LongSerial),
            (0xa3, _) => Some(Message::ClockI2c(data.to_vec())),
            _ => None,
        }
    }
}

impl Battery {
    fn parse(data: &[u8]) -> Option<Battery> {
        let &[percent, left_h, left_m, on_h, on_m, days, hours, minutes, status] = data else { return None };
        if percent > 100 {
            return None;
        }
        Some(Battery {
            percent,
            left: (left_h != 0x7f && left_m != 0x7f).then_some((left_h, left_m)),
            on: (on_h, on_m),
            standby: (days, hours, minutes),
            charging: status & 0x01 != 0,
            discharging: status & 0x02 != 0,
        })
    }

    fn emit(self) -> Vec<u8> {
        let (left_h, left_m) = self.left.unwrap_or((0x7f, 0x7f));
        let (days, hours, minutes) = self.standby;
        let status = u8::from(self.charging) | u8::from(self.discharging) << 1;
        vec![self.percent, left_h, left_m, self.on.0, self.on.1, days, hours, minutes, status]
    }
}

/// The number of squares of a draughts board of ten by ten.
const LARGE_LEN: usize = 100;

/// Parses the codes of sixty-four squares; `None` unless there are sixty-four and each has a meaning.
fn parse_dump(data: &[u8]) -> Option<Box<[Code; 64]>> {
    let data: &[u8; 64] = data.try_into().ok()?;
    let mut codes = Box::new([Code::Empty; 64]);
    for (code, &byte) in codes.iter_mut().zip(data) {
        *code = Code::parse(byte)?;
    }
    Some(codes)
}

/// Parses a serial number of at least two printable characters: real and imitated boards send three to ten digits, and
/// early boards add text.
fn parse_serial(data: &[u8]) -> Option<String> {
    let printable = data.len() >= 2 && data.iter().all(|byte| (0x20..0x7f).contains(byte));
    if printable { String::from_utf8(data.to_vec()).ok() } else { None }
}

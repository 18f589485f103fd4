//! Frames on the bus of a DGT3000 clock.
//!
//! ```text
//!  to<<1  from<<1  length  command  data…  crc8          length counts all of them; CRC-8, polynomial 07, from 00
//! ```
//! The clock has the address 0x08, and 0x28 while it sleeps. It broadcasts times and buttons (to 0x00), and answers the
//! host at 0x10.

use crate::makers::dgt::clock::Side;

/// The broadcast address, to which the clock sends its times and its buttons.
pub const EVERYBODY: u8 = 0x00;
/// The address of the host, which is this program.
pub const HOST: u8 = 0x10;
/// The address of the clock.
pub const CLOCK: u8 = 0x08;
/// The address of the clock while it sleeps.
const SLEEPING: u8 = 0x28;

/// An order to the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Wake up.
    Wake,
    /// Accept orders from this host. The clock refuses while it runs in a mode of its own.
    Obey,
    /// Enter mode 25, in which the host sets the times and the clock reports them.
    Mode25,
}

/// A message from the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// The answer to an order.
    Ack {
        /// The command of the order that is answered.
        command: u8,
        /// The code of the answer; 0x08 means that the clock obeys.
        code: u8,
    },
    /// The clock has woken up.
    Hello,
    /// The times that the clock shows.
    Time {
        /// The left side's time, in seconds.
        left_s: u32,
        /// The right side's time, in seconds.
        right_s: u32,
        /// The side whose end of the lever is down: the side that pressed last.
        down: Side,
    },
    /// A button was pressed or the lever moved.
    Buttons {
        /// The side whose end of the lever is down.
        down: Side,
    },
    /// Any other message, with its command number.
    Other(u8),
}

/// The bits of an acknowledgement's code that mean yes.
const YES: u8 = 0x08;

impl Order {
    /// Returns the order's command number, which an acknowledgement repeats.
    pub fn command(self) -> u8 {
        match self {
            Order::Wake => 0x0d,
            Order::Obey => 0x0f,
            Order::Mode25 => 0x0b,
        }
    }

    /// Returns the frame of the order.
    pub fn emit(self) -> Vec<u8> {
        match self {
            Order::Wake => {
                // The checksum is computed as if the frame went to the address of a clock that is awake.
                let mut frame = emit(CLOCK, HOST, 0x0d, &[]);
                frame[0] = SLEEPING << 1;
                frame
            }
            Order::Obey => emit(CLOCK, HOST, 0x0f, &[]),
            Order::Mode25 => emit(CLOCK, HOST, 0x0b, &[0x39]),
        }
    }
}

impl Message {
    /// Parses a frame. `None` if the frame is damaged, or addressed to neither the host nor everybody.
    pub fn parse(frame: &[u8]) -> Option<Message> {
        let (check, body) = frame.split_last()?;
        let [to, _, length, command, data @ ..] = body else { return None };
        let is_whole = usize::from(*length) == frame.len() && crc8(body) == *check;
        if !is_whole || !matches!(to >> 1, EVERYBODY | HOST) {
            return None;
        }
        Some(match (command, data) {
            (0x01, [command, code, ..]) => Message::Ack { command: *command, code: *code },
            (0x02, _) => Message::Hello,
            (0x04, [_, h0, m0, s0, _, _, _, h1, m1, s1, _, _, _, _, _, lever, ..]) => {
                let (left_s, right_s) = (seconds([*h0, *m0, *s0])?, seconds([*h1, *m1, *s1])?);
                Message::Time { left_s, right_s, down: side(lever & 1 == 1) }
            }
            (0x05, [now, _, ..]) => Message::Buttons { down: side(now & 0x40 != 0) },
            (other, _) => Message::Other(*other),
        })
    }
}

/// Returns whether an acknowledgement with this code means yes.
pub fn is_yes(code: u8) -> bool {
    code & YES == YES
}

/// Returns the bytes of a frame.
pub fn emit(to: u8, from: u8, command: u8, data: &[u8]) -> Vec<u8> {
    let mut frame = vec![to << 1, from << 1, data.len() as u8 + 5, command];
    frame.extend_from_slice(data);
    frame.push(crc8(&frame));
    frame
}

fn side(is_left: bool) -> Side {
    if is_left { Side::Left } else { Side::Right }
}

/// Returns a time in seconds. Its hours are a plain number; its minutes and seconds have one decimal digit in each half
/// byte. `None` for values that no clock shows.
fn seconds([hours, minutes, seconds]: [u8; 3]) -> Option<u32> {
    let decimal = |byte: u8| {
        let value = u32::from(byte >> 4) * 10 + u32::from(byte & 0x0f);
        (byte & 0x0f <= 9 && value <= 59).then_some(value)
    };
    let hours = u32::from(hours & 0x0f);
    (hours <= 9).then_some(())?;
    Some(hours * 3600 + decimal(minutes)? * 60 + decimal(seconds)?)
}

fn crc8(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ byte, |crc, _| if crc & 0x80 == 0 { crc << 1 } else { crc << 1 ^ 0x07 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_the_published_bytes() {
        assert_eq!(Order::Wake.emit(), [0x50, 0x20, 0x05, 0x0d, 0x46]);
        assert_eq!(Order::Obey.emit(), [0x10, 0x20, 0x05, 0x0f, 0x48]);
        assert_eq!(Order::Mode25.emit(), [0x10, 0x20, 0x06, 0x0b, 0x39, 0xb9]);
    }

    #[test]
    fn a_damaged_frame_is_no_message() {
        let frame = emit(HOST, CLOCK, 0x01, &[0x0b, 0x08]);
        assert_eq!(Message::parse(&frame), Some(Message::Ack { command: 0x0b, code: 0x08 }));
        for at in 0..frame.len() {
            let mut damaged = frame.clone();
            damaged[at] ^= 0x04;
            assert_eq!(Message::parse(&damaged), None, "byte {at}");
            assert_eq!(Message::parse(&frame[..at]), None, "cut at {at}");
        }
        assert_eq!(Message::parse(&emit(CLOCK, HOST, 0x01, &[0, 0])), None, "that is for the clock");
    }
}

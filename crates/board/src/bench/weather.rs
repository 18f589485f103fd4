//! One direction of a cable, and the faults that can occur on it.

use crate::Millis;
use crate::bench::Node;
use std::collections::VecDeque;

/// One direction of a cable. It delivers each message without delay, with the faults of its weather.
#[derive(Debug, Clone, Default)]
pub struct Way {
    /// True while a device is plugged in at the far end.
    pub is_plugged: bool,
    /// The faults that each message suffers, one after another.
    pub weather: Vec<Weather>,
    /// The messages that entered this direction, with their instants.
    pub said: Vec<(Millis, Vec<u8>)>,
    /// The number of bytes that have entered this direction.
    pub count: usize,
    waiting: VecDeque<Vec<u8>>,
}

/// A fault of one direction of a cable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Weather {
    /// No message arrives.
    Cut,
    /// A message that consists of one of these bytes only does not arrive.
    Unknown(Vec<u8>),
    /// The bytes with these numbers, counted from the first byte in this direction, suffer the given damage.
    Bytes(Vec<(usize, Damage)>),
    /// The last of every group of this many bytes is lost.
    DropByte(usize),
    /// The top bit of every byte is lost.
    SevenBit,
    /// On average, one message in this many is lost, as the dice decide.
    DropMessage(u64, Dice),
    /// On average, one message in this many has a changed byte, as the dice decide.
    FlipMessage(u64, Dice),
    /// Messages arrive in pieces of at most this many bytes.
    Pieces(usize),
}

/// Damage to one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// The byte is lost.
    Delete,
    /// The byte arrives twice.
    Double,
    /// This other byte is inserted before it.
    Insert(u8),
    /// These bits of the byte are flipped.
    Flip(u8),
}

impl Weather {
    /// Returns the bytes that arrive of a message. Its first byte is number `from` in this direction.
    fn befall(&mut self, from: usize, mut bytes: Vec<u8>) -> Vec<u8> {
        match self {
            Weather::Cut => bytes.clear(),
            Weather::Unknown(commands) => {
                if let [byte] = bytes[..]
                    && commands.contains(&byte)
                {
                    bytes.clear();
                }
            }
            Weather::Bytes(damages) => {
                let suffer = |(at, byte): (usize, u8)| match damages
                    .iter()
                    .find(|(number, _)| *number == at)
                    .map(|(_, damage)| *damage)
                {
                    None => vec![byte],
                    Some(Damage::Delete) => vec![],
                    Some(Damage::Double) => vec![byte, byte],
                    Some(Damage::Insert(other)) => vec![other, byte],
                    Some(Damage::Flip(bits)) => vec![byte ^ bits],
                };
                bytes = (from..).zip(bytes).flat_map(suffer).collect();
            }
            Weather::DropByte(every) => {
                let mut number = from;
                bytes.retain(|_| {
                    number += 1;
                    !number.is_multiple_of(*every)
                });
            }
            Weather::SevenBit => bytes.iter_mut().for_each(|byte| *byte &= 0x7f),
            Weather::DropMessage(every, dice) => {
                if dice.one_in(*every) {
                    bytes.clear();
                }
            }
            Weather::FlipMessage(every, dice) => {
                if dice.one_in(*every) {
                    let at = dice.below(bytes.len().max(1) as u32) as usize;
                    bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 0x08);
                }
            }
            Weather::Pieces(_) => {}
        }
        bytes
    }
}

impl Node for Way {
    fn process(&mut self, t: Millis, input: Option<Vec<u8>>) -> Option<Vec<u8>> {
        if let Some(bytes) = input {
            let (from, is_plugged) = (self.count, self.is_plugged);
            self.count += bytes.len();
            self.said.push((t, bytes.clone()));
            let arrived = self.weather.iter_mut().fold(bytes, |bytes, weather| weather.befall(from, bytes));
            let most =
                |weather: &Weather| if let Weather::Pieces(most) = weather { Some(*most) } else { None };
            let piece_len = self.weather.iter().filter_map(most).min().unwrap_or(usize::MAX);
            self.waiting.extend(arrived.chunks(piece_len).filter(|_| is_plugged).map(<[u8]>::to_vec));
        }
        self.waiting.pop_front()
    }
}

/// A generator of pseudo-random numbers that can be reproduced. Its state is never zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dice(pub u64);

impl Dice {
    /// Returns the next number, from 0 up to but not including `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        (self.roll() % u64::from(limit)) as u32
    }

    /// Returns true with a probability of one in `every`.
    fn one_in(&mut self, every: u64) -> bool {
        self.roll().is_multiple_of(every)
    }

    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 33
    }
}

//! One way of a cable, and what can go wrong on it.

use crate::Millis;
use crate::bench::Node;
use std::collections::VecDeque;

/// One way of a cable. It carries each message at once, through its weather.
#[derive(Debug, Clone, Default)]
pub struct Way {
    /// True while anything is at the other end.
    pub is_plugged: bool,
    /// What happens to a message, one after the other.
    pub weather: Vec<Weather>,
    /// The messages that entered, with their instants.
    pub said: Vec<(Millis, Vec<u8>)>,
    /// The number of bytes that entered.
    pub count: usize,
    waiting: VecDeque<Vec<u8>>,
}

/// A fault of one way of a cable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Weather {
    /// Nothing arrives.
    Cut,
    /// Messages of one byte that is among these are not understood.
    Unknown(Vec<u8>),
    /// The byte with this number suffers this damage, for each number.
    Bytes(Vec<(usize, Damage)>),
    /// The last of every so many bytes is lost.
    DropByte(usize),
    /// The top bit of every byte is lost.
    SevenBit,
    /// One in so many messages is lost, by these dice.
    DropMessage(u64, Dice),
    /// One in so many messages has a changed byte, by these dice.
    FlipMessage(u64, Dice),
    /// At most so many bytes arrive in one piece.
    Pieces(usize),
}

/// Damage to one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// The byte is lost.
    Delete,
    /// The byte comes twice.
    Double,
    /// Another byte is inserted before it.
    Insert(u8),
    /// These bits are flipped.
    Flip(u8),
}

impl Weather {
    /// What arrives of a message whose first byte is number `from` on its way.
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

/// Numbers that look random and are reproducible. They begin with a seed other than zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dice(pub u64);

impl Dice {
    /// A number below this limit.
    pub fn below(&mut self, limit: u32) -> u32 {
        (self.roll() % u64::from(limit)) as u32
    }

    /// True one time in `every`.
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

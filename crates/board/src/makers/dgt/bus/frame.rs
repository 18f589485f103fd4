//! Frames of the bus in both directions, with their checksums.

/// A question from the host. Addresses have fourteen bits; the address 0 means all boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// 0x81: the clock.
    Clock,
    /// 0x82: all squares.
    Board,
    /// 0x83: the changes since the last question of this kind.
    Changes,
    /// 0x84: a repetition of the last answer to 0x83.
    Repeat,
    /// 0x85: an order to put a start mark into the memory.
    StartTag,
    /// 0x86: all changes since the start mark, except those that the next answer to 0x83 will report.
    SinceStart,
    /// 0x87: a ping. If it is sent to all boards, each answers at a random moment within 1100 ms.
    Ping,
    /// 0x8a: an order to ignore the next ping to all boards. It is answered at once.
    IgnoreNextPing,
    /// 0x8b: the firmware version.
    Version,
}

const ASKS: [(u8, Ask); 9] = [
    (0x81, Ask::Clock),
    (0x82, Ask::Board),
    (0x83, Ask::Changes),
    (0x84, Ask::Repeat),
    (0x85, Ask::StartTag),
    (0x86, Ask::SinceStart),
    (0x87, Ask::Ping),
    (0x8a, Ask::IgnoreNextPing),
    (0x8b, Ask::Version),
];

impl Ask {
    /// Returns the bytes of the question for the board with this address.
    pub fn emit(self, address: u16) -> Vec<u8> {
        let mut bytes = vec![self.number()];
        bytes.extend(split(address));
        bytes.push(sum_of(&bytes));
        bytes
    }

    /// Returns the command number of the question.
    pub fn number(self) -> u8 {
        ASKS.iter().find(|(_, ask)| *ask == self).map_or(0, |(number, _)| *number)
    }

    /// Parses a whole frame of four bytes: the question and the address. `None` if the checksum is wrong or the command
    /// number unknown.
    pub fn parse(bytes: [u8; 4]) -> Option<(Ask, u16)> {
        let [number, high, low, sum] = bytes;
        let ask = ASKS.iter().find(|(known, _)| *known == number).map(|(_, ask)| *ask)?;
        (sum_of(&[number, high, low]) == sum).then_some((ask, join(high, low)))
    }

    /// Returns the message numbers that the answer may have.
    pub fn answers(self) -> &'static [u8] {
        match self {
            Ask::Clock => &[0x84],
            Ask::Board => &[0x83],
            Ask::Changes | Ask::Repeat => &[CHANGES, CHANGES_ODD],
            Ask::StartTag => &[0x88],
            Ask::SinceStart => &[0x86],
            Ask::Ping | Ask::IgnoreNextPing => &[0x87],
            Ask::Version => &[0x89],
        }
    }
}

/// The message number of an answer to [`Ask::Changes`]. Some boards use it and [`CHANGES_ODD`] in turn.
pub const CHANGES: u8 = 0x85;
/// The second message number of an answer to [`Ask::Changes`].
pub const CHANGES_ODD: u8 = 0x8b;

/// An answer from a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The message number of the answer.
    pub id: u8,
    /// The address of the board.
    pub address: u16,
    /// The data of the answer, seven bits in each byte.
    pub data: Vec<u8>,
}

/// The number of bytes of a reply besides its data.
const FRAME_LEN: usize = 6;
/// The greatest plausible length of a reply, in bytes: the whole memory of a board.
const REPLY_MAX: usize = 0x1f00 + FRAME_LEN;

impl Reply {
    /// Returns the bytes on the wire.
    pub fn emit(&self) -> Vec<u8> {
        let total = (self.data.len() + FRAME_LEN).min(REPLY_MAX) as u16;
        let mut bytes = vec![self.id];
        bytes.extend(split(total));
        bytes.extend(split(self.address));
        bytes.extend(self.data.iter().take(REPLY_MAX - FRAME_LEN).map(|byte| byte & 0x7f));
        bytes.push(sum_of(&bytes));
        bytes
    }
}

/// Finds replies in a stream of bytes. A byte with its top bit set always begins a frame.
#[derive(Debug, Clone, Default)]
pub struct Deframer {
    partial: Vec<u8>,
    noise: u64,
}

impl Deframer {
    /// Handles one byte. Returns the reply that the byte completes, if it completes one with the right checksum.
    pub fn push(&mut self, byte: u8) -> Option<Reply> {
        if byte & 0x80 != 0 {
            self.abandon();
            self.partial.push(byte);
            return None;
        }
        if self.partial.is_empty() {
            self.noise += 1;
            return None;
        }
        self.partial.push(byte);
        let &[id, high, low, ref rest @ ..] = &self.partial[..] else { return None };
        let total = usize::from(join(high, low));
        if !(FRAME_LEN..=REPLY_MAX).contains(&total) {
            self.abandon();
            return None;
        }
        if self.partial.len() < total {
            return None;
        }
        let &[address_high, address_low, ref data @ .., sum] = rest else { return None };
        if sum_of(&self.partial[..total - 1]) != sum {
            self.abandon();
            return None;
        }
        let reply = Reply { id, address: join(address_high, address_low), data: data.to_vec() };
        self.partial.clear();
        Some(reply)
    }

    /// Drops an incomplete reply.
    pub fn abandon(&mut self) {
        self.noise += self.partial.len() as u64;
        self.partial.clear();
    }

    /// Returns whether a reply is incomplete.
    pub fn is_inside(&self) -> bool {
        !self.partial.is_empty()
    }

    /// Returns the number of bytes that belonged to no reply.
    pub fn noise(&self) -> u64 {
        self.noise
    }
}

fn split(value: u16) -> [u8; 2] {
    [(value >> 7) as u8 & 0x7f, value as u8 & 0x7f]
}

fn join(high: u8, low: u8) -> u16 {
    u16::from(high & 0x7f) << 7 | u16::from(low & 0x7f)
}

fn sum_of(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte)) & 0x7f
}

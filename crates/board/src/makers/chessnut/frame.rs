//! Messages of a Chessnut board.

use crate::{Contents, Reading};
use shakmaty::{Color, File, Piece, Rank, Role, Square};

/// The number of bytes that the contents of all squares take.
pub const SQUARES_LEN: usize = 32;

/// One message of the board or the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The number of the message.
    pub id: u8,
    /// The bytes after the one that gives the length.
    pub data: Vec<u8>,
}

impl Frame {
    /// Returns the bytes of the message.
    pub fn emit(&self) -> Vec<u8> {
        let mut bytes = vec![self.id, self.data.len() as u8];
        bytes.extend_from_slice(&self.data);
        bytes
    }
}

/// Finds messages in a stream of bytes. A message is recognised only by a known number followed by a length that fits
/// the number.
#[derive(Debug, Clone, Default)]
pub struct Deframer {
    waiting: Vec<u8>,
    host: bool,
    noise: u64,
}

impl Deframer {
    /// Creates a deframer for messages from the host.
    pub fn of_host() -> Deframer {
        Deframer { host: true, ..Deframer::default() }
    }

    /// Handles one byte. Returns the message that the byte completes, if it completes one.
    pub fn push(&mut self, byte: u8) -> Option<Frame> {
        self.waiting.push(byte);
        while let Some(&id) = self.waiting.first() {
            let length = self.waiting.get(1).copied();
            if !self.begins(id, length) {
                self.waiting.remove(0);
                self.noise += u64::from(id != 0);
                continue;
            }
            let end = 2 + usize::from(length?);
            if self.waiting.len() < end {
                return None;
            }
            let data = self.waiting[2..end].to_vec();
            self.waiting.drain(..end);
            return Some(Frame { id, data });
        }
        None
    }

    /// Drops an incomplete message.
    pub fn abandon(&mut self) {
        self.noise += self.waiting.len() as u64;
        self.waiting.clear();
    }

    /// Returns whether a message is incomplete.
    pub fn is_inside(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Returns the number of bytes that belonged to no message, not counting the zeros that pad a report.
    pub fn noise(&self) -> u64 {
        self.noise
    }

    fn begins(&self, id: u8, length: Option<u8>) -> bool {
        let lengths: &[u8] = match (self.host, id) {
            (false, 0x01) => &[0x22, 0x24],
            (false, 0x41) => &[0x03],
            (false, 0x2a) => &[0x02],
            (false, 0x23) => &[0x01],
            (true, 0x21 | 0x29 | 0x41) => &[0x01],
            (true, 0x0a) => &[0x08],
            (true, 0x0b) => &[0x04],
            (true, 0x42) => &[0x21],
            (true, 0x43) => &[0x20],
            _ => return false,
        };
        length.is_none_or(|length| lengths.contains(&length))
    }
}

/// Parses the contents of all squares. A half byte without a meaning reads as occupied. `None` if bytes are missing.
pub fn parse_squares(bytes: &[u8]) -> Option<Reading> {
    let bytes = bytes.get(..SQUARES_LEN)?;
    let mut reading = Reading::empty();
    for (index, square) in squares().enumerate() {
        let half = bytes[index / 2] >> (index % 2 * 4) & 0x0f;
        reading.set(square, contents(half));
    }
    Some(reading)
}

/// Returns the bytes of all squares.
pub fn emit_squares(reading: &Reading) -> Vec<u8> {
    let mut bytes = vec![0; SQUARES_LEN];
    for (index, square) in squares().enumerate() {
        bytes[index / 2] |= half(reading.at(square)) << (index % 2 * 4);
    }
    bytes
}

/// Returns the squares in the order of a message: h8 to a8, then h7 and so on.
fn squares() -> impl Iterator<Item = Square> {
    let files = || File::ALL.into_iter().rev();
    Rank::ALL.into_iter().rev().flat_map(move |rank| files().map(move |file| Square::from_coords(file, rank)))
}

/// The pieces in the order of the numbers that half bytes give them, starting with 1.
const MEN: [(Color, Role); 12] = [
    (Color::Black, Role::Queen),
    (Color::Black, Role::King),
    (Color::Black, Role::Bishop),
    (Color::Black, Role::Pawn),
    (Color::Black, Role::Knight),
    (Color::White, Role::Rook),
    (Color::White, Role::Pawn),
    (Color::Black, Role::Rook),
    (Color::White, Role::Bishop),
    (Color::White, Role::Knight),
    (Color::White, Role::Queen),
    (Color::White, Role::King),
];

fn contents(half: u8) -> Contents {
    match half.checked_sub(1) {
        None => Contents::Empty,
        Some(index) => match MEN.get(usize::from(index)) {
            Some(&(color, role)) => Contents::Piece(Piece { color, role }),
            None => Contents::Occupied,
        },
    }
}

fn half(contents: Contents) -> u8 {
    match contents {
        Contents::Empty => 0,
        Contents::Occupied => 0x0f,
        Contents::Piece(piece) => {
            let man = MEN.iter().position(|&(color, role)| piece == Piece { color, role });
            man.map_or(0x0f, |index| index as u8 + 1)
        }
    }
}

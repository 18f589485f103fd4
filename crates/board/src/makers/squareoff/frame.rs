//! Messages of a Square Off board.
//!
//! Limit: a message has at most [`MESSAGE_MAX`] characters; a longer message is dropped up to its end as noise.

use crate::Reading;
use shakmaty::{Bitboard, File, Rank, Square};

/// The greatest length of a message, in characters.
pub const MESSAGE_MAX: usize = 100;

/// One message of the board or the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The number before the hash.
    pub code: u8,
    /// The text after the hash.
    pub body: String,
}

impl Frame {
    /// Returns the bytes of the message.
    pub fn emit(&self) -> Vec<u8> {
        format!("{}#{}*", self.code, self.body).into_bytes()
    }
}

/// Finds messages in a stream of bytes.
#[derive(Debug, Clone, Default)]
pub struct Deframer {
    text: String,
    lost: bool,
    noise: u64,
}

impl Deframer {
    /// Handles one byte. Returns the message that the byte completes, if it completes one.
    pub fn push(&mut self, byte: u8) -> Option<Frame> {
        match byte {
            b'*' => {
                let text = std::mem::take(&mut self.text);
                let was_lost = std::mem::take(&mut self.lost);
                let (code, body) = text.split_once('#')?;
                let code = code.trim().parse().ok()?;
                return (!was_lost).then(|| Frame { code, body: body.to_owned() });
            }
            b' '..=b'~' if self.text.len() < MESSAGE_MAX => self.text.push(char::from(byte)),
            b'\r' | b'\n' => {}
            _ => {
                self.lost = true;
                self.noise += 1;
            }
        }
        None
    }

    /// Drops an incomplete message.
    pub fn abandon(&mut self) {
        self.noise += self.text.len() as u64;
        self.text.clear();
        self.lost = false;
    }

    /// Returns whether a message is incomplete.
    pub fn is_inside(&self) -> bool {
        !self.text.is_empty()
    }

    /// Returns the number of characters that belonged to no message.
    pub fn noise(&self) -> u64 {
        self.noise
    }
}

/// Parses the occupied squares in the body of a message: file by file from a1. `None` if the body is no such report.
pub fn parse_squares(body: &str) -> Option<Reading> {
    if body.len() != 64 || !body.bytes().all(|digit| matches!(digit, b'0' | b'1')) {
        return None;
    }
    let occupied: Bitboard =
        body.bytes().zip(squares()).filter(|(digit, _)| *digit == b'1').map(|(_, square)| square).collect();
    Some(Reading::from_occupied(occupied))
}

/// Returns the body of a message that reports these squares.
pub fn emit_squares(reading: &Reading) -> String {
    squares().map(|square| if reading.at(square).is_occupied() { '1' } else { '0' }).collect()
}

fn squares() -> impl Iterator<Item = Square> {
    File::ALL
        .into_iter()
        .flat_map(|file| Rank::ALL.into_iter().map(move |rank| Square::from_coords(file, rank)))
}

//! Frames of a ChessLink board: parity, block check, resynchronisation.

/// A message without its check: the letter and what follows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Upper case from the host, lower case from the board.
    pub letter: u8,
    /// The characters after it.
    pub content: Vec<u8>,
}

/// The characters of one report of all squares.
pub const SQUARES_LEN: usize = 64;

impl Frame {
    /// The bytes on the line.
    pub fn emit(&self) -> Vec<u8> {
        let mut characters = vec![self.letter];
        characters.extend_from_slice(&self.content);
        characters.extend(check_of(&characters));
        characters.into_iter().map(with_parity).collect()
    }
}

/// How many characters follow this letter before the check, when the board says it.
pub fn answer_len(letter: u8) -> Option<usize> {
    match letter {
        b's' => Some(SQUARES_LEN),
        b'v' | b'r' | b'w' => Some(4),
        b'l' | b'x' => Some(0),
        _ => None,
    }
}

/// How many characters follow this letter before the check, when the host says it.
pub fn command_len(letter: u8) -> Option<usize> {
    match letter {
        b'S' | b'X' | b'T' | b'V' => Some(0),
        b'L' => Some(2 + 2 * 81),
        b'W' => Some(4),
        b'R' => Some(2),
        _ => None,
    }
}

/// Finds frames in a stream of bytes. A frame whose check is wrong costs one byte: the next one may begin inside it.
#[derive(Debug, Clone)]
pub struct Deframer {
    content_len: fn(u8) -> Option<usize>,
    waiting: Vec<u8>,
    noise: u64,
}

impl Deframer {
    /// For what the board says.
    pub fn of_board() -> Deframer {
        Deframer { content_len: answer_len, waiting: Vec::new(), noise: 0 }
    }

    /// For what the host says.
    pub fn of_host() -> Deframer {
        Deframer { content_len: command_len, waiting: Vec::new(), noise: 0 }
    }

    /// Takes one byte; the frames that are whole now. More than one only after damage.
    pub fn push(&mut self, byte: u8) -> Vec<Frame> {
        let mut frames = Vec::new();
        if with_parity(byte & 0x7f) != byte {
            // A character was changed on the way: whatever it was part of is lost.
            self.noise += self.waiting.len() as u64 + 1;
            self.waiting.clear();
            return frames;
        }
        self.waiting.push(byte & 0x7f);
        while let Some(&letter) = self.waiting.first() {
            let Some(content_len) = (self.content_len)(letter) else {
                self.drop_first();
                continue;
            };
            let end = 1 + content_len;
            if self.waiting.len() < end + 2 {
                break;
            }
            if self.waiting[end..end + 2] == check_of(&self.waiting[..end]) {
                let content = self.waiting[1..end].to_vec();
                self.waiting.drain(..end + 2);
                frames.push(Frame { letter, content });
            } else {
                self.drop_first();
            }
        }
        frames
    }

    /// Gives up what has begun.
    pub fn abandon(&mut self) {
        self.noise += self.waiting.len() as u64;
        self.waiting.clear();
    }

    /// Whether a frame has begun and not ended.
    pub fn is_inside(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// How many characters belonged to no frame.
    pub fn noise(&self) -> u64 {
        self.noise
    }

    fn drop_first(&mut self) {
        self.waiting.remove(0);
        self.noise += 1;
    }
}

/// The exclusive or of all characters, as two upper-case hexadecimal digits.
pub fn check_of(characters: &[u8]) -> [u8; 2] {
    let sum = characters.iter().fold(0, |sum, character| sum ^ character);
    [digit(sum >> 4), digit(sum & 0x0f)]
}

/// A value as two upper-case hexadecimal digits.
pub fn digits(value: u8) -> [u8; 2] {
    [digit(value >> 4), digit(value & 0x0f)]
}

/// The value of two hexadecimal digits.
pub fn value(digits: &[u8]) -> Option<u8> {
    let &[high, low] = digits else { return None };
    let nibble = |digit: u8| char::from(digit).to_digit(16);
    u8::try_from(nibble(high)? << 4 | nibble(low)?).ok()
}

fn digit(nibble: u8) -> u8 {
    b"0123456789ABCDEF"[usize::from(nibble & 0x0f)]
}

/// The character with a top bit that makes the number of ones odd.
fn with_parity(character: u8) -> u8 {
    if character.count_ones().is_multiple_of(2) { character | 0x80 } else { character }
}

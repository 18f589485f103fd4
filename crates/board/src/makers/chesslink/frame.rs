//! Frames of a ChessLink board: parity, block check, resynchronisation.

/// A message without its check: its letter, and the characters between the letter and the check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The letter of the message: upper case from the host, lower case from the board.
    pub letter: u8,
    /// The characters after the letter.
    pub content: Vec<u8>,
}

/// The number of characters in one report of all squares.
pub const SQUARES_LEN: usize = 64;

impl Frame {
    /// Returns the bytes on the line.
    pub fn emit(&self) -> Vec<u8> {
        let mut characters = vec![self.letter];
        characters.extend_from_slice(&self.content);
        characters.extend(check_of(&characters));
        characters.into_iter().map(with_parity).collect()
    }
}

/// Returns the number of characters between this letter and the check in a message from the board; `None` if no message
/// begins with the letter.
pub fn answer_len(letter: u8) -> Option<usize> {
    match letter {
        b's' => Some(SQUARES_LEN),
        b'v' | b'r' | b'w' => Some(4),
        b'l' | b'x' => Some(0),
        _ => None,
    }
}

/// Returns the number of characters between this letter and the check in a message from the host; `None` if no message
/// begins with the letter.
pub fn command_len(letter: u8) -> Option<usize> {
    match letter {
        b'S' | b'X' | b'T' | b'V' => Some(0),
        b'L' => Some(2 + 2 * 81),
        b'W' => Some(4),
        b'R' => Some(2),
        _ => None,
    }
}

/// Finds frames in a stream of bytes. If a check is wrong, only one byte is skipped, because an undamaged frame may
/// begin inside the damaged one.
///
/// Frames from a board are checked by their block check, which disregards the top bits, because some adapters strip the
/// parity. As long as the line has parity, a frame in which one or two characters have the wrong parity counts as
/// damaged even if its check is right.
#[derive(Debug, Clone)]
pub struct Deframer {
    content_len: fn(u8) -> Option<usize>,
    /// True if every character must have the right parity, as a board demands of the host's commands.
    is_strict: bool,
    /// The characters received that do not form a frame yet.
    waiting: Vec<u8>,
    noise: u64,
    /// True if the last frame had parity; `None` before the first frame.
    has_parity: Option<bool>,
    /// The number of successive frames without parity.
    bare: u32,
}

/// The greatest number of characters with wrong parity in a damaged frame. If there are more, the line is taken to have
/// no parity.
const DAMAGED_MAX: usize = 2;
/// The least number of successive frames without parity that prove that the line has none.
const BARE_MIN: u32 = 3;

impl Deframer {
    /// Creates a deframer for what the board sends.
    pub fn of_board() -> Deframer {
        Deframer::by(answer_len, false)
    }

    /// Creates a deframer for what the host sends.
    pub fn of_host() -> Deframer {
        Deframer::by(command_len, true)
    }

    fn by(content_len: fn(u8) -> Option<usize>, is_strict: bool) -> Deframer {
        Deframer { content_len, is_strict, waiting: Vec::new(), noise: 0, has_parity: None, bare: 0 }
    }

    /// Handles one byte. Returns the frames that are complete with it; only after damage can there be more than one.
    pub fn push(&mut self, byte: u8) -> Vec<Frame> {
        let mut frames = Vec::new();
        self.waiting.push(byte);
        while let Some(letter) = self.waiting.first().map(|byte| byte & 0x7f) {
            let Some(content_len) = (self.content_len)(letter) else {
                self.drop_first();
                continue;
            };
            let end = 1 + content_len + 2;
            if self.waiting.len() < end {
                break;
            }
            match self.judge(end) {
                Some(content) => {
                    self.waiting.drain(..end);
                    frames.push(Frame { letter, content });
                }
                None => self.drop_first(),
            }
        }
        frames
    }

    /// Drops an incomplete frame.
    pub fn abandon(&mut self) {
        self.noise += self.waiting.len() as u64;
        self.waiting.clear();
    }

    /// Returns whether a frame is incomplete.
    pub fn is_inside(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Returns the number of characters that belonged to no frame.
    pub fn noise(&self) -> u64 {
        self.noise
    }

    /// Returns whether several successive frames came without parity.
    pub fn is_bare(&self) -> bool {
        self.bare >= BARE_MIN
    }

    /// Returns the content of the frame made by the first `end` characters, if the frame is undamaged.
    fn judge(&mut self, end: usize) -> Option<Vec<u8>> {
        let came = self.waiting.get(..end)?;
        let wrong = came.iter().filter(|&&byte| with_parity(byte & 0x7f) != byte).count();
        let characters: Vec<u8> = came.iter().map(|byte| byte & 0x7f).collect();
        let (said, check) = characters.split_at(end - 2);
        let limit = if self.is_strict { end } else { DAMAGED_MAX };
        let is_damaged = (1..=limit).contains(&wrong) && (self.is_strict || self.has_parity == Some(true));
        if check != check_of(said) || is_damaged {
            return None;
        }
        self.has_parity = Some(wrong == 0);
        self.bare = if wrong == 0 { 0 } else { self.bare.saturating_add(1) };
        Some(said[1..].to_vec())
    }

    fn drop_first(&mut self) {
        self.waiting.remove(0);
        self.noise += 1;
    }
}

/// Returns the exclusive or of all characters, as two upper-case hexadecimal digits.
pub fn check_of(characters: &[u8]) -> [u8; 2] {
    let sum = characters.iter().fold(0, |sum, character| sum ^ character);
    [digit(sum >> 4), digit(sum & 0x0f)]
}

/// Returns a byte as two upper-case hexadecimal digits.
pub fn digits(value: u8) -> [u8; 2] {
    [digit(value >> 4), digit(value & 0x0f)]
}

/// Returns the value of two hexadecimal digits; `None` if they are not two such digits.
pub fn value(digits: &[u8]) -> Option<u8> {
    let &[high, low] = digits else { return None };
    let nibble = |digit: u8| char::from(digit).to_digit(16);
    u8::try_from(nibble(high)? << 4 | nibble(low)?).ok()
}

fn digit(nibble: u8) -> u8 {
    b"0123456789ABCDEF"[usize::from(nibble & 0x0f)]
}

/// Returns the character with its top bit set so that the number of ones is odd.
fn with_parity(character: u8) -> u8 {
    if character.count_ones().is_multiple_of(2) { character | 0x80 } else { character }
}

//! Lines of numbers from a Certabo board.
//!
//! Limits: a line has at most `NUMBERS_MAX` numbers, and a number is at most 255. The rest of a line that exceeds a
//! limit is dropped as noise.

/// The count of numbers in a line of chips: five for each square.
pub const CHIPS_LEN: usize = 320;
/// The count of numbers in a line of occupied squares: one for each rank.
pub const RANKS_LEN: usize = 8;
/// The greatest count of numbers in a line.
const NUMBERS_MAX: usize = CHIPS_LEN;

/// Finds the lines of numbers in a stream of bytes.
#[derive(Debug, Clone, Default)]
pub struct Deframer {
    /// The count of numbers in a complete line.
    wanted: usize,
    numbers: Vec<u8>,
    /// The number whose digits are arriving; `None` between numbers.
    begun: Option<u16>,
    /// True once the colon of the line has arrived. In a line with a colon, a line break before the last number is
    /// skipped.
    marked: bool,
    /// True while the bytes are noise: everything up to the next colon or end of line is dropped.
    lost: bool,
    noise: u64,
}

impl Deframer {
    /// Makes a deframer for lines of `wanted` numbers.
    pub fn new(wanted: usize) -> Deframer {
        // The first bytes may be the rest of a line whose beginning was not received, so they are dropped.
        Deframer { wanted, lost: true, ..Deframer::default() }
    }

    /// Takes one byte. Returns the numbers of the line that the byte completes, if it completes one.
    pub fn push(&mut self, byte: u8) -> Option<Vec<u8>> {
        match byte {
            b':' => {
                self.abandon();
                self.lost = false;
                self.marked = true;
            }
            b'\n' => return self.end_line(),
            // Some boards send letters for their kind of lamps anywhere in a line; they are skipped.
            b'\r' | b'L' | b'D' | b'*' => {}
            b' ' if !self.lost => self.end_number(),
            b'0'..=b'9' if !self.lost => {
                let number = self.begun.unwrap_or(0) * 10 + u16::from(byte - b'0');
                self.begun = Some(number);
                if number > 255 || self.numbers.len() == NUMBERS_MAX {
                    self.lose();
                }
            }
            _ => self.lose(),
        }
        None
    }

    /// Drops the incomplete line, if there is one, and counts it as damaged.
    pub fn abandon(&mut self) {
        self.noise += u64::from(self.is_inside());
        self.numbers.clear();
        self.begun = None;
        self.marked = false;
        self.lost = true;
    }

    /// Returns whether a line is incomplete.
    pub fn is_inside(&self) -> bool {
        self.begun.is_some() || !self.numbers.is_empty()
    }

    /// Returns the number of damaged lines so far.
    pub fn noise(&self) -> u64 {
        self.noise
    }

    fn end_number(&mut self) {
        self.numbers.extend(self.begun.take().and_then(|number| u8::try_from(number).ok()));
    }

    fn end_line(&mut self) -> Option<Vec<u8>> {
        let count = self.numbers.len() + usize::from(self.begun.is_some());
        if self.marked && !self.lost && count < self.wanted {
            // A line break before the last number, perhaps inside a number: the line goes on after it.
            return None;
        }
        if !self.lost && count == self.wanted {
            self.end_number();
            let numbers = std::mem::take(&mut self.numbers);
            self.marked = false;
            return Some(numbers);
        }
        self.noise += u64::from(!self.lost && self.is_inside());
        self.numbers.clear();
        self.begun = None;
        self.marked = false;
        self.lost = false;
        None
    }

    fn lose(&mut self) {
        self.noise += u64::from(!self.lost);
        self.numbers.clear();
        self.begun = None;
        self.marked = false;
        self.lost = true;
    }
}

/// The number of whole lines of eight numbers that must be heard before a board counts as a Sentio board.
const RANKS_HEARD_MIN: u32 = 3;

/// The ear for Sentio boards: it recognises them by the lines that they send.
#[derive(Debug)]
pub(super) struct Ranks {
    deframer: Deframer,
    /// The number of whole lines heard. One line proves nothing, because eight numbers easily come by chance.
    heard: u32,
}

impl Default for Ranks {
    fn default() -> Ranks {
        Ranks { deframer: Deframer::new(RANKS_LEN), heard: 0 }
    }
}

impl crate::inquiry::Ear for Ranks {
    fn hear(&mut self, byte: u8) -> bool {
        self.heard += u32::from(self.deframer.push(byte).is_some());
        self.heard >= RANKS_HEARD_MIN
    }
}

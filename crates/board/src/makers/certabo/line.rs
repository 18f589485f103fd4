//! Lines of numbers.
//!
//! Limits: a line has at most `NUMBERS_MAX` numbers and a number three digits; whatever is longer is noise to the end
//! of its line.

/// The numbers of a line that tells chips: five for each square.
pub const CHIPS_LEN: usize = 320;
/// The numbers of a line that tells occupied squares: one for each rank.
pub const RANKS_LEN: usize = 8;
/// The most numbers of a line.
const NUMBERS_MAX: usize = CHIPS_LEN;

/// Finds lines in a stream of bytes.
#[derive(Debug, Clone, Default)]
pub struct Deframer {
    /// How many numbers a line has.
    wanted: usize,
    numbers: Vec<u8>,
    /// The number that has begun.
    begun: Option<u16>,
    /// A colon began this line, so that a break inside it can be seen through.
    marked: bool,
    /// Noise: everything up to the next colon or end of line is thrown away.
    lost: bool,
    noise: u64,
}

impl Deframer {
    /// For lines of so many numbers.
    pub fn new(wanted: usize) -> Deframer {
        // What comes first may be the rest of a line.
        Deframer { wanted, lost: true, ..Deframer::default() }
    }

    /// Takes one byte; the numbers of the line it completes.
    pub fn push(&mut self, byte: u8) -> Option<Vec<u8>> {
        match byte {
            b':' => {
                self.abandon();
                self.lost = false;
                self.marked = true;
            }
            b'\n' => return self.end_line(),
            // What kind of lamps it has is said anywhere.
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

    /// Gives up what has begun.
    pub fn abandon(&mut self) {
        self.noise += u64::from(self.is_inside());
        self.numbers.clear();
        self.begun = None;
        self.marked = false;
        self.lost = true;
    }

    /// Whether a line has begun and not ended.
    pub fn is_inside(&self) -> bool {
        self.begun.is_some() || !self.numbers.is_empty()
    }

    /// How many lines were damaged.
    pub fn noise(&self) -> u64 {
        self.noise
    }

    fn end_number(&mut self) {
        self.numbers.extend(self.begun.take().and_then(|number| u8::try_from(number).ok()));
    }

    fn end_line(&mut self) -> Option<Vec<u8>> {
        let count = self.numbers.len() + usize::from(self.begun.is_some());
        if self.marked && !self.lost && count < self.wanted {
            // Broken in the middle, perhaps inside a number: it goes on in the next line.
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

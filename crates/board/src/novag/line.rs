//! Lines of text and the moves in them.
//!
//! Limit: a line has at most [`LINE_MAX`] characters; a longer one is noise to its end.

use shakmaty::{Role, Square};

/// The most characters of a line.
pub const LINE_MAX: usize = 120;

/// Finds lines in a stream of bytes.
#[derive(Debug, Clone, Default)]
pub struct Deframer {
    line: Vec<u8>,
    lost: bool,
    noise: u64,
}

impl Deframer {
    /// Takes one byte; the line it completes, without blanks around it. Empty lines are passed over.
    pub fn push(&mut self, byte: u8) -> Option<String> {
        match byte {
            b'\r' | b'\n' => {
                let line = std::mem::take(&mut self.line);
                if std::mem::take(&mut self.lost) {
                    return None;
                }
                let text = String::from_utf8(line).ok()?.trim().to_owned();
                return Some(text).filter(|text| !text.is_empty());
            }
            b' '..=b'~' if self.line.len() < LINE_MAX => self.line.push(byte),
            _ => {
                self.noise += 1;
                self.lost = true;
            }
        }
        None
    }

    /// Gives up what has begun.
    pub fn abandon(&mut self) {
        self.noise += self.line.len() as u64;
        self.line.clear();
        self.lost = false;
    }

    /// Whether a line has begun and not ended.
    pub fn is_inside(&self) -> bool {
        !self.line.is_empty()
    }

    /// How many characters belonged to no line.
    pub fn noise(&self) -> u64 {
        self.noise
    }
}

/// What a line of the board says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// A move.
    Move {
        /// Its number.
        number: u32,
        /// Whether Black made it.
        is_black: bool,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// What the pawn became.
        promotion: Option<Role>,
    },
    /// The last move was taken back.
    TakeBack,
}

impl Report {
    /// Reads a line; none when it says something else.
    pub fn parse(line: &str) -> Option<Report> {
        let mut words = line.split_ascii_whitespace();
        match words.next()? {
            "T" => Some(Report::TakeBack),
            "M" => {
                let number = words.next()?;
                let is_black = number.ends_with(',');
                let number = number.trim_end_matches(',').parse().ok()?;
                let (squares, promotion) = match words.next()?.split_once('/') {
                    Some((squares, letter)) => (squares.to_owned(), Some(role(letter)?)),
                    None => (line.split_ascii_whitespace().nth(2)?.to_owned(), None),
                };
                let squares: Vec<u8> = squares.bytes().filter(|&byte| byte != b'-' && byte != b'x').collect();
                let (from, to) = (squares.get(..2)?, squares.get(2..4)?);
                Some(Report::Move {
                    number,
                    is_black,
                    from: Square::from_ascii(from).ok()?,
                    to: Square::from_ascii(to).ok().filter(|_| squares.len() == 4)?,
                    promotion,
                })
            }
            _ => None,
        }
    }
}

fn role(letter: &str) -> Option<Role> {
    let mut letters = letter.chars();
    Role::from_char(letters.next()?).filter(|_| letters.next().is_none())
}

//! Lines of text from a Novag board, and the moves in them.
//!
//! Limit: a line has at most [`LINE_MAX`] characters; a longer line is dropped up to its end as noise.

use shakmaty::{File, Rank, Role, Square};

/// The greatest length of a line, in characters.
pub const LINE_MAX: usize = 120;

/// Finds the lines of text in a stream of bytes.
#[derive(Debug, Clone, Default)]
pub struct Deframer {
    line: Vec<u8>,
    lost: bool,
    noise: u64,
}

impl Deframer {
    /// Handles one byte. Returns the line that the byte completes, if it completes one, without surrounding blanks.
    /// Empty lines are skipped.
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

    /// Drops an incomplete line.
    pub fn abandon(&mut self) {
        self.noise += self.line.len() as u64;
        self.line.clear();
        self.lost = false;
    }

    /// Returns whether a line is incomplete.
    pub fn is_inside(&self) -> bool {
        !self.line.is_empty()
    }

    /// Returns the number of characters that belonged to no line.
    pub fn noise(&self) -> u64 {
        self.noise
    }
}

/// A report in a line from the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// A move.
    Move {
        /// The number of the move.
        number: u32,
        /// True for a move by Black.
        is_black: bool,
        /// The square the piece left.
        from: Square,
        /// The square the piece reached.
        to: Square,
        /// The piece a pawn became.
        promotion: Option<Role>,
    },
    /// The last move was taken back.
    TakeBack,
    /// A new game begins from the starting position; the board forgets its settings.
    NewGame,
}

impl Report {
    /// Parses a line; `None` when it is not a report.
    pub fn parse(line: &str) -> Option<Report> {
        let mut words = line.split_ascii_whitespace();
        match words.next()? {
            "T" => Some(Report::TakeBack),
            "M" => {
                let number = words.next()?;
                let is_black = number.ends_with(',');
                let number = number.trim_end_matches(',').parse().ok()?;
                let (from, to, promotion) = squares(words.next()?, is_black)?;
                Some(Report::Move { number, is_black, from, to, promotion })
            }
            new if new.eq_ignore_ascii_case("New") => {
                words.next().filter(|word| word.eq_ignore_ascii_case("Game")).map(|_| Report::NewGame)
            }
            _ => None,
        }
    }
}

/// Returns the name of the board, if the line answers `I`.
pub fn name(line: &str) -> Option<&str> {
    let name = line.strip_prefix("ID")?.strip_prefix(['.', ' '])?.trim_start();
    Some(name).filter(|name| !name.is_empty())
}

/// Parses a move written in one word: the squares from and to, and the piece that a pawn became. A capture in passing
/// needs no mark of its own: the squares show it.
fn squares(word: &str, is_black: bool) -> Option<(Square, Square, Option<Role>)> {
    let word = word.trim_end_matches(['|', '+', '#']);
    let rank = if is_black { Rank::Eighth } else { Rank::First };
    let castling = |file| Some((Square::from_coords(File::E, rank), Square::from_coords(file, rank), None));
    match word {
        "O-O" | "0-0" | "o-o" => return castling(File::G),
        "O-O-O" | "0-0-0" | "o-o-o" => return castling(File::C),
        _ => {}
    }
    let word = word.trim_end_matches("e.p.").trim_end_matches("ep");
    let (squares, promotion) = match word.split_once(['/', '=']) {
        Some((squares, letter)) => (squares, Some(role(letter)?)),
        None => (word, None),
    };
    // In lists of moves, a capital letter names the piece.
    let squares = squares.strip_prefix(['K', 'Q', 'R', 'B', 'N']).unwrap_or(squares);
    let (from, rest) = squares.split_at_checked(2)?;
    let to = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
    Some((from.parse().ok()?, to.parse().ok()?, promotion))
}

fn role(letter: &str) -> Option<Role> {
    let mut letters = letter.chars();
    Role::from_char(letters.next()?).filter(|_| letters.next().is_none())
}

//! Announcements to blind players (PL09 E.2.1): `Skoczek Gustaw jeden Feliks trzy`, `krótka roszada`.
//!
//! ```text
//! announcement = side castling | castling side | [ piece ] [ square ] square [ piece ]
//! square       = file rank
//! ```
//! Announcements are always written with both squares. They are also read with the square of arrival alone, if only one
//! legal move fits. The second piece is the piece that a pawn becomes; it must be announced.

use super::{
    Marked, Tongue,
    described::{Described, Going},
    misread::{Why, Wrong},
    tongue::Word,
};
use shakmaty::{Chess, File, Move, Role, Square};
use std::ops::Range;

/// Writes the words of a move.
pub(super) fn write(tongue: Tongue, mv: Move) -> String {
    if let Some(side) = mv.castling_side() {
        return tongue.castling(side);
    }
    let mut words = vec![tongue.piece(mv.role()).to_owned()];
    words.extend(mv.from().map(|from| tongue.square(from)));
    words.push(tongue.square(mv.to()));
    words.extend(mv.promotion().map(|role| tongue.piece(role).to_owned()));
    words.join(" ")
}

/// Reads the words of a move.
pub(super) fn read(tongue: Tongue, position: &Chess, text: &str) -> Result<Marked, Wrong> {
    let mut words = Words { tongue, text, places: places(text), next: 0 };
    let (word, at) = words.take("a piece, a file, or castling")?;
    let described = match word {
        Word::Side(side) => {
            let castling = tongue.castling(side);
            match words.take(&castling)? {
                (Word::Castling, end) => Described::Castling(side, at.start..end.end),
                (_, other) => return Err(refused(other, &castling)),
            }
        }
        Word::Castling => match words.take("the side of castling")? {
            (Word::Side(side), end) => Described::Castling(side, at.start..end.end),
            (_, other) => return Err(refused(other, "the side of castling")),
        },
        Word::Piece(role) => words.going(Some(role))?,
        Word::File(_) => {
            words.next -= 1;
            words.going(None)?
        }
        Word::Rank(_) => return Err(refused(at, "a file before the rank")),
    };
    if let Some(place) = words.places.get(words.next) {
        return Err(refused(place.clone(), "the end of the announcement"));
    }
    Ok(Marked { mv: described.find(position)?, draw_offer: false })
}

struct Words<'a> {
    tongue: Tongue,
    text: &'a str,
    places: Vec<Range<usize>>,
    next: usize,
}

impl Words<'_> {
    /// Reads the next word. `Err` if there is none, or if the word is not one of this language.
    fn take(&mut self, expected: &str) -> Result<(Word, Range<usize>), Wrong> {
        let Some(place) = self.places.get(self.next).cloned() else {
            let end = self.places.last().map_or(0, |last| last.end);
            return Err(refused(end..end, expected));
        };
        self.next += 1;
        match self.tongue.word(&self.text[place.clone()]) {
            Some(word) => Ok((word, place)),
            None => Err(refused(place, &format!("{expected}, in {}", self.tongue.name()))),
        }
    }

    fn peek(&self) -> Option<Word> {
        self.tongue.word(&self.text[self.places.get(self.next)?.clone()])
    }

    /// Reads the squares and the new piece, after the moving piece was read or found missing.
    fn going(&mut self, role: Option<Role>) -> Result<Described, Wrong> {
        let from = self.places[0].start;
        let first = self.square()?;
        let second = match self.peek() {
            Some(Word::File(_)) => Some(self.square()?),
            Some(Word::Piece(_) | Word::Rank(_) | Word::Castling | Word::Side(_)) | None => None,
        };
        let at = from..self.places[self.next - 1].end;
        let promotion = if self.next < self.places.len() {
            match self.take("a square, the new piece, or the end")? {
                (Word::Piece(role), place) => Some((role, place)),
                (_, other) => return Err(refused(other, "a square, the new piece, or the end")),
            }
        } else {
            None
        };
        let (origin, to) = second.map_or((None, first), |second| (Some(first), second));
        // An announcement without a piece means a pawn, unless it names the square of origin.
        let role = role.or_else(|| origin.is_none().then_some(Role::Pawn));
        let (file, rank) = (origin.map(Square::file), origin.map(Square::rank));
        Ok(Described::Going(Going { role, file, rank, to, promotion, capture: None, en_passant: None, at }))
    }

    fn square(&mut self) -> Result<Square, Wrong> {
        let names = format!("a file from {} to {}", self.tongue.file(File::A), self.tongue.file(File::H));
        let file = match self.take(&names)? {
            (Word::File(file), _) => file,
            (_, other) => return Err(refused(other, &names)),
        };
        match self.take("the rank")? {
            (Word::Rank(rank), _) => Ok(Square::from_coords(file, rank)),
            (_, other) => Err(refused(other, "the rank")),
        }
    }
}

fn refused(at: Range<usize>, expected: &str) -> Wrong {
    Wrong::new(at, Why::Unreadable, expected)
}

/// Returns the place of each word. Any character that is not a letter or digit separates words.
fn places(text: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut from = None;
    for (at, letter) in text.char_indices() {
        if letter.is_alphanumeric() {
            from.get_or_insert(at);
        } else if let Some(from) = from.take() {
            places.push(from..at);
        }
    }
    places.extend(from.map(|from| from..text.len()));
    places
}

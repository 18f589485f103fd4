//! Notations of moves: those that players write, that the Laws print, and that are announced to blind players.
//!
//! ```text
//! Form              1.Nf3 by White, a promotion, castling
//! San               Nf3     d8=Q    O-O      PGN's own
//! Short(letters)    Sf3     d8H     0-0      the sheet of a Polish player (PL09 annex C; RU20 article 17)
//! Long(letters)     Кg1f3   d7d8Ф   0-0      with the square of origin (RU20 17.7)
//! Numeric           7163    47481   5171     correspondence play (RU20 article 58)
//! Spoken(tongue)    Skoczek Gustaw jeden Feliks trzy                 blind players (PL09 E.2.1)
//! ```
//! A [`Form`] writes a move and reads it back in the position in which the move is made. [`sheet`] does so for a whole
//! score sheet. A text that cannot be read gives a [`Misread`]: the characters at fault, and what was expected in their
//! place.
//!
//! Invariants:
//! * A form reads back every legal move that it writes. The exception is an ambiguous text, which is refused (numeric
//!   castling of a king that moves one square in Chess960).
//! * Reading never guesses. A letter of another alphabet that looks alike is converted. A letter of another language is
//!   named and refused, because the language is a property of the sheet (PL09 C.3).
//! * The language belongs to a page, a sheet or an announcement. PGN is always English.

mod algebraic;
mod cursor;
mod described;
pub mod letters;
mod misread;
mod numeric;
pub mod sheet;
mod spoken;
pub mod tongue;

use crate::{Played, Score};
pub use letters::Letters;
pub use misread::{Misread, Why};
use shakmaty::{Chess, Move, san::SanPlus};
pub use tongue::Tongue;

/// A way to write a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Standard algebraic notation as PGN has it.
    San,
    /// Short algebraic notation, as on a score sheet.
    Short(Letters),
    /// Algebraic notation with the square of origin.
    Long(Letters),
    /// The numbers of correspondence play.
    Numeric,
    /// The words that are announced to blind players.
    Spoken(Tongue),
}

/// Every form, in the order in which a page would offer them.
pub const FORMS: [Form; 14] = [
    Form::San,
    Form::Short(Letters::English),
    Form::Short(Letters::Polish),
    Form::Short(Letters::Russian),
    Form::Short(Letters::Figurine),
    Form::Long(Letters::English),
    Form::Long(Letters::Polish),
    Form::Long(Letters::Russian),
    Form::Long(Letters::Figurine),
    Form::Numeric,
    Form::Spoken(Tongue::English),
    Form::Spoken(Tongue::Polish),
    Form::Spoken(Tongue::Russian),
    Form::Spoken(Tongue::German),
];

impl Form {
    /// Parses the name of a form as settings have it: `san`, `polish`, `long-russian`, `numeric`, `spoken-german` …
    /// `None` for any other name.
    pub fn parse(name: &str) -> Option<Form> {
        FORMS.into_iter().find(|form| form.name() == name)
    }

    /// Returns the name that [`Form::parse`] reads.
    pub fn name(self) -> String {
        match self {
            Form::San => "san".to_owned(),
            Form::Short(letters) => letters.name().to_owned(),
            Form::Long(letters) => format!("long-{}", letters.name()),
            Form::Numeric => "numeric".to_owned(),
            Form::Spoken(tongue) => format!("spoken-{}", tongue.name()),
        }
    }

    /// Writes a legal move of this position in this form.
    pub fn write(self, position: &Chess, mv: Move) -> String {
        match self {
            Form::San => SanPlus::from_move(position.clone(), mv).to_string(),
            Form::Short(letters) => algebraic::short(letters, position, mv),
            Form::Long(letters) => algebraic::long(letters, position, mv),
            Form::Numeric => numeric::write(position, mv),
            Form::Spoken(tongue) => spoken::write(tongue, mv),
        }
    }

    /// Reads a move of this position in this form. `Err` says where the text is wrong, and what was expected instead.
    pub fn read(self, position: &Chess, text: &str) -> Result<Move, Misread> {
        self.read_marked(position, text, 0..text.len()).map(|marked| marked.mv)
    }

    /// Reads the move in this range of the text, with its marks.
    fn read_marked(
        self,
        position: &Chess,
        text: &str,
        range: std::ops::Range<usize>,
    ) -> Result<Marked, Misread> {
        let part = &text[range.clone()];
        let read = match self {
            Form::San => algebraic::read(Letters::English, position, part),
            Form::Short(letters) | Form::Long(letters) => algebraic::read(letters, position, part),
            Form::Numeric => numeric::read(position, part),
            Form::Spoken(tongue) => spoken::read(tongue, position, part),
        };
        read.map_err(|wrong| Misread::new(text, range.start, wrong, self, position))
    }
}

/// A move as it was written, with its marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Marked {
    mv: Move,
    draw_offer: bool,
}

/// Writes a ply of a score in this form. An irregular ply is written as in reports: `!e2e5`. A promotion to an unknown
/// piece is written as a queen with a question mark.
pub fn spell(form: Form, score: &Score, index: usize) -> String {
    let played = &score.plies[index].played;
    match (played, played.legal(), score.after(index).position()) {
        (Played::Legal(_), Some(mv), Some(position)) => form.write(position, mv),
        (Played::Promotion { .. }, Some(mv), Some(position)) => format!("{}?", form.write(position, mv)),
        _ => score.report_move(index),
    }
}

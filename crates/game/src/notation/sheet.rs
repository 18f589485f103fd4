//! Whole score sheets: their moves with numbers, draw offers, comments and result.
//!
//! ```text
//! 1.e4 e5 2.Sf3 Sf6 3.d4 exd4 4.e5 Se4 5.Hxd4 d5 6.exd6 e.p. Sxd6 … 11.Kb1 (=)
//! ```
//! Habits of printed sheets are tolerated: a missing dot or blank after a number (`9 Кbd2`, `9.Кbd2`), `_` or `…` in
//! place of a move before the first move, comments in braces. A move number out of sequence is an error: the arbiter
//! wants to know if a move is missing from the sheet.
//!
//! An announced move consists of several words. So on a sheet of announcements, moves are separated by a comma, a
//! semicolon or the end of a line.

use super::{Form, Misread, Why, algebraic, cursor::Cursor, spell};
use crate::{Remark, Score};
use shakmaty::{Chess, Color, KnownOutcome, Move, Position};
use std::ops::Range;

/// The greatest permitted length of the text of a sheet, in bytes: far more than the longest game needs in any form.
pub const TEXT_MAX: usize = 256 << 10;
/// The greatest permitted number of plies of a sheet: 999 moves by each side.
pub const PLIES_MAX: usize = 1_998;

/// A sheet as it was read. If there is an error, the moves before it are included.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// The plies, in order.
    pub plies: Vec<SheetPly>,
    /// The position after the plies.
    pub after: Chess,
    /// The result at the end of the sheet, if there was one.
    pub result: Option<KnownOutcome>,
    /// The error at which reading stopped, if there was one.
    pub misread: Option<Misread>,
}

/// A ply of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetPly {
    /// The move of the ply.
    pub mv: Move,
    /// The range of the text from which the ply was read, in bytes; empty for a ply that was not read from a text.
    pub bytes: Range<usize>,
    /// Set if the sign `(=)` of a draw offer is written at the ply (PL09 8.1, RU20 8.1.5).
    pub draw_offer: bool,
}

/// Reads a sheet that begins in this position.
pub fn read(form: Form, start: &Chess, text: &str) -> Sheet {
    let sheet = Sheet { plies: Vec::new(), after: start.clone(), result: None, misread: None };
    let mut reader = Reader { form, text, start: start.turn(), base: None, sheet };
    if text.len() > TEXT_MAX {
        let limit = format!("a sheet of at most {TEXT_MAX} bytes");
        reader.sheet.misread = Some(Misread::at(text, 0..0, Why::TooLong, limit));
        return reader.sheet;
    }
    for place in places(form, text) {
        if let Err(misread) = reader.take(place) {
            reader.sheet.misread = Some(misread);
            break;
        }
    }
    reader.sheet
}

/// Writes a sheet: the moves of a game from this position, with their numbers.
pub fn write(form: Form, start: &Chess, plies: &[SheetPly], result: Option<&str>) -> String {
    let mut position = start.clone();
    let mut words = Vec::new();
    for (index, ply) in plies.iter().enumerate() {
        match position.turn() {
            Color::White => words.push(format!("{}.", position.fullmoves())),
            Color::Black if index == 0 => words.push(format!("{}...", position.fullmoves())),
            Color::Black => {}
        }
        let mut word = form.write(&position, ply.mv);
        if is_spoken(form) {
            word.push(',');
        }
        words.push(word);
        if ply.draw_offer {
            words.push(draw_offer(form).to_owned());
        }
        position.play_unchecked(ply.mv);
    }
    words.extend(result.map(str::to_owned));
    words.join(" ")
}

/// Writes the sheet of a game from its present score, including irregular plies (see [`spell`]).
pub fn of_score(form: Form, score: &Score) -> String {
    let mut words = Vec::new();
    for index in 0..score.plies.len() {
        let before = score.after(index);
        match before.turn() {
            Color::White => words.push(format!("{}.", before.setup().fullmoves)),
            Color::Black if index == 0 => words.push(format!("{}...", before.setup().fullmoves)),
            Color::Black => {}
        }
        let comma = if is_spoken(form) { "," } else { "" };
        words.push(format!("{}{comma}", spell(form, score, index)));
        if score.remarks.get(&(index + 1)).is_some_and(|remarks| remarks.contains(&Remark::DrawOffer)) {
            words.push(draw_offer(form).to_owned());
        }
    }
    words.push(crate::ResultEntry::shown(score.result));
    words.join(" ")
}

/// Returns the sign of a draw offer. In PGN the sign is a comment.
fn draw_offer(form: Form) -> &'static str {
    if form == Form::San { "{(=)}" } else { "(=)" }
}

struct Reader<'a> {
    form: Form,
    text: &'a str,
    start: Color,
    /// The number of the sheet's first move, computed from the first number read.
    base: Option<usize>,
    sheet: Sheet,
}

impl Reader<'_> {
    /// Handles the text of one place: a number, a move, a sign, a comment or the result.
    fn take(&mut self, place: Range<usize>) -> Result<(), Misread> {
        let word = &self.text[place.clone()];
        if self.sheet.result.is_some() {
            return Err(Misread::at(self.text, place, Why::Unreadable, "nothing after the result"));
        }
        if let Some(comment) = word.strip_prefix('{') {
            self.mark(comment.contains("(=)"));
            return Ok(());
        }
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½") {
            self.sheet.result = KnownOutcome::from_ascii(word.replace('½', "1/2").as_bytes()).ok();
            return Ok(());
        }
        if word == "*" {
            return Ok(());
        }
        let (number, length) = number(self.form, word);
        if let Some(number) = number {
            self.count(number, place.start..place.start + length)?;
        }
        let blanks = word[length..].len() - word[length..].trim_start().len();
        let rest = place.start + length + blanks..place.end;
        match &self.text[rest.clone()] {
            "" => Ok(()),
            "_" | "…" | "..." if self.sheet.plies.is_empty() => Ok(()),
            word if self.annotates(word) => self.annotate(rest),
            _ => self.ply(rest),
        }
    }

    fn ply(&mut self, place: Range<usize>) -> Result<(), Misread> {
        if self.sheet.plies.len() == PLIES_MAX {
            let limit = format!("at most {PLIES_MAX} plies");
            return Err(Misread::at(self.text, place, Why::TooLong, limit));
        }
        let marked = self.form.read_marked(&self.sheet.after, self.text, place.clone())?;
        self.sheet.after.play_unchecked(marked.mv);
        self.sheet.plies.push(SheetPly { mv: marked.mv, bytes: place, draw_offer: marked.draw_offer });
        Ok(())
    }

    /// Checks that a move number is the number of the next move.
    fn count(&mut self, number: usize, place: Range<usize>) -> Result<(), Misread> {
        let offset = usize::from(self.start == Color::Black);
        let moves = (self.sheet.plies.len() + offset) / 2;
        let expected = *self.base.get_or_insert(number.saturating_sub(moves)) + moves;
        if number == expected {
            return Ok(());
        }
        Err(Misread::at(self.text, place, Why::Number, format!("{expected}, the number of the next move")))
    }

    /// Returns whether a word is not a move but a sign that belongs to the previous move: a separate `e.p.`, `(=)`,
    /// `+`.
    fn annotates(&self, word: &str) -> bool {
        let has_signs = match self.form {
            Form::San | Form::Short(_) | Form::Long(_) => true,
            Form::Numeric | Form::Spoken(_) => word.starts_with("(="),
        };
        has_signs && algebraic::marks(&mut Cursor::new(word), false).is_ok()
    }

    fn annotate(&mut self, place: Range<usize>) -> Result<(), Misread> {
        let mut cursor = Cursor::new(&self.text[place.clone()]);
        let Ok(marks) = algebraic::marks(&mut cursor, false) else { return Ok(()) };
        let Some(last) = self.sheet.plies.last() else {
            return Err(Misread::at(self.text, place, Why::Unreadable, "a move before its sign"));
        };
        if let Some(words) = marks.en_passant.filter(|_| !last.mv.is_en_passant()) {
            let bytes = place.start + words.start..place.start + words.end;
            let expected = "nothing: the move before is not en passant";
            return Err(Misread::at(self.text, bytes, Why::NotSo, expected));
        }
        self.mark(marks.draw_offer);
        Ok(())
    }

    fn mark(&mut self, draw_offer: bool) {
        if let Some(last) = self.sheet.plies.last_mut() {
            last.draw_offer |= draw_offer;
        }
    }
}

/// Returns the move number that a word begins with, and the length of its digits and dots in bytes. Without a dot,
/// digits are a move number only if they are the whole word and not a move, or if a blank follows in an announcement.
fn number(form: Form, word: &str) -> (Option<usize>, usize) {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let dots = word[digits..].len() - word[digits..].trim_start_matches(['.', '…']).len();
    let is_word = match form {
        Form::Spoken(_) => word[digits..].starts_with(' '),
        Form::San | Form::Short(_) | Form::Long(_) | Form::Numeric => digits == word.len(),
    };
    // Four digits are a move in numeric notation.
    let digits_max = if dots == 0 || form == Form::Numeric { 3 } else { 4 };
    if digits == 0 || digits > digits_max || (dots == 0 && !is_word) {
        return (None, 0);
    }
    (word[..digits].parse().ok(), digits + dots)
}

/// Returns the places of the words of a sheet: between blanks, or for announcements between commas, semicolons and
/// line ends. A comment in braces is one word.
fn places(form: Form, text: &str) -> Vec<Range<usize>> {
    let divides = |letter: char| match form {
        Form::Spoken(_) => matches!(letter, ',' | ';' | '\n' | '\r'),
        Form::San | Form::Short(_) | Form::Long(_) | Form::Numeric => letter.is_whitespace(),
    };
    let mut places = Vec::new();
    let mut from = None;
    let mut in_comment = false;
    for (at, letter) in text.char_indices() {
        if in_comment {
            in_comment = letter != '}';
            if !in_comment {
                places.extend(from.take().map(|from| from..at + 1));
            }
        } else if letter == '{' {
            places.extend(from.replace(at).map(|from| from..at));
            in_comment = true;
        } else if divides(letter) {
            places.extend(from.take().map(|from| from..at));
        } else if from.is_none() && !letter.is_whitespace() {
            from = Some(at);
        }
    }
    places.extend(from.map(|from| from..text.len()));
    places
}

fn is_spoken(form: Form) -> bool {
    match form {
        Form::Spoken(_) => true,
        Form::San | Form::Short(_) | Form::Long(_) | Form::Numeric => false,
    }
}

//! The text that the arbiter reads, in their language. Each sentence is kept as data beside the rule or the refusal
//! that uses it.
//!
//! A [`Form`] is one sentence in every language, with places for the parts that vary. A [`Phrase`] is a form together
//! with the values for its places. These values do not depend on the language. So an incident is stored once and can be
//! read in any language, even later from the journal.
//!
//! ```text
//!   "{0} completed an illegal move at move {1}."      0 = Side(White), 1 = Number(2)
//!   "{0:dat} dolicza się {1}."                         the case of a side's name: gen, dat, ins; none is nominative
//! ```

mod times;

use board::{Contents, Time};
use shakmaty::{ByColor, Color, Piece, Role, Square};

/// A language that the arbiter can read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Polish.
    Polish,
    /// Russian.
    Russian,
}

/// One sentence in every language.
#[derive(Debug, PartialEq, Eq)]
pub struct Form {
    /// The sentence in English.
    pub en: &'static str,
    /// The sentence in Polish.
    pub pl: &'static str,
    /// The sentence in Russian.
    pub ru: &'static str,
}

/// A sentence together with the values for its places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    form: &'static Form,
    values: Vec<Value>,
}

/// A value that fills a place of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A player, by colour.
    Side(Color),
    /// A count, or the number of a move.
    Number(u64),
    /// A length of time in whole seconds that comes from a rule, a time control or a person, and is therefore exact.
    /// Measured times, always in milliseconds, are [`Value::Reading`], [`Value::Readings`] or [`Value::Span`].
    Seconds(u64),
    /// A time that a clock showed, or that was computed from such a time, with its margin of error.
    Reading(Time),
    /// The times that a clock showed for both sides, each with the side's name, with their margins of error.
    Readings(ByColor<Time>),
    /// The time between two events that were sensed, with its margin of error.
    Span(Time),
    /// Moves in SAN with English letters; they are written with the letters of the language.
    Moves(Vec<String>),
    /// Squares.
    Squares(Vec<Square>),
    /// A piece and its square.
    Piece(Piece, Square),
    /// The squares on which a reading differs from the expected placement.
    Differences(Vec<Difference>),
    /// The number of an article of the Laws, without its edition; each language writes it in its own form.
    Article(String),
    /// A complete sentence that is inserted in another sentence.
    Phrase(Box<Phrase>),
    /// Words that are the same in every language: a FEN, a result, a person's note.
    Words(String),
}

/// A square, the piece expected on it, and the contents that the board reads.
pub type Difference = (Square, Option<Piece>, Contents);

impl Language {
    /// Every language.
    pub const ALL: [Language; 3] = [Language::English, Language::Polish, Language::Russian];

    /// Returns the code used in configuration and on the wire.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Polish => "pl",
            Language::Russian => "ru",
        }
    }

    /// Parses a language's code; `None` for any other text.
    pub fn parse(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }
}

impl Form {
    /// Returns the sentence with these values.
    pub fn with(&'static self, values: impl IntoIterator<Item = Value>) -> Phrase {
        Phrase { form: self, values: values.into_iter().collect() }
    }

    /// Returns the sentence of a form without places.
    pub fn plain(&'static self) -> Phrase {
        self.with([])
    }
}

impl Phrase {
    /// Applies `change` to each text of a person in the sentence and in the sentences inserted in it, because such text
    /// may contain names.
    pub fn change_words(&mut self, change: &impl Fn(&mut String)) {
        for value in &mut self.values {
            match value {
                Value::Words(text) => change(text),
                Value::Phrase(inner) => inner.change_words(change),
                Value::Side(_)
                | Value::Number(_)
                | Value::Seconds(_)
                | Value::Reading(_)
                | Value::Readings(_)
                | Value::Span(_)
                | Value::Moves(_)
                | Value::Squares(_)
                | Value::Piece(..)
                | Value::Differences(_)
                | Value::Article(_) => {}
            }
        }
    }

    /// Returns the text of the sentence in a language, with a capital first letter.
    pub fn text(&self, language: Language) -> String {
        let text = self.clause(language);
        let mut letters = text.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    }

    /// Returns the text of the sentence in a language, with its first letter unchanged, for use as a part of another
    /// sentence.
    pub fn clause(&self, language: Language) -> String {
        let form = match language {
            Language::English => self.form.en,
            Language::Polish => self.form.pl,
            Language::Russian => self.form.ru,
        };
        let mut out = String::new();
        let mut rest = form;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((place, behind)) = after.split_once('}') else { break };
            let (index, case) = place.split_once(':').unwrap_or((place, ""));
            out.push_str(before);
            if let Some(value) = index.parse::<usize>().ok().and_then(|index| self.values.get(index)) {
                out.push_str(&value.text(language, case));
            }
            rest = behind;
        }
        out.push_str(rest);
        out
    }
}

/// Joins sentences into one text.
pub fn text(phrases: &[Phrase], language: Language) -> String {
    phrases.iter().map(|phrase| phrase.text(language)).collect::<Vec<_>>().join(" ")
}

impl Value {
    /// Returns the value for a number of minutes that a rule or a person gives.
    pub fn minutes(count: u64) -> Value {
        Value::Seconds(count.saturating_mul(60))
    }

    fn text(&self, language: Language, case: &str) -> String {
        match self {
            Value::Side(color) => side(*color, language, case).to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Seconds(seconds) => times::named(*seconds),
            Value::Reading(time) => times::reading(*time, language),
            Value::Readings(times) => times::readings(*times, language),
            Value::Span(time) => times::span(*time, language),
            Value::Moves(moves) => listed(moves.iter().map(|san| in_letters(san, language)), language),
            Value::Squares(squares) => listed(squares.iter().map(Square::to_string), language),
            Value::Piece(piece, square) => piece_on(*piece, *square, language),
            Value::Differences(list) => differences(list, language),
            Value::Article(article) => match language {
                Language::English => format!("article {article}"),
                Language::Polish => format!("art. {article}"),
                Language::Russian => format!("п. {article}"),
            },
            Value::Phrase(phrase) => phrase.clause(language),
            Value::Words(words) => words.clone(),
        }
    }
}

fn side(color: Color, language: Language, case: &str) -> &'static str {
    let (white, black) = match (language, case) {
        (Language::English, _) => ("White", "Black"),
        (Language::Polish, "gen") => ("białych", "czarnych"),
        (Language::Polish, "dat") => ("białym", "czarnym"),
        (Language::Polish, "ins") => ("białymi", "czarnymi"),
        (Language::Polish, _) => ("białe", "czarne"),
        (Language::Russian, "gen") => ("белых", "чёрных"),
        (Language::Russian, "dat") => ("белым", "чёрным"),
        (Language::Russian, "ins") => ("белыми", "чёрными"),
        (Language::Russian, _) => ("белые", "чёрные"),
    };
    color.fold_wb(white, black)
}

fn listed(items: impl Iterator<Item = String>, language: Language) -> String {
    let all = items.collect::<Vec<_>>().join(", ");
    if !all.is_empty() {
        return all;
    }
    match language {
        Language::English => "none",
        Language::Polish => "brak",
        Language::Russian => "нет",
    }
    .to_owned()
}

fn letter(role: Role, language: Language) -> &'static str {
    let letters = match language {
        Language::English => ["", "N", "B", "R", "Q", "K"],
        Language::Polish => ["", "S", "G", "W", "H", "K"],
        Language::Russian => ["", "К", "С", "Л", "Ф", "Кр"],
    };
    letters[usize::from(role) - 1]
}

/// Writes SAN with the piece letters of the language. In SAN the capitals K, Q, R, B and N are always pieces.
fn in_letters(san: &str, language: Language) -> String {
    let mut out = String::new();
    for sign in san.chars() {
        match (sign.is_ascii_uppercase() && sign != 'O').then(|| Role::from_char(sign)).flatten() {
            Some(role) => out.push_str(letter(role, language)),
            None => out.push(sign),
        }
    }
    out
}

fn piece_on(piece: Piece, square: Square, language: Language) -> String {
    let pawn = match language {
        Language::English => "pawn ",
        Language::Polish => "pion ",
        Language::Russian => "пешка ",
    };
    let name = if piece.role == Role::Pawn { pawn } else { letter(piece.role, language) };
    format!("{name}{square}")
}

fn differences(list: &[Difference], language: Language) -> String {
    let (nothing, something) = match language {
        Language::English => ("empty", "occupied"),
        Language::Polish => ("puste", "zajęte"),
        Language::Russian => ("пусто", "занято"),
    };
    let told = list.iter().map(|&(square, expected, stands)| {
        let stands = match stands {
            Contents::Empty => nothing.to_owned(),
            Contents::Occupied => something.to_owned(),
            Contents::Piece(piece) => of_colour(piece, language),
        };
        let expected = expected.map_or(nothing.to_owned(), |piece| of_colour(piece, language));
        format!("{square} {stands} ({} {expected})", expected_word(language))
    });
    listed(told, language)
}

fn expected_word(language: Language) -> &'static str {
    match language {
        Language::English => "expected",
        Language::Polish => "powinno być:",
        Language::Russian => "должно быть:",
    }
}

/// Returns a piece with its colour, so that nobody mistakes whose piece it is: `white Q`, `czarny W`.
fn of_colour(piece: Piece, language: Language) -> String {
    let (white, black, pawn) = match language {
        Language::English => ("white", "black", "pawn"),
        Language::Polish => ("biały", "czarny", "pion"),
        Language::Russian => ("бел.", "чёрн.", "пешка"),
    };
    let name = if piece.role == Role::Pawn { pawn } else { letter(piece.role, language) };
    format!("{} {name}", piece.color.fold_wb(white, black))
}

#[cfg(test)]
mod tests {
    use super::{Form, Language, Value};
    use shakmaty::Color;

    const GETS: Form = Form {
        en: "add {1} to {0}; legal: {2}",
        pl: "{0:dat} dolicza się {1}; możliwe: {2}",
        ru: "{0:dat} добавляется {1}; возможно: {2}",
    };

    #[test]
    fn one_phrase_reads_in_every_language() {
        let moves = Value::Moves(vec!["Nf3".to_owned(), "O-O".to_owned(), "exd8=Q+".to_owned()]);
        let phrase = GETS.with([Value::Side(Color::Black), Value::Seconds(120), moves]);
        let told = Language::ALL.map(|language| phrase.text(language));
        assert_eq!(
            told,
            [
                "Add 2:00 to Black; legal: Nf3, O-O, exd8=Q+",
                "Czarnym dolicza się 2:00; możliwe: Sf3, O-O, exd8=H+",
                "Чёрным добавляется 2:00; возможно: Кf3, O-O, exd8=Ф+",
            ]
        );
    }

    #[test]
    fn a_place_without_a_value_stays_empty() {
        assert_eq!(GETS.plain().text(Language::English), "Add  to ; legal: ");
    }
}

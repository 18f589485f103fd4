//! Names as people write them: their greatest length, the characters they may hold, and a way to write any text of a
//! person on a single line.
//!
//! A name is checked when a game is set up, and whoever enters it gets a sentence about what is wrong. Older journals
//! hold names of any length, and so may other software. Code that shows a name must still expect any text.

use crate::Refusal;
use std::fmt::{self, Write as _};

/// The largest number of characters in a name of a player, a team, an event or a place.
pub const NAME_MAX: usize = 100;
/// The largest number of characters in the name of a round.
pub const ROUND_MAX: usize = 40;

/// Checks that `text` may be a name of at most `most` characters. `Err` says which rule the text breaks.
pub fn check(text: &str, most: usize) -> Result<(), Refusal> {
    if let Some(odd) = text.chars().find(|&letter| is_unseen(letter)) {
        return Err(Refusal::UnseenCharacter(odd));
    }
    match text.chars().count() {
        length if length > most => Err(Refusal::NameTooLong { length, most }),
        _ => Ok(()),
    }
}

/// Returns whether a character is an instruction to a terminal or a page rather than part of a name: a control
/// character, the end of a line or a paragraph, or a change of the direction of writing.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text written by a person, as a single line of a log, a list or a terminal. Characters that [`is_unseen`] finds are
/// written as their code, such as `\u{1b}`.
#[derive(Debug, Clone, Copy)]
pub struct OneLine<'a>(pub &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| {
            if is_unseen(letter) { write!(f, "{}", letter.escape_unicode()) } else { f.write_char(letter) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{NAME_MAX, OneLine, check};

    #[test]
    fn names_of_people_are_names() {
        for name in ["", "Nowak, Anna", "Ødegård, Åse", "Мария Иванова", "أحمد", "O'Neil-Šťastná, J. (2)"]
        {
            assert_eq!(check(name, NAME_MAX), Ok(()), "{name}");
        }
        assert_eq!(check(&"ł".repeat(NAME_MAX), NAME_MAX), Ok(()), "characters count, not bytes");
        let long = check(&"x".repeat(10_000), NAME_MAX).expect_err("it is too long").to_string();
        assert!(long.contains("10000 characters; at most 100"), "{long}");
    }

    #[test]
    fn orders_to_a_terminal_or_a_page_are_no_names() {
        for (name, code) in [
            ("Eve\u{1b}[2J", "U+001B"),
            ("Eve\nMallory", "U+000A"),
            ("Eve\u{202e}evE", "U+202E"),
            ("\u{2066}Eve", "U+2066"),
            ("Eve\u{9b}1m", "U+009B"),
            ("Eve\u{2028}", "U+2028"),
        ] {
            let why = check(name, NAME_MAX).expect_err("it is no name").to_string();
            assert!(why.contains(code), "{why}");
            let shown = OneLine(name).to_string();
            assert!(shown.is_ascii() && !shown.contains(char::is_control), "{shown}");
        }
        assert_eq!(OneLine("a\u{1b}[2Jb\nc").to_string(), r"a\u{1b}[2Jb\u{a}c");
    }
}

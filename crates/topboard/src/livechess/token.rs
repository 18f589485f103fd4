//! The token of other computers. It is a word in an address, so it is made of letters that an address may have.

use crate::{
    people::secret::{self, Hash},
    terminal::failure::Failure,
};
use std::{fmt, fs, path::Path};

/// The least length of a token: as many letters of a keyboard nobody guesses over a network.
const LENGTH_MIN: usize = 16;

/// A token, of which only the digest is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token(Hash);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// Reads a token from its file.
    pub(super) fn read(file: &Path) -> Result<Token, Failure> {
        let name = file.display();
        let text = fs::read_to_string(file).map_err(|error| {
            Failure::Input(format!("{name}, the token_file of [livechess], cannot be read ({error})"))
        })?;
        Token::of(text.trim()).ok_or_else(|| {
            Failure::Input(format!(
                "{name}, the token_file of [livechess], needs one word of at least {LENGTH_MIN} letters from A to Z, digits, - and _"
            ))
        })
    }

    fn of(word: &str) -> Option<Token> {
        let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || b"-_".contains(&letter);
        (word.len() >= LENGTH_MIN && word.bytes().all(is_letter)).then(|| Token(secret::hash(word)))
    }

    /// Returns the rest of a path for whoever knows the token, in `?token=` or as the first part of the path.
    pub(super) fn admit<'a>(self, path: &'a str, query: Option<&str>) -> Option<&'a str> {
        let is_known = |word: &str| secret::hash(word) == self.0;
        let mut said = query.into_iter().flat_map(|query| query.split('&'));
        if said.any(|part| part.strip_prefix("token=").is_some_and(is_known)) {
            return Some(path);
        }
        let (word, _) = path.strip_prefix('/')?.split_once('/').or(Some((&path[1..], "")))?;
        is_known(word).then(|| &path[1 + word.len()..])
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn a_token_opens_in_the_query_or_as_the_first_part_of_the_path() {
        let word = "correct-horse-battery";
        let token = Token::of(word).expect("it is long enough");
        assert_eq!(token.admit("/api/v1.0", Some(&format!("a=b&token={word}"))), Some("/api/v1.0"));
        assert_eq!(token.admit(&format!("/{word}/api/v1.0/eboards"), None), Some("/api/v1.0/eboards"));
        assert_eq!(token.admit(&format!("/{word}"), None), Some(""));
        for (path, query) in
            [("/api/v1.0", None), ("/", Some("token=")), ("", None), ("/x/api", Some("token=y"))]
        {
            assert_eq!(token.admit(path, query), None, "{path} {query:?}");
        }
        assert!(Token::of("short").is_none() && Token::of("with a blank and more").is_none());
        assert!(!format!("{token:?}").contains("horse"));
    }
}

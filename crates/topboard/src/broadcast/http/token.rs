//! A token with which a server is asked. It stands in no log, no journal, no page and no error.

use crate::safe_files::private;
use std::{
    env, fmt, fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// The greatest length of a token, in bytes.
const LENGTH_MAX: u64 = 512;

/// A token. Whoever prints it sees none of it.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Reads the token from this file, or from the credential of this name that systemd hands over. `Err` says what to do.
    pub fn read(file: Option<&Path>, credential: &str) -> Result<Token, String> {
        let Some(file) = file else {
            let folder = env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from);
            let file = folder.ok_or_else(|| {
                format!(
                    "there is no token: name a file with it in token_file, or hand over the credential {credential}"
                )
            })?;
            return Token::of_file(&file.join(credential));
        };
        Token::of_private(file)
    }

    /// Reads the token from this file, which nobody else may read. `Err` says what to do.
    pub fn of_private(file: &Path) -> Result<Token, String> {
        let mode = fs::metadata(file).map(|about| about.mode());
        if mode.is_ok_and(|mode| mode & 0o077 != 0) {
            let file = file.display();
            return Err(format!("others may read the token; say chmod 600 {file}"));
        }
        Token::of_file(file)
    }

    fn of_file(file: &Path) -> Result<Token, String> {
        let said = |why: &dyn fmt::Display| format!("the token in {} cannot be used ({why})", file.display());
        let bytes = private::read(file, LENGTH_MAX).map_err(|error| said(&error))?;
        let bytes = bytes.ok_or_else(|| said(&"there is no such file"))?;
        let text = String::from_utf8(bytes).map_err(|_| said(&"it is no text"))?;
        let token = text.trim();
        match token.len() {
            0 => Err(said(&"it is empty")),
            _ if !token.bytes().all(|letter| letter.is_ascii_graphic()) => {
                Err(said(&"a token is one word of letters and digits"))
            }
            _ => Ok(Token(token.to_owned())),
        }
    }

    /// Returns the token for whom it is meant.
    pub(in crate::broadcast) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::Token;
    use crate::safe_files::scratch::Scratch;
    use std::{fs, os::unix::fs::PermissionsExt};

    #[test]
    fn a_token_is_its_owners_alone_and_nobody_sees_it() {
        let scratch = Scratch::new("token").expect("a folder can be made");
        let file = scratch.path().join("token");
        let read = |text: &str, mode: u32| {
            fs::write(&file, text).expect("it can be written");
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("it is ours");
            Token::read(Some(&file), "x.token")
        };
        let token = read("lip_abcdefgh\n", 0o600).expect("it is sound");
        assert_eq!(token.reveal(), "lip_abcdefgh");
        assert!(!format!("{token:?}").contains("lip_"));
        let why = read("lip_abcdefgh", 0o640).expect_err("others may read it");
        assert!(why.contains("chmod 600") && !why.contains("lip_"), "{why}");
        for bad in ["", " \n", "two words", "ключ", &"x".repeat(600)] {
            let why = read(bad, 0o600).expect_err(bad);
            assert!(bad.trim().is_empty() || !why.contains(bad), "{why}");
        }
        assert!(Token::read(Some(&scratch.path().join("none")), "x.token").is_err());
    }
}

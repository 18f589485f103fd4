//! A secret in a file: a password, or what signs messages. It is read anew each time, so it can be changed in the file.

use crate::safe_files::regular;
use std::{fmt, path::Path};

/// The greatest length of such a file, in bytes.
const LENGTH_MAX: u64 = 4_096;

/// A secret. It does not print.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Secret(String);

impl Secret {
    /// Reads the first line of a file.
    pub(super) fn read(path: &Path) -> Result<Secret, String> {
        match Secret::whole(path)?.0.lines().next().map(str::trim).filter(|line| !line.is_empty()) {
            Some(line) => Ok(Secret(line.to_owned())),
            None => Err(format!("{} is empty; write the secret into it", path.display())),
        }
    }

    /// Reads a file as a whole.
    pub(super) fn whole(path: &Path) -> Result<Secret, String> {
        let text = regular::read_text(path, LENGTH_MAX);
        text.map(Secret).map_err(|error| format!("{} cannot be read ({error})", path.display()))
    }

    /// Returns the secret for whom it is meant.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns a text of others without the secret, should it be in there.
    pub(super) fn hide_in(&self, text: &str) -> String {
        text.replace(&self.0, "…")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;
    use crate::safe_files::scratch::Scratch;
    use std::fs;

    #[test]
    fn a_secret_is_a_line_that_does_not_print() {
        let scratch = Scratch::new("secret").expect("a folder can be made");
        let path = scratch.path().join("password");
        fs::write(&path, "hunter2 \n").expect("it can be written");
        let secret = Secret::read(&path).expect("it is there");
        assert_eq!((secret.reveal(), format!("{secret:?}")), ("hunter2", "Secret".to_owned()));
        assert_eq!(secret.hide_in("530 no hunter2 here"), "530 no … here");
        fs::write(&path, "\n").expect("it can be written");
        assert!(Secret::read(&path).expect_err("it is empty").contains("empty"));
    }
}

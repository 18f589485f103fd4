//! The file of passwords: a title line with the digest of the rest, then one line for each person.
//!
//! ```text
//! topboard passwords 1 SHA256
//! ROLE TAB MEMORY-KIB TAB PASSES TAB LANES TAB SALT TAB DIGEST TAB NAME
//! ```
//! A file with any error yields no password at all: no part of it is trusted.

use super::digest::{Cost, DIGEST, Memory, SALT, digest};
use crate::people::person::{Person, Role, name_of};
use journal::hex;
use rustix::rand::{GetRandomFlags, getrandom};
use sha2::{Digest, Sha256};

const TITLE: &str = "topboard passwords 1 ";
/// The least length of a password, in characters.
pub(crate) const LENGTH_MIN: usize = 10;
/// The greatest length of a password, in bytes.
pub(crate) const LENGTH_MAX: usize = 1024;

/// A person's password, as it is kept: only its digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) cost: Cost,
    pub(crate) salt: [u8; SALT],
    pub(crate) digest: [u8; DIGEST],
}

impl Record {
    /// Makes the record of a password. `Err` says why the password is not taken.
    pub(crate) fn new(name: &str, role: Role, password: &str) -> Result<Record, String> {
        let name = name_of(name)?;
        check(&name, password)?;
        let mut salt = [0; SALT];
        let is_random = getrandom(&mut salt, GetRandomFlags::empty()).is_ok_and(|length| length == SALT);
        let made = digest(password, &salt, Cost::NEW, &mut Memory::default()).filter(|_| is_random);
        let digest = made.ok_or("the system gives no random numbers; try again")?;
        Ok(Record { name, role, cost: Cost::NEW, salt, digest })
    }

    /// Returns the person who has the password.
    pub(crate) fn person(&self) -> Person {
        Person { name: Some(self.name.clone()), role: self.role }
    }

    /// Returns whether the record is of the person with this name, however it is capitalised.
    pub(crate) fn is_of(&self, name: &str) -> bool {
        self.name.to_lowercase() == name.trim().to_lowercase()
    }

    /// Returns the record as a line of the file.
    pub(crate) fn line(&self) -> String {
        let Record { name, role, cost: Cost { memory_kib, passes, lanes }, salt, digest } = self;
        let (role, salt, digest) = (role.name(), hex::emit(salt), hex::emit(digest));
        format!("{role}\t{memory_kib}\t{passes}\t{lanes}\t{salt}\t{digest}\t{name}")
    }

    /// Parses a line of the file.
    pub(crate) fn parse(line: &str) -> Option<Record> {
        let parts: Vec<&str> = line.splitn(7, '\t').collect();
        let [role, memory, passes, lanes, salt, digest, name] = parts[..] else { return None };
        let number = |text: &str| text.parse().ok();
        let cost = Cost { memory_kib: number(memory)?, passes: number(passes)?, lanes: number(lanes)? };
        let (role, salt, digest) = (Role::parse(role)?, hex::parse(salt)?, hex::parse(digest)?);
        let record = Record { name: name_of(name).ok()?, role, cost, salt, digest };
        (record.name == name && cost.is_bearable()).then_some(record)
    }
}

/// Returns the text of the file that holds these records.
pub(crate) fn emit(records: &[Record]) -> String {
    let lines: String = records.iter().map(|record| record.line() + "\n").collect();
    format!("{TITLE}{}\n{lines}", hex::emit(&Sha256::digest(&lines)))
}

/// Parses the text of a file of passwords. Returns `None` if the text is damaged.
pub(crate) fn parse(text: &str) -> Option<Vec<Record>> {
    let (digest, lines) = text.strip_prefix(TITLE)?.split_once('\n')?;
    if hex::emit(&Sha256::digest(lines)) != digest {
        return None;
    }
    lines.lines().map(Record::parse).collect()
}

/// Refuses a password that anybody would try first.
fn check(name: &str, password: &str) -> Result<(), String> {
    if password.chars().count() < LENGTH_MIN {
        return Err(format!(
            "a password has at least {LENGTH_MIN} characters; some words in a row are easy to keep in mind"
        ));
    }
    if password.len() > LENGTH_MAX {
        return Err(format!("a password has at most {LENGTH_MAX} bytes"));
    }
    let letters = |text: &str| -> String {
        text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    if letters(password) == letters(name) {
        return Err("the password is the name; choose another".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Record, emit, parse};
    use crate::people::person::Role;

    #[test]
    fn what_is_written_is_read_and_what_was_touched_is_not() {
        let record = Record::new(" Anna Nowak ", Role::Arbiter, "correct horse").expect("it is taken");
        assert!(record.is_of("anna nowak") && !record.is_of("Anna"));
        let text = emit(std::slice::from_ref(&record));
        assert_eq!(parse(&text), Some(vec![record]));
        assert!(!text.contains("correct"), "only its digest");
        for damaged in [
            &text[..text.len() - 1],
            &text.replace("arbiter", "chief-arbiter"),
            "topboard passwords 1 00\n",
            "",
        ] {
            assert_eq!(parse(damaged), None, "{damaged}");
        }
    }

    #[test]
    fn what_anybody_would_try_first_is_refused() {
        let long = "x".repeat(1025);
        for password in ["", "ninechars", "Anna Maria Nowak", "anna-maria.NOWAK", &long] {
            let refused = Record::new("Anna Maria Nowak", Role::Arbiter, password);
            assert!(refused.is_err(), "{password}");
        }
        assert!(
            Record::new("Anna Maria Nowak", Role::Arbiter, "zażółć gęś").is_ok(),
            "letters count, not bytes"
        );
    }
}

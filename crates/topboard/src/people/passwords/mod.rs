//! The passwords of people, who may use them instead of a link. Nobody has one until somebody sets it.
//!
//! The file is written when a password is set or removed, and read at the start.
//!
//! Limit: [`PEOPLE_MAX`] passwords; at the limit no further one is taken.

mod digest;
pub(crate) mod doorkeeper;
mod record;
pub(crate) mod refused;

use crate::{people::person::Person, safe_files::private};
use digest::{Cost, DIGEST, Memory, SALT, are_equal, digest};
pub(crate) use record::Record;
use std::{
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The greatest number of passwords.
const PEOPLE_MAX: usize = 64;
/// The name of the file of passwords in the data folder.
const NAME: &str = "people.passwords";
/// The greatest length of a file of passwords that is read, in bytes.
const LENGTH_MAX: u64 = 64 << 10;

/// The passwords of this hall.
#[derive(Debug)]
pub(crate) struct Passwords {
    path: PathBuf,
    all: Mutex<Vec<Record>>,
    /// Held while the file is being replaced.
    writing: tokio::sync::Mutex<()>,
}

/// A password that was tried, to be compared. No log can show it.
pub(crate) struct Trial {
    password: String,
    /// The record of the person; `None` if nobody has this name, which must take as long to find out.
    record: Option<Record>,
}

impl Trial {
    /// Returns the record whose password it is. This takes as long for a name that nobody has.
    pub(crate) fn judge(self, memory: &mut Memory) -> Option<Record> {
        let (salt, cost) =
            self.record.as_ref().map_or(([0; SALT], Cost::NEW), |record| (record.salt, record.cost));
        let tried = digest(&self.password, &salt, cost, memory)?;
        let known = self.record.as_ref().map_or([0; DIGEST], |record| record.digest);
        let is_right = are_equal(&tried, &known);
        self.record.filter(|_| is_right)
    }
}

impl Passwords {
    /// Reads the passwords of this data folder. If the file is damaged, nobody has one, and the program still starts.
    pub(crate) fn of_folder(data: &Path) -> Passwords {
        let path = data.join(NAME);
        let all = match private::read(&path, LENGTH_MAX) {
            Ok(None) => Vec::new(),
            Ok(Some(bytes)) => {
                let known = std::str::from_utf8(&bytes).ok().and_then(record::parse);
                known.unwrap_or_else(|| {
                    tracing::warn!(
                        "{} is damaged; nobody has a password until one is set anew",
                        path.display()
                    );
                    Vec::new()
                })
            }
            Err(error) => {
                tracing::warn!("{} cannot be read ({error}); nobody has a password", path.display());
                Vec::new()
            }
        };
        Passwords { path, all: Mutex::new(all), writing: tokio::sync::Mutex::default() }
    }

    /// Prepares to compare a password that somebody gave with a name.
    pub(crate) fn trial(&self, name: &str, password: String) -> Trial {
        Trial { password, record: self.lock().iter().find(|record| record.is_of(name)).cloned() }
    }

    /// Keeps a password, in place of the one that the person had; a record that keeps the role gets that person's. Returns
    /// the person; `Err` says why the password is not kept.
    pub(crate) async fn set(&self, mut record: Record, keeps_role: bool) -> Result<Person, String> {
        let _turn = self.writing.lock().await;
        let mut all = self.lock().clone();
        if let Some(known) = all.iter().find(|known| known.is_of(&record.name)) {
            record.name.clone_from(&known.name);
            record.role = if keeps_role { known.role } else { record.role };
        }
        all.retain(|known| !known.is_of(&record.name));
        if all.len() >= PEOPLE_MAX {
            return Err(format!("{PEOPLE_MAX} people have a password already; remove one first"));
        }
        let person = record.person();
        all.push(record);
        self.replace(all).await?;
        Ok(person)
    }

    /// Removes the password of this person. Returns the record; `None` if they have none.
    pub(crate) async fn remove(&self, name: &str) -> Result<Option<Record>, String> {
        let _turn = self.writing.lock().await;
        let mut all = self.lock().clone();
        let Some(index) = all.iter().position(|known| known.is_of(name)) else { return Ok(None) };
        let removed = all.remove(index);
        self.replace(all).await?;
        Ok(Some(removed))
    }

    /// Writes the file, and then takes the list over.
    async fn replace(&self, all: Vec<Record>) -> Result<(), String> {
        let (path, text) = (self.path.clone(), record::emit(&all));
        // A disk that does not answer holds up only a blocking thread.
        let written = tokio::task::spawn_blocking(move || private::replace(&path, text.as_bytes()));
        let written = written.await.map_err(io::Error::other).flatten();
        written.map_err(|error| {
            format!("{} cannot be written ({error}); nothing was changed", self.path.display())
        })?;
        *self.lock() = all;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Record>> {
        // No code panics while it holds the lock. Even if it did, the list would be whole.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Memory, PEOPLE_MAX, Passwords, Record};
    use crate::{people::person::Role, safe_files::scratch::Scratch};
    use std::{fs, os::unix::fs::PermissionsExt};

    #[tokio::test]
    async fn a_password_outlives_the_program_until_it_is_removed() {
        let scratch = Scratch::new("passwords").expect("a folder can be made");
        let passwords = Passwords::of_folder(scratch.path());
        let made =
            |password: &str| Record::new("Anna Nowak", Role::Organiser, password).expect("it is taken");
        for password in ["correct horse", "battery staple"] {
            passwords.set(made(password), false).await.expect("it is kept");
        }
        let again = Passwords::of_folder(scratch.path());
        let is_right = |name: &str, password: &str| {
            again.trial(name, password.to_owned()).judge(&mut Memory::default()).is_some()
        };
        assert!(is_right("anna nowak ", "battery staple"), "a name is a name, however it is capitalised");
        assert!(!is_right("Anna Nowak", "correct horse") && !is_right("Jan Kos", "battery staple"));
        let path = scratch.path().join("people.passwords");
        assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o600);
        assert!(again.remove("Jan Kos").await.expect("it is written").is_none());
        assert!(again.remove("ANNA NOWAK").await.expect("it is written").is_some());
        assert!(!is_right("Anna Nowak", "battery staple"));
        fs::write(&path, "topboard passwords 1 00\n").expect("it can be written");
        assert!(Passwords::of_folder(scratch.path()).lock().is_empty());
    }

    #[tokio::test]
    async fn the_table_has_an_end() {
        let scratch = Scratch::new("passwords-many").expect("a folder can be made");
        let passwords = Passwords::of_folder(scratch.path());
        let one = Record::new("Anna Nowak", Role::Arbiter, "correct horse").expect("it is taken");
        for number in 0..PEOPLE_MAX {
            let name = format!("Anna {number}");
            passwords.set(Record { name, ..one.clone() }, false).await.expect("it is kept");
        }
        assert!(passwords.set(one, true).await.is_err());
    }
}

//! Links that let in spectators of a closed event: each so many times, until a time. They outlive the program.
//!
//! ```text
//! topboard invitations 1 SHA256
//! ID TAB SHA256-OF-THE-KEY TAB EXPIRES TAB USES-LEFT TAB USES TAB NAME
//! ```
//! Times are milliseconds since 1970. A file with any error yields no link at all.
//!
//! Limits: [`LINKS_MAX`] links, [`USES_MAX`] uses of one, [`HOURS_MAX`] hours. At the limit of links no further one is made.

use crate::{
    people::{
        person::name_of,
        secret::{self, Hash},
    },
    safe_files::private,
};
use journal::hex;
use sha2::{Digest, Sha256};
use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

const TITLE: &str = "topboard invitations 1 ";
/// The name of the file in the data folder.
const NAME: &str = "spectators.links";
/// The greatest length of the file that is read, in bytes.
const LENGTH_MAX: u64 = 64 << 10;
/// The greatest number of links that are good at a time.
const LINKS_MAX: usize = 64;
/// The greatest number of uses of a link.
pub(crate) const USES_MAX: u32 = 2_000;
/// The longest time that a link is good, in hours: a month.
pub(crate) const HOURS_MAX: u32 = 744;
/// Milliseconds in an hour.
const HOUR_MS: u64 = 3_600_000;

/// A link for spectators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invitation {
    /// The name of the link in the list, which gives no access.
    pub(crate) id: String,
    hash: Hash,
    /// The time at which it expires, in milliseconds since 1970.
    pub(crate) expires_ms: u64,
    /// How often it may still be used.
    pub(crate) left: u32,
    /// How often it might be used at first.
    pub(crate) uses: u32,
    /// For whom it was made.
    pub(crate) name: String,
}

/// The links for spectators.
#[derive(Debug)]
pub(crate) struct Invitations {
    path: PathBuf,
    all: Mutex<Vec<Invitation>>,
    /// Held while the file is being replaced.
    writing: tokio::sync::Mutex<()>,
}

impl Invitations {
    /// Reads the links of this data folder.
    pub(crate) fn of_folder(data: &Path) -> Invitations {
        let path = data.join(NAME);
        let read = private::read(&path, LENGTH_MAX);
        let all = match read.map(|bytes| bytes.map(|bytes| std::str::from_utf8(&bytes).ok().and_then(parse)))
        {
            Ok(None) => Vec::new(),
            Ok(Some(Some(all))) => all,
            Ok(Some(None)) | Err(_) => {
                tracing::warn!(
                    "{} cannot be read or is damaged; no link for spectators is good",
                    path.display()
                );
                Vec::new()
            }
        };
        Invitations { path, all: Mutex::new(all), writing: tokio::sync::Mutex::default() }
    }

    /// Makes a link and returns its key. `Err` says why there is none.
    pub(crate) async fn make(
        &self,
        name: &str,
        uses: u32,
        hours: u32,
        now_ms: u64,
    ) -> Result<String, String> {
        let name = name_of(name)?;
        if !(1..=USES_MAX).contains(&uses) || !(1..=HOURS_MAX).contains(&hours) {
            return Err(format!("a link has 1 to {USES_MAX} uses within 1 to {HOURS_MAX} hours"));
        }
        let _turn = self.writing.lock().await;
        let none = "the system gives no random numbers; try again";
        let (key, mut id) = (secret::draw().ok_or(none)?, secret::draw().ok_or(none)?);
        id.truncate(8);
        let expires_ms = now_ms + u64::from(hours) * HOUR_MS;
        let made = Invitation { id, hash: secret::hash(&key), expires_ms, left: uses, uses, name };
        {
            let mut all = self.lock();
            all.retain(|known| known.is_good(now_ms));
            if all.len() >= LINKS_MAX {
                return Err(format!(
                    "{LINKS_MAX} links are good already; end one first (topboard link --list)"
                ));
            }
            all.push(made);
        }
        self.write().await.map_err(|error| format!("{} cannot be written ({error})", self.path.display()))?;
        Ok(key)
    }

    /// Uses a link once. Returns for whom it was made; `None` if the key is not good.
    pub(crate) async fn take(&self, key: &str, now_ms: u64) -> Option<String> {
        let hash = secret::hash(key);
        let name = {
            let mut all = self.lock();
            let known = all.iter_mut().find(|known| known.hash == hash && known.is_good(now_ms))?;
            known.left -= 1;
            known.name.clone()
        };
        let _turn = self.writing.lock().await;
        if let Err(error) = self.write().await {
            tracing::warn!(
                "{} cannot be written ({error}): after a restart a link has uses it had before",
                self.path.display()
            );
        }
        Some(name)
    }

    /// Ends a link. Returns it; `None` if there is none with this name.
    pub(crate) async fn end(&self, id: &str) -> Option<Invitation> {
        let ended = {
            let mut all = self.lock();
            let index = all.iter().position(|known| known.id == id)?;
            all.remove(index)
        };
        let _turn = self.writing.lock().await;
        if let Err(error) = self.write().await {
            tracing::warn!(
                "{} cannot be written ({error}): after a restart the link is good again",
                self.path.display()
            );
        }
        Some(ended)
    }

    /// Lists the links that are good, the oldest first.
    pub(crate) fn list(&self, now_ms: u64) -> Vec<Invitation> {
        self.lock().iter().filter(|known| known.is_good(now_ms)).cloned().collect()
    }

    async fn write(&self) -> std::io::Result<()> {
        let (path, text) = (self.path.clone(), emit(&self.lock()));
        // A disk that does not answer holds up only a blocking thread.
        let written = tokio::task::spawn_blocking(move || private::replace(&path, text.as_bytes()));
        written.await.map_err(std::io::Error::other)?
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Invitation>> {
        // No code panics while it holds the lock. Even if it did, the list would be whole.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Invitation {
    fn is_good(&self, now_ms: u64) -> bool {
        self.left > 0 && now_ms < self.expires_ms
    }
}

fn emit(all: &[Invitation]) -> String {
    let line = |Invitation { id, hash, expires_ms, left, uses, name }: &Invitation| {
        format!("{id}\t{}\t{expires_ms}\t{left}\t{uses}\t{name}\n", hex::emit(hash))
    };
    let lines: String = all.iter().map(line).collect();
    format!("{TITLE}{}\n{lines}", hex::emit(&Sha256::digest(&lines)))
}

fn parse(text: &str) -> Option<Vec<Invitation>> {
    let (digest, lines) = text.strip_prefix(TITLE)?.split_once('\n')?;
    if hex::emit(&Sha256::digest(lines)) != digest {
        return None;
    }
    let known = |line: &str| {
        let parts: Vec<&str> = line.splitn(6, '\t').collect();
        let [id, hash, expires, left, uses, name] = parts[..] else { return None };
        let (hash, name) = (hex::parse(hash)?, name_of(name).ok()?);
        let (left, uses) = (left.parse().ok()?, uses.parse().ok()?);
        Some(Invitation { id: id.to_owned(), hash, expires_ms: expires.parse().ok()?, left, uses, name })
    };
    lines.lines().map(known).collect()
}

#[cfg(test)]
mod tests {
    use super::{HOUR_MS, Invitations, LINKS_MAX, emit, parse};
    use crate::safe_files::scratch::Scratch;

    #[tokio::test]
    async fn a_link_opens_so_often_and_so_long_also_after_a_restart() {
        let scratch = Scratch::new("invitations").expect("a folder can be made");
        let links = Invitations::of_folder(scratch.path());
        let key = links.make("Press", 2, 1, 0).await.expect("it is made");
        assert_eq!(links.take("guess", 0).await, None);
        assert_eq!(links.take(&key, 0).await.as_deref(), Some("Press"));
        let again = Invitations::of_folder(scratch.path());
        assert_eq!(again.list(0)[0].left, 1);
        assert_eq!(again.take(&key, HOUR_MS).await, None, "it has expired");
        assert_eq!(again.take(&key, HOUR_MS - 1).await.as_deref(), Some("Press"));
        assert_eq!(again.take(&key, 0).await, None, "it is used up");
        let ended = again.make("Guests", 5, 1, 0).await.expect("it is made");
        let id = again.list(0)[0].id.clone();
        assert_eq!(again.end(&id).await.map(|link| link.name).as_deref(), Some("Guests"));
        assert_eq!(again.take(&ended, 0).await, None, "it was ended");
        for (uses, hours) in [(0, 1), (1, 0), (2_001, 1), (1, 745)] {
            assert!(again.make("Guests", uses, hours, 0).await.is_err());
        }
    }

    #[tokio::test]
    async fn the_list_has_an_end_and_a_damaged_file_lets_in_nobody() {
        let scratch = Scratch::new("invitations-many").expect("a folder can be made");
        let links = Invitations::of_folder(scratch.path());
        for number in 0..LINKS_MAX {
            links.make(&format!("Guest {number}"), 1, 1, 0).await.expect("it is made");
        }
        assert!(links.make("One more", 1, 1, 0).await.is_err());
        assert!(links.make("One more", 1, 1, HOUR_MS).await.is_ok(), "expired links make room");
        let text = emit(&links.list(HOUR_MS));
        assert_eq!(parse(&text).map(|all| all.len()), Some(1));
        assert_eq!(parse(&text.replace("One", "Two")), None);
    }
}

//! The keys of login links. Each key lets one browser in, once. All keys become invalid when the program ends.

use super::secret::{self, Hash};
use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

/// The greatest number of unused keys. At the limit the oldest key is forgotten.
const KEYS_MAX: usize = 8;

/// The unused keys.
#[derive(Debug, Default)]
pub(crate) struct Keys(Mutex<VecDeque<Hash>>);

impl Keys {
    /// Returns a new key; `None` if the system gives no randomness.
    pub(crate) fn issue(&self) -> Option<String> {
        let key = secret::draw()?;
        let mut unused = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if unused.len() == KEYS_MAX {
            unused.pop_front();
        }
        unused.push_back(secret::hash(&key));
        Some(key)
    }

    /// Uses up a key. Returns whether the key was valid.
    pub(crate) fn take(&self, key: &str) -> bool {
        let hash = secret::hash(key);
        let mut unused = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = unused.iter().position(|known| *known == hash);
        index.and_then(|index| unused.remove(index)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{KEYS_MAX, Keys};

    #[test]
    fn a_key_opens_once_and_the_oldest_makes_room() {
        let keys = Keys::default();
        let key = keys.issue().expect("the system is random");
        assert_eq!(key.len(), 32);
        assert!(!keys.take("guess") && keys.take(&key) && !keys.take(&key));
        let many: Vec<String> = (0..=KEYS_MAX).map(|_| keys.issue().expect("the system is random")).collect();
        assert!(!keys.take(&many[0]) && many[1..].iter().all(|key| keys.take(key)));
    }
}

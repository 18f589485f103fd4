//! The keys of login links. Each key lets one browser in, once, as the person it was made for. All keys become invalid
//! when the program ends, and those that a login made when that login is ended.

use super::{
    person::Person,
    secret::{self, Hash},
};
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The greatest number of unused keys: a link for everybody of a large event, handed out before the first is used. At
/// the limit the oldest key is forgotten.
const KEYS_MAX: usize = 32;

/// The unused keys.
#[derive(Debug, Default)]
pub(crate) struct Keys(Mutex<VecDeque<Key>>);

#[derive(Debug)]
struct Key {
    hash: Hash,
    person: Person,
    /// The login that made the key; `None` for a key of the program itself.
    by: Option<String>,
}

impl Keys {
    /// Returns a new key for this person, made by this login; `None` if the system gives no randomness.
    pub(crate) fn issue(&self, person: Person, by: Option<&str>) -> Option<String> {
        let key = secret::draw()?;
        let mut unused = self.lock();
        if unused.len() == KEYS_MAX {
            unused.pop_front();
        }
        unused.push_back(Key { hash: secret::hash(&key), person, by: by.map(str::to_owned) });
        Some(key)
    }

    /// Uses up a key. Returns the person it was made for; `None` if the key is not valid.
    pub(crate) fn take(&self, key: &str) -> Option<Person> {
        let hash = secret::hash(key);
        let mut unused = self.lock();
        let index = unused.iter().position(|known| known.hash == hash);
        index.and_then(|index| unused.remove(index)).map(|key| key.person)
    }

    /// Forgets the keys that this login made.
    pub(crate) fn forget(&self, login: &str) {
        self.lock().retain(|key| key.by.as_deref() != Some(login));
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Key>> {
        // No code panics while it holds the lock. Even if it did, the list would be whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{KEYS_MAX, Keys};
    use crate::people::person::{Person, Role};

    #[test]
    fn a_key_opens_once_and_the_oldest_makes_room() {
        let keys = Keys::default();
        let issue = |by| keys.issue(Person::UNNAMED, by).expect("the system is random");
        let opens = |key: &String| keys.take(key).is_some();
        let key = issue(None);
        assert_eq!(key.len(), 32);
        assert!(!opens(&"guess".to_owned()) && opens(&key) && !opens(&key));
        let many: Vec<String> = (0..=KEYS_MAX).map(|_| issue(None)).collect();
        assert!(!opens(&many[0]) && many[1..].iter().all(opens));
        let [kept, gone] = [Some("a"), Some("b")].map(issue);
        keys.forget("b");
        assert!(opens(&kept) && !opens(&gone), "a login takes its unused links with it");
    }

    #[test]
    fn a_key_is_of_the_person_it_was_made_for() {
        let keys = Keys::default();
        let anna = Person { name: Some("Anna Nowak".to_owned()), role: Role::Operator };
        let key = keys.issue(anna.clone(), None).expect("the system is random");
        assert_eq!(keys.take(&key), Some(anna));
    }
}

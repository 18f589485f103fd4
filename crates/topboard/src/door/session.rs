//! Keys and sessions: a key from a link is exchanged once for a session, which a cookie holds until the program ends.

use axum::http::{HeaderMap, HeaderValue, header};
use std::{
    collections::VecDeque,
    fs::File,
    io::Read,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The cookie's name. Cookies do not know ports: the public listener gets it too, and has no use for it.
const COOKIE: &str = "topboard_arbiter";
/// The most unused keys; the oldest is forgotten.
const KEYS_MAX: usize = 8;
/// The most sessions; the oldest ends.
const SESSIONS_MAX: usize = 32;
/// How many keys may be tried at once, and how long it takes until another may be.
const TRIES: Rate = Rate { burst: 10, each: Duration::from_secs(6) };
/// How much one session may ask at once, and how long it takes until it may ask more.
const REQUESTS: Rate = Rate { burst: 40, each: Duration::from_millis(100) };

/// The keys and the sessions.
#[derive(Debug, Default)]
pub struct Keys(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    keys: VecDeque<String>,
    sessions: VecDeque<Session>,
    tries: Spent,
}

#[derive(Debug)]
struct Session {
    secret: String,
    requests: Spent,
}

/// What became of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entry {
    /// A session, as the value of `Set-Cookie`.
    Cookie(HeaderValue),
    /// The key is not known, or was used.
    Unknown,
    /// Too many keys were tried.
    TooOften,
}

/// Whether a request is an arbiter's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Admission {
    Welcome,
    Unknown,
    TooOften,
}

impl Keys {
    /// A new key; none when the system gives no randomness.
    pub fn issue(&self) -> Option<String> {
        let key = secret()?;
        let mut inner = self.inner();
        if inner.keys.len() == KEYS_MAX {
            inner.keys.pop_front();
        }
        inner.keys.push_back(key.clone());
        Some(key)
    }

    /// Exchanges a key for a session.
    pub(super) fn enter(&self, key: &str, now: Instant) -> Entry {
        let mut inner = self.inner();
        if !inner.tries.spend(TRIES, now) {
            return Entry::TooOften;
        }
        let Some(index) = inner.keys.iter().position(|known| is_same(known, key)) else {
            return Entry::Unknown;
        };
        let Some(secret) = secret() else { return Entry::Unknown };
        inner.keys.remove(index);
        if inner.sessions.len() == SESSIONS_MAX {
            inner.sessions.pop_front();
        }
        let cookie = format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Strict");
        inner.sessions.push_back(Session { secret, requests: Spent::default() });
        HeaderValue::try_from(cookie).map_or(Entry::Unknown, Entry::Cookie)
    }

    /// Whether the request has a session, and may be answered now.
    pub(super) fn admit(&self, headers: &HeaderMap) -> Admission {
        let mut inner = self.inner();
        let session = inner.sessions.iter_mut().find(|session| holds(headers, &session.secret));
        match session.map(|session| session.requests.spend(REQUESTS, Instant::now())) {
            None => Admission::Unknown,
            Some(true) => Admission::Welcome,
            Some(false) => Admission::TooOften,
        }
    }

    /// Ends the session of this request, if it has one.
    pub(super) fn leave(&self, headers: &HeaderMap) {
        self.inner().sessions.retain(|session| !holds(headers, &session.secret));
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Nothing panics while it is held; were it so, what it holds is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The cookie that takes the session away.
pub(super) fn forgotten() -> HeaderValue {
    HeaderValue::from_static("topboard_arbiter=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
}

fn holds(headers: &HeaderMap, secret: &str) -> bool {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .any(|(name, value)| name == COOKIE && is_same(value, secret))
}

/// Compares without telling by its time how much was right.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// 128 bits from the system, in hexadecimal.
fn secret() -> Option<String> {
    let mut bytes = [0u8; 16];
    File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes)).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// How often something may be done.
#[derive(Debug, Clone, Copy)]
struct Rate {
    burst: u32,
    each: Duration,
}

/// How much of a rate is spent.
#[derive(Debug, Clone, Copy, Default)]
struct Spent {
    /// When everything will have been earned back.
    until: Option<Instant>,
}

impl Spent {
    /// Spends one; false when nothing is left.
    fn spend(&mut self, rate: Rate, now: Instant) -> bool {
        let from = self.until.filter(|until| *until > now).unwrap_or(now);
        let until = from + rate.each;
        if until > now + rate.each * rate.burst {
            return false;
        }
        self.until = Some(until);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Admission, Entry, Keys, REQUESTS, Spent, TRIES};
    use axum::http::{HeaderMap, header};
    use std::time::{Duration, Instant};

    fn enter(keys: &Keys, key: &str) -> HeaderMap {
        let Entry::Cookie(cookie) = keys.enter(key, Instant::now()) else { panic!("the key is good") };
        let cookie = cookie.to_str().expect("it is text").to_owned();
        for part in ["HttpOnly", "SameSite=Strict"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let pair = cookie.split(';').next().expect("it has a value").to_owned();
        HeaderMap::from_iter([(header::COOKIE, format!("other=1; {pair}").parse().expect("a header"))])
    }

    #[test]
    fn a_key_opens_once_and_its_session_until_it_is_left() {
        let keys = Keys::default();
        let key = keys.issue().expect("the system is random");
        assert_eq!(key.len(), 32);
        let headers = enter(&keys, &key);
        assert_eq!(keys.admit(&headers), Admission::Welcome);
        assert_eq!(keys.enter(&key, Instant::now()), Entry::Unknown);
        assert_eq!(keys.admit(&HeaderMap::new()), Admission::Unknown);
        keys.leave(&headers);
        assert_eq!(keys.admit(&headers), Admission::Unknown);
    }

    #[test]
    fn keys_cannot_be_tried_for_long() {
        let keys = Keys::default();
        let now = Instant::now();
        for _ in 0..TRIES.burst {
            assert_eq!(keys.enter("wrong", now), Entry::Unknown);
        }
        let key = keys.issue().expect("the system is random");
        assert_eq!(keys.enter(&key, now), Entry::TooOften);
        assert!(matches!(keys.enter(&key, now + TRIES.each), Entry::Cookie(_)));
    }

    #[test]
    fn what_is_spent_is_earned_back() {
        let start = Instant::now();
        let mut spent = Spent::default();
        let granted = (0..1000u64)
            .filter(|step| spent.spend(REQUESTS, start + Duration::from_millis(step * 10)))
            .count();
        // Ten seconds: the burst, and one for each tenth of a second.
        assert!((130..=141).contains(&granted), "{granted}");
    }
}

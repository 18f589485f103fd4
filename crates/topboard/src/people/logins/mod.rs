//! The logins: the browsers that are logged in, since when and from which address, and how each login ends.
//!
//! ```text
//!  key of a link ──▶ login ──requests, sockets──▶ used
//!                      │ left · ended from the list · idle for IDLE_MAX · older than AGE_MAX · the 33rd begins
//!                      ▼
//!                    over: its sockets close, its requests are answered with 401, and the file forgets it
//! ```
//! Invariants:
//! * Every socket and every request belongs to a login and holds a [`Guest`] of it, which learns when the login ends.
//! * Only the digest of a secret is kept, here and in the file (keeper.rs).
//!
//! Limits: as many logins as the [`Terms`] say; at the limit the least recently used one ends.

mod file;
mod keeper;
mod terms;
mod until;

use super::{
    person::Person,
    rate::Spent,
    secret::{self, Hash},
};
pub(crate) use keeper::Keeper;
use keeper::List;
use std::{
    net::IpAddr,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use terms::Terms;
pub(crate) use terms::{SPECTATORS, STAFF};
use tokio::{sync::watch, time::timeout};
pub(crate) use until::Until;

/// The idle time after which a login ends: it lasts over the free day of a long open, and over the nights before and
/// after it. A device that was put away after the event is let go within three days.
pub(crate) const IDLE_MAX: Duration = Duration::from_secs(72 * 3600);
/// The age at which a login ends, used or not: longer than any tournament.
pub(crate) const AGE_MAX: Duration = Duration::from_secs(30 * 24 * 3600);
/// The longest time that a request to end a login waits for the change to be on disk.
const WRITTEN_WITHIN: Duration = Duration::from_millis(1500);

/// The stored facts of a login.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// The login's name in the list. The name is no secret and gives no access.
    pub(crate) id: String,
    /// The person who is logged in.
    pub(crate) person: Person,
    /// The digest of the login's secret.
    pub(crate) hash: Hash,
    /// The browser, in words.
    pub(crate) device: String,
    /// The address that the login was last used from.
    pub(crate) address: IpAddr,
    /// The time at which the login began, in milliseconds since 1970.
    pub(crate) began_ms: u64,
    /// The time at which the login was last used, in milliseconds since 1970.
    pub(crate) used_ms: u64,
}

#[derive(Debug)]
struct Login {
    known: Known,
    requests: Spent,
    /// Dropped when the login ends, so that its guests notice.
    alive: watch::Sender<()>,
    /// A reference count: each open page holds one more reference.
    pages: Arc<()>,
}

/// The logins of a listener.
#[derive(Debug)]
pub(crate) struct Logins {
    terms: &'static Terms,
    all: Mutex<Vec<Login>>,
    wanted: watch::Sender<List>,
    written: watch::Receiver<u64>,
}

/// A request or socket that belongs to a login, for as long as the login lasts.
#[derive(Debug, Clone)]
pub(crate) struct Guest {
    /// The name of the login.
    pub(crate) login: String,
    /// The person who is logged in.
    pub(crate) person: Person,
    alive: watch::Receiver<()>,
    pages: Weak<()>,
}

/// An open page. The login counts the page as open until this value is dropped.
#[derive(Debug)]
pub(crate) struct Page {
    _held: Option<Arc<()>>,
}

impl Guest {
    /// Counts one more open page of the login, until the returned value is dropped.
    pub(crate) fn page(&self) -> Page {
        Page { _held: self.pages.upgrade() }
    }

    /// Returns what tells the end of the login.
    pub(crate) fn until(&self) -> Until {
        Until::end_of(self.alive.clone())
    }
}

/// The result of checking whether a request belongs to a login.
#[derive(Debug)]
pub(crate) enum Admission {
    Welcome(Guest),
    Unknown,
    TooOften,
}

/// A login in the list.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) known: Known,
    /// The number of the login's open pages.
    pub(crate) open: usize,
}

impl Logins {
    /// Returns the logins of this data folder, and their keeper, which the caller has to run.
    pub(crate) fn of_folder(data: &Path, terms: &'static Terms, now_ms: u64) -> (Arc<Logins>, Keeper) {
        let path = data.join(terms.file);
        let read = keeper::read(&path);
        let (wanted, to_write) = watch::channel(List { number: 0, logins: read.clone() });
        let (written, heard) = watch::channel(0);
        let logins = Arc::new(Logins {
            terms,
            all: Mutex::new(read.into_iter().map(Login::of).collect()),
            wanted,
            written: heard,
        });
        logins.sweep(now_ms);
        let keeper = Keeper { path, logins: Arc::downgrade(&logins), wanted: to_write, written };
        (logins, keeper)
    }

    /// Begins a login of this person. Returns its secret, or `None` when the system gives no randomness.
    pub(crate) fn begin(
        &self,
        person: Person,
        device: String,
        address: IpAddr,
        now_ms: u64,
    ) -> Option<String> {
        let (secret, mut id) = (secret::draw()?, secret::draw()?);
        id.truncate(8);
        let hash = secret::hash(&secret);
        let known = Known { id, person, hash, device, address, began_ms: now_ms, used_ms: now_ms };
        let mut all = self.lock();
        if all.len() >= self.terms.most {
            let oldest = (0..all.len()).min_by_key(|&index| (all[index].is_open(), all[index].known.used_ms));
            oldest.map(|index| all.remove(index));
        }
        all.push(Login::of(known));
        self.keep(&all);
        Some(secret)
    }

    /// Finds the login that one of these secrets belongs to, and returns whether a request of it may be answered now.
    pub(crate) fn admit<'secret>(
        &self,
        secrets: impl Iterator<Item = &'secret str>,
        address: IpAddr,
        now_ms: u64,
        now: Instant,
    ) -> Admission {
        let mut all = self.lock();
        let Some(index) = find(&all, secrets) else { return Admission::Unknown };
        if all[index].known.is_over(now_ms) {
            all.remove(index);
            self.keep(&all);
            return Admission::Unknown;
        }
        let login = &mut all[index];
        login.known.used_ms = now_ms;
        login.known.address = address;
        if !login.requests.spend(self.terms.requests, now) {
            return Admission::TooOften;
        }
        let (alive, pages) = (login.alive.subscribe(), Arc::downgrade(&login.pages));
        let Known { id, person, .. } = login.known.clone();
        Admission::Welcome(Guest { login: id, person, alive, pages })
    }

    /// Ends the login that one of these secrets belongs to. Returns what was known of it.
    pub(crate) fn leave<'secret>(&self, secrets: impl Iterator<Item = &'secret str>) -> Option<Known> {
        let mut all = self.lock();
        let index = find(&all, secrets)?;
        Some(self.remove(&mut all, index))
    }

    /// Ends the login of this name. Returns what was known of it.
    pub(crate) fn end(&self, id: &str) -> Option<Known> {
        let mut all = self.lock();
        let index = all.iter().position(|login| login.known.id == id)?;
        Some(self.remove(&mut all, index))
    }

    /// Ends the logins of everybody with this name. Returns how many.
    pub(crate) fn end_all_of(&self, name: &str) -> usize {
        let mut all = self.lock();
        let before = all.len();
        let wanted = name.trim().to_lowercase();
        all.retain(|login| login.known.person.name.as_ref().is_none_or(|name| name.to_lowercase() != wanted));
        self.keep(&all);
        before - all.len()
    }

    fn remove(&self, all: &mut Vec<Login>, index: usize) -> Known {
        let Login { known, .. } = all.remove(index);
        self.keep(all);
        known
    }

    /// Lists all logins, the oldest first.
    pub(crate) fn list(&self) -> Vec<Listed> {
        let listed = |login: &Login| Listed { known: login.known.clone(), open: login.open_pages() };
        self.lock().iter().map(listed).collect()
    }

    /// Ends idle and old logins. An open page counts as use.
    pub(crate) fn sweep(&self, now_ms: u64) {
        let mut all = self.lock();
        for login in all.iter_mut().filter(|login| login.is_open()) {
            login.known.used_ms = now_ms;
        }
        all.retain(|login| !login.known.is_over(now_ms));
        let known: Vec<Known> = all.iter().map(|login| login.known.clone()).collect();
        if self.wanted.borrow().logins != known {
            self.keep(&all);
        }
    }

    /// Waits up to [`WRITTEN_WITHIN`] for the newest list to be in the file. Returns whether the list is in the file.
    pub(crate) async fn are_written(&self) -> bool {
        let number = self.wanted.borrow().number;
        let mut written = self.written.clone();
        timeout(WRITTEN_WITHIN, written.wait_for(|written| *written >= number))
            .await
            .is_ok_and(|done| done.is_ok())
    }

    /// Hands the list to the keeper.
    fn keep(&self, all: &[Login]) {
        let logins = all.iter().map(|login| login.known.clone()).collect();
        self.wanted.send_modify(|list| *list = List { number: list.number + 1, logins });
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Login>> {
        // No code panics while it holds the lock. Even if it did, the list would be whole.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Login {
    fn of(known: Known) -> Login {
        Login { known, requests: Spent::default(), alive: watch::Sender::new(()), pages: Arc::new(()) }
    }

    fn open_pages(&self) -> usize {
        Arc::strong_count(&self.pages) - 1
    }

    fn is_open(&self) -> bool {
        self.open_pages() > 0
    }
}

impl Known {
    /// Returns whether the login is too old, or was not used for too long. Setting the clock back makes no login older.
    fn is_over(&self, now_ms: u64) -> bool {
        let since = |then_ms: u64| Duration::from_millis(now_ms.saturating_sub(then_ms));
        since(self.used_ms) > IDLE_MAX || since(self.began_ms) > AGE_MAX
    }
}

/// Returns the time of day, in milliseconds since 1970. Logins outlive the program, so a clock that starts with the
/// program will not do.
pub(crate) fn wall_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn find<'secret>(all: &[Login], mut secrets: impl Iterator<Item = &'secret str>) -> Option<usize> {
    secrets.find_map(|secret| {
        let hash = secret::hash(secret);
        all.iter().position(|login| login.known.hash == hash)
    })
}

#[cfg(test)]
mod tests {
    use super::{AGE_MAX, Admission, IDLE_MAX, Logins, STAFF, wall_ms};
    use crate::{people::person::Person, safe_files::scratch::Scratch};
    use std::{
        net::{IpAddr, Ipv4Addr},
        sync::Arc,
        time::{Duration, Instant},
    };

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn logins(scratch: &Scratch) -> Arc<Logins> {
        Logins::of_folder(scratch.path(), &STAFF, 0).0
    }

    fn admit(logins: &Logins, secret: &str, now_ms: u64) -> Admission {
        logins.admit([secret].into_iter(), HERE, now_ms, Instant::now())
    }

    fn is_in(logins: &Logins, secret: &str, now_ms: u64) -> bool {
        matches!(admit(logins, secret, now_ms), Admission::Welcome(_))
    }

    fn ms(duration: Duration) -> u64 {
        u64::try_from(duration.as_millis()).expect("small")
    }

    #[tokio::test]
    async fn a_login_lasts_until_it_is_left_and_its_guests_know() {
        let scratch = Scratch::new("logins").expect("a folder can be made");
        let logins = logins(&scratch);
        let secret =
            logins.begin(Person::UNNAMED, "Firefox".to_owned(), HERE, 0).expect("the system is random");
        assert!(!is_in(&logins, "guess", 1));
        let Admission::Welcome(guest) = admit(&logins, &secret, 1) else { panic!("they are in") };
        let page = guest.page();
        let other = logins.begin(Person::UNNAMED, "curl".to_owned(), HERE, 0).expect("the system is random");
        let listed = logins.list();
        assert_eq!((listed.len(), listed[0].open, listed[1].open), (2, 1, 0));
        assert!(logins.end(&guest.login).is_some() && logins.end(&guest.login).is_none());
        guest.until().over().await;
        drop(page);
        assert!(!is_in(&logins, &secret, 1));
        assert!(is_in(&logins, &other, 1) && logins.leave([other.as_str()].into_iter()).is_some());
        assert!(!is_in(&logins, &other, 1));
    }

    #[test]
    fn idle_and_old_ones_end_and_an_open_page_keeps_its_own() {
        let scratch = Scratch::new("logins-idle").expect("a folder can be made");
        let logins = logins(&scratch);
        let [idle, open] =
            [(); 2].map(|()| logins.begin(Person::UNNAMED, String::new(), HERE, 0).expect("random"));
        let Admission::Welcome(guest) = admit(&logins, &open, 0) else { panic!("they are in") };
        let _page = guest.page();
        logins.sweep(ms(IDLE_MAX));
        assert_eq!(logins.list().len(), 2);
        logins.sweep(ms(IDLE_MAX) + 1);
        assert!(!is_in(&logins, &idle, ms(IDLE_MAX) + 1), "nobody used it");
        assert!(is_in(&logins, &open, ms(IDLE_MAX) + 1));
        assert!(!is_in(&logins, &open, ms(AGE_MAX) + 1), "and nothing lasts for ever");
        let unused = logins.begin(Person::UNNAMED, String::new(), HERE, 0).expect("random");
        assert!(!is_in(&logins, &unused, ms(IDLE_MAX) + 1), "also before anybody sweeps");
    }

    #[test]
    fn the_one_unused_the_longest_makes_room() {
        let scratch = Scratch::new("logins-many").expect("a folder can be made");
        let logins = logins(&scratch);
        let secrets: Vec<String> = (0..STAFF.most)
            .map(|_| logins.begin(Person::UNNAMED, String::new(), HERE, 0).expect("random"))
            .collect();
        assert!(secrets.iter().skip(1).all(|secret| is_in(&logins, secret, 5)));
        logins.begin(Person::UNNAMED, String::new(), HERE, 9).expect("random");
        assert!(!is_in(&logins, &secrets[0], 9) && is_in(&logins, &secrets[1], 9));
        assert_eq!(logins.list().len(), STAFF.most);
    }

    #[tokio::test]
    async fn they_outlive_the_program() {
        let scratch = Scratch::new("logins-kept").expect("a folder can be made");
        let now_ms = wall_ms();
        let (logins, keeper) = Logins::of_folder(scratch.path(), &STAFF, now_ms);
        tokio::spawn(keeper.run());
        let [kept, left] =
            [(); 2].map(|()| logins.begin(Person::UNNAMED, String::new(), HERE, now_ms).expect("random"));
        assert!(logins.leave([left.as_str()].into_iter()).is_some() && logins.are_written().await);
        let (again, _keeper) = Logins::of_folder(scratch.path(), &STAFF, now_ms);
        assert!(is_in(&again, &kept, now_ms) && !is_in(&again, &left, now_ms));
        let text = std::fs::read_to_string(scratch.path().join("arbiter.logins")).expect("it is there");
        assert!(!text.contains(&kept), "the secret itself is nowhere");
        std::fs::write(scratch.path().join("arbiter.logins"), text.replace('\t', " "))
            .expect("it can be written");
        let (damaged, _keeper) = Logins::of_folder(scratch.path(), &STAFF, now_ms);
        assert!(damaged.list().is_empty());
    }
}

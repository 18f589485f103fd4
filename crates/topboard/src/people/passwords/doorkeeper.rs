//! The doorkeeper: lets in people by name and password, and makes guessing slow without shutting anybody out.
//!
//! ```text
//!  a try ──address or name tried too often──▶ later
//!    │  another try of the address is under way, or nobody is free within [`WAIT`] ──▶ later
//!    ▼
//!  one of [`AT_ONCE`] digests ──▶ a person, or "the name or the password is wrong"
//! ```
//! A wrong name costs the time of a wrong password. An address that has not tried lately is let try whatever others tried on
//! a name, so nobody can shut out the owner of a name from elsewhere.
//!
//! Limits: the rates [`OF_ADDRESS`] and [`OF_NAME`]; memory of [`AT_ONCE`] digests; one try of an address at a time.

use super::{
    Passwords, Record,
    digest::Memory,
    refused::Refused::{self, Later},
};
use crate::people::{
    person::Person,
    rate::Rate,
    secret::{self, Hash},
    tries::{Tries, place},
};
use std::{
    collections::BTreeSet,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::{sync::Semaphore, time::timeout};

/// The greatest number of digests that are computed at once.
const AT_ONCE: usize = 2;
/// The longest time that a try waits for its turn.
const WAIT: Duration = Duration::from_secs(2);
/// The rate of tries from one address.
pub(crate) const OF_ADDRESS: Rate = Rate { burst: 10, each: Duration::from_secs(6) };
/// The rate of tries on one name, from addresses that have tried before.
const OF_NAME: Rate = Rate { burst: 20, each: Duration::from_secs(30) };

/// The doorkeeper of all listeners.
#[derive(Debug)]
pub struct Doorkeeper {
    pub(crate) passwords: Passwords,
    tries: Mutex<Counted>,
    turns: Arc<Semaphore>,
    /// What the digests were computed in, to be used again.
    memory: Arc<Mutex<Vec<Memory>>>,
}

#[derive(Debug)]
struct Counted {
    by_address: Tries<IpAddr>,
    by_name: Tries<Hash>,
    /// The addresses of which a try is under way.
    busy: BTreeSet<IpAddr>,
}

/// The answer to a try.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is this person.
    Welcome(Person),
    /// They are not let in, for this reason.
    Refused(Refused),
}

/// A try that is under way, until it is dropped.
struct Underway<'keeper>(&'keeper Doorkeeper, IpAddr);

impl Drop for Underway<'_> {
    fn drop(&mut self) {
        self.0.lock().busy.remove(&self.1);
    }
}

impl Doorkeeper {
    /// Creates the doorkeeper of these passwords.
    pub(crate) fn of(passwords: Passwords) -> Doorkeeper {
        let counted =
            Counted { by_address: Tries::at(OF_ADDRESS), by_name: Tries::at(OF_NAME), busy: BTreeSet::new() };
        Doorkeeper {
            passwords,
            tries: Mutex::new(counted),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            memory: Arc::default(),
        }
    }

    /// Compares a password that came from an address. `is_for` says whether a person may come in here; anybody else is told
    /// what is told of a wrong password.
    pub(crate) async fn ask(
        &self,
        name: &str,
        password: String,
        from: IpAddr,
        is_for: impl Fn(&Person) -> bool,
    ) -> Answer {
        let place = place(from);
        let _underway = match self.begin(place, name, Instant::now()) {
            Ok(underway) => underway,
            Err(later) => return later,
        };
        let Ok(Ok(turn)) = timeout(WAIT, Arc::clone(&self.turns).acquire_owned()).await else {
            return Answer::Refused(Later(2));
        };
        let trial = self.passwords.trial(name, password);
        let shared = Arc::clone(&self.memory);
        let judged = tokio::task::spawn_blocking(move || {
            let mut memory = shared.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
            let judged = trial.judge(&mut memory);
            shared.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
            drop(turn);
            judged
        });
        let person = judged.await.ok().flatten().map(|record: Record| record.person());
        match person.filter(is_for) {
            Some(person) => {
                self.lock().by_address.forget(place);
                Answer::Welcome(person)
            }
            None => Answer::Refused(Refused::Wrong),
        }
    }

    fn begin(&self, place: IpAddr, name: &str, now: Instant) -> Result<Underway<'_>, Answer> {
        let mut counted = self.lock();
        if counted.busy.contains(&place) {
            return Err(Answer::Refused(Later(1)));
        }
        let is_fresh = counted.by_address.is_fresh(place, now);
        if !counted.by_address.spend(place, now) {
            return Err(Answer::Refused(Later(60)));
        }
        if !counted.by_name.spend(secret::hash(&name.trim().to_lowercase()), now) && !is_fresh {
            return Err(Answer::Refused(Later(60)));
        }
        counted.busy.insert(place);
        Ok(Underway(self, place))
    }

    fn lock(&self) -> MutexGuard<'_, Counted> {
        // No code panics while it holds the lock. Even if it did, the tables would be whole.
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Doorkeeper, OF_ADDRESS, OF_NAME, Refused};
    use crate::{
        people::{
            passwords::{Passwords, Record},
            person::Role,
        },
        safe_files::scratch::Scratch,
    };
    use std::{
        net::{IpAddr, Ipv4Addr},
        sync::Arc,
    };

    fn ip(number: u32) -> IpAddr {
        IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + number))
    }

    async fn doorkeeper(scratch: &Scratch) -> Arc<Doorkeeper> {
        let passwords = Passwords::of_folder(scratch.path());
        let record = Record::new("Anna Nowak", Role::Arbiter, "correct horse").expect("it is taken");
        passwords.set(record, false).await.expect("it is kept");
        Arc::new(Doorkeeper::of(passwords))
    }

    async fn tries(keeper: &Doorkeeper, name: &str, password: &str, from: IpAddr) -> Answer {
        keeper.ask(name, password.to_owned(), from, |_| true).await
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_thousand_bad_tries_cost_little_and_shut_nobody_out() {
        let scratch = Scratch::new("doorkeeper").expect("a folder can be made");
        let keeper = doorkeeper(&scratch).await;
        let mut compared = 0;
        for number in 0..1_000 {
            // One address tries names, another one name.
            let (from, name) = if number % 2 == 0 {
                (ip(1), format!("Nobody {number}"))
            } else {
                (ip(2), "Anna Nowak".to_owned())
            };
            match tries(&keeper, &name, "a wrong password", from).await {
                Answer::Refused(Refused::Wrong) => compared += 1,
                Answer::Refused(Refused::Later(seconds)) => assert!(seconds > 0),
                Answer::Refused(Refused::UsedUp) => panic!("it is no link"),
                Answer::Welcome(_) => panic!("it is wrong"),
            }
        }
        let burst = usize::try_from(OF_ADDRESS.burst).expect("small");
        // While they were computed, a try or two was earned back.
        assert!((2 * burst..=2 * burst + 4).contains(&compared), "{compared} were compared");
        assert!(matches!(tries(&keeper, "anna nowak", "correct horse", ip(3)).await, Answer::Welcome(_)));
        assert!(matches!(
            tries(&keeper, "Anna Nowak", "correct horse", ip(2)).await,
            Answer::Refused(Refused::Later(_))
        ));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_name_that_many_try_is_still_its_owners() {
        let scratch = Scratch::new("doorkeeper-name").expect("a folder can be made");
        let keeper = doorkeeper(&scratch).await;
        let mut later = 0;
        for number in 0..2 * OF_NAME.burst {
            let answer = tries(&keeper, "Anna Nowak", "a wrong password", ip(number % 8)).await;
            later += u32::from(matches!(answer, Answer::Refused(Refused::Later(_))));
        }
        assert!(later > OF_NAME.burst / 2, "{later} were put off");
        assert!(matches!(tries(&keeper, "Anna Nowak", "correct horse", ip(99)).await, Answer::Welcome(_)));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_address_has_one_turn_and_a_person_one_door() {
        let scratch = Scratch::new("doorkeeper-turn").expect("a folder can be made");
        let keeper = doorkeeper(&scratch).await;
        let both = tokio::join!(
            tries(&keeper, "Anna Nowak", "correct horse", ip(1)),
            tries(&keeper, "Anna Nowak", "correct horse", ip(1))
        );
        assert!(matches!(both, (Answer::Welcome(_), Answer::Refused(Refused::Later(1)))), "{both:?}");
        let elsewhere = keeper
            .ask("Anna Nowak", "correct horse".to_owned(), ip(2), |person| person.role == Role::Operator);
        assert_eq!(elsewhere.await, Answer::Refused(Refused::Wrong));
    }
}

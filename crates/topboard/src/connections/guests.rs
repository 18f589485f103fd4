//! The connections of a listener: their number in all and from each address, and the number of losses for each reason.
//!
//! Each listener counts its own connections, so a crowd on the hall's page takes no room from the arbiter's listener.
//! One address may take a part of the places, never all. It may belong to all phones of a hall, or to a proxy, but also
//! to one machine that opens connections and says nothing. An IPv6 network of 64 bits counts as one address, since any
//! machine in it may take as many addresses as it likes.
//!
//! At the listener of the staff, who comes when all places are taken gets that of the oldest connection on which nobody
//! with a login has asked for anything, at the address that has the most of them. So whoever opens connections and says
//! nothing shuts out themself alone.

mod kind;

use kind::Kind;
use std::{
    collections::BTreeMap,
    fmt,
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tokio::sync::{Notify, Semaphore};

/// Limits on the number of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Most {
    /// The greatest number of connections in all.
    pub all: usize,
    /// The greatest number of connections from one address.
    pub each: usize,
}

/// The viewers of an audience, as whoever looks after the pages counts them.
#[derive(Debug, Clone)]
pub struct ServedAudience {
    /// How far the audience is behind the boards, in milliseconds.
    pub delay_ms: u64,
    /// The places of viewers who follow the feed, and how many there are in all.
    pub(crate) seats: (Arc<Semaphore>, usize),
}

impl ServedAudience {
    /// Returns the number of viewers who follow the feed.
    pub fn viewers(&self) -> usize {
        let (seats, all) = &self.seats;
        all.saturating_sub(seats.available_permits())
    }
}

/// The connections of one listener.
#[derive(Debug)]
pub struct Guests {
    most: Most,
    kind: Kind,
    present: Mutex<Present>,
    left: Notify,
    tally: LossTally,
}

#[derive(Debug, Default)]
struct Present {
    all: usize,
    by_address: BTreeMap<IpAddr, usize>,
    /// The tenures of the staff's listener in the order in which they were taken; none of other listeners.
    tenures: Vec<(IpAddr, Arc<Tenure>)>,
}

/// A connection's place, which stays taken until the `Guest` is dropped.
#[derive(Debug)]
pub struct Guest {
    guests: Arc<Guests>,
    address: IpAddr,
    tenure: Arc<Tenure>,
    /// The address that had to give up a place for this one, if any had.
    took_from: Option<IpAddr>,
}

/// What a connection and its place tell each other.
#[derive(Debug, Default)]
pub struct Tenure {
    is_kept: AtomicBool,
    is_given_up: AtomicBool,
    wanted: Notify,
}

impl Tenure {
    /// Keeps the place for as long as the connection lasts: somebody with a login has asked for something on it.
    pub fn keep(&self) {
        self.is_kept.store(true, Ordering::Relaxed);
    }

    /// Waits until the place belongs to somebody else. The connection is then to end.
    pub async fn given_up(&self) {
        self.wanted.notified().await;
    }
}

/// The reason why a connection gets no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// There are too many connections in all.
    All,
    /// There are too many connections from this address.
    Address,
}

/// The numbers of refused connections and of connections lost in sending, for each kind of loss.
#[derive(Debug, Default)]
pub struct LossTally {
    refused: AtomicU64,
    stuck: AtomicU64,
    slow: AtomicU64,
    broken: AtomicU64,
}

/// A way in which a listener loses or refuses a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// A connection was refused because no place was free.
    Refused,
    /// A frame stopped moving: the client took no byte of it for too long.
    Stuck,
    /// The client took a frame too slowly.
    Slow,
    /// The connection broke while a frame was being sent.
    Broken,
}

impl Guests {
    /// Creates the count of connections for a listener of the public that has none yet.
    pub fn new(most: Most) -> Arc<Guests> {
        Guests::of(Kind::Public, most)
    }

    /// Creates the count of connections for a listener of programs.
    pub fn of_programs(most: Most) -> Arc<Guests> {
        Guests::of(Kind::Programs, most)
    }

    /// Creates the count of connections for a listener of the staff.
    pub fn of_staff(most: Most) -> Arc<Guests> {
        Guests::of(Kind::Staff, most)
    }

    fn of(kind: Kind, most: Most) -> Arc<Guests> {
        let (present, left, tally) = (Mutex::default(), Notify::new(), LossTally::default());
        Arc::new(Guests { most, kind, present, left, tally })
    }

    /// Returns what an operator is told when a connection got no place.
    pub fn refusal(&self, full: Full) -> String {
        self.kind.refusal(self.most, full)
    }

    /// Gives a place to a connection from this address, or says why there is none.
    pub fn admit(self: &Arc<Guests>, from: IpAddr) -> Result<Guest, Full> {
        let address = counted(from);
        let mut present = self.present();
        let is_crowded = present.by_address.get(&address).is_some_and(|here| *here >= self.most.each);
        let full =
            if present.all >= self.most.all { Some(Full::All) } else { is_crowded.then_some(Full::Address) };
        let mut took_from = None;
        if let Some(full) = full {
            took_from = Some(present.make_room(is_crowded.then_some(address)).ok_or(full)?);
        }
        present.all += 1;
        *present.by_address.entry(address).or_default() += 1;
        let tenure = Arc::new(Tenure::default());
        if self.kind == Kind::Staff {
            present.tenures.push((address, Arc::clone(&tenure)));
        }
        drop(present);
        Ok(Guest { guests: Arc::clone(self), address, tenure, took_from })
    }

    /// Waits until every connection has ended.
    pub async fn all_left(&self) {
        loop {
            let left = self.left.notified();
            if self.present().all == 0 {
                return;
            }
            left.await;
        }
    }

    /// Returns the number of connections that are open.
    pub fn count(&self) -> usize {
        self.present().all
    }

    /// Returns the numbers of losses so far.
    pub fn tally(&self) -> &LossTally {
        &self.tally
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        // The lock guards only counts. They are valid at any time, even after a panic.
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Present {
    /// Takes a place from whoever has waited the longest without a login: at this address, or at the one that has the most
    /// of them. Returns the address; `None` where nobody has to give way.
    fn make_room(&mut self, at: Option<IpAddr>) -> Option<IpAddr> {
        let free = |tenure: &Tenure| !tenure.is_kept.load(Ordering::Relaxed);
        let mut idle: BTreeMap<IpAddr, usize> = BTreeMap::new();
        for (address, _) in self.tenures.iter().filter(|(_, tenure)| free(tenure)) {
            *idle.entry(*address).or_default() += 1;
        }
        let most = || idle.iter().max_by_key(|(_, count)| **count).map(|(address, _)| *address);
        let address = at.or_else(most)?;
        let oldest = self.tenures.iter().position(|(from, tenure)| *from == address && free(tenure))?;
        let (_, tenure) = self.tenures.remove(oldest);
        tenure.is_given_up.store(true, Ordering::Relaxed);
        tenure.wanted.notify_one();
        self.leave(address);
        Some(address)
    }

    fn leave(&mut self, address: IpAddr) {
        self.all -= 1;
        if let Some(here) = self.by_address.get_mut(&address) {
            *here -= 1;
            if *here == 0 {
                self.by_address.remove(&address);
            }
        }
    }
}

impl Guest {
    /// Returns the tenure of the connection.
    pub fn tenure(&self) -> &Arc<Tenure> {
        &self.tenure
    }

    /// Returns the address that had to give up a place for this connection; `None` if none had.
    pub fn took_from(&self) -> Option<IpAddr> {
        self.took_from
    }

    /// Returns the numbers of losses of the guest's listener.
    pub fn tally(&self) -> &LossTally {
        &self.guests.tally
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut present = self.guests.present();
        // Who gave up the place was counted out then.
        if !self.tenure.is_given_up.load(Ordering::Relaxed) {
            present.leave(self.address);
            present.tenures.retain(|(_, tenure)| !Arc::ptr_eq(tenure, &self.tenure));
        }
        drop(present);
        self.guests.left.notify_waiters();
    }
}

/// Returns the address under which a connection from `address` is counted.
fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
    }
}

impl LossTally {
    /// Counts one loss of this kind.
    pub fn count(&self, loss: Loss) {
        self.of(loss).fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of losses of this kind so far.
    pub fn number(&self, loss: Loss) -> u64 {
        self.of(loss).load(Ordering::Relaxed)
    }

    fn of(&self, loss: Loss) -> &AtomicU64 {
        match loss {
            Loss::Refused => &self.refused,
            Loss::Stuck => &self.stuck,
            Loss::Slow => &self.slow,
            Loss::Broken => &self.broken,
        }
    }
}

/// Writes one line for the operator for each kind of loss that happened, and nothing if there was no loss.
impl fmt::Display for LossTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (loss, what) in [
            (Loss::Refused, "connections refused: all places were taken"),
            (Loss::Stuck, "viewers let go: they took nothing"),
            (Loss::Slow, "viewers let go: they were slower than any line"),
            (Loss::Broken, "frames broken off: the connection was lost while they were sent"),
        ] {
            match self.number(loss) {
                0 => {}
                count => writeln!(f, "{count} {what}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Full, Guests, Loss, Most};
    use std::net::IpAddr;

    fn from(address: &str) -> IpAddr {
        address.parse().expect("an address")
    }

    #[test]
    fn one_address_never_has_all_places() {
        let guests = Guests::new(Most { all: 6, each: 4 });
        let crowd: Vec<_> = (0..4).map(|_| guests.admit(from("10.0.0.7")).expect("a place")).collect();
        assert_eq!(guests.admit(from("10.0.0.7")).err(), Some(Full::Address));
        assert_eq!(
            guests.admit(from("::ffff:10.0.0.7")).err(),
            Some(Full::Address),
            "the same, written longer"
        );
        let others: Vec<_> = (8..10)
            .map(|last| guests.admit(from(&format!("10.0.0.{last}"))).expect("room for others is kept"))
            .collect();
        assert_eq!(guests.admit(from("10.0.0.10")).err(), Some(Full::All));
        drop(others);
        assert!(guests.admit(from("10.0.0.7")).is_err());
        drop(crowd);
        assert!(guests.admit(from("10.0.0.7")).is_ok());
        assert!(guests.present().by_address.is_empty(), "nothing is kept of who left");
    }

    #[test]
    fn who_has_no_login_gives_way_at_the_listener_of_the_staff() {
        let guests = Guests::of_staff(Most { all: 4, each: 3 });
        let crowd: Vec<_> = (0..3).map(|_| guests.admit(from("10.0.0.7")).expect("a place")).collect();
        let arbiter = guests.admit(from("10.0.0.8")).expect("a place");
        arbiter.tenure().keep();
        let is_given_up =
            |at: usize| crowd[at].tenure().is_given_up.load(std::sync::atomic::Ordering::Relaxed);
        let second = guests.admit(from("10.0.0.9")).expect("the crowd gives way");
        assert_eq!(
            (second.took_from(), is_given_up(0), is_given_up(1)),
            (Some(from("10.0.0.7")), true, false)
        );
        let again = guests.admit(from("10.0.0.7")).expect("the crowd gives way to itself");
        assert!(again.took_from() == Some(from("10.0.0.7")) && is_given_up(1) && !is_given_up(2));
        assert_eq!(guests.count(), 4);
        [&second, &again, &crowd[2]].iter().for_each(|guest| guest.tenure().keep());
        assert_eq!(
            guests.admit(from("10.0.0.10")).err(),
            Some(Full::All),
            "nobody is pushed out who has a login"
        );
        drop((crowd, second, again, arbiter));
        assert!(guests.count() == 0 && guests.present().tenures.is_empty());
    }

    #[test]
    fn a_network_of_64_bits_counts_as_one() {
        let guests = Guests::new(Most { all: 10, each: 2 });
        let _first = guests.admit(from("2001:db8::1")).expect("a place");
        let _second = guests.admit(from("2001:db8::ffff:2")).expect("a place");
        assert_eq!(guests.admit(from("2001:db8::3")).err(), Some(Full::Address));
        assert!(guests.admit(from("2001:db8:0:1::1")).is_ok());
    }

    #[tokio::test]
    async fn the_last_to_leave_is_waited_for() {
        let guests = Guests::new(Most { all: 2, each: 2 });
        guests.all_left().await;
        let guest = guests.admit(from("::1")).expect("a place");
        guest.tally().count(Loss::Stuck);
        let waiting = tokio::spawn({
            let guests = guests.clone();
            async move { guests.all_left().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(guest);
        waiting.await.expect("it ends");
        assert_eq!(guests.tally().to_string(), "1 viewers let go: they took nothing\n");
    }
}

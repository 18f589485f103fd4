//! Who is connected to a listener: how many in all, how many from one address, and what became of those that had to go.
//!
//! Each listener has guests of its own, so that a full hall page takes no room from the arbiter's door. One address may
//! have a part of the places and never all of them: behind one may be all phones of a hall, or a proxy, but also one
//! machine that opens connections and says nothing. An IPv6 network of 64 bits counts as one address, since any machine
//! in it may take as many addresses as it likes.

use std::{
    collections::BTreeMap,
    fmt,
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::Notify;

/// The most connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Most {
    /// In all.
    pub all: usize,
    /// From one address.
    pub each: usize,
}

/// Everybody at one listener.
#[derive(Debug)]
pub struct Guests {
    most: Most,
    present: Mutex<Present>,
    left: Notify,
    tally: Tally,
}

#[derive(Debug, Default)]
struct Present {
    all: usize,
    by_address: BTreeMap<IpAddr, usize>,
}

/// A place that is taken until this is dropped.
#[derive(Debug)]
pub struct Guest {
    guests: Arc<Guests>,
    address: IpAddr,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// Too many connections in all.
    All,
    /// Too many from this address.
    Address,
}

/// How often something had to be given up.
#[derive(Debug, Default)]
pub struct Tally {
    refused: AtomicU64,
    stuck: AtomicU64,
    slow: AtomicU64,
    broken: AtomicU64,
}

/// What had to be given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// A connection, for want of a place.
    Refused,
    /// A frame of which no byte was taken for too long.
    Stuck,
    /// A frame that was taken too slowly.
    Slow,
    /// A frame of which a part was sent when the connection broke.
    Broken,
}

impl Guests {
    /// A listener where nobody is yet.
    pub fn new(most: Most) -> Arc<Guests> {
        let (present, left, tally) = (Mutex::default(), Notify::new(), Tally::default());
        Arc::new(Guests { most, present, left, tally })
    }

    /// A place for who comes from this address.
    pub fn admit(self: &Arc<Guests>, from: IpAddr) -> Result<Guest, Full> {
        let address = counted(from);
        let mut present = self.present();
        if present.all >= self.most.all {
            return Err(Full::All);
        }
        let here = present.by_address.entry(address).or_default();
        if *here >= self.most.each {
            return Err(Full::Address);
        }
        *here += 1;
        present.all += 1;
        drop(present);
        Ok(Guest { guests: Arc::clone(self), address })
    }

    /// Waits until nobody is there.
    pub async fn all_left(&self) {
        loop {
            let left = self.left.notified();
            if self.present().all == 0 {
                return;
            }
            left.await;
        }
    }

    /// What had to be given up so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        // Whoever panicked held numbers, and each is whole at any time.
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    /// Where the losses of this listener are counted.
    pub fn tally(&self) -> &Tally {
        &self.guests.tally
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut present = self.guests.present();
        present.all -= 1;
        if let Some(here) = present.by_address.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                present.by_address.remove(&self.address);
            }
        }
        drop(present);
        self.guests.left.notify_waiters();
    }
}

/// The address that an address counts as.
fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
    }
}

impl Tally {
    /// One more.
    pub fn count(&self, loss: Loss) {
        self.of(loss).fetch_add(1, Ordering::Relaxed);
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

/// A line for the operator for each kind of loss that happened; nothing where none did.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (loss, what) in [
            (Loss::Refused, "connections refused: all places were taken"),
            (Loss::Stuck, "viewers let go: they took nothing"),
            (Loss::Slow, "viewers let go: they were slower than any line"),
            (Loss::Broken, "frames broken off: the connection was lost while they were sent"),
        ] {
            match self.of(loss).load(Ordering::Relaxed) {
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

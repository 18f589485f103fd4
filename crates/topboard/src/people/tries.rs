//! Tries, counted by who makes them: wrong keys by address, passwords by address and by name.
//!
//! Limits: a rate for each; [`PLACES_MAX`] are counted; at the limit, the one that has earned back the most is forgotten.

use super::rate::{Rate, Spent};
use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv6Addr},
    time::{Duration, Instant},
};

/// The rate up to which wrong keys from one address get the usual answer.
///
/// A key has 128 bits: at a million tries a second, guessing one would take longer than the age of the universe. Guessing is
/// therefore no danger, and the right key works whatever wrong keys came before it, even from one address. Only the noise is
/// limited: an address that tries too often gets an answer that says so, and does not fill the log.
pub(crate) const TRIES: Rate = Rate { burst: 10, each: Duration::from_secs(6) };
/// The greatest number of addresses, or of names, whose tries are counted.
const PLACES_MAX: usize = 1024;

/// The tries by address, or by whatever else they are counted.
#[derive(Debug)]
pub(crate) struct Tries<K> {
    rate: Rate,
    all: BTreeMap<K, Spent>,
}

impl<K: Ord + Copy> Tries<K> {
    /// Creates a table without tries.
    pub(crate) fn at(rate: Rate) -> Tries<K> {
        Tries { rate, all: BTreeMap::new() }
    }

    /// Counts a try. Returns false if this exceeds the rate.
    pub(crate) fn spend(&mut self, by: K, now: Instant) -> bool {
        if !self.all.contains_key(&by) && self.all.len() == PLACES_MAX {
            let calmest = self.all.iter().min_by_key(|(_, spent)| spent.until()).map(|(by, _)| *by);
            calmest.and_then(|by| self.all.remove(&by));
        }
        self.all.entry(by).or_default().spend(self.rate, now)
    }

    /// Returns whether no try of this one counts any more.
    pub(crate) fn is_fresh(&self, by: K, now: Instant) -> bool {
        self.all.get(&by).is_none_or(|spent| spent.until().is_none_or(|until| until <= now))
    }

    /// Forgets the tries of this one.
    pub(crate) fn forget(&mut self, by: K) {
        self.all.remove(&by);
    }
}

/// Returns the address under which tries from this address are counted: of IPv6 the first 64 bits, which one computer has to
/// itself.
pub(crate) fn place(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
    }
}

#[cfg(test)]
mod tests {
    use super::{PLACES_MAX, TRIES, Tries, place};
    use std::{
        net::{IpAddr, Ipv4Addr},
        time::Instant,
    };

    fn ip(text: &str) -> IpAddr {
        place(text.parse().expect("an address"))
    }

    #[test]
    fn each_address_has_its_own_tries() {
        let (mut tries, now) = (Tries::at(TRIES), Instant::now());
        assert!(tries.is_fresh(ip("10.0.0.1"), now));
        for _ in 0..TRIES.burst {
            assert!(tries.spend(ip("2001:db8::1"), now) && tries.spend(ip("10.0.0.1"), now));
        }
        assert!(!tries.spend(ip("2001:db8::ffff:2"), now), "a computer may choose its last 64 bits");
        assert!(!tries.spend(ip("::ffff:10.0.0.1"), now), "the same address, written as IPv6");
        assert!(tries.spend(ip("2001:db8:0:1::1"), now) && tries.spend(ip("10.0.0.2"), now));
        assert!(
            !tries.is_fresh(ip("10.0.0.1"), now)
                && tries.is_fresh(ip("10.0.0.1"), now + TRIES.each * TRIES.burst)
        );
        assert!(tries.spend(ip("10.0.0.1"), now + TRIES.each), "it is earned back");
        tries.forget(ip("10.0.0.1"));
        assert!(tries.is_fresh(ip("10.0.0.1"), now));
    }

    #[test]
    fn the_table_has_an_end_and_keeps_who_tries_the_most() {
        let (mut tries, now) = (Tries::at(TRIES), Instant::now());
        while tries.spend(ip("10.0.0.1"), now) {}
        for number in 0..u32::try_from(2 * PLACES_MAX).expect("small") {
            tries.spend(IpAddr::V4(Ipv4Addr::from_bits(0xc0a8_0000 + number)), now);
        }
        assert_eq!(tries.all.len(), PLACES_MAX);
        assert!(!tries.spend(ip("10.0.0.1"), now), "it is still known");
    }
}

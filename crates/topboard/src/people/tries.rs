//! Wrong keys, counted by the address they come from.
//!
//! A key has 128 bits: at a million tries a second, guessing one would take longer than the age of the universe.
//! Guessing is therefore no danger, and the right key works whatever wrong keys came before it, even from one address.
//! Only the noise is limited: an address that tries too often gets an answer that says so, and does not fill the log.
//!
//! Limits: [`TRIES`] for an address (of IPv6 the first 64 bits, which one computer has to itself); [`PLACES_MAX`]
//! addresses; at the limit, the address that has earned back the most tries is forgotten.

use super::rate::{Rate, Spent};
use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv6Addr},
    time::{Duration, Instant},
};

/// The rate up to which wrong keys from one address get the usual answer.
pub(crate) const TRIES: Rate = Rate { burst: 10, each: Duration::from_secs(6) };
/// The greatest number of addresses whose tries are counted.
const PLACES_MAX: usize = 1024;

/// The wrong tries by address.
#[derive(Debug, Default)]
pub(crate) struct Tries(BTreeMap<IpAddr, Spent>);

impl Tries {
    /// Counts a wrong key from this address. Returns false if the address exceeds the rate [`TRIES`].
    pub(crate) fn wrong(&mut self, from: IpAddr, now: Instant) -> bool {
        let place = place(from);
        if !self.0.contains_key(&place) && self.0.len() == PLACES_MAX {
            let calmest = self.0.iter().min_by_key(|(_, spent)| spent.until()).map(|(place, _)| *place);
            calmest.and_then(|place| self.0.remove(&place));
        }
        self.0.entry(place).or_default().spend(TRIES, now)
    }
}

/// Returns the address under which tries from this address are counted.
fn place(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
    }
}

#[cfg(test)]
mod tests {
    use super::{PLACES_MAX, TRIES, Tries};
    use std::{
        net::{IpAddr, Ipv4Addr},
        time::Instant,
    };

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn each_address_has_its_own_tries() {
        let (mut tries, now) = (Tries::default(), Instant::now());
        for _ in 0..TRIES.burst {
            assert!(tries.wrong(ip("2001:db8::1"), now) && tries.wrong(ip("10.0.0.1"), now));
        }
        assert!(!tries.wrong(ip("2001:db8::ffff:2"), now), "a computer may choose its last 64 bits");
        assert!(!tries.wrong(ip("::ffff:10.0.0.1"), now), "the same address, written as IPv6");
        assert!(tries.wrong(ip("2001:db8:0:1::1"), now) && tries.wrong(ip("10.0.0.2"), now));
        assert!(tries.wrong(ip("10.0.0.1"), now + TRIES.each), "it is earned back");
    }

    #[test]
    fn the_table_has_an_end_and_keeps_who_tries_the_most() {
        let (mut tries, now) = (Tries::default(), Instant::now());
        while tries.wrong(ip("10.0.0.1"), now) {}
        for number in 0..u32::try_from(2 * PLACES_MAX).expect("small") {
            tries.wrong(IpAddr::V4(Ipv4Addr::from_bits(0xc0a8_0000 + number)), now);
        }
        assert_eq!(tries.0.len(), PLACES_MAX);
        assert!(!tries.wrong(ip("10.0.0.1"), now), "it is still known");
    }
}

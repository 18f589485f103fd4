//! A rate: how often something may be done.

use std::time::{Duration, Instant};

/// A limit on uses: `burst` uses are possible at once, and one more is earned in each time `each`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) each: Duration,
}

/// The uses of a rate that are spent and not yet earned back.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spent {
    /// The time at which all spent uses will have been earned back.
    until: Option<Instant>,
}

impl Spent {
    /// Spends one use. Returns false if no use is left.
    pub(crate) fn spend(&mut self, rate: Rate, now: Instant) -> bool {
        let from = self.until.filter(|until| *until > now).unwrap_or(now);
        let until = from + rate.each;
        if until > now + rate.each * rate.burst {
            return false;
        }
        self.until = Some(until);
        true
    }

    /// Returns the time at which all spent uses will have been earned back; `None` if no use was ever spent.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.until
    }
}

#[cfg(test)]
mod tests {
    use super::{Rate, Spent};
    use std::time::{Duration, Instant};

    #[test]
    fn what_is_spent_is_earned_back() {
        let rate = Rate { burst: 40, each: Duration::from_millis(100) };
        let start = Instant::now();
        let mut spent = Spent::default();
        let granted =
            (0..1000u64).filter(|step| spent.spend(rate, start + Duration::from_millis(step * 10))).count();
        // Ten seconds: the burst, and one more for each tenth of a second.
        assert!((130..=141).contains(&granted), "{granted}");
    }
}

//! A generator of random numbers: a seed gives identical numbers on every machine.
//!
//! All arithmetic uses whole numbers. A lognormal number is drawn from a sum of uniform numbers and a power of two in
//! fixed point, a beta-distributed number by sorting uniform numbers. Neither needs a float, so no library's rounding
//! can change a simulation.

/// Parts per million, the unit of rates.
pub type Ppm = u32;

/// A stream of random numbers (SplitMix64).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// Creates the stream of random numbers for a seed.
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed ^ 0x6a09_e667_f3bc_c908 }
    }

    /// Returns a separate stream for one purpose. Draws from the separate stream do not move this stream.
    pub fn fork(&self, purpose: u64) -> Rng {
        let mut other = Rng { state: self.state ^ purpose.wrapping_mul(0xd129_0687_7ba3_5f1d) };
        other.state = other.next_u64();
        other
    }

    /// Draws the next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Draws a number from 0 to `bound - 1`; 0 if the bound is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // The bias of this method is under bound / 2^64.
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Draws a number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// Returns true with a probability of `ppm` parts in a million.
    pub fn chance(&mut self, ppm: Ppm) -> bool {
        self.below(1_000_000) < u64::from(ppm)
    }

    /// Picks one of the items; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let index = self.below(items.len() as u64) as usize;
        items.get(index)
    }

    /// Draws an index with a probability proportional to the weight at that index; 0 if all weights are 0.
    pub fn weighted(&mut self, weights: &[u64]) -> usize {
        let mut rest = self.below(weights.iter().sum());
        for (index, &weight) in weights.iter().enumerate() {
            if rest < weight {
                return index;
            }
            rest -= weight;
        }
        0
    }

    /// Shuffles a list in place.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// Draws a lognormal number with this median; `sigma_percent` is the standard deviation of its natural logarithm,
    /// in hundredths.
    pub fn lognormal(&mut self, median: u64, sigma_percent: u32) -> u64 {
        // The sum of twelve uniform numbers between 0 and 1 has variance one. The sum minus six is nearly normal,
        // from -6 to 6.
        let sum: i64 = (0..12).map(|_| (self.next_u64() >> 48) as i64).sum();
        let normal = sum - (6 << 16);
        // 94548 / 65536 is 1 / ln 2.
        let exponent = normal * i64::from(sigma_percent) / 100 * 94_548 / 65_536;
        scale_by_power_of_two(median, exponent)
    }

    /// Draws a number from the beta distribution with whole parameters `a` and `b`, in parts per million. It is the
    /// `a`-th smallest of `a + b - 1` uniform numbers.
    pub fn beta(&mut self, a: usize, b: usize) -> Ppm {
        let mut draws: Vec<u64> = (1..a + b).map(|_| self.below(1_000_001)).collect();
        draws.sort_unstable();
        draws.get(a.saturating_sub(1)).map_or(1_000_000, |&draw| draw as Ppm)
    }
}

/// Computes `value * 2^(exponent / 65536)` with an error of at most a third of a percent.
fn scale_by_power_of_two(value: u64, exponent: i64) -> u64 {
    let whole = exponent >> 16;
    let part = (exponent & 0xffff) as u64;
    // For x from 0 to 1, 2^x is about 1 + x (0.6565 + 0.3435 x), exact at both ends.
    let factor = 65_536 + ((part * (43_024 + ((22_512 * part) >> 16))) >> 16);
    let scaled = u128::from(value) * u128::from(factor);
    let shift = 16 - whole;
    if shift >= 0 { (scaled >> shift.min(127)) as u64 } else { (scaled << (-shift).min(32)) as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        let mut rng = Rng::new(1);
        let drawn: Vec<u64> = (0..4).map(|_| rng.below(1000)).collect();
        let mut again = Rng::new(1);
        assert_eq!(drawn, (0..4).map(|_| again.below(1000)).collect::<Vec<u64>>());
        assert_ne!(drawn, (0..4).map(|_| Rng::new(2).below(1000)).collect::<Vec<u64>>());
    }

    #[test]
    fn a_fork_does_not_move_its_parent() {
        let mut one = Rng::new(7);
        let mut two = Rng::new(7);
        one.fork(3).next_u64();
        assert_eq!(one.next_u64(), two.next_u64());
    }

    #[test]
    fn lognormal_has_its_median_and_its_spread() {
        let mut rng = Rng::new(5);
        let mut draws: Vec<u64> = (0..20_001).map(|_| rng.lognormal(10_000, 50)).collect();
        draws.sort_unstable();
        assert!((9_800..10_200).contains(&draws[10_000]), "median {}", draws[10_000]);
        // The value one standard deviation above the median is exp(0.5) = 1.649 times the median; 84.1 % of the draws
        // lie below it.
        assert!((16_000..17_000).contains(&draws[16_827]), "upper {}", draws[16_827]);
    }

    #[test]
    fn beta_has_its_mean() {
        let mut rng = Rng::new(9);
        let mean = (0..10_000).map(|_| u64::from(rng.beta(8, 2))).sum::<u64>() / 10_000;
        assert!((790_000..810_000).contains(&mean), "mean {mean}");
    }

    #[test]
    fn weights_of_nothing_and_bounds_of_nothing_are_harmless() {
        let mut rng = Rng::new(3);
        assert_eq!(rng.weighted(&[0, 0]), 0);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}

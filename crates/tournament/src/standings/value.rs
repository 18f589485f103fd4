//! The values of tie-breaks: exact numbers with a form for people.

use std::{cmp::Ordering, fmt};

/// The value of a tie-break. Two values are equal if their numbers are, however they are written.
#[derive(Debug, Clone, Copy)]
pub enum TieBreakValue {
    /// A number of games or of matches.
    Count(u32),
    /// Points in halves: 25 is 12½.
    Halves(u32),
    /// Products of points in quarters: 125 is 31.25.
    Quarters(u32),
    /// A sum divided by a number, such as an average rating; a sum of nothing is 0.
    Mean {
        /// The sum.
        sum: u32,
        /// The number of summands.
        of: u32,
    },
}

impl TieBreakValue {
    /// Returns the value as a fraction: the numerator and the denominator, which is never 0.
    pub fn fraction(self) -> (u32, u32) {
        match self {
            TieBreakValue::Count(count) => (count, 1),
            TieBreakValue::Halves(halves) => (halves, 2),
            TieBreakValue::Quarters(quarters) => (quarters, 4),
            TieBreakValue::Mean { sum, of } => (sum, of.max(1)),
        }
    }
}

impl Ord for TieBreakValue {
    fn cmp(&self, other: &TieBreakValue) -> Ordering {
        let ((above, below), (other_above, other_below)) = (self.fraction(), other.fraction());
        (u64::from(above) * u64::from(other_below)).cmp(&(u64::from(other_above) * u64::from(below)))
    }
}

impl PartialOrd for TieBreakValue {
    fn partial_cmp(&self, other: &TieBreakValue) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for TieBreakValue {
    fn eq(&self, other: &TieBreakValue) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for TieBreakValue {}

impl fmt::Display for TieBreakValue {
    /// Writes `3`, `12½`, `31.25`; a mean with two decimals, a half hundredth rounded up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TieBreakValue::Count(count) => write!(f, "{count}"),
            TieBreakValue::Halves(1) => f.write_str("½"),
            TieBreakValue::Halves(halves) => {
                write!(f, "{}{}", halves / 2, if halves % 2 == 1 { "½" } else { "" })
            }
            TieBreakValue::Quarters(quarters) => write!(f, "{}.{:02}", quarters / 4, quarters % 4 * 25),
            TieBreakValue::Mean { sum, of } => {
                let of = u64::from(of.max(1));
                let hundredths = (u64::from(sum) * 200 + of) / (of * 2);
                write!(f, "{}.{:02}", hundredths / 100, hundredths % 100)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TieBreakValue::{Count, Halves, Mean, Quarters};

    #[test]
    fn values_are_written_for_people() {
        for (value, written) in [
            (Count(3), "3"),
            (Halves(0), "0"),
            (Halves(1), "½"),
            (Halves(2), "1"),
            (Halves(25), "12½"),
            (Quarters(125), "31.25"),
            (Quarters(126), "31.50"),
            (Quarters(0), "0.00"),
            (Mean { sum: 0, of: 0 }, "0.00"),
            (Mean { sum: 6001, of: 3 }, "2000.33"),
            (Mean { sum: 6002, of: 3 }, "2000.67"),
            (Mean { sum: 1, of: 8 }, "0.13"),
        ] {
            assert_eq!(value.to_string(), written);
        }
    }

    #[test]
    fn values_are_compared_as_numbers() {
        assert_eq!(Mean { sum: 4, of: 2 }, Mean { sum: 2, of: 1 });
        assert!(Mean { sum: 2000, of: 3 } > Mean { sum: 1999, of: 3 });
        // Both are written 0.33.
        assert!(Mean { sum: 1, of: 3 } > Mean { sum: 330, of: 1000 });
        assert_eq!(Halves(5), Quarters(10));
    }
}

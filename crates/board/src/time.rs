//! A time with its possible error. Every time that an arbiter sees is shown with its error.
//!
//! Invariant: two events whose possible true times overlap have no order in this module, even though one was read
//! first.

use crate::Millis;
use std::{cmp::Ordering, fmt};

/// A time, or a span of time, with its error: the true value lies from `t_ms - early_ms` to `t_ms + late_ms`.
///
/// Shown as `1:02:33.4 −0.3/+0.0 s`, or as `±0.2 s` where both sides are equal; errors are rounded up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    /// The time as stamped or shown, in milliseconds.
    pub t_ms: Millis,
    /// The greatest amount by which the true time may be earlier, or the true span shorter, than `t_ms`, in
    /// milliseconds.
    pub early_ms: u32,
    /// The greatest amount by which the true time may be later, or the true span longer, than `t_ms`, in milliseconds.
    pub late_ms: u32,
}

impl Time {
    /// Creates an exact time: a time that the program itself determines, such as that of a command or a deadline.
    pub fn exact(t_ms: Millis) -> Time {
        Time { t_ms, early_ms: 0, late_ms: 0 }
    }

    /// Returns the span from `earlier` to this time. The errors of both ends add up. A span is never negative; its
    /// error may be larger than the span.
    pub fn since(self, earlier: Time) -> Time {
        Time {
            t_ms: self.t_ms.saturating_sub(earlier.t_ms),
            early_ms: self.early_ms.saturating_add(earlier.late_ms),
            late_ms: self.late_ms.saturating_add(earlier.early_ms),
        }
    }

    /// Returns the order of two times; `None` if their errors leave it open, for instance within one scan. Two equal
    /// times without errors are equal.
    pub fn order(self, other: Time) -> Option<Ordering> {
        let (ours, theirs) = (self.range(), other.range());
        if ours == theirs && ours.0 == ours.1 {
            Some(Ordering::Equal)
        } else if ours.1 < theirs.0 {
            Some(Ordering::Less)
        } else if theirs.1 < ours.0 {
            Some(Ordering::Greater)
        } else {
            None
        }
    }

    /// Returns the time rounded down to whole steps, for display. The part that is cut off is added to the error.
    pub fn in_steps(self, step_ms: u32) -> Time {
        let cut_ms = u32::try_from(self.t_ms % Millis::from(step_ms.max(1))).unwrap_or(0);
        Time {
            t_ms: self.t_ms - Millis::from(cut_ms),
            early_ms: self.early_ms.saturating_sub(cut_ms),
            late_ms: self.late_ms.saturating_add(cut_ms),
        }
    }

    /// Returns the time `more_ms` milliseconds later, with the error unchanged.
    pub fn plus(self, more_ms: Millis) -> Time {
        Time { t_ms: self.t_ms.saturating_add(more_ms), ..self }
    }

    fn range(self) -> (Millis, Millis) {
        (self.t_ms.saturating_sub(self.early_ms.into()), self.t_ms.saturating_add(self.late_ms.into()))
    }

    /// Returns the error alone, as it is shown after a time.
    pub fn error(self) -> String {
        let tenths = |ms: u32| ms.div_ceil(100);
        let shown = |ms: u32| format!("{}.{}", tenths(ms) / 10, tenths(ms) % 10);
        if tenths(self.early_ms) == tenths(self.late_ms) {
            format!("±{} s", shown(self.early_ms))
        } else {
            format!("−{}/+{} s", shown(self.early_ms), shown(self.late_ms))
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", hms(self.t_ms), self.error())
    }
}

/// Returns a time in the form shown to people: `1:02:33.4`, rounded down to a tenth of a second.
pub fn hms(t_ms: Millis) -> String {
    let (seconds, tenth) = (t_ms / 1000, t_ms % 1000 / 100);
    format!("{}:{:02}:{:02}.{tenth}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::Time;
    use crate::Timing;
    use std::cmp::Ordering;

    #[test]
    fn a_time_is_shown_with_its_error() {
        let check = |time: Time, shown: &str| assert_eq!(time.to_string(), shown);
        check(Timing::DGT.of_square(3_753_480), "1:02:33.4 −0.3/+0.0 s");
        check(Timing::DGT.of_press(60_000), "0:01:00.0 −1.1/+0.0 s");
        check(Timing::DGT.of_reading(5_400_000), "1:30:00.0 −0.0/+1.0 s");
        check(Time::exact(1), "0:00:00.0 ±0.0 s");
        let span = Timing::DGT.of_square(5000).since(Timing::DGT.of_square(3000));
        check(span, "0:00:02.0 ±0.3 s");
    }

    #[test]
    fn what_is_cut_off_goes_over_to_the_error() {
        let check = |time: Time, step_ms: u32, shown: &str| {
            let cut = time.in_steps(step_ms);
            assert_eq!(cut.to_string(), shown);
            let range =
                |time: Time| (time.t_ms - u64::from(time.early_ms), time.t_ms + u64::from(time.late_ms));
            let ((from, to), (cut_from, cut_to)) = (range(time), range(cut));
            assert!(cut_from <= from && to <= cut_to, "{cut} holds all of {time}");
        };
        check(Timing::DGT.of_reading(59_000), 1_000, "0:00:59.0 −0.0/+1.0 s");
        check(Timing::DGT.of_running(59_400), 1_000, "0:00:59.0 −0.0/+1.4 s");
        check(Timing::DGT.of_square(2_090), 100, "0:00:02.0 −0.2/+0.1 s");
        check(Time::exact(1_050), 0, "0:00:01.0 ±0.0 s");
    }

    #[test]
    fn what_may_overlap_has_no_order() {
        let square = |t_ms| Timing::DGT.of_square(t_ms);
        assert_eq!(square(1000).order(square(1200)), None, "the same scan");
        assert_eq!(square(1000).order(square(1000)), None);
        assert_eq!(square(1000).order(square(1233)), Some(Ordering::Less));
        assert_eq!(square(1233).order(square(1000)), Some(Ordering::Greater));
        assert_eq!(Time::exact(5).order(Time::exact(5)), Some(Ordering::Equal));
        assert_eq!(Time::exact(5).order(Time::exact(6)), Some(Ordering::Less));
        assert_eq!(Timing::DGT.of_press(2000).order(square(1200)), None, "a press is told late");
    }
}

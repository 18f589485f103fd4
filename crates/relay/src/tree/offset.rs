//! How far a hall's clock is ahead of a node's.

/// The time for which what was heard counts, in milliseconds: clocks of computers drift apart by some milliseconds in it.
const WINDOW_MS: u64 = 60_000;
/// A difference for which no time that was told before is told anew, in milliseconds.
const ALIKE_MS: u64 = 50;

/// The difference between a hall's clock and a node's. What a hall says arrives late and never early, so the greatest
/// difference that was seen of late is the right one.
#[derive(Debug, Default)]
pub(crate) struct Offset {
    /// The greatest difference in this window, and in the window before it.
    now: Option<i64>,
    before: Option<i64>,
    since_ms: u64,
    applied: Option<i64>,
}

impl Offset {
    /// Notes that the hall's clock showed `hall_ms` at some time before `now_ms`. Returns whether times that were told
    /// before are off by more than anybody should see.
    pub(crate) fn note(&mut self, hall_ms: u64, now_ms: u64) -> bool {
        if now_ms.saturating_sub(self.since_ms) > WINDOW_MS {
            (self.before, self.now, self.since_ms) = (self.now, None, now_ms);
        }
        let difference = signed(hall_ms) - signed(now_ms);
        self.now = Some(self.now.map_or(difference, |known| known.max(difference)));
        let best = self.now.max(self.before);
        let is_off = self.applied.zip(best).is_none_or(|(applied, best)| applied.abs_diff(best) > ALIKE_MS);
        if is_off {
            self.applied = best;
        }
        is_off
    }

    /// Returns a time of the hall's clock as one of the node's.
    pub(crate) fn here(&self, hall_ms: u64) -> u64 {
        let here = signed(hall_ms).saturating_sub(self.applied.unwrap_or_default());
        u64::try_from(here).unwrap_or_default()
    }
}

fn signed(ms: u64) -> i64 {
    // A time beyond is nonsense that somebody else's hall said; it must not end the node.
    i64::try_from(ms).unwrap_or(i64::MAX / 4).min(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::Offset;

    #[test]
    fn what_comes_late_changes_nothing_and_what_drifts_is_followed() {
        let mut offset = Offset::default();
        assert!(offset.note(1_000, 5_000), "the first, perhaps of a message that lay at the broker");
        assert_eq!(offset.here(1_000), 5_000);
        assert!(offset.note(9_000, 6_000), "a live one shows how old the first was");
        assert_eq!(offset.here(1_000), 0, "before the node's clock began");
        for at in 0..100 {
            assert!(!offset.note(10_000 + at, 7_020 + at), "twenty milliseconds on the way");
        }
        assert_eq!(offset.here(10_000), 7_000);
        // An hour later the hall's clock is a second behind.
        let mut retold = 0;
        for minute in 1..60_u64 {
            retold += u64::from(offset.note(10_000 + minute * 59_983, 7_000 + minute * 60_000));
        }
        assert!((10..30).contains(&retold), "{retold}");
        assert!(offset.here(10_000 + 59 * 59_983).abs_diff(7_000 + 59 * 60_000) < 100);
        offset.note(0, u64::MAX);
        assert!(offset.note(u64::MAX, 0), "nonsense, which must not end the node");
        assert_eq!(offset.here(0), 0);
    }
}

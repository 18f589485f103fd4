//! Conversion between journal time and the time of day, based on the notes of the time of day in the journal.

use board::Millis;
use hall::Body;
use hall::{WallTime, WallTrust};

/// The notes of the time of day in a journal, in the order of the records.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TimesOfDay {
    notes: Vec<(Millis, WallTime)>,
    utc_offset_s: i32,
}

/// The number of notes up to which every note is kept. Beyond this number only notes of a clock's jump are kept. A
/// journal of weeks has fewer notes.
const NOTES_MAX: usize = 100_000;
const DAY_MS: i64 = 86_400_000;
/// The greatest difference, in milliseconds, at which two journal times found for one time of day count as one. They
/// can differ because the computer's clock drifts against journal time between two notes.
const DRIFT_MS: Millis = 2_000;
/// The difference, in milliseconds, up to which a note confirms the one before it.
const CONFIRMS_MS: u64 = 50;

impl TimesOfDay {
    /// Creates an empty list of notes. Times of day are shown and read with this offset from UTC, in seconds.
    pub fn new(utc_offset_s: i32) -> TimesOfDay {
        TimesOfDay { notes: Vec::new(), utc_offset_s }
    }

    /// Keeps the time of day of the next record, if the record notes one.
    pub fn note(&mut self, body: &Body) {
        let wall = match body {
            Body::Wall { wall, .. } => Some(*wall),
            Body::Start { wall_ms, .. } => wall_ms.map(WallTime::untrusted),
            Body::Journal { .. }
            | Body::Erased { .. }
            | Body::Setup { .. }
            | Body::Opened { .. }
            | Body::Lost { .. }
            | Body::Bytes { .. }
            | Body::Again { .. }
            | Body::Command { .. }
            | Body::Event { .. }
            | Body::Published { .. }
            | Body::Key { .. }
            | Body::Signed { .. }
            | Body::Safe { .. }
            | Body::Held { .. }
            | Body::Other { .. } => None,
        };
        if let (Some(wall), Some(t_ms)) = (wall, body.t_ms())
            && (self.notes.len() < NOTES_MAX || wall.stepped_ms.is_some())
        {
            self.notes.push((t_ms, wall));
        }
    }

    /// Sets the offset from UTC, in seconds, that is used from now on.
    pub fn set_utc_offset(&mut self, utc_offset_s: i32) {
        self.utc_offset_s = utc_offset_s;
    }

    /// Returns the time of day at a journal time, in milliseconds since 1970, UTC; `None` if the journal has no note.
    pub fn at(&self, t_ms: Millis) -> Option<i64> {
        let index = self.notes.partition_point(|(at, _)| *at <= t_ms).saturating_sub(1);
        let (at, wall) = self.notes.get(index)?;
        Some(i64::try_from(wall.wall_ms).ok()? + signed(t_ms) - signed(*at))
    }

    /// Returns the notes from which the times of day between two journal times follow: each is a journal time, and the
    /// milliseconds since 1970, UTC, at it. Notes that only confirm the one before are left out.
    pub fn between(&self, from_ms: Millis, to_ms: Millis) -> Vec<(Millis, i64)> {
        let first = self.notes.partition_point(|(at, _)| *at <= from_ms).saturating_sub(1);
        let mut kept: Vec<(Millis, i64)> = Vec::new();
        for (at, wall) in self.notes.iter().skip(first).take_while(|(at, _)| *at <= to_ms) {
            let Ok(wall_ms) = i64::try_from(wall.wall_ms) else { continue };
            let is_known = kept.last().is_some_and(|(before, told)| {
                (told + signed(*at) - signed(*before)).abs_diff(wall_ms) <= CONFIRMS_MS
            });
            if !is_known {
                kept.push((*at, wall_ms));
            }
        }
        kept
    }

    /// Returns every journal time up to `end_ms` at which the time of day was `of_day_ms`, in milliseconds since
    /// midnight.
    pub fn find(&self, of_day_ms: i64, end_ms: Millis) -> Vec<Millis> {
        let mut found: Vec<Millis> = Vec::new();
        for (index, (from_ms, wall)) in self.notes.iter().enumerate() {
            // Each note serves for the time until the next note; the first note also serves for the time before it.
            let from_ms = if index == 0 { 0 } else { *from_ms };
            let until_ms = self.notes.get(index + 1).map_or(end_ms, |(next, _)| *next);
            let Ok(wall_ms) = i64::try_from(wall.wall_ms) else { continue };
            let local = wall_ms + i64::from(self.utc_offset_s) * 1000
                - (signed(self.notes[index].0) - signed(from_ms));
            let first = (of_day_ms - local).rem_euclid(DAY_MS);
            let mut t_ms = signed(from_ms) + first;
            while t_ms <= signed(until_ms) {
                let at = Millis::try_from(t_ms).unwrap_or(0);
                if found.last().is_none_or(|last| last + DRIFT_MS < at) {
                    found.push(at);
                }
                t_ms += DAY_MS;
            }
        }
        found
    }

    /// Returns the journal times at which the pauses that contain this time of day ended. In a pause journal time did
    /// not advance, because the program did not run or the computer's clock jumped ahead.
    pub fn find_pauses(&self, of_day_ms: i64) -> Vec<Millis> {
        let mut found: Vec<Millis> = Vec::new();
        for pair in self.notes.windows(2) {
            let [(before_ms, before), (after_ms, after)] = pair else { continue };
            let (Ok(before), Ok(after)) = (i64::try_from(before.wall_ms), i64::try_from(after.wall_ms))
            else {
                continue;
            };
            let reached = before + signed(*after_ms) - signed(*before_ms);
            let local = reached + i64::from(self.utc_offset_s) * 1000;
            let was = reached + (of_day_ms - local).rem_euclid(DAY_MS);
            if was < after && after - reached > signed(DRIFT_MS) && found.last() != Some(after_ms) {
                found.push(*after_ms);
            }
        }
        found
    }

    /// Returns the time of day at a journal time in the form `14:03:22.4`, or a dash if the journal has no note.
    pub fn show(&self, t_ms: Millis) -> String {
        let Some(wall_ms) = self.at(t_ms) else { return "–".to_owned() };
        let of_day = (wall_ms + i64::from(self.utc_offset_s) * 1000).rem_euclid(DAY_MS);
        let (seconds, tenth) = (of_day / 1000, of_day % 1000 / 100);
        format!("{:02}:{:02}:{:02}.{tenth}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    /// Returns a sentence that tells the reader how far the times of day between two journal times can be trusted.
    pub fn trust(&self, from_ms: Millis, to_ms: Millis) -> String {
        let first = self.notes.partition_point(|(at, _)| *at <= from_ms).saturating_sub(1);
        let here: Vec<&WallTime> = self.notes[first.min(self.notes.len())..]
            .iter()
            .take_while(|(at, _)| *at <= to_ms)
            .map(|(_, wall)| wall)
            .collect();
        let Some(last) = here.last() else {
            return "The book holds no time of day; only journal time is shown.".to_owned();
        };
        let kept = match last.trust {
            Some(WallTrust::Synced) => "the computer's clock was kept by a time server",
            Some(WallTrust::Unsynced) => "the computer's clock was kept by no time server",
            None => "whether the computer's clock was right is not known",
        };
        let jumps: Vec<String> = here
            .iter()
            .filter_map(|wall| wall.stepped_ms)
            .map(|ms| {
                format!("{}{}.{} s", if ms < 0 { "−" } else { "+" }, ms.abs() / 1000, ms.abs() % 1000 / 100)
            })
            .collect();
        let jumped =
            if jumps.is_empty() { String::new() } else { format!("; it was set by {}", jumps.join(", ")) };
        format!(
            "Times of day are UTC{}{:02}:{:02}; {kept}{jumped}. Order and durations follow journal time alone.",
            if self.utc_offset_s < 0 { "−" } else { "+" },
            self.utc_offset_s.abs() / 3600,
            self.utc_offset_s.abs() / 60 % 60
        )
    }
}

fn signed(t_ms: Millis) -> i64 {
    i64::try_from(t_ms).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::TimesOfDay;
    use hall::Body;
    use hall::{WallTime, WallTrust};

    fn noted(notes: &[(u64, u64)], utc_offset_s: i32) -> TimesOfDay {
        let mut times = TimesOfDay::new(utc_offset_s);
        for &(t_ms, wall_ms) in notes {
            let wall = WallTime { wall_ms, trust: Some(WallTrust::Synced), stepped_ms: None };
            times.note(&Body::Wall { t_ms, wall });
        }
        times
    }

    #[test]
    fn a_time_of_day_is_found_where_the_book_says_it_was() {
        // Journal time 1000 is 2026-11-21 08:00:00 UTC.
        let eight = 1_795_248_000_000;
        let times = noted(&[(1_000, eight), (61_000, eight + 60_004)], 3600);
        assert_eq!(times.show(1_000), "09:00:00.0");
        assert_eq!(times.show(31_450), "09:00:30.4");
        assert_eq!(times.show(0), "08:59:59.0", "before the first note");
        let nine = 9 * 3_600_000;
        assert_eq!(times.find(nine, 100_000), [1_000]);
        assert_eq!(times.find(nine + 60_000, 100_000), [61_000], "drift makes no second answer");
        assert_eq!(times.find(nine - 1_000, 100_000), [0]);
        assert_eq!(times.find(nine - 60_000, 100_000), Vec::<u64>::new());
        let two_days = noted(&[(0, eight), (86_400_000, eight + 86_400_000)], 3600);
        assert_eq!(two_days.find(nine + 5_000, 90_000_000), [5_000, 86_405_000], "each day once");
        assert_eq!(TimesOfDay::new(0).show(5), "–");
        assert!(TimesOfDay::new(0).find(nine, 1_000).is_empty());
    }

    #[test]
    fn a_time_of_day_in_a_pause_is_the_end_of_the_pause() {
        let eight = 1_795_248_000_000;
        // The program did not run from 08:01 to 08:05.
        let times = noted(&[(0, eight), (60_000, eight + 60_000), (60_000, eight + 300_000)], 0);
        let minute = |minute: i64| (8 * 60 + minute) * 60_000;
        assert_eq!(times.find(minute(3), 100_000), Vec::<u64>::new());
        assert_eq!(times.find_pauses(minute(3)), [60_000]);
        for played in [0, 6, 60] {
            assert_eq!(times.find_pauses(minute(played)), Vec::<u64>::new(), "08:{played}");
        }
    }

    #[test]
    fn a_clock_that_was_set_shows_the_same_time_of_day_twice_and_says_so() {
        let eight = 1_795_248_000_000;
        let mut times = noted(&[(0, eight)], 0);
        let wall =
            WallTime { wall_ms: eight + 5_000, trust: Some(WallTrust::Unsynced), stepped_ms: Some(-55_000) };
        times.note(&Body::Wall { t_ms: 60_000, wall });
        assert_eq!(times.find(8 * 3_600_000 + 10_000, 120_000), [10_000, 65_000]);
        let trust = times.trust(0, 120_000);
        assert!(trust.contains("no time server") && trust.contains("−55.0 s"), "{trust}");
    }
}

//! What the organiser settles where an edition leaves it to them, is silent, or contradicts itself: why each setting is
//! there says docs/laws-sources.md, "What the organiser settles".
//!
//! The names of the fields are those of the configuration, of sensor logs and of the journal. Invariant: settings that passed
//! [`Settings::check`] can be used everywhere; a value nobody could mean is refused where it is read.

use std::{fmt, ops::RangeInclusive};

/// What counts as a rest where the organiser settled nothing.
pub(super) const DWELL_MS: u16 = 500;

/// What the organiser settled. `None` means that nothing was settled: then the letter of the edition counts, and the arbiter
/// is told what is doubtful about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// Minutes to the opponent for an illegal move.
    pub illegal_bonus_min: Option<u8>,
    /// Minutes to the opponent for a wrong claim of a draw.
    pub claim_bonus_min: Option<u8>,
    /// The guidelines for games without increment were announced (RU20 19, FIDE Guidelines III).
    pub quickplay_announced: bool,
    /// Both flags down in an order nobody knows is a draw, also where the edition does not say so.
    pub both_flags_draw: bool,
    /// Minutes after the start at which an absent player loses; none: at once.
    pub default_time_min: Option<u16>,
    /// No draw by agreement before this move.
    pub no_draw_before_move: Option<u16>,
    /// A piece that rested longer than this, in milliseconds, may have been released; none: half a second.
    pub dwell_ms: Option<u16>,
}

/// A setting that cannot be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSetting {
    /// Its name.
    pub key: &'static str,
    value: u64,
    range: RangeInclusive<u64>,
    unit: &'static str,
}

impl Settings {
    /// Whether every value is one that can be meant.
    pub fn check(&self) -> Result<(), BadSetting> {
        let minutes = |key, value: Option<u8>| (key, value.map(u64::from), 0..=10, "minutes");
        let settings = [
            minutes("illegal_bonus_min", self.illegal_bonus_min),
            minutes("claim_bonus_min", self.claim_bonus_min),
            ("default_time_min", self.default_time_min.map(u64::from), 0..=240, "minutes"),
            ("no_draw_before_move", self.no_draw_before_move.map(u64::from), 1..=200, "as a move's number"),
            ("dwell_ms", self.dwell_ms.map(u64::from), 100..=5_000, "milliseconds"),
        ];
        for (key, value, range, unit) in settings {
            if let Some(value) = value.filter(|value| !range.contains(value)) {
                return Err(BadSetting { key, value, range, unit });
            }
        }
        Ok(())
    }
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (self.range.start(), self.range.end());
        write!(
            f,
            "{} is {}; write {least} to {most} {}, or leave it out to follow the text of the edition",
            self.key, self.value, self.unit
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn what_nobody_can_mean_is_refused_with_what_to_write() {
        let check = |settings: Settings, expected: Option<&str>| {
            let found = settings.check().err().map(|bad| bad.to_string());
            assert_eq!(found.as_deref(), expected);
        };
        check(Settings::default(), None);
        check(Settings { illegal_bonus_min: Some(0), dwell_ms: Some(5_000), ..Settings::default() }, None);
        let long = Settings { illegal_bonus_min: Some(45), ..Settings::default() };
        let why = "illegal_bonus_min is 45; write 0 to 10 minutes, or leave it out to follow the text of the edition";
        check(long, Some(why));
        let none = Settings { no_draw_before_move: Some(0), ..Settings::default() };
        let why = "no_draw_before_move is 0; write 1 to 200 as a move's number, or leave it out to follow the text of the \
                   edition";
        check(none, Some(why));
    }
}

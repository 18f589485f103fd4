//! The organiser's settings, for points that an edition leaves to the organiser, does not mention, or contradicts
//! itself about. The reason for each setting is in docs/laws-sources.md, "What the organiser settles".
//!
//! The names of the fields are those of the configuration, of sensor logs and of the journal. Invariant: settings that
//! passed [`Settings::check`] can be used everywhere, because it refuses implausible values.

use std::{fmt, ops::RangeInclusive};

/// The time for which a piece has to rest before it may count as released, in milliseconds, unless the organiser sets
/// another.
pub(super) const DWELL_MS: u16 = 500;

/// The organiser's settings. `None` means that the organiser set nothing. The text of the edition then applies, and the
/// arbiter is shown which points of the text are doubtful.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// The minutes added to the opponent's time for an illegal move.
    pub illegal_bonus_min: Option<u8>,
    /// The minutes added to the opponent's time for a wrong claim of a draw.
    pub claim_bonus_min: Option<u8>,
    /// Set if the guidelines for games without increment were announced (RU20 19, FIDE Guidelines III).
    pub quickplay_announced: bool,
    /// Set if the game is drawn when both flags are down in an unknown order, even where the edition does not say so.
    pub both_flags_draw: bool,
    /// The number of minutes after the start at which an absent player loses; `None` means at the start.
    pub default_time_min: Option<u16>,
    /// The number of moves that each side must complete before the players may agree a draw; `None` means no limit.
    pub no_draw_before_move: Option<u16>,
    /// The time that a piece has to rest before it may count as released, in milliseconds; `None` means 500.
    pub dwell_ms: Option<u16>,
}

/// A setting with an implausible value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSetting {
    /// The name of the setting.
    pub key: &'static str,
    value: u64,
    range: RangeInclusive<u64>,
    unit: &'static str,
}

impl Settings {
    /// Checks that every value is plausible. `Err` gives the first setting that is not.
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

//! The section `[rules]`: the organiser's settings for matters that the edition of the Laws leaves open. Part of the
//! boundary file.

use crate::config::Mistake;
use laws::profile::Settings;
use serde::Deserialize;
use toml::Spanned;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::config) struct RulesSection {
    illegal_bonus_min: Option<Spanned<u8>>,
    claim_bonus_min: Option<Spanned<u8>>,
    quickplay_announced: bool,
    both_flags_draw: bool,
    default_time_min: Option<Spanned<u16>>,
    no_draw_before_move: Option<Spanned<u16>>,
    dwell_ms: Option<Spanned<u16>>,
}

impl RulesSection {
    pub(in crate::config) fn check(&self) -> Result<Settings, Mistake> {
        let settings = Settings {
            illegal_bonus_min: value(&self.illegal_bonus_min),
            claim_bonus_min: value(&self.claim_bonus_min),
            quickplay_announced: self.quickplay_announced,
            both_flags_draw: self.both_flags_draw,
            default_time_min: value(&self.default_time_min),
            no_draw_before_move: value(&self.no_draw_before_move),
            dwell_ms: value(&self.dwell_ms),
        };
        settings.check().map_err(|bad| Mistake { at: self.place_of(bad.key), what: bad.to_string() })?;
        Ok(settings)
    }

    /// Returns the place of a setting's value in the file.
    fn place_of(&self, key: &str) -> usize {
        let place = match key {
            "illegal_bonus_min" => start(&self.illegal_bonus_min),
            "claim_bonus_min" => start(&self.claim_bonus_min),
            "default_time_min" => start(&self.default_time_min),
            "no_draw_before_move" => start(&self.no_draw_before_move),
            _ => start(&self.dwell_ms),
        };
        place.unwrap_or_default()
    }
}

fn value<T: Copy>(setting: &Option<Spanned<T>>) -> Option<T> {
    setting.as_ref().map(|value| *value.get_ref())
}

fn start<T>(setting: &Option<Spanned<T>>) -> Option<usize> {
    setting.as_ref().map(|value| value.span().start)
}

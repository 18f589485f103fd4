//! The JSON form of the organiser's settings, in the record of a set-up and in the header of a sensor log. Part of the
//! boundary file.

use laws::profile::Settings;
use serde::{Deserialize, Serialize};

/// The organiser's settings as an object of JSON. Settings that the organiser has not chosen are left out.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SettingsLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal_bonus_min: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim_bonus_min: Option<u8>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    quickplay_announced: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    both_flags_draw: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_time_min: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_draw_before_move: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dwell_ms: Option<u16>,
}

impl SettingsLine {
    /// Returns the JSON form of these settings.
    pub fn of(settings: &Settings) -> SettingsLine {
        let Settings {
            illegal_bonus_min,
            claim_bonus_min,
            quickplay_announced,
            both_flags_draw,
            default_time_min,
            no_draw_before_move,
            dwell_ms,
        } = *settings;
        SettingsLine {
            illegal_bonus_min,
            claim_bonus_min,
            quickplay_announced,
            both_flags_draw,
            default_time_min,
            no_draw_before_move,
            dwell_ms,
        }
    }

    /// Returns the settings of this object. `Err` names the value that is not allowed, and says what to write instead.
    pub fn read(&self) -> Result<Settings, String> {
        let settings = Settings {
            illegal_bonus_min: self.illegal_bonus_min,
            claim_bonus_min: self.claim_bonus_min,
            quickplay_announced: self.quickplay_announced,
            both_flags_draw: self.both_flags_draw,
            default_time_min: self.default_time_min,
            no_draw_before_move: self.no_draw_before_move,
            dwell_ms: self.dwell_ms,
        };
        settings.check().map_err(|bad| bad.to_string())?;
        Ok(settings)
    }

    /// Returns whether the organiser has chosen no setting.
    pub fn is_empty(&self) -> bool {
        self.read() == Ok(Settings::default())
    }
}
